/*
 * runner/derive.h - the vectors that follow from one that must be accepted.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_DERIVE_H
#define SNARP_RUNNER_DERIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "document.h"
#include "rules.h"
#include "vector.h"

/* How many vectors are derived from this one. */
size_t derive_count(const struct vector *vector);

/* Makes them in `list`, which has room for derive_count of them. False with
 * the fault filled where a rule that they cite is not in the rules, or where
 * the value does not fill the RDATA.
 */
bool derive(struct vector **list, const struct vector *vector,
            const struct rules *rules, struct arena *arena,
            const struct place *place);

#endif
