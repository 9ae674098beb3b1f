/* Changes of pooluser_steps.h.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pooluser_steps.h"
#include "steps.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);

/* A list rarely ends but by failures. */
static void fill(uint8_t *step, const struct snarp_rng *rng) {
  static const uint8_t whats[] = {
      STEP_NEXT,   STEP_NEXT,   STEP_NEXT,   STEP_LAST_FAILED,
      STEP_FAILED, STEP_FAILED, STEP_FAILED, STEP_NEXT,
  };
  size_t what = steps_below(rng, 32) == 0 ? 6 + steps_below(rng, 2)
                                          : whats[steps_below(rng, 8)];

  step[0] = (uint8_t)(what | steps_below(rng, 8) << 3);
  step[1] = (uint8_t)steps_below(rng, steps_below(rng, 4) == 0 ? 256 : 8);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed) {
  static const struct steps_form form = {POOLUSER_HEAD, POOLUSER_STEP,
                                         POOLUSER_STEPS, fill};

  return steps_mutate(&form, data, size, max_size, seed);
}
