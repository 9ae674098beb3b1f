/* Pools: registration, and what the policies without chance select.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/pool.h"

#include "pool_kit.h"

static const enum snarp_policy_kind kinds[] = {
    SNARP_POLICY_RR,    SNARP_POLICY_WRR,  SNARP_POLICY_RAND,
    SNARP_POLICY_WRAND, SNARP_POLICY_PRIO, SNARP_POLICY_LU,
    SNARP_POLICY_LUD,   SNARP_POLICY_PLU,  SNARP_POLICY_RLU};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* A pool in which nothing is and nothing fits. */
static void is_nothing(struct snarp_pool *pool) {
  struct snarp_policy policy = policy_for(pool, 1, 0);
  struct snarp_pool_element element;

  IS_NUMBER(snarp_pool_count(pool), 0);
  IS_SELECTED(pool, 1, 0);
  IS_STATUS(snarp_pool_register(pool, 1, &policy), SNARP_ERR_ROOM);
  IS_STATUS(snarp_pool_deregister(pool, 1), SNARP_ERR_ELEMENT_UNKNOWN);
  IS_STATUS(snarp_pool_find(&element, pool, 1), SNARP_ERR_ELEMENT_UNKNOWN);
  IS_STATUS(snarp_pool_at(&element, pool, 0), SNARP_END);
  IS_NUMBER(element.id, 0);
}

static void memory_must_suffice(void) {
  for (size_t i = 0; i < N_KINDS; i++) {
    for (size_t n = 0; n < 20; n++) {
      size_t size = snarp_pool_memory(kinds[i], n);
      struct snarp_pool pool;

      CU_ASSERT(size <= snarp_pool_memory(kinds[i], n + 1));
      IS_STATUS(snarp_pool_init(&pool, SNARP_RFC_5356, kinds[i], n,
                                room(size - 1).base, size - 1),
                SNARP_ERR_ROOM);
      is_nothing(&pool);
      pool = new_pool(kinds[i], n);
      for (uint32_t id = 1; id <= n; id++) {
        enter(&pool, id, id, 1);
      }
      struct snarp_policy policy = policy_for(&pool, 1, 0);
      IS_STATUS(snarp_pool_register(&pool, 99, &policy), SNARP_ERR_ROOM);
      IS_NUMBER(snarp_pool_count(&pool), n);
    }
  }
}

static void a_pool_without_places_is_empty(void) {
  for (size_t i = 0; i < N_KINDS; i++) {
    struct snarp_pool pool = new_pool(kinds[i], 0);

    is_nothing(&pool);
    grow_pool(&pool, 1);
    enter(&pool, 7, 1, 1);
    IS_NUMBER(snarp_pool_count(&pool), 1);
    IS_STATUS(snarp_pool_move(&pool, 0, room(64).base, 64), SNARP_ERR_ROOM);
    IS_STATUS(snarp_pool_move(&pool, 4, room(64).base, 64), SNARP_ERR_ROOM);
    IS_NUMBER(snarp_pool_count(&pool), 1);
  }
}

static void pools_have_bounds(void) {
  uint64_t most = UINT32_MAX;
  struct snarp_pool pool;

  IS_NUMBER(snarp_pool_memory(SNARP_POLICY_OPAQUE, 1) == SIZE_MAX, true);
  if (SIZE_MAX > UINT32_MAX) {
    IS_NUMBER(snarp_pool_memory(SNARP_POLICY_RR, (size_t)most) < SIZE_MAX,
              true);
    IS_NUMBER(snarp_pool_memory(SNARP_POLICY_RR, (size_t)(most + 1)) ==
                  SIZE_MAX,
              true);
    IS_STATUS(snarp_pool_init(&pool, SNARP_RFC_5356, SNARP_POLICY_RR,
                              (size_t)(most + 1), room(64).base, SIZE_MAX),
              SNARP_ERR_ROOM);
  } else {
    IS_NUMBER(snarp_pool_memory(SNARP_POLICY_RR, (size_t)most) == SIZE_MAX,
              true);
  }
}

static void policies_that_cannot_be_are_refused(void) {
  struct snarp_pool pool;

  IS_STATUS(snarp_pool_init(&pool, SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 1,
                            room(256).base, 256),
            SNARP_ERR_POLICY_UNSUPPORTED);
  is_nothing(&pool);
  IS_STATUS(snarp_pool_init(&pool, SNARP_DRAFT_01, SNARP_POLICY_PRIO, 1,
                            room(256).base, 256),
            SNARP_ERR_POLICY_DIALECT);
  is_nothing(&pool);
}

/* Registration fails so, and all is as it was. */
static void is_refused(struct snarp_pool *pool, uint32_t id,
                       const struct snarp_policy *policy, int status) {
  size_t n = snarp_pool_count(pool);

  IS_STATUS(snarp_pool_register(pool, id, policy), status);
  IS_NUMBER(snarp_pool_count(pool), n);
}

static void a_pool_has_one_policy(void) {
  for (size_t i = 0; i < N_KINDS; i++) {
    struct snarp_pool pool = new_pool(kinds[i], 4);

    enter(&pool, 1, 1, 1);
    for (size_t j = 0; j < N_KINDS; j++) {
      struct snarp_policy policy = policy_for(&pool, 1, 1);
      policy.kind = kinds[j];
      if (i != j) {
        is_refused(&pool, 1, &policy, SNARP_ERR_POLICY_INCONSISTENT);
        is_refused(&pool, 2, &policy, SNARP_ERR_POLICY_INCONSISTENT);
      }
    }

    struct snarp_policy policy = policy_for(&pool, 1, 1);
    policy.dialect = SNARP_DRAFT_01;
    is_refused(&pool, 1, &policy, SNARP_ERR_POLICY_INCONSISTENT);
    policy.dialect = SNARP_RFC_5356;
    is_refused(&pool, 0, &policy, SNARP_ERR_ELEMENT_ID);
  }
}

static void values_beyond_the_dialect_are_refused(void) {
  for (size_t i = 0; i < N_KINDS; i++) {
    if (kinds[i] == SNARP_POLICY_PRIO) {
      continue;
    }
    struct snarp_pool pool = new_pool_of(SNARP_DRAFT_01, kinds[i], 2);
    struct snarp_policy policy = policy_for(&pool, 0x1000000, 0x1000000);
    bool none = kinds[i] == SNARP_POLICY_RR || kinds[i] == SNARP_POLICY_RAND;
    bool two = kinds[i] == SNARP_POLICY_LUD || kinds[i] == SNARP_POLICY_PLU;

    IS_STATUS(snarp_pool_register(&pool, 1, &policy),
              none ? 0 : SNARP_ERR_VALUE_RANGE);
    policy = policy_for(&pool, 0xffffff, 0x1000000);
    IS_STATUS(snarp_pool_register(&pool, 2, &policy),
              two ? SNARP_ERR_VALUE_RANGE : 0);
    enter(&pool, 2, 0xffffff, 0xffffff);
  }
}

static void unknown_elements_do_not_leave(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_RR, 2);

  enter(&pool, 5, 0, 0);
  IS_STATUS(snarp_pool_deregister(&pool, 6), SNARP_ERR_ELEMENT_UNKNOWN);
  IS_STATUS(snarp_pool_deregister(&pool, 0), SNARP_ERR_ELEMENT_UNKNOWN);
  leave(&pool, 5);
  IS_STATUS(snarp_pool_deregister(&pool, 5), SNARP_ERR_ELEMENT_UNKNOWN);
  IS_SELECTED(&pool, 1, 0);
}

static void elements_are_told(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_LUD, 4);
  struct snarp_pool_element element;

  enter(&pool, 0xffffffff, 10, 3);
  select_one(&pool, NULL);
  IS_STATUS(snarp_pool_find(&element, &pool, 0xffffffff), 0);
  IS_NUMBER(element.id, 0xffffffff);
  IS_NUMBER(element.policy.kind, SNARP_POLICY_LUD);
  IS_NUMBER(element.policy.number, 0x40000002);
  IS_NUMBER(element.policy.load, 10);
  IS_NUMBER(element.policy.degradation, 3);
  IS_NUMBER(element.policy.weight, 0);
  IS_NUMBER(element.counter, 3);
  IS_STATUS(snarp_pool_find(&element, &pool, 1), SNARP_ERR_ELEMENT_UNKNOWN);
  IS_NUMBER(element.id, 0);
}

/* Chosen so that all of them are in one tree, and as deep as it gets: the
 * identifiers that are mixed to 1, 2, 4, ... and all below 5 000. */
static void hostile_identifiers_are_found(void) {
  const uint32_t unmix = 0x0e8b2f51;
  struct snarp_pool pool = new_pool(SNARP_POLICY_RR, 5100);
  struct snarp_pool_element element;

  for (uint32_t i = 0; i < 32; i++) {
    enter(&pool, ((uint32_t)1 << i) * unmix, 0, 0);
  }
  for (uint32_t i = 1; i < 5000; i++) {
    enter(&pool, i * unmix, 0, 0);
  }
  IS_NUMBER(snarp_pool_count(&pool), 4999 + 32 - 13);
  for (uint32_t i = 1; i < 5000; i += 2) {
    leave(&pool, i * unmix);
  }
  for (uint32_t i = 1; i < 5000; i++) {
    IS_STATUS(snarp_pool_find(&element, &pool, i * unmix),
              i % 2 == 0 ? 0 : SNARP_ERR_ELEMENT_UNKNOWN);
  }
  IS_STATUS(snarp_pool_find(&element, &pool, ((uint32_t)1 << 31) * unmix), 0);
}

static void none_and_all_may_be_asked_for(void) {
  const uint64_t draws[] = {0, 0, 0, 0};

  for (size_t i = 0; i < N_KINDS; i++) {
    struct snarp_pool pool = new_pool(kinds[i], 2);
    struct snarp_tape tape;
    struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 4);
    uint32_t ids[2] = {0, 0};
    size_t n = 9;

    IS_STATUS(snarp_pool_select(ids, &n, &pool, SNARP_POOL_ALL, &rng),
              SNARP_END);
    IS_NUMBER(n, 0);
    enter(&pool, 1, 5, 1);
    enter(&pool, 2, 5, 1);
    IS_SELECTED(&pool, 0, 0);
    IS_STATUS(snarp_pool_select(ids, &n, &pool, SNARP_POOL_ALL, &rng), 0);
    IS_NUMBER(n, 2);
    IS_NUMBER(ids[0] + ids[1], 3);
  }
}

/* --- Round Robin */

static struct snarp_pool ring_of(uint32_t n) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_RR, n + 2);

  for (uint32_t id = 1; id <= n; id++) {
    enter(&pool, id, 0, 0);
  }
  return pool;
}

static void the_head_moves_by_one(void) {
  struct snarp_pool pool = ring_of(4);

  IS_SELECTED(&pool, 1, 1);
  IS_SELECTED(&pool, 3, 2, 3, 4);
  IS_SELECTED(&pool, 4, 3, 4, 1, 2);
  IS_SELECTED(&pool, 9, 4, 1, 2, 3);
  IS_SELECTED(&pool, 0, 0);
  IS_SELECTED(&pool, SNARP_POOL_ALL, 1, 2, 3, 4);
  IS_SELECTED(&pool, 1, 2);
}

static void a_new_element_comes_before_the_head(void) {
  struct snarp_pool pool = ring_of(3);

  IS_SELECTED(&pool, 1, 1);
  enter(&pool, 4, 0, 0);
  IS_SELECTED(&pool, 4, 2, 3, 1, 4);
  enter(&pool, 2, 0, 0); /* it re-registers, and stays where it is */
  IS_SELECTED(&pool, 4, 3, 1, 4, 2);
}

static void the_successor_of_a_head_that_leaves_is_the_head(void) {
  struct snarp_pool pool = ring_of(4);

  leave(&pool, 1);
  IS_SELECTED(&pool, 3, 2, 3, 4);
  leave(&pool, 2);
  IS_SELECTED(&pool, 3, 3, 4);
  leave(&pool, 3);
  IS_SELECTED(&pool, 3, 4);
  leave(&pool, 4);
  IS_SELECTED(&pool, 3, 0);
  enter(&pool, 9, 0, 0);
  enter(&pool, 8, 0, 0);
  IS_SELECTED(&pool, 3, 9, 8);
}

static void the_last_one_leaves_before_the_head(void) {
  struct snarp_pool pool = ring_of(3);

  IS_SELECTED(&pool, 1, 1);
  IS_SELECTED(&pool, 1, 2);
  leave(&pool, 3); /* it is the head */
  IS_SELECTED(&pool, 2, 1, 2);
}

/* --- Priority, Least Used */

static void priorities_descend(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_PRIO, 5);

  enter(&pool, 1, 0, 0);
  enter(&pool, 2, 0xffffffff, 0);
  enter(&pool, 3, 7, 0);
  enter(&pool, 4, 0x80000000, 0);
  enter(&pool, 5, 7, 0);
  IS_SELECTED(&pool, 1, 2);
  IS_SELECTED(&pool, 5, 2, 4, 3, 5, 1);
  IS_SELECTED(&pool, 5, 2, 4, 3, 5, 1);
  enter(&pool, 1, 8, 0);
  leave(&pool, 2);
  IS_SELECTED(&pool, SNARP_POOL_ALL, 4, 1, 3, 5);
}

static void loads_ascend(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_LU, 4);

  enter(&pool, 1, 0xffffffff, 0);
  enter(&pool, 2, 0x80000000, 0);
  enter(&pool, 3, 0, 0);
  enter(&pool, 4, 0x7fffffff, 0);
  IS_SELECTED(&pool, 1, 3);
  IS_SELECTED(&pool, 4, 3, 4, 2, 1);
  enter(&pool, 3, 0xfffffffe, 0);
  IS_SELECTED(&pool, 4, 4, 2, 3, 1);
}

/* Loads of which each differs from the others in another bit: where values are
 * found, the way is as long as it gets. */
static void hostile_loads_are_in_order(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_PLU, 70);
  uint32_t ids[70];
  size_t n;

  for (uint32_t bit = 0; bit < 32; bit++) {
    enter(&pool, 32 - bit, (uint32_t)1 << bit, 0);
    enter(&pool, 64 - bit, (uint32_t)1 << bit, UINT32_MAX);
  }
  IS_STATUS(snarp_pool_select(ids, &n, &pool, SNARP_POOL_ALL, NULL), 0);
  IS_NUMBER(n, 64);
  for (uint32_t i = 0; i < 64; i++) {
    IS_NUMBER(ids[i], i < 32 ? 32 - i : 96 - i);
  }
  for (uint32_t id = 2; id <= 64; id += 2) {
    leave(&pool, id);
  }
  for (uint32_t id = 1; id <= 64; id += 2) {
    IS_SELECTED(&pool, 1, id < 32 ? 32 - id : 96 - id);
    leave(&pool, id < 32 ? 32 - id : 96 - id);
  }
}

static void equal_loads_take_turns_to_be_first(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_LU, 7);

  for (uint32_t id = 1; id <= 5; id++) {
    enter(&pool, id, 3, 0);
  }
  IS_SELECTED(&pool, 3, 1, 2, 3);
  IS_SELECTED(&pool, 3, 2, 3, 4);
  IS_SELECTED(&pool, 3, 3, 4, 5);
  enter(&pool, 6, 3, 0); /* behind those that are there */
  enter(&pool, 4, 3, 0); /* stays where it is */
  IS_SELECTED(&pool, 6, 4, 5, 1, 2, 3, 6);
  enter(&pool, 7, 2, 0);
  IS_SELECTED(&pool, 3, 7, 5, 1);
  IS_SELECTED(&pool, 3, 7, 5, 1);
}

static void each_that_is_returned_is_degraded(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_LUD, 3);

  enter(&pool, 1, 0, 10);
  enter(&pool, 2, 5, 10);
  enter(&pool, 3, 12, 10);
  IS_SELECTED(&pool, 2, 1, 2); /* 10, 15, 12 */
  IS_SELECTED(&pool, 1, 1);    /* 20, 15, 12 */
  IS_SELECTED(&pool, 3, 3, 2, 1);
  /* 30, 25, 22 */
  enter(&pool, 2, 5, 10); /* the same values, and a counter of 0 */
  IS_SELECTED(&pool, 3, 2, 3, 1);
}

static void a_counter_has_64_bits(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_LUD, 2);
  struct snarp_pool_element element;

  enter(&pool, 1, 0xffffffff, 0xffffffff);
  enter(&pool, 2, 0xffffffff, 0xfffffffe);
  for (int i = 0; i < 1000; i++) {
    IS_SELECTED(&pool, 2, i == 0 ? 1 : 2, i == 0 ? 2 : 1);
  }
  IS_STATUS(snarp_pool_find(&element, &pool, 1), 0);
  IS_NUMBER(element.counter, 1000 * (uint64_t)0xffffffff);
}

static void without_degradation_it_is_least_used(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_LUD, 3);

  for (uint32_t id = 1; id <= 3; id++) {
    enter(&pool, id, 3, 0);
  }
  IS_SELECTED(&pool, 2, 1, 2);
  IS_SELECTED(&pool, 2, 2, 3);
  IS_SELECTED(&pool, 2, 3, 1);
}

/* 4.3.1: A is loaded by 50 % and will be by 10 % more, B by 50 % more. */
static void the_example_of_plu_chooses_a(void) {
  struct snarp_pool pool = new_pool_of(SNARP_DRAFT_01, SNARP_POLICY_PLU, 2);
  enum { A = 1, B = 2 };

  enter(&pool, B, 0x7fffff, 0x7fffff);
  enter(&pool, A, 0x7fffff, 0x199999);
  for (int i = 0; i < 5; i++) {
    IS_SELECTED(&pool, 2, A, B);
  }
}

static void sums_of_plu_do_not_wrap(void) {
  struct snarp_pool pool = new_pool(SNARP_POLICY_PLU, 4);

  enter(&pool, 1, 0xffffffff, 0xffffffff);
  enter(&pool, 2, 0xffffffff, 1);
  enter(&pool, 3, 1, 0xffffffff);
  enter(&pool, 4, 0, 0xffffffff);
  IS_SELECTED(&pool, 4, 4, 2, 3, 1);
  IS_SELECTED(&pool, 4, 4, 2, 3, 1);
  leave(&pool, 4);
  IS_SELECTED(&pool, 3, 2, 3, 1);
  IS_SELECTED(&pool, 3, 3, 2, 1);
}

static void a_pool_that_moves_keeps_its_state(void) {
  struct snarp_pool pool = ring_of(3);

  IS_SELECTED(&pool, 1, 1);
  grow_pool(&pool, 400);
  IS_SELECTED(&pool, 3, 2, 3, 1);
  for (uint32_t id = 4; id <= 400; id++) {
    enter(&pool, id, 0, 0);
  }
  grow_pool(&pool, 400);
  IS_SELECTED(&pool, 4, 3, 1, 2, 4);
}

CU_TestInfo pool_tests[] = {
    {"memory must suffice", memory_must_suffice},
    {"a pool without places is empty", a_pool_without_places_is_empty},
    {"pools have bounds", pools_have_bounds},
    {"policies that cannot be are refused",
     policies_that_cannot_be_are_refused},
    {"a pool has one policy", a_pool_has_one_policy},
    {"values beyond the dialect are refused",
     values_beyond_the_dialect_are_refused},
    {"unknown elements do not leave", unknown_elements_do_not_leave},
    {"elements are told", elements_are_told},
    {"hostile identifiers are found", hostile_identifiers_are_found},
    {"none and all may be asked for", none_and_all_may_be_asked_for},
    {"RR: the head moves by one", the_head_moves_by_one},
    {"RR: a new element comes before the head",
     a_new_element_comes_before_the_head},
    {"RR: the successor of a head that leaves is the head",
     the_successor_of_a_head_that_leaves_is_the_head},
    {"RR: the last one leaves before the head",
     the_last_one_leaves_before_the_head},
    {"PRIO: priorities descend", priorities_descend},
    {"LU: loads ascend", loads_ascend},
    {"PLU: hostile loads are in order", hostile_loads_are_in_order},
    {"LU: equal loads take turns to be first",
     equal_loads_take_turns_to_be_first},
    {"LUD: each that is returned is degraded",
     each_that_is_returned_is_degraded},
    {"LUD: a counter has 64 bits", a_counter_has_64_bits},
    {"LUD: without degradation it is least used",
     without_degradation_it_is_least_used},
    {"PLU: the example chooses A", the_example_of_plu_chooses_a},
    {"PLU: sums do not wrap", sums_of_plu_do_not_wrap},
    {"a pool that moves keeps its state", a_pool_that_moves_keeps_its_state},
    CU_TEST_INFO_NULL,
};
