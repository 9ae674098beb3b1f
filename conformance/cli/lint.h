/*
 * cli/lint.h - the parts of snarp lint-vectors.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_LINT_H
#define SNARP_CLI_LINT_H

#include "corpus.h"
#include "fault.h"

struct lint {
  const char *path;
  bool write; /* put in order what can be */
  size_t findings;
  struct fault fault; /* what kept the lint from its work */
};

/* Prints one finding: "FILE: ID: WHAT". */
void lint_find(struct lint *lint, const char *file, const char *id,
               const char *what);

/* The formatting of a vector file: two blanks of indent, ASCII, the members of
 * a vector in the order of docs/vector-format.md. Rewritten with --write.
 */
void lint_format(struct lint *lint, const char *file);

/* True for a folder that has a rules.json. */
bool lint_is_whole(const char *path);

/* Each file in zones/ is the zone of a scenario. */
void lint_zones(struct lint *lint, const struct corpus *corpus);

/* ids.txt, the sorted list of all ids there ever were, and VERSION, which the
 * newest heading of CHANGES.md must have. --write adds ids and takes none away.
 */
void lint_history(struct lint *lint, const struct corpus *corpus);

#endif
