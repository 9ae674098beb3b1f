/*
 * runner/subjects.h - the bundled adapters, from adapters/adapters.json.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_SUBJECTS_H
#define SNARP_RUNNER_SUBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "fault.h"

/* One adapter. It runs in the folder of adapters.json. */
struct subject_entry {
  const char *name;
  char **argv;       /* null-terminated; argv[0] of a built one is its path */
  bool built;        /* an executable that the build made */
  bool heavy;        /* ./run peers installs what it needs */
  const char *needs; /* Debian packages, separated by blanks */
  char **probe; /* a command that ends with 0 where it is usable, or null */

  /* A program that is judged by what it asks and prints: argv has placeholders,
   * and these are the only service and protocol that it looks for, or null. */
  bool live;
  const char *service;
  const char *protocol;
};

struct subjects {
  struct arena arena;
  const char *folder;
  struct subject_entry *list;
  size_t n;
};

/* Reads the table. Free also after a fault. */
bool subjects_load(struct subjects *subjects, struct fault *fault);
void subjects_free(struct subjects *subjects);

const struct subject_entry *subjects_find(const struct subjects *subjects,
                                          const char *name);

/* True where what the adapter needs is installed. */
bool subject_usable(const struct subjects *subjects,
                    const struct subject_entry *entry);

#endif
