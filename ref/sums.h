/*
 * sums.h - weights with their running sums (a Fenwick tree), to draw from them
 * in O(log n).
 *
 * The tree lies in the caller's memory: n + 1 numbers, of which sums[1] to
 * sums[n] are used. All weights together stay below 2^64.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_SUMS_H
#define SNARP_SUMS_H

#include "snarp/base.h"

/* Makes the tree of the weights that stand in sums[1] to sums[n]. */
void sums_build(uint64_t *sums, size_t n);

/* Adds weight n, behind those that are there. */
void sums_append(uint64_t *sums, size_t n, uint64_t weight);

/* Changes weight `i`, from 1 to n. */
void sums_add(uint64_t *sums, size_t n, size_t i, uint64_t more);
void sums_take(uint64_t *sums, size_t n, size_t i, uint64_t less);

/* The first i whose running sum is at least `sum`, which is at least 1; n + 1
 * where all of the weights are less. */
size_t sums_find(const uint64_t *sums, size_t n, uint64_t sum);

#endif
