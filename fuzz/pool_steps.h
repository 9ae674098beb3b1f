/*
 * pool_steps.h - how an input of the target `pool` is read. Every octet means
 * one thing, so that a change of one octet is a change of one thing:
 *
 *   head   0 bits: 0 the dialect, 1-4 the policy, 5 that some draws are not
 *            below their bounds
 *          1 places at first
 *          2 draws
 *   step   0 bits: 0-2 enum pool_step, 3-7 a number: of elements to select (31
 *            is all), or for OTHER which one of them
 *          1 an identifier: bits 0-5 a number, 6-7 how it is spread over 32
 *            bits; for MOVE 0-5 places, 7 that an octet of memory is missing
 *          2 a value, for SELECT how often
 *          3 a degradation
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_POOL_STEPS_H
#define SNARP_FUZZ_POOL_STEPS_H

#include "fuzz.h"
#include "snarp/pool.h"

enum {
  POOL_HEAD = 3,
  POOL_STEP = 4,
  POOL_STEPS = 256,
  POOL_IDS = 64,        /* as many elements at most, with identifier 0 */
  POOL_SELECTIONS = 512 /* in all; further ones are left out */
};

enum pool_step {
  STEP_SELECT = 0, /* and 1, 2 */
  STEP_REGISTER = 3,
  STEP_REGISTER_TOO = 4,
  STEP_DEREGISTER = 5,
  STEP_MOVE = 6,
  STEP_OTHER = 7
};

enum pool_other {
  OTHER_POLICY,  /* register with another policy */
  OTHER_DIALECT, /* register with the other dialect */
  OTHER_FIND,
  OTHER_TURNS, /* pool_turns.h */
  OTHERS
};

#endif
