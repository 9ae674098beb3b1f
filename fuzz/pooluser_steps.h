/*
 * pooluser_steps.h - how an input of the target `pooluser` is read:
 *
 *   head   0 the policy, bit 7 that some draws are not below their bounds
 *          1 elements of the list, 2 draws
 *   step   0 bits: 0-2 enum pooluser_step, 3-7 how often for NEXT
 *          1 an element for FAILED, 255 for one that cannot be; elements of the
 *            new list for LIST
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_POOLUSER_STEPS_H
#define SNARP_FUZZ_POOLUSER_STEPS_H

enum {
  POOLUSER_HEAD = 3,
  POOLUSER_STEP = 2,
  POOLUSER_STEPS = 512,
  POOLUSER_LIST = 256
};

enum pooluser_step {
  STEP_NEXT = 0, /* and 1, 2 */
  STEP_FAILED = 3,
  STEP_LAST_FAILED = 4, /* the element that was used last */
  STEP_LAST_FAILED_TOO = 5,
  STEP_OUTDATE = 6,
  STEP_LIST = 7
};

#endif
