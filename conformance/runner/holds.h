/*
 * runner/holds.h - what must hold of the answers of a pool, where a text leaves
 * their order free (docs/vector-format.md).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_HOLDS_H
#define SNARP_RUNNER_HOLDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* What a list of conditions should have been, as a static string; null where
 * it is one. */
const char *holds_lack(const json_t *list);

/* True where all conditions of the list hold of the answers, a list of lists of
 * identifiers; else *which is the first one that does not. */
bool holds(const json_t *list, const json_t *answers, const json_t **which);

#endif
