/*
 * base/fault.h - one line about what went wrong, and the exit status.
 *
 * A function that can fail for a reason that the user must hear returns false
 * and fills the fault; the command prints it as "snarp: TEXT" and ends with
 * its status.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_BASE_FAULT_H
#define SNARP_BASE_FAULT_H

#include <stdbool.h>
#include <stddef.h>

/* The exit statuses of every command. */
enum exit_status {
  EXIT_FINE = 0,       /* nothing unexpected */
  EXIT_UNEXPECTED = 1, /* results that were not expected */
  EXIT_USAGE = 2,      /* usage, input or output */
  EXIT_ADAPTER = 3,    /* the adapter cannot be judged */
  EXIT_VECTORS = 4     /* bad vectors or known file */
};

struct fault {
  int status;
  char text[1024];
};

/* Fills the fault; false, so that it can end a function. What does not fit is
 * cut; octets that are not printable become '?'. A macro, so that compilers
 * and analysers see the false; fault_fill where nobody looks at it.
 */
#define fault_set(...) (fault_fill(__VA_ARGS__), false)
void fault_fill(struct fault *fault, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints "snarp: TEXT" to standard error and returns the status. */
int fault_tell(const struct fault *fault);

/* malloc, realloc and strdup that end the process with EXIT_USAGE and a line
 * where there is no memory left.
 */
void *need(void *memory);
void *take(size_t size);
void *grow(void *old, size_t size);
char *copy(const char *text);

#endif
