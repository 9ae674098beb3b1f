/*
 * pools.c - see pools.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pools.h"

#include <fnmatch.h>
#include <malloc.h>
#include <stdlib.h>

#include "bench.h"

#define ROUNDS 31
#define ROUND_NS 800000 /* how long a round of one side lasts at least */
#define BATCH 1000      /* members that a call is given at most */
#define BATCH_MIN 64    /* calls between two looks at the clock */
#define BESIDE_MAX 100000

const char *const pool_tasks[POOL_TASKS] = {"pool_register", "pool_reregister",
                                            "pool_select_1", "pool_select_3"};

/* The pools of a side: to register, there are as many as a batch needs; all
 * else happens to the first one. */
struct pools {
  const struct pool_side *side;
  enum snarp_policy_kind kind;
  size_t size;
  size_t batch; /* elements of a pool that register anew */
  size_t n;
  void *pool[BATCH_MIN];
  size_t version; /* of the values */
};

/* --- the elements */

static uint32_t mix(uint32_t number) {
  number = (number ^ number >> 16) * 0x85ebca6b;
  number = (number ^ number >> 13) * 0xc2b2ae35;
  return number ^ number >> 16;
}

/* Loads are whole percents, so that in large pools many are equal. */
static uint32_t percent(uint32_t number) {
  return (uint32_t)((uint64_t)number * UINT32_MAX / 100);
}

struct pool_member pool_member_of(enum snarp_policy_kind kind, size_t i,
                                  size_t version) {
  uint32_t chance = mix((uint32_t)(i * 31 + version * 7919));
  struct snarp_policy policy = {.dialect = SNARP_RFC_5356, .kind = kind};
  policy.number = snarp_policy_number(SNARP_RFC_5356, kind);
  policy.weight = 1 + chance % 10;
  policy.priority = 1 + chance % 10;
  policy.load = percent(chance % 100);
  policy.degradation =
      kind == SNARP_POLICY_PLU ? percent(chance >> 16 & 15) : 1000;

  struct rsplib_settings settings = {.type = policy.number,
                                     .weight = policy.weight,
                                     .load = policy.load,
                                     .degradation = policy.degradation};
  return (struct pool_member){mix((uint32_t)i + 1), policy, settings};
}

/* `n` neighbours, from some element on. */
static void neighbours(struct pool_member *members, struct pools *pools,
                       size_t n) {
  size_t start = mix((uint32_t)pools->version);
  for (size_t i = 0; i < n; i++) {
    members[i] =
        pool_member_of(pools->kind, (start + i) % pools->size, pools->version);
  }
  pools->version++;
}

/* --- what is measured */

static void must(bool good, const struct pools *pools, const char *what) {
  if (!good) {
    bench_die("%s does not %s with %s and %zu elements", pools->side->name,
              what, snarp_policy_name(pools->kind), pools->size);
  }
}

/* Each measures a number of calls, and returns how many. */
static size_t register_some(struct pools *pools, uint64_t *ns) {
  static struct pool_member members[BATCH];
  const struct pool_side *side = pools->side;
  bool good = true;

  neighbours(members, pools, pools->batch);
  for (size_t i = 0; i < pools->n; i++) {
    good = side->drop(pools->pool[i], members, pools->batch) && good;
  }
  uint64_t start = bench_now();
  for (size_t i = 0; i < pools->n; i++) {
    good = side->add(pools->pool[i], members, pools->batch) && good;
  }
  *ns = bench_now() - start;
  must(good, pools, "register");
  return pools->n * pools->batch;
}

static size_t reregister_some(struct pools *pools, uint64_t *ns) {
  static struct pool_member members[BATCH];
  size_t n = pools->batch > BATCH_MIN ? pools->batch : BATCH_MIN;

  neighbours(members, pools, n);
  uint64_t start = bench_now();
  bool good = pools->side->add(pools->pool[0], members, n);
  *ns = bench_now() - start;
  must(good, pools, "register again");
  return n;
}

static size_t select_some(struct pools *pools, uint64_t *ns, size_t k) {
  uint64_t start = bench_now();
  bool good = pools->side->select(pools->pool[0], k, BATCH);
  *ns = bench_now() - start;
  must(good, pools, "select");
  return BATCH;
}

static size_t select_1(struct pools *pools, uint64_t *ns) {
  return select_some(pools, ns, 1);
}

static size_t select_3(struct pools *pools, uint64_t *ns) {
  return select_some(pools, ns, 3);
}

static size_t (*const perform[POOL_TASKS])(struct pools *, uint64_t *) = {
    register_some, reregister_some, select_1, select_3};

/* --- the measuring */

static size_t allocated(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/* Fills the pools; returns the octets an element takes. */
static double fill(struct pools *pools) {
  static struct pool_member members[BATCH];
  size_t before = allocated();
  for (size_t p = 0; p < pools->n; p++) {
    pools->pool[p] = pools->side->make(pools->kind, pools->size);
    for (size_t i = 0; i < pools->size; i += BATCH) {
      size_t n = pools->size - i < BATCH ? pools->size - i : BATCH;
      for (size_t j = 0; j < n; j++) {
        members[j] = pool_member_of(pools->kind, i + j, 0);
      }
      must(pools->side->add(pools->pool[p], members, n), pools, "register");
    }
  }
  return (double)(allocated() - before) / (double)(pools->n * pools->size);
}

static double round_of(struct pools *pools, size_t task) {
  uint64_t sum = 0;
  size_t calls = 0;
  while (sum < ROUND_NS) {
    uint64_t ns;
    calls += perform[task](pools, &ns);
    sum += ns;
  }
  return (double)sum / (double)calls;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Other values for the elements, or for many of them: what a selection costs
 * depends on them, and each round is to have its own. */
static void renew(struct pools *pools) {
  static struct pool_member members[BATCH];
  size_t n = pools->size < BATCH ? pools->size : BATCH;

  neighbours(members, pools, n);
  must(pools->side->add(pools->pool[0], members, n), pools, "register again");
}

/* The first round warms up. */
static void measure_task(struct pool_cell *cell, struct pools *sides,
                         size_t n_sides, size_t task) {
  double rounds[POOL_SIDES][ROUNDS + 1];
  for (size_t i = 0; i <= ROUNDS; i++) {
    for (size_t s = 0; s < n_sides; s++) {
      renew(&sides[s]);
      rounds[s][i] = round_of(&sides[s], task);
    }
  }
  for (size_t s = 0; s < n_sides; s++) {
    qsort(rounds[s] + 1, ROUNDS, sizeof(double), by_size);
    cell->ns[task][s] = rounds[s][1 + ROUNDS / 2];
  }
}

static void empty(struct pools *pools) {
  for (size_t p = 0; p < pools->n; p++) {
    pools->side->end(pools->pool[p]);
  }
}

/* Each task begins with the same elements on both sides: what another one left
 * depends on how many rounds it had time for. */
static void measure_cell(struct pool_cell *cell, enum snarp_policy_kind kind,
                         size_t size, const struct pool_side *rsplib,
                         const char *only) {
  struct pools sides[POOL_SIDES] = {{.side = &pool_snarp}, {.side = rsplib}};
  size_t n_sides = rsplib != NULL && size <= BESIDE_MAX ? 2 : 1;
  size_t tenth = size / 10 < BATCH ? size / 10 : BATCH;

  for (size_t task = 0; task < POOL_TASKS; task++) {
    if (fnmatch(only, pool_tasks[task], 0) != 0) {
      continue;
    }
    for (size_t s = 0; s < n_sides; s++) {
      sides[s].kind = kind;
      sides[s].size = size;
      sides[s].batch = tenth;
      sides[s].n = (BATCH_MIN + tenth - 1) / tenth;
      sides[s].version = 0;
      cell->octets[s] = fill(&sides[s]);
    }
    measure_task(cell, sides, n_sides, task);
    for (size_t s = 0; s < n_sides; s++) {
      empty(&sides[s]);
    }
  }
}

static bool chooses_any(const char *only) {
  bool any = false;
  for (size_t task = 0; task < POOL_TASKS; task++) {
    any = any || fnmatch(only, pool_tasks[task], 0) == 0;
  }
  return any;
}

bool pools_measure(struct pool_results *results, const char *only) {
  *results = (struct pool_results){
      .sizes = {10, 100, 1000, 10000, 100000, 1000000},
      .kinds = {SNARP_POLICY_RR, SNARP_POLICY_WRR, SNARP_POLICY_RAND,
                SNARP_POLICY_WRAND, SNARP_POLICY_PRIO, SNARP_POLICY_LU,
                SNARP_POLICY_LUD, SNARP_POLICY_PLU, SNARP_POLICY_RLU}};
  if (!chooses_any(only)) {
    return false;
  }

  const struct pool_side *rsplib = pool_rsplib();
  results->beside = rsplib != NULL;
  for (size_t kind = 0; kind < POOL_KINDS; kind++) {
    for (size_t size = 0; size < POOL_SIZES; size++) {
      measure_cell(&results->cells[kind][size], results->kinds[kind],
                   results->sizes[size], rsplib, only);
    }
  }
  return true;
}
