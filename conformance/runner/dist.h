/*
 * runner/dist.h - whether counts fit probabilities, in exact arithmetic.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_DIST_H
#define SNARP_RUNNER_DIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far a count may be from what is expected, in standard deviations: a true
 * implementation leaves that by chance once in 500 million. */
#define DIST_SIGMA 6

#define DIST_RUNS_MIN 1000

/* A probability, at most 1; `of` is at least 1. */
struct fraction {
  uint32_t part;
  uint32_t of;
};

/* Reads "1/3". False where it is none, or greater than 1. */
bool fraction_read(struct fraction *fraction, const char *text);

/* True where n fractions add up to exactly 1; false also where their common
 * denominator has more than 32 bits. */
bool fractions_whole(const struct fraction *fractions, size_t n);

/* True where a thing of this probability may happen `count` times in `runs`:
 * within DIST_SIGMA standard deviations; never where it is 0, always where it
 * is 1. There are DIST_RUNS_MIN runs or more, and runs * of is below 2^32. */
bool fraction_fits(struct fraction fraction, uint64_t count, uint64_t runs);

#endif
