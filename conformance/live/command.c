/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "command.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/child.h"
#include "runner/session.h"

/* How often it is looked whether a process has ended that left its output to
 * another, and how soon after it closed its output. */
#define TICK_MS 100
#define SOON_MS 1

/* Takes what is on its standard output now; false at its end. */
static bool drain(struct command *command, const struct child *child) {
  char octets[16 * 1024];
  ssize_t n;

  while (command->out.len <= COMMAND_OUTPUT_MAX &&
         (n = read(child->out, octets, sizeof octets)) != 0) {
    if (n > 0) {
      text_add_n(&command->out, octets, (size_t)n);
    } else if (errno != EINTR) {
      return true;
    }
  }
  return command->out.len > COMMAND_OUTPUT_MAX;
}

/* Waits until something happens, and lets the server answer. */
static void wait_and_serve(const struct command *command,
                           const struct child *child, bool open, int64_t left) {
  struct pollfd fds[SERVER_FDS + 2];
  int tick = open ? TICK_MS : SOON_MS;
  size_t n = server_before(command->server, fds);

  if (open) {
    fds[n++] = (struct pollfd){.fd = child->out, .events = POLLIN};
  }
  if (child->err >= 0) {
    fds[n++] = (struct pollfd){.fd = child->err, .events = POLLIN};
  }
  poll(fds, (nfds_t)n, left < tick ? (int)left : tick);
  server_after(command->server);
}

static void attend(struct command *command, struct child *child) {
  int64_t until = session_now() + command->timeout;
  bool open = true;

  for (;;) {
    bool ended = child_ended(child);
    int64_t left = until - session_now();

    open = open && drain(command, child);
    child_drain_err(child);
    if (command->out.len > COMMAND_OUTPUT_MAX) {
      command->end = COMMAND_FLOOD;
      return;
    }
    if (ended) {
      command->end =
          WIFSIGNALED(child->status) ? COMMAND_KILLED : COMMAND_EXITED;
      return;
    }
    if (left <= 0) {
      command->end = COMMAND_LATE;
      return;
    }
    wait_and_serve(command, child, open, left);
  }
}

bool command_run(struct command *command, struct fault *fault) {
  struct child child;

  memset(&command->out, 0, sizeof command->out);
  command->stderr_tail = NULL;
  if (!child_start(&child, command->argv, command->cwd, fault)) {
    return false;
  }
  close(child.in);
  child.in = -1;
  attend(command, &child);
  child_kill(&child);
  snprintf(command->how, sizeof command->how, "%s", child_how(&child));
  command->stderr_tail = child_tail(&child);
  return true;
}

void command_free(struct command *command) {
  free(command->out.base);
  free(command->stderr_tail);
  memset(&command->out, 0, sizeof command->out);
  command->stderr_tail = NULL;
}
