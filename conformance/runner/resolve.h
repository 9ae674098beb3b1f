/*
 * runner/resolve.h - between the parts of the family of snaptr.resolve.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_RESOLVE_H
#define SNARP_RUNNER_RESOLVE_H

#include "answer.h"
#include "snarp/walk.h"
#include "vector.h"

/* What the request asks of a walk. */
struct wish {
  struct snarp_walk_plan plan; /* but for its rng */
  struct snarp_view domain;
  uint64_t *draws; /* null where there are none */
  size_t n_draws;
};

/* resolve_direct.c: perform */
int resolve_perform(struct answer *answer, const struct vector *vector,
                    struct snarp_view octets);

#endif
