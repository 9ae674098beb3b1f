/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "source.h"

static uint64_t below(void *ctx, uint64_t bound) {
  struct source *source = ctx;

  FUZZ_HOLDS(bound > 0);
  source->n++;
  source->bounds = source->bounds * 31 + bound;
  if (source->faulty && source->n % 3 == 0) {
    return source->wrong;
  }
  return source->draws.below(source->draws.ctx, bound);
}

void source_begin(struct source *source, uint8_t seed, bool faulty,
                  uint64_t wrong) {
  source->rng.below = below;
  source->rng.ctx = source;
  source->draws = snarp_rng_from_seed(&source->seed, seed);
  source->faulty = faulty;
  source->wrong = wrong;
  source->n = 0;
  source->bounds = 0;
}

void source_same(const struct source *a, const struct source *b) {
  FUZZ_HOLDS(a->n == b->n);
  FUZZ_HOLDS(a->bounds == b->bounds);
}
