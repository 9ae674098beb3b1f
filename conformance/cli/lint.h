/*
 * cli/lint.h - the parts of snarp lint-vectors.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_LINT_H
#define SNARP_CLI_LINT_H

#include "corpus.h"
#include "fault.h"
#include "text.h"

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

/* The path of something in a folder: a new string. */
char *lint_in(const char *folder, const char *name);

/* Adds a whole file to the text, with a zero behind it; nothing but the zero
 * where there is no such file.
 */
bool lint_slurp(struct text *text, const char *path, struct fault *fault);

/* True for a folder that has a rules.json. */
bool lint_is_whole(const char *path);

/* True for a corpus that lies beside the sources of libsnarp, as one that is
 * installed does not.
 */
bool lint_has_sources(const char *path);

/* Each rule that is a MUST and has vectors names a mutant of libsnarp, a vector
 * that cites the rule and kills it; and what the mutant changes is there, if
 * the sources are.
 */
void lint_mutants(struct lint *lint, const struct corpus *corpus);

/* Each file in zones/ is the zone of a scenario. */
void lint_zones(struct lint *lint, const struct corpus *corpus);

/* ids.txt, the sorted list of all ids there ever were, and VERSION, which the
 * newest heading of CHANGES.md must have. --write adds ids and takes none away.
 */
void lint_history(struct lint *lint, const struct corpus *corpus);

#endif
