/*
 * pool_sides.c - the pools of libsnarp and of rsplib.
 *
 * Both take their random numbers from the same generator, so that rsplib is not
 * charged for the system calls of its own.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "pools.h"
#include "snarp/pool.h"

#define SELECTED_MAX 16

static void *take(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) {
    bench_die("no memory for a pool of %zu octets", size);
  }
  return memory;
}

/* --- libsnarp */

struct snarp_side {
  struct snarp_pool pool;
  struct snarp_seed seed;
  struct snarp_rng rng;
  void *memory;
};

static void *snarp_make(enum snarp_policy_kind kind, size_t n) {
  struct snarp_side *side = take(sizeof *side);
  size_t size = snarp_pool_memory(kind, n);
  side->memory = take(size);
  side->rng = snarp_rng_from_seed(&side->seed, n);
  if (snarp_pool_init(&side->pool, SNARP_RFC_5356, kind, n, side->memory,
                      size) != SNARP_OK) {
    bench_die("libsnarp makes no pool of %zu elements", n);
  }
  return side;
}

static void snarp_end(void *pool) {
  struct snarp_side *side = pool;
  free(side->memory);
  free(side);
}

static bool snarp_add(void *pool, const struct pool_member *members, size_t n) {
  struct snarp_side *side = pool;
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    good += snarp_pool_register(&side->pool, members[i].id,
                                &members[i].policy) == SNARP_OK;
  }
  return good == n;
}

static bool snarp_drop(void *pool, const struct pool_member *members,
                       size_t n) {
  struct snarp_side *side = pool;
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    good += snarp_pool_deregister(&side->pool, members[i].id) == SNARP_OK;
  }
  return good == n;
}

static bool snarp_select(void *pool, size_t k, size_t times) {
  struct snarp_side *side = pool;
  uint32_t ids[SELECTED_MAX];
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    size_t n;
    snarp_pool_select(ids, &n, &side->pool, k, &side->rng);
    bench_use(ids);
    good += n == k;
  }
  return good == times;
}

const struct pool_side pool_snarp = {"snarp",   snarp_make, snarp_end,
                                     snarp_add, snarp_drop, snarp_select};

/* --- rsplib */

static struct snarp_seed random_state;

/* In the place of rsplib's own. */
uint64_t random64(void);
uint32_t random32(void);

uint64_t random64(void) {
  random_state.state += 0x9e3779b97f4a7c15;
  uint64_t mixed = random_state.state;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

uint32_t random32(void) {
  return (uint32_t)random64();
}

/* Under Least Used with Degradation all elements of an answer count (4.2.2),
 * so that all are moved; else one is. */
struct rsplib_side {
  struct rsplib_pool pool;
  bool moves_all;
};

static void *rsplib_make(enum snarp_policy_kind kind, size_t n) {
  struct rsplib_side *side = take(sizeof *side);
  (void)n;
  side->moves_all = kind == SNARP_POLICY_LUD;
  rsplib_pool_begin(&side->pool, rsplib_load());
  return side;
}

static void rsplib_end(void *pool) {
  struct rsplib_side *side = pool;
  rsplib_pool_end(&side->pool);
  free(side);
}

static bool rsplib_add(void *pool, const struct pool_member *members,
                       size_t n) {
  struct rsplib_side *side = pool;
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    void *element;
    good += rsplib_pool_register(&side->pool, members[i].id,
                                 &members[i].settings, &element) == 0;
  }
  return good == n;
}

static bool rsplib_drop(void *pool, const struct pool_member *members,
                        size_t n) {
  struct rsplib_side *side = pool;
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    good += rsplib_pool_deregister(&side->pool, members[i].id) == 0;
  }
  return good == n;
}

static bool rsplib_select(void *pool, size_t k, size_t times) {
  struct rsplib_side *side = pool;
  size_t moved = side->moves_all ? k : RSPLIB_MOVED;
  void *elements[SELECTED_MAX];
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    good += rsplib_pool_select(&side->pool, elements, k, moved) == k;
    bench_use(elements);
  }
  return good == times;
}

const struct pool_side *pool_rsplib(void) {
  static const struct pool_side side = {"rsplib",   rsplib_make, rsplib_end,
                                        rsplib_add, rsplib_drop, rsplib_select};
  if (rsplib_load() == NULL) {
    fprintf(stderr, "snarp_bench: pools without rsplib: %s\n", dlerror());
    return NULL;
  }
  return &side;
}
