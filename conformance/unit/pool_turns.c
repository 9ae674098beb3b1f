/* Weighted Round Robin: exact cycles, spread as evenly as can be.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "pool_kit.h"

enum { WEIGHTS_MAX = 5002 };

/* A pool whose element i + 1 has weight i, and what each one has had. */
struct cycle {
  struct snarp_pool pool;
  uint32_t weights[WEIGHTS_MAX];
  uint64_t counts[WEIGHTS_MAX];
  size_t n;
  uint64_t sum;
  uint64_t turn;
};

static struct cycle cycle;

static void begin(const uint32_t *weights, size_t n) {
  memset(&cycle, 0, sizeof cycle);
  cycle.pool = new_pool(SNARP_POLICY_WRR, n);
  cycle.n = n;
  for (size_t i = 0; i < n; i++) {
    cycle.weights[i] = weights[i];
    cycle.sum += weights[i];
    enter(&cycle.pool, (uint32_t)i + 1, weights[i], 0);
  }
}

/* |count - ideal| < 1, as |count sum - turn weight| < sum; both products must
 * stay below 2^63. */
static bool is_near(size_t i) {
  int64_t have = (int64_t)(cycle.counts[i] * cycle.sum);
  int64_t ideal = (int64_t)(cycle.turn * cycle.weights[i]);
  int64_t off = have < ideal ? ideal - have : have - ideal;

  return off < (int64_t)cycle.sum;
}

static bool all_are_near(void) {
  for (size_t i = 0; i < cycle.n; i++) {
    if (!is_near(i)) {
      return false;
    }
  }
  return true;
}

static size_t take_turn(void) {
  size_t i = select_one(&cycle.pool, NULL) - 1;

  cycle.counts[i]++;
  cycle.turn++;
  return i;
}

static bool is_exact(void) {
  for (size_t i = 0; i < cycle.n; i++) {
    if (cycle.counts[i] != cycle.weights[i]) {
      return false;
    }
  }
  return true;
}

static void runs_cycles(const uint32_t *weights, size_t n) {
  begin(weights, n);
  for (int round = 0; round < 3; round++) {
    bool near = true;
    memset(cycle.counts, 0, sizeof cycle.counts);
    cycle.turn = 0;
    while (cycle.turn < cycle.sum) {
      take_turn();
      near = near && all_are_near();
    }
    CU_ASSERT(near);
    CU_ASSERT(is_exact());
  }
}

static void cycles_are_exact_and_even(void) {
  const uint32_t rows[][6] = {
      {1, 2, 4, 0, 0, 0},    {1, 1, 1, 1, 1, 1},  {100, 100, 100, 0, 0, 0},
      {1, 1000, 0, 0, 0, 0}, {2, 2, 2, 2, 2, 7},  {7, 11, 13, 17, 19, 23},
      {1, 2, 3, 4, 5, 6},    {6, 5, 4, 3, 2, 1},  {50, 1, 50, 1, 50, 1},
      {5, 0, 5, 0, 5, 0},    {3, 3, 3, 3, 3, 85}, {1, 0, 0, 0, 0, 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    runs_cycles(rows[i], 6);
  }
}

static void random_cycles_are_exact_and_even(void) {
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, 4);
  uint32_t weights[40] = {0};

  for (int run = 0; run < 200; run++) {
    size_t n = 1 + (size_t)rng.below(rng.ctx, 40);
    for (size_t i = 0; i < n; i++) {
      weights[i] = (uint32_t)rng.below(rng.ctx, run % 2 == 0 ? 5 : 100);
    }
    weights[0]++;
    runs_cycles(weights, n);
  }
}

/* The one that takes a turn is the only one that can get too far ahead; who
 * may be too far behind is looked at now and then. */
static void stays_near(uint64_t turns) {
  bool near = true;

  while (cycle.turn < turns) {
    near = near && is_near(take_turn());
    if (cycle.turn % 997 == 0) {
      near = near && all_are_near();
    }
  }
  CU_ASSERT(near);
}

static void the_greatest_weights_keep_the_bound(void) {
  static uint32_t weights[WEIGHTS_MAX];
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, 5);

  for (size_t i = 0; i < WEIGHTS_MAX; i++) {
    weights[i] = 1 + (uint32_t)rng.below(rng.ctx, 1000000);
  }
  weights[0] = 1;
  weights[1] = UINT32_MAX;
  begin(weights, WEIGHTS_MAX);
  stays_near(200000);

  for (size_t i = 2; i < WEIGHTS_MAX; i++) {
    weights[i] = (uint32_t)rng.below(rng.ctx, UINT32_MAX);
  }
  begin(weights, WEIGHTS_MAX);
  stays_near(200000);
}

static void equal_weights_are_round_robin(void) {
  for (uint32_t weight = 1; weight < 4; weight++) {
    struct snarp_pool pool = new_pool(SNARP_POLICY_WRR, 3);

    for (uint32_t id = 1; id <= 3; id++) {
      enter(&pool, id, weight, 0);
    }
    for (int i = 0; i < 5; i++) {
      IS_SELECTED(&pool, 3, 1, 2, 3);
      IS_SELECTED(&pool, 1, 2);
      IS_SELECTED(&pool, 2, 3, 1);
    }
  }
}

/* Whatever k is, the same elements come first. */
static void only_the_first_takes_its_turn(void) {
  const uint32_t weights[] = {1, 9, 3, 3, 7, 20};
  struct snarp_pool one = new_pool(SNARP_POLICY_WRR, 6);
  struct snarp_pool many = new_pool(SNARP_POLICY_WRR, 6);

  for (uint32_t i = 0; i < 6; i++) {
    enter(&one, i + 1, weights[i], 0);
    enter(&many, i + 1, weights[i], 0);
  }
  for (size_t i = 0; i < 200; i++) {
    uint32_t ids[6];
    unsigned seen = 0;
    size_t n;

    IS_STATUS(snarp_pool_select(ids, &n, &many, i % 6 + 1, NULL), 0);
    IS_NUMBER(n, i % 6 + 1);
    IS_NUMBER(ids[0], select_one(&one, NULL));
    for (size_t j = 0; j < n; j++) {
      CU_ASSERT_EQUAL(seen >> ids[j] & 1, 0);
      seen |= 1u << ids[j];
    }
  }
}

/* The heavy ones have many turns before the light one has its first. */
static void others_come_in_the_order_of_their_turns(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_WRR, 4);

  enter(&pool, 1, 1, 0);
  for (uint32_t id = 2; id <= 4; id++) {
    enter(&pool, id, 1000, 0);
  }
  IS_SELECTED(&pool, 4, 2, 3, 4, 1);
  IS_SELECTED(&pool, 4, 3, 4, 2, 1);
  IS_SELECTED(&pool, 4, 4, 2, 3, 1);
}

static void weight_0_has_no_turns(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_WRR, 3);

  enter(&pool, 1, 0, 0);
  enter(&pool, 2, 0, 0);
  IS_SELECTED(&pool, 1, 0);
  IS_SELECTED(&pool, SNARP_POOL_ALL, 0);
  enter(&pool, 2, 2, 0);
  IS_SELECTED(&pool, 3, 2);
  enter(&pool, 1, 2, 0);
  IS_SELECTED(&pool, 1, 2);
  IS_SELECTED(&pool, 1, 1);
  enter(&pool, 2, 0, 0);
  IS_SELECTED(&pool, 3, 1);
  leave(&pool, 2);
  leave(&pool, 1);
  IS_SELECTED(&pool, 3, 0);
}

static uint64_t turns_taken(uint32_t id) {
  struct snarp_pool_element element;

  IS_STATUS(snarp_pool_find(&element, &cycle.pool, id), 0);
  return element.counter;
}

static bool at_begin(void) {
  for (uint32_t id = 1; id <= cycle.n; id++) {
    if (cycle.weights[id - 1] > 0 && turns_taken(id) != 0) {
      return false;
    }
  }
  return true;
}

static void change_weight(uint32_t id, uint32_t weight) {
  enter(&cycle.pool, id, weight, 0);
  cycle.sum = cycle.sum - cycle.weights[id - 1] + weight;
  cycle.weights[id - 1] = weight;
}

/* Weights that change within a cycle: it ends in time, each has had as many
 * turns as its weight, and the next one is even again. */
static void changes_do_not_spoil_a_cycle(void) {
  const uint32_t weights[] = {3, 8, 0, 5, 21, 2};
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, 6);

  begin(weights, 6);
  for (int run = 0; run < 300; run++) {
    for (uint64_t turn = rng.below(rng.ctx, cycle.sum); turn > 0; turn--) {
      take_turn();
    }
    change_weight(1 + (uint32_t)rng.below(rng.ctx, 6),
                  (uint32_t)rng.below(rng.ctx, 30));
    if (cycle.sum == 0) {
      change_weight(1, 5);
    }

    uint64_t left = cycle.sum;
    while (!at_begin() && left > 0) {
      take_turn();
      left--;
    }
    CU_ASSERT(at_begin());

    memset(cycle.counts, 0, sizeof cycle.counts);
    cycle.turn = 0;
    stays_near(cycle.sum);
    CU_ASSERT(is_exact());
    CU_ASSERT(at_begin());
  }
}

/* Half of their turns, taken from cycles of 2 and made cycles of 2^32 - 2: the
 * products of the test for eligibility have all of their 96 bits. */
static void great_counts_are_compared(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_WRR, 64);
  struct snarp_pool_element element;
  uint32_t last = 0;

  for (uint32_t id = 1; id <= 64; id++) {
    enter(&pool, id, 2, 0);
  }
  for (uint32_t id = 1; id <= 64; id++) {
    IS_NUMBER(select_one(&pool, NULL), id);
  }
  for (uint32_t id = 1; id <= 64; id++) {
    enter(&pool, id, UINT32_MAX - 1, 0);
  }
  for (uint32_t turn = 0; turn < 6400; turn++) {
    uint32_t id = select_one(&pool, NULL);
    CU_ASSERT(turn % 64 == 0 || id == last % 64 + 1);
    last = id;
  }
  for (uint32_t id = 1; id <= 64; id++) {
    IS_STATUS(snarp_pool_find(&element, &pool, id), 0);
    IS_NUMBER(element.counter, 0x7fffffff + 100u);
  }
}

CU_TestInfo pool_turns_tests[] = {
    {"cycles are exact and even", cycles_are_exact_and_even},
    {"random cycles are exact and even", random_cycles_are_exact_and_even},
    {"the greatest weights keep the bound",
     the_greatest_weights_keep_the_bound},
    {"equal weights are Round Robin", equal_weights_are_round_robin},
    {"only the first takes its turn", only_the_first_takes_its_turn},
    {"others come in the order of their turns",
     others_come_in_the_order_of_their_turns},
    {"weight 0 has no turns", weight_0_has_no_turns},
    {"changes do not spoil a cycle", changes_do_not_spoil_a_cycle},
    {"great counts are compared", great_counts_are_compared},
    CU_TEST_INFO_NULL,
};
