/*
 * live/command.h - one run of a program while the server answers it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_COMMAND_H
#define SNARP_LIVE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "runner/text.h"
#include "server.h"

/* The most that a program may print. */
#define COMMAND_OUTPUT_MAX ((size_t)1 << 20)

enum command_end {
  COMMAND_EXITED, /* with whatever status */
  COMMAND_KILLED, /* by a signal that was not ours */
  COMMAND_LATE,   /* it ran out of time, and was killed */
  COMMAND_FLOOD   /* it printed too much, and was killed */
};

struct command {
  char *const *argv;
  const char *cwd; /* or null */
  int timeout;     /* milliseconds */
  struct server *server;

  enum command_end end;
  char how[32];      /* "exit status 1", "SIGSEGV" */
  struct text out;   /* what it printed */
  char *stderr_tail; /* or null */
};

/* Runs it with nothing on its standard input; what it leaves behind in its
 * process group is killed. False with EXIT_ADAPTER where it cannot be started.
 * command_free also after a fault. */
bool command_run(struct command *command, struct fault *fault);
void command_free(struct command *command);

#endif
