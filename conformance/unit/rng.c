/* Listed draws and seeded draws.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/rng.h"

#include "unit.h"

static const uint64_t two_to_63 = (uint64_t)1 << 63;

static void a_tape_gives_its_draws_in_order(void) {
  const uint64_t draws[] = {3, 0, UINT64_MAX - 1};
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 3);

  CU_ASSERT_EQUAL(rng.below(rng.ctx, 4), 3);
  CU_ASSERT_EQUAL(rng.below(rng.ctx, 1), 0);
  CU_ASSERT_EQUAL(rng.below(rng.ctx, UINT64_MAX), UINT64_MAX - 1);
  CU_ASSERT_EQUAL(tape.at, 3);
  CU_ASSERT_EQUAL(tape.wrong, 0);
}

static void a_draw_past_the_end_is_wrong(void) {
  const uint64_t draws[] = {1};
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 1);

  CU_ASSERT_EQUAL(rng.below(rng.ctx, 2), 1);
  CU_ASSERT_EQUAL(rng.below(rng.ctx, 2), 0);
  CU_ASSERT_EQUAL(rng.below(rng.ctx, 2), 0);
  CU_ASSERT_EQUAL(tape.at, 1);
  CU_ASSERT_EQUAL(tape.wrong, 2);
}

static void an_empty_tape_has_no_draws(void) {
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, NULL, 0);

  CU_ASSERT_EQUAL(rng.below(rng.ctx, 2), 0);
  CU_ASSERT_EQUAL(tape.wrong, 1);
}

static void a_draw_not_below_its_bound_is_wrong(void) {
  const uint64_t draws[] = {4, 3};
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 2);

  CU_ASSERT_EQUAL(rng.below(rng.ctx, 4), 0);
  CU_ASSERT_EQUAL(tape.wrong, 1);
  CU_ASSERT_EQUAL(rng.below(rng.ctx, 4), 3);
  CU_ASSERT_EQUAL(tape.wrong, 1);
}

static void bound_0_draws_nothing(void) {
  const uint64_t draws[] = {1};
  struct snarp_tape tape;
  struct snarp_rng listed = snarp_rng_from_tape(&tape, draws, 1);
  struct snarp_seed seed;
  struct snarp_rng seeded = snarp_rng_from_seed(&seed, 0);

  CU_ASSERT_EQUAL(listed.below(listed.ctx, 0), 0);
  CU_ASSERT_EQUAL(tape.at, 0);
  CU_ASSERT_EQUAL(tape.wrong, 0);
  CU_ASSERT_EQUAL(seeded.below(seeded.ctx, 0), 0);
  CU_ASSERT_EQUAL(seeded.below(seeded.ctx, two_to_63),
                  0xe220a8397b1dcdafu % two_to_63);
}

/* The outputs that are published for the seeds 0 and 1234567; a bound of 2^63
 * shows all their bits but the first. */
static void a_seed_gives_the_published_outputs(void) {
  const uint64_t of_0[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u,
                           0x06c45d188009454fu, 0xf88bb8a8724c81ecu};
  const uint64_t of_1234567[] = {6457827717110365317u, 3203168211198807973u,
                                 9817491932198370423u, 4593380528125082431u,
                                 16408922859458223821u};
  struct snarp_seed seed;

  struct snarp_rng rng = snarp_rng_from_seed(&seed, 0);
  for (size_t i = 0; i < 4; i++) {
    CU_ASSERT_EQUAL(rng.below(rng.ctx, two_to_63), of_0[i] % two_to_63);
  }

  rng = snarp_rng_from_seed(&seed, 1234567);
  for (size_t i = 0; i < 5; i++) {
    CU_ASSERT_EQUAL(rng.below(rng.ctx, two_to_63), of_1234567[i] % two_to_63);
  }
}

/* 2^64 mod (2^63 + 1) is 2^63 - 1: the second and the third output of seed 0
 * are below that. */
static void unfair_outputs_are_thrown_away(void) {
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, 0);
  uint64_t bound = two_to_63 + 1;

  CU_ASSERT_EQUAL(rng.below(rng.ctx, bound), 0xe220a8397b1dcdafu % bound);
  CU_ASSERT_EQUAL(rng.below(rng.ctx, bound), 0xf88bb8a8724c81ecu % bound);
}

static void draws_stay_below_any_bound(void) {
  const uint64_t bounds[] = {1, 2, 3, 10, 65536, two_to_63 - 1, UINT64_MAX};
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, 7);

  for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
    for (int n = 0; n < 100; n++) {
      CU_ASSERT(rng.below(rng.ctx, bounds[i]) < bounds[i]);
    }
  }
}

CU_TestInfo rng_tests[] = {
    {"a tape gives its draws in order", a_tape_gives_its_draws_in_order},
    {"a draw past the end is wrong", a_draw_past_the_end_is_wrong},
    {"an empty tape has no draws", an_empty_tape_has_no_draws},
    {"a draw not below its bound is wrong",
     a_draw_not_below_its_bound_is_wrong},
    {"bound 0 draws nothing", bound_0_draws_nothing},
    {"a seed gives the published outputs", a_seed_gives_the_published_outputs},
    {"unfair outputs are thrown away", unfair_outputs_are_thrown_away},
    {"draws stay below any bound", draws_stay_below_any_bound},
    CU_TEST_INFO_NULL,
};
