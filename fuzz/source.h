/*
 * source.h - a source of draws that notes what is asked of it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_SOURCE_H
#define SNARP_FUZZ_SOURCE_H

#include "fuzz.h"
#include "snarp/rng.h"

struct source {
  struct snarp_rng rng; /* draws from this source */
  struct snarp_seed seed;
  struct snarp_rng draws;
  bool faulty;    /* each third draw is wrong, which counts as 0 */
  uint64_t wrong; /* what a wrong draw gives; the model's source gives 0 */
  uint64_t n;
  uint64_t bounds; /* all of them in one number */
};

/* It must stay where it is. */
void source_begin(struct source *source, uint8_t seed, bool faulty,
                  uint64_t wrong);

/* Proves that the same was asked of both. */
void source_same(const struct source *a, const struct source *b);

#endif
