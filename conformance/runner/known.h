/*
 * runner/known.h - what an implementation is known to get wrong.
 *
 * known/NAME.json lists entries; a vector fits an entry where one of its globs
 * fits the id and its rule, if it names one, is the vector's first. A verdict
 * that an entry foresees is expected. An entry must hold for all it fits: a
 * vector of it that passes is an unexpected pass, and one that confirms nothing
 * is stale.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_KNOWN_H
#define SNARP_RUNNER_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "corpus.h"
#include "fault.h"
#include "verdict.h"

struct known_entry {
  const char **globs;
  size_t n_globs;
  const char *rule; /* or null */
  enum verdict verdict;
  const char *reason;
  const char *link; /* or null */
  size_t confirmed; /* vectors that ended as foreseen */
  size_t passed;    /* vectors of it that passed */
};

struct known {
  struct arena arena;
  const char *path;
  const char *implementation;
  const char *version;
  struct known_entry *list;
  size_t n;
};

/* Reads a known file. Free also after a fault. */
bool known_load(struct known *known, const char *path, struct fault *fault);
void known_free(struct known *known);

/* True where the vector fits the entry. */
bool known_fits(const struct known_entry *entry, const struct vector *vector);

/* The verdict in the light of the file; counts in its entries. *reason is set
 * to what the entry says, or null.
 */
enum verdict known_apply(struct known *known, const struct vector *vector,
                         enum verdict raw, const char **reason);

/* True where an entry foresees that the vector crashes the adapter or hangs. */
bool known_doubtful(const struct known *known, const struct vector *vector);

/* What was seen of a run: a verdict for each vector of the corpus, and whether
 * it counts (was selected and judged).
 */
struct known_seen {
  const struct corpus *corpus;
  const bool *counted;
  const enum verdict *raw;
  char *const *why; /* the judge's words, or null */
};

/* The entries that no longer hold, one new line each, in a new list of *n.
 * Entries that fit vectors which do not count are not judged.
 */
char **known_stale(const struct known *known, const struct known_seen *seen,
                   size_t *n);

/* Writes the file anew: keeps what holds, narrows what holds in part, drops
 * what is stale, adds what is new by rule and verdict. Vectors that do not
 * count keep their entries.
 */
bool known_update(struct known *known, const struct known_seen *seen,
                  const char *implementation, const char *version,
                  struct fault *fault);

#endif
