/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interrupt.h"

/* What is read of standard error in one go: a flood must not starve the rest.
 */
#define DRAIN_MAX ((size_t)256 * 1024)

/* The parent's and the child's ends of the three pipes, and of the one that
 * tells why exec failed. */
struct pipes {
  int in[2];
  int out[2];
  int err[2];
  int exec[2];
};

static void close_fd(int *fd) {
  if (*fd >= 0) {
    close(*fd);
  }
  *fd = -1;
}

static void close_pair(int pair[2]) {
  close_fd(&pair[0]);
  close_fd(&pair[1]);
}

static void close_pipes(struct pipes *pipes) {
  close_pair(pipes->in);
  close_pair(pipes->out);
  close_pair(pipes->err);
  close_pair(pipes->exec);
}

static bool open_pair(int pair[2]) {
  if (pipe(pair) != 0) {
    return false;
  }
  fcntl(pair[0], F_SETFD, FD_CLOEXEC);
  fcntl(pair[1], F_SETFD, FD_CLOEXEC);
  return true;
}

static bool open_pipes(struct pipes *pipes) {
  static const struct pipes none = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};

  *pipes = none;
  if (open_pair(pipes->in) && open_pair(pipes->out) && open_pair(pipes->err) &&
      open_pair(pipes->exec)) {
    return true;
  }
  close_pipes(pipes);
  return false;
}

/* In the child: never returns. Only async-signal-safe calls. */
static void become(struct pipes *pipes, char *const *argv, const char *cwd) {
  int why;

  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  interrupt_release();
  if (dup2(pipes->in[0], 0) == 0 && dup2(pipes->out[1], 1) == 1 &&
      dup2(pipes->err[1], 2) == 2 && (cwd == NULL || chdir(cwd) == 0)) {
    execvp(argv[0], argv);
  }
  why = errno;
  while (write(pipes->exec[1], &why, sizeof why) < 0 && errno == EINTR) {
  }
  _exit(127);
}

/* 0 where the child runs its program, else the errno of its exec. */
static int exec_error(struct pipes *pipes) {
  int why = 0;
  ssize_t n;

  close_fd(&pipes->exec[1]);
  do {
    n = read(pipes->exec[0], &why, sizeof why);
  } while (n < 0 && errno == EINTR);
  return n == (ssize_t)sizeof why ? why : 0;
}

static void keep_end(int *kept, int pair[2], int mine) {
  *kept = pair[mine];
  pair[mine] = -1;
  fcntl(*kept, F_SETFL, O_NONBLOCK);
}

bool child_start(struct child *child, char *const *argv, const char *cwd,
                 struct fault *fault) {
  struct pipes pipes;
  int why = 0;

  memset(child, 0, sizeof *child);
  child->in = child->out = child->err = -1;
  interrupt_hold();
  if (!open_pipes(&pipes) || (child->pid = fork()) < 0) {
    why = errno;
    child->pid = 0;
    interrupt_release();
    close_pipes(&pipes);
    return fault_set(fault, EXIT_ADAPTER, "%s: cannot be started: %s", argv[0],
                     strerror(why));
  }
  if (child->pid == 0) {
    become(&pipes, argv, cwd);
  }
  setpgid(child->pid, child->pid);
  interrupt_add_group(child->pid);
  interrupt_release();
  why = exec_error(&pipes);
  keep_end(&child->in, pipes.in, 1);
  keep_end(&child->out, pipes.out, 0);
  keep_end(&child->err, pipes.err, 0);
  close_pipes(&pipes);
  if (why != 0) {
    child_kill(child);
    return fault_set(fault, EXIT_ADAPTER, "%s: cannot be started: %s", argv[0],
                     strerror(why));
  }
  return true;
}

static void keep_tail(struct child *child, const char *octets, size_t n) {
  for (size_t i = 0; i < n; i++) {
    child->tail[child->tail_len++ % CHILD_TAIL] = octets[i];
  }
}

void child_drain_err(struct child *child) {
  char octets[16 * 1024];
  size_t total = 0;

  while (child->err >= 0 && total < DRAIN_MAX) {
    ssize_t n = read(child->err, octets, sizeof octets);

    if (n < 0) {
      if (errno == EINTR) {
        continue;
      }
      break;
    }
    if (n == 0) {
      close_fd(&child->err);
      break;
    }
    keep_tail(child, octets, (size_t)n);
    total += (size_t)n;
  }
}

bool child_ended(struct child *child) {
  if (!child->ended && child->pid > 0 &&
      waitpid(child->pid, &child->status, WNOHANG) == child->pid) {
    child->ended = true;
  }
  return child->ended;
}

void child_kill(struct child *child) {
  if (child->pid > 0) {
    kill(-child->pid, SIGKILL);
    interrupt_drop_group(child->pid);
    while (!child->ended) {
      pid_t pid = waitpid(child->pid, &child->status, 0);

      child->ended = pid == child->pid || (pid < 0 && errno != EINTR);
    }
    child_drain_err(child);
  }
  close_fd(&child->in);
  close_fd(&child->out);
  close_fd(&child->err);
  child->pid = 0;
}

char *child_tail(const struct child *child) {
  size_t n = child->tail_len < CHILD_TAIL ? child->tail_len : CHILD_TAIL;
  size_t from = child->tail_len - n;
  char *out;

  if (n == 0) {
    return NULL;
  }
  out = take(n + 1);
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)child->tail[(from + i) % CHILD_TAIL];

    out[i] = c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f) ? (char)c : '?';
  }
  return out;
}

const char *child_how(const struct child *child) {
  static const struct {
    int signal;
    const char *name;
  } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},
               {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"},
               {SIGTERM, "SIGTERM"}, {SIGPIPE, "SIGPIPE"}, {SIGTRAP, "SIGTRAP"},
               {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"}};
  static char how[32];
  int status = child->status;

  if (!WIFSIGNALED(status)) {
    snprintf(how, sizeof how, "exit status %d", WEXITSTATUS(status));
    return how;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (names[i].signal == WTERMSIG(status)) {
      return names[i].name;
    }
  }
  snprintf(how, sizeof how, "signal %d", WTERMSIG(status));
  return how;
}
