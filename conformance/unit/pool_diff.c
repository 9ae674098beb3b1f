/* Pools against the plain model, in random operations.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "pool_kit.h"
#include "pool_model.h"

enum { OPERATIONS = 60000, GROWTHS = 400 };

/* One run: a pool, its model, and two sources of the same draws. */
struct run {
  struct snarp_pool pool;
  struct model model;
  struct snarp_seed seeds[3];
  struct snarp_rng draws;
  struct snarp_rng model_draws;
  struct snarp_rng choices;
  uint32_t ids;   /* how many identifiers are in use */
  uint32_t steps; /* how many values there are, so that some are equal */
  struct snarp_buf memory;
  bool failed;
};

/* It is large. */
static struct run run;

static uint32_t choose(uint32_t bound) {
  return (uint32_t)run.choices.below(run.choices.ctx, bound);
}

/* One assertion for all comparisons of a run, at the first that fails. */
static void must(bool holds, const char *what) {
  if (!holds && !run.failed) {
    CU_assertImplementation(CU_FALSE, __LINE__, what, __FILE__, "", CU_FALSE);
    run.failed = true;
  }
}

/* Values from all of their range, the greatest and 0 among them; under WRR less
 * than 2^23, so that the cycles of the model end. */
static uint32_t choose_value(void) {
  uint32_t most = snarp_policy_most(run.pool.dialect);
  uint32_t step = choose(run.steps);

  if (run.pool.kind == SNARP_POLICY_WRR && choose(50) != 0) {
    return step;
  }
  switch (choose(4)) {
  case 0:
    return most - step;
  case 1:
    return choose(most);
  default:
    return step;
  }
}

/* Identifiers whose first bits do not differ once they are mixed, and others.
 */
static uint32_t id_of(uint32_t number) {
  uint32_t mixed = number % 2 == 0 ? number : number << 16;

  return number == 0 ? 0 : mixed * 0x0e8b2f51u + (number % 2 == 0 ? 0 : 1);
}

static void do_register(void) {
  uint32_t number = choose(run.ids);
  uint32_t id = id_of(number);
  uint32_t value = choose_value();
  uint32_t degradation = choose(run.steps);
  struct snarp_policy policy = policy_for(&run.pool, value, degradation);
  bool known = model_find(&run.model, id) != NULL;
  int rv = snarp_pool_register(&run.pool, id, &policy);

  if (id == 0) {
    must(rv == SNARP_ERR_ELEMENT_ID, "identifier 0");
  } else if (!known && run.model.n == run.pool.cap) {
    must(rv == SNARP_ERR_ROOM, "a full pool");
  } else {
    must(rv == 0, "registration");
    model_register(&run.model, id, value, degradation);
  }
}

static void do_deregister(void) {
  uint32_t id = id_of(choose(run.ids));
  bool known = model_find(&run.model, id) != NULL;
  int rv = snarp_pool_deregister(&run.pool, id);

  must(rv == (known ? 0 : SNARP_ERR_ELEMENT_UNKNOWN), "deregistration");
  if (known) {
    model_deregister(&run.model, id);
  }
}

static size_t choose_k(void) {
  const size_t ks[] = {1, 1, 1, 1, 2, 3, 3, 5, 17, 0, SNARP_POOL_ALL};

  return ks[choose(sizeof ks / sizeof ks[0])];
}

static void do_select(void) {
  static uint32_t ids[MODEL_MAX];
  static uint32_t want[MODEL_MAX];
  size_t k = choose_k();
  size_t n = 0;
  int rv = snarp_pool_select(ids, &n, &run.pool, k, &run.draws);
  size_t n_want = model_select(want, &run.model, k, &run.model_draws);

  must(rv == (k > 0 && n_want == 0 ? SNARP_END : 0), "status of a selection");
  must(n == n_want && memcmp(ids, want, n * sizeof *ids) == 0, "a selection");
  must(run.seeds[0].state == run.seeds[1].state, "draws");
}

/* Whether what the pool tells about an element is what the model has. */
static bool is_same(const struct snarp_pool_element *element) {
  const struct model_element *want = model_find(&run.model, element->id);
  struct snarp_policy policy;

  if (want == NULL) {
    return false;
  }
  policy = policy_for(&run.pool, want->value, want->degradation);
  policy.number = snarp_policy_number(policy.dialect, policy.kind);
  if (element->counter !=
      (policy.kind == SNARP_POLICY_WRR ? want->taken : want->counter)) {
    return false;
  }

  struct snarp_buf a = room(16);
  struct snarp_buf b = room(16);
  return snarp_policy_write(&a, &element->policy, NULL) == 0 &&
         snarp_policy_write(&b, &policy, NULL) == 0 && a.len == b.len &&
         memcmp(a.base, b.base, a.len) == 0 &&
         element->policy.number == policy.number;
}

static void look_at_all(void) {
  struct snarp_pool_element element;
  struct snarp_pool_element found;
  size_t n = 0;

  while (snarp_pool_at(&element, &run.pool, n) == 0) {
    must(is_same(&element), "an element");
    must(snarp_pool_find(&found, &run.pool, element.id) == 0 &&
             found.id == element.id && found.counter == element.counter,
         "an element that is found");
    n++;
  }
  must(n == run.model.n && n == snarp_pool_count(&run.pool), "the count");
  unit_free();
}

/* Moves to a little more room, or to just enough. What it had is not its any
 * more. */
static void do_grow(void) {
  size_t n = run.model.n + choose(9);
  size_t size = snarp_pool_memory(run.pool.kind, n);
  struct snarp_buf memory = room(size);

  must(snarp_pool_move(&run.pool, n, memory.base, size) == 0, "a move");
  memset(run.memory.base, 0x5a, run.memory.cap);
  run.memory = memory;
}

static void do_one(void) {
  uint32_t choice = choose(100);

  if (choice < 50) {
    do_select();
  } else if (choice < 85) {
    do_register();
  } else {
    do_deregister();
  }
}

static void compare_runs(enum snarp_dialect dialect,
                         enum snarp_policy_kind kind, uint32_t ids,
                         uint32_t steps, size_t operations) {
  run.draws = snarp_rng_from_seed(&run.seeds[0], 1);
  run.model_draws = snarp_rng_from_seed(&run.seeds[1], 1);
  run.choices = snarp_rng_from_seed(&run.seeds[2], ids + steps);
  run.failed = false;
  run.memory = room(snarp_pool_memory(kind, 3));
  must(snarp_pool_init(&run.pool, dialect, kind, 3, run.memory.base,
                       run.memory.cap) == 0,
       "an empty pool");
  model_init(&run.model, dialect, kind);
  run.ids = ids;
  run.steps = steps;

  for (size_t i = 0; i < operations && !run.failed; i++) {
    if (i % (operations / GROWTHS) == 0) {
      do_grow();
    }
    do_one();
  }
  look_at_all();
  CU_ASSERT(!run.failed);
}

/* Few elements, many equals; and many, where trees and heaps are deep. */
static void compare_policy(enum snarp_policy_kind kind) {
  compare_runs(SNARP_RFC_5356, kind, 8, 3, OPERATIONS);
  compare_runs(SNARP_RFC_5356, kind, 60, 20, OPERATIONS);
  compare_runs(SNARP_RFC_5356, kind, 700, 100, OPERATIONS / 10);
  if (kind != SNARP_POLICY_PRIO) {
    compare_runs(SNARP_DRAFT_01, kind, 60, 20, OPERATIONS / 10);
  }
}

static void round_robin(void) {
  compare_policy(SNARP_POLICY_RR);
}

static void weighted_round_robin(void) {
  compare_policy(SNARP_POLICY_WRR);
}

static void random_elements(void) {
  compare_policy(SNARP_POLICY_RAND);
}

static void weighted_random(void) {
  compare_policy(SNARP_POLICY_WRAND);
}

static void priority(void) {
  compare_policy(SNARP_POLICY_PRIO);
}

static void least_used(void) {
  compare_policy(SNARP_POLICY_LU);
}

static void least_used_with_degradation(void) {
  compare_policy(SNARP_POLICY_LUD);
}

static void priority_least_used(void) {
  compare_policy(SNARP_POLICY_PLU);
}

static void randomized_least_used(void) {
  compare_policy(SNARP_POLICY_RLU);
}

CU_TestInfo pool_diff_tests[] = {
    {"RR", round_robin},
    {"WRR", weighted_round_robin},
    {"RAND", random_elements},
    {"WRAND", weighted_random},
    {"PRIO", priority},
    {"LU", least_used},
    {"LUD", least_used_with_degradation},
    {"PLU", priority_least_used},
    {"RLU", randomized_least_used},
    CU_TEST_INFO_NULL,
};
