/*
 * runner/same.h - JSON that says the same.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_SAME_H
#define SNARP_RUNNER_SAME_H

#include <jansson.h>
#include <stdbool.h>

/* True where `got` has what `want` has: numbers and truths the same, strings
 * too but for the case of ASCII letters, lists item by item, and of objects
 * each member that `want` names. On false *where is the member of the
 * outermost object that differs, or stays. */
bool same_json(const json_t *want, const json_t *got, const char **where);

#endif
