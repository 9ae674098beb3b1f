/*
 * steps.h - changes of inputs that are a head and then steps of a fixed size: a
 * step comes, goes, is copied, or changes its place, or one octet changes.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_STEPS_H
#define SNARP_FUZZ_STEPS_H

#include "fuzz.h"
#include "snarp/rng.h"

struct steps_form {
  size_t head;                                              /* octets */
  size_t step;                                              /* octets of each */
  size_t max;                                               /* steps */
  void (*fill)(uint8_t *step, const struct snarp_rng *rng); /* a new step */
};

/* As LLVMFuzzerCustomMutator, for inputs of that form. */
size_t steps_mutate(const struct steps_form *form, uint8_t *data, size_t size,
                    size_t max_size, unsigned seed);

/* A number below `bound`. */
size_t steps_below(const struct snarp_rng *rng, size_t bound);

#endif
