/* The draw contract of Random, Weighted Random and Randomized Least Used.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "pool_kit.h"

static struct snarp_pool deck_of(uint32_t n) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_RAND, n + 1);

  for (uint32_t id = 1; id <= n; id++) {
    enter(&pool, id, 0, 0);
  }
  return pool;
}

static void what_is_drawn_changes_places(void) {
  struct snarp_pool pool = deck_of(5);

  IS_DRAWN(&pool, 2, DRAWS(3, 0), 4, 2); /* 4 2 3 1 5 */
  IS_DRAWN(&pool, 1, DRAWS(4), 5);       /* 5 2 3 1 4 */
  IS_DRAWN(&pool, 5, DRAWS(0, 0, 0, 0, 0), 5, 2, 3, 1, 4);
  IS_DRAWN(&pool, SNARP_POOL_ALL, DRAWS(4, 3, 2, 1, 0), 4, 5, 2, 3, 1);
  IS_SELECTED(&pool, 0, 0);
}

static void the_last_one_takes_a_place_that_becomes_free(void) {
  struct snarp_pool pool = deck_of(4);

  leave(&pool, 2); /* 1 4 3 */
  enter(&pool, 5, 0, 0);
  enter(&pool, 3, 0, 0); /* it re-registers, and stays where it is */
  IS_DRAWN(&pool, 4, DRAWS(0, 0, 0, 0), 1, 4, 3, 5);
  leave(&pool, 5);
  leave(&pool, 1); /* 3 4 */
  IS_DRAWN(&pool, 2, DRAWS(0, 0), 3, 4);
}

/* Each pair of draws gives another pair of elements. */
static void every_ordered_pair_is_as_likely(void) {
  unsigned seen = 0;

  for (uint64_t first = 0; first < 4; first++) {
    for (uint64_t second = 0; second < 3; second++) {
      const uint64_t draws[] = {first, second};
      struct snarp_pool pool = deck_of(4);
      struct snarp_tape tape;
      struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 2);
      uint32_t ids[2];
      size_t n;

      IS_STATUS(snarp_pool_select(ids, &n, &pool, 2, &rng), 0);
      CU_ASSERT_NOT_EQUAL(ids[0], ids[1]);
      seen |= 1u << ((ids[0] - 1) * 4 + ids[1] - 1);
    }
  }
  IS_NUMBER(seen, 0xffff & ~0x8421u);
}

static void shares_are_laid_end_to_end(enum snarp_policy_kind kind,
                                       uint32_t most) {
  const uint32_t weights[] = {1, 0, 2, 3};
  struct snarp_pool pool = new_pool(kind, 4);

  for (uint32_t i = 0; i < 4; i++) {
    enter(&pool, i + 1, most > 0 ? most - weights[i] : weights[i], 0);
  }
  IS_DRAWN(&pool, 1, DRAWS(0), 1);
  IS_DRAWN(&pool, 1, DRAWS(1), 3);
  IS_DRAWN(&pool, 1, DRAWS(2), 3);
  IS_DRAWN(&pool, 1, DRAWS(3), 4);
  IS_DRAWN(&pool, 1, DRAWS(5), 4);
  /* without the 2 of the third: 1 for the first, 3 for the fourth */
  IS_DRAWN(&pool, 2, DRAWS(2, 0), 3, 1);
  IS_DRAWN(&pool, 2, DRAWS(1, 1), 3, 4);
  IS_DRAWN(&pool, 2, DRAWS(1, 3), 3, 4);
  /* weight 0 is left, and is not selected */
  IS_DRAWN(&pool, 4, DRAWS(5, 2, 0), 4, 3, 1);
  IS_DRAWN(&pool, SNARP_POOL_ALL, DRAWS(0, 0, 0), 1, 3, 4);
  IS_SELECTED(&pool, 0, 0);

  leave(&pool, 1); /* 4 2 3 */
  IS_DRAWN(&pool, 1, DRAWS(2), 4);
  IS_DRAWN(&pool, 1, DRAWS(3), 3);
  enter(&pool, 4, most > 0 ? most : 0, 0);
  IS_DRAWN(&pool, 3, DRAWS(0), 3);
  enter(&pool, 3, most > 0 ? most : 0, 0);
  IS_SELECTED(&pool, 3, 0);
}

static void weights_are_shares(void) {
  shares_are_laid_end_to_end(SNARP_POLICY_WRAND, 0);
}

static void what_is_unused_is_a_share(void) {
  shares_are_laid_end_to_end(SNARP_POLICY_RLU, UINT32_MAX);
}

static void the_dialect_says_what_100_percent_is(void) {
  struct snarp_pool pool = new_pool_of(SNARP_DRAFT_01, SNARP_POLICY_RLU, 2);

  enter(&pool, 1, 0xffffff, 0);
  IS_SELECTED(&pool, 1, 0);
  enter(&pool, 2, 0xfffffe, 0);
  IS_DRAWN(&pool, 2, DRAWS(0), 2);
}

static void sums_have_64_bits(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_WRAND, 3);
  uint64_t most = UINT32_MAX;

  for (uint32_t id = 1; id <= 3; id++) {
    enter(&pool, id, UINT32_MAX, 0);
  }
  IS_DRAWN(&pool, 1, DRAWS(most - 1), 1);
  IS_DRAWN(&pool, 1, DRAWS(most), 2);
  IS_DRAWN(&pool, 1, DRAWS(2 * most - 1), 2);
  IS_DRAWN(&pool, 1, DRAWS(2 * most), 3);
  IS_DRAWN(&pool, 3, DRAWS(3 * most - 1, 2 * most - 1, most - 1), 3, 2, 1);
}

static uint64_t bound_itself(void *ctx, uint64_t bound) {
  (void)ctx;
  return bound;
}

/* A draw that is not below its bound counts as 0. */
static void a_bad_source_leads_nowhere(void) {
  const enum snarp_policy_kind kinds[] = {SNARP_POLICY_RAND, SNARP_POLICY_WRAND,
                                          SNARP_POLICY_RLU};
  struct snarp_rng bad = {bound_itself, NULL};

  for (size_t i = 0; i < 3; i++) {
    struct snarp_pool pool = new_pool(kinds[i], 2);
    const uint32_t want[] = {1, 2, 0};

    enter(&pool, 1, 5, 0);
    enter(&pool, 2, 5, 0);
    assert_selected(&pool, 2, &bad, want, __FILE__, __LINE__);
  }
}

CU_TestInfo pool_draws_tests[] = {
    {"RAND: what is drawn changes places", what_is_drawn_changes_places},
    {"RAND: the last one takes a place that becomes free",
     the_last_one_takes_a_place_that_becomes_free},
    {"RAND: every ordered pair is as likely", every_ordered_pair_is_as_likely},
    {"WRAND: weights are shares", weights_are_shares},
    {"RLU: what is unused is a share", what_is_unused_is_a_share},
    {"RLU: the dialect says what 100 % is",
     the_dialect_says_what_100_percent_is},
    {"WRAND: sums have 64 bits", sums_have_64_bits},
    {"a bad source leads nowhere", a_bad_source_leads_nowhere},
    CU_TEST_INFO_NULL,
};
