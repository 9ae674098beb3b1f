/* Both sources of draws, in any state.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/rng.h"

#include "any.h"

enum { DRAWS = 16 };

void prove(void) {
  uint64_t draws[DRAWS];
  struct snarp_tape tape;
  struct snarp_seed seed;

  Frama_C_make_unknown((char *)draws, sizeof draws);
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, DRAWS);
  while (tape.wrong == 0) {
    rng.below(rng.ctx, any_u64());
  }

  rng = snarp_rng_from_seed(&seed, any_u64());
  while (any_bool()) {
    rng.below(rng.ctx, any_u64());
  }
}
