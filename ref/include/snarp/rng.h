/*
 * snarp/rng.h - the only source of chance in libsnarp.
 *
 * Each function that draws says in its header which draws it makes, in which
 * order and with which bounds: the draw contract. A tape therefore decides
 * every result.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RNG_H
#define SNARP_RNG_H

#include "snarp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* below(ctx, bound) gives a number from 0 to bound - 1, each as likely as the
 * others. libsnarp never asks with bound 0; both sources here answer it with
 * 0 and draw nothing.
 */
struct snarp_rng {
  uint64_t (*below)(void *ctx, uint64_t bound);
  void *ctx;
};

/*
 * Draws listed beforehand, in the caller's memory. A draw past the end, or one
 * that is not below its bound, gives 0 and is counted in `wrong`: a result
 * stands only if `wrong` is 0 in the end.
 */
struct snarp_tape {
  const uint64_t *draws;
  size_t n;     /* how many there are */
  size_t at;    /* how many were taken */
  size_t wrong; /* how many could not be used */
};

/* A source that replays a tape from its beginning. The tape and its draws must
 * outlive the source.
 */
struct snarp_rng snarp_rng_from_tape(struct snarp_tape *tape,
                                     const uint64_t *draws, size_t n);

/* The state of a seeded source; all fields are private. */
struct snarp_seed {
  uint64_t state;
};

/*
 * A source that gives the same draws on every machine: SplitMix64 (state grows
 * by 0x9e3779b97f4a7c15; the output is mixed by shifts of 30, 27 and 31 and by
 * 0xbf58476d1ce4e5b9 and 0x94d049bb133111eb), of which outputs below
 * 2^64 mod bound are thrown away and the first other one is taken mod bound.
 * Not for secrets. The state must outlive the source.
 */
struct snarp_rng snarp_rng_from_seed(struct snarp_seed *seed, uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
