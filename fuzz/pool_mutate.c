/* Changes of pool_steps.h.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_steps.h"
#include "steps.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);

/* More registrations than selections than others; few values, so that some are
 * equal, and now and then any. */
static void fill(uint8_t *step, const struct snarp_rng *rng) {
  static const uint8_t whats[] = {
      STEP_SELECT,     STEP_SELECT,     STEP_SELECT,   STEP_SELECT,
      STEP_REGISTER,   STEP_REGISTER,   STEP_REGISTER, STEP_REGISTER,
      STEP_REGISTER,   STEP_REGISTER,   STEP_REGISTER, STEP_REGISTER,
      STEP_DEREGISTER, STEP_DEREGISTER, STEP_MOVE,     STEP_OTHER,
  };
  uint8_t what = whats[steps_below(rng, sizeof whats)];

  step[0] = (uint8_t)(what | steps_below(rng, 32) << 3);
  step[1] = (uint8_t)steps_below(rng, steps_below(rng, 4) == 0 ? 256 : 16);
  step[2] = (uint8_t)steps_below(rng, steps_below(rng, 4) == 0 ? 256 : 8);
  step[3] = (uint8_t)steps_below(rng, steps_below(rng, 8) == 0 ? 256 : 4);
  if (what == STEP_MOVE && steps_below(rng, 8) != 0) {
    step[1] = (uint8_t)(16 + steps_below(rng, 48));
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed) {
  static const struct steps_form form = {POOL_HEAD, POOL_STEP, POOL_STEPS,
                                         fill};

  return steps_mutate(&form, data, size, max_size, seed);
}
