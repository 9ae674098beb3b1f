/*
 * paths_pools.c - pools of each policy, and pool users; see paths.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "paths.h"
#include "pools.h"
#include "snarp/pooluser.h"

#define NAME_MAX 96
#define SELECTS 1000

static void *take(size_t n, size_t size) {
  void *memory = calloc(n, size);
  if (memory == NULL) {
    bench_die("no memory for %zu elements", n);
  }
  return memory;
}

/* --- pools */

struct pool {
  enum snarp_policy_kind kind;
  size_t size;
  size_t k; /* how many elements a selection wants */
  struct pool_member *members;
  void *pool;
};

static void choose(struct pool *pool, size_t version) {
  for (size_t i = 0; i < pool->size; i++) {
    pool->members[i] = pool_member_of(pool->kind, i, version);
  }
}

static size_t add(void *made, size_t times) {
  struct pool *pool = made;
  return pool_snarp.add(pool->pool, pool->members, times) ? times : 0;
}

static size_t drop(void *made, size_t times) {
  struct pool *pool = made;
  return pool_snarp.drop(pool->pool, pool->members, times) ? times : 0;
}

static size_t select_some(void *made, size_t times) {
  struct pool *pool = made;
  return pool_snarp.select(pool->pool, pool->k, times) ? times : 0;
}

static void count(struct pool *pool, const char *what,
                  size_t (*run)(void *made, size_t times), size_t times) {
  char name[NAME_MAX];
  snprintf(name, sizeof name, "%s: %s, %zu elements", what,
           snarp_policy_name(pool->kind), pool->size);
  path_count(name, run, pool, times);
}

static void count_pool(enum snarp_policy_kind kind, size_t size) {
  struct pool pool = {.kind = kind, .size = size};
  pool.members = take(size, sizeof *pool.members);
  pool.pool = pool_snarp.make(kind, size);
  choose(&pool, 0);
  count(&pool, "pool_register", add, size);
  pool.k = 1;
  count(&pool, "pool_select_1", select_some, SELECTS);
  pool.k = 3;
  count(&pool, "pool_select_3", select_some, SELECTS);
  choose(&pool, 1);
  count(&pool, "pool_reregister", add, size);
  count(&pool, "pool_deregister", drop, size);
  pool_snarp.end(pool.pool);
  free(pool.members);
}

/* --- pool users */

#define LIST 100

struct user {
  struct snarp_pooluser user;
  struct snarp_rng rng;
};

static size_t next(void *made, size_t times) {
  struct user *user = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    size_t index;
    good += snarp_pooluser_next(&index, &user->user, &user->rng) == SNARP_OK;
    bench_use(&index);
  }
  return good;
}

static size_t fail(void *made, size_t times) {
  struct user *user = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    good += snarp_pooluser_failed(&user->user, i) == SNARP_OK;
  }
  return good;
}

static void count_user(enum snarp_policy_kind kind) {
  static struct snarp_pooluser_item items[LIST];
  char name[NAME_MAX];
  struct snarp_seed seed;
  struct user user;
  user.rng = snarp_rng_from_seed(&seed, LIST);
  if (snarp_pooluser_init(&user.user, kind, items, LIST) != SNARP_OK) {
    bench_die("libsnarp makes no list of %d elements", LIST);
  }
  snprintf(name, sizeof name, "snarp_pooluser_next: %s",
           snarp_policy_name(kind));
  path_count(name, next, &user, SELECTS);
  snprintf(name, sizeof name, "snarp_pooluser_failed: %s",
           snarp_policy_name(kind));
  path_count(name, fail, &user, LIST);
}

void paths_pools(void) {
  static const size_t sizes[] = {100, 5000};
  for (int kind = SNARP_POLICY_RR; kind <= SNARP_POLICY_RLU; kind++) {
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
      count_pool((enum snarp_policy_kind)kind, sizes[i]);
    }
  }
  count_user(SNARP_POLICY_RR);
  count_user(SNARP_POLICY_PRIO);
  count_user(SNARP_POLICY_RAND);
}
