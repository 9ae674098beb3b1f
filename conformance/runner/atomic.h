/*
 * runner/atomic.h - files that are there whole or not at all.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_ATOMIC_H
#define SNARP_RUNNER_ATOMIC_H

#include <stdbool.h>
#include <stdio.h>

#include "fault.h"

/* A file that is written under a temporary name beside its own. What exists
 * and is no regular file (/dev/full, a pipe) is written in place.
 */
struct atomic {
  FILE *file; /* write here */
  char *path;
  char *temporary; /* or null: written in place */
};

/* A fault has EXIT_USAGE and names the path. */
bool atomic_open(struct atomic *atomic, const char *path, struct fault *fault);

/* Puts the file in its place; on a fault nothing is left of it. */
bool atomic_commit(struct atomic *atomic, struct fault *fault);

/* Throws away what was written. */
void atomic_drop(struct atomic *atomic);

#endif
