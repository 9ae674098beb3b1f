/*
 * cli/show.h - snarp check --show and --list, and words for a shell.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_SHOW_H
#define SNARP_CLI_SHOW_H

#include <stdbool.h>

#include "corpus.h"
#include "fault.h"
#include "text.h"

/* Prints a vector: what it shows, its rules, the request, the expectation, its
 * octets with the fields they belong to.
 */
bool show_vector(const struct corpus *corpus, const char *id,
                 struct fault *fault);

/* Prints the ids, one a line. */
bool list_vectors(const struct corpus *corpus, const bool *selected,
                  struct fault *fault);

/* Adds a word as a POSIX shell reads it, in quotes where it must be. */
void add_shell_word(struct text *out, const char *word);

#endif
