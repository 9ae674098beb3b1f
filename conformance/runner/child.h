/*
 * runner/child.h - a child process in its own process group, behind pipes that
 * never block.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_CHILD_H
#define SNARP_RUNNER_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "fault.h"

/* How much of its standard error is kept: the last of it. */
#define CHILD_TAIL 4096

struct child {
  pid_t pid;       /* 0: none */
  int in;          /* its standard input, or -1 */
  int out;         /* its standard output, or -1 */
  int err;         /* its standard error, or -1 */
  bool ended;      /* it has been waited for; `status` holds */
  int status;      /* as waitpid gives it */
  size_t tail_len; /* octets seen, of which the last CHILD_TAIL are kept */
  char tail[CHILD_TAIL];
};

/* Starts argv (null-terminated; found on PATH) in the folder `cwd`, null for
 * the current one. False with EXIT_ADAPTER where it cannot be started.
 */
bool child_start(struct child *child, char *const *argv, const char *cwd,
                 struct fault *fault);

/* Reads what is on standard error now, a bounded amount. */
void child_drain_err(struct child *child);

/* True where the process has ended; never waits. */
bool child_ended(struct child *child);

/* Closes the pipes, kills the process group, waits for the process. What it
 * left on standard error is in the tail. The child is then like new.
 */
void child_kill(struct child *child);

/* The tail as a new printable string, or null where it is empty. */
char *child_tail(const struct child *child);

/* "SIGSEGV", "exit status 3", in a static buffer. */
const char *child_how(const struct child *child);

#endif
