/* Listed draws and seeded draws.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/rng.h"

static uint64_t tape_below(void *ctx, uint64_t bound) {
  struct snarp_tape *tape = ctx;

  if (bound == 0) {
    return 0;
  }
  if (tape->at >= tape->n) {
    tape->wrong++;
    return 0;
  }

  uint64_t draw = tape->draws[tape->at];
  tape->at++;
  if (draw >= bound) {
    tape->wrong++;
    return 0;
  }
  return draw;
}

struct snarp_rng snarp_rng_from_tape(struct snarp_tape *tape,
                                     const uint64_t *draws, size_t n) {
  struct snarp_rng rng = {tape_below, tape};

  tape->draws = draws;
  tape->n = n;
  tape->at = 0;
  tape->wrong = 0;
  return rng;
}

static uint64_t split_mix(struct snarp_seed *seed) {
  seed->state += 0x9e3779b97f4a7c15u;

  uint64_t z = seed->state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static uint64_t seed_below(void *ctx, uint64_t bound) {
  struct snarp_seed *seed = ctx;

  if (bound == 0) {
    return 0;
  }

  /* The 2^64 mod bound smallest outputs would favour some results. There are
   * less than `bound` of them: most draws can do without that division. */
  uint64_t draw = split_mix(seed);
  if (draw < bound) {
    uint64_t unfair = (0 - bound) % bound;
    while (draw < unfair) {
      draw = split_mix(seed);
    }
  }
  return draw % bound;
}

struct snarp_rng snarp_rng_from_seed(struct snarp_seed *seed, uint64_t number) {
  struct snarp_rng rng = {seed_below, seed};

  seed->state = number;
  return rng;
}
