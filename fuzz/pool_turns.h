/*
 * pool_turns.h - what holds for Weighted Round Robin whatever its model says.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_POOL_TURNS_H
#define SNARP_FUZZ_POOL_TURNS_H

#include "snarp/pool.h"

/* Proves, with pools like this one, which stays as it is:
 * - in what is left of its cycle each element has what is left of its turns;
 * - of a new pool, every beginning has for each element its ideal number of
 *   turns with an error of less than one, and so each cycle its weight.
 * Long cycles are begun, not ended.
 */
void prove_turns(const struct snarp_pool *pool);

#endif
