/*
 * pools.h - pools of elements under each policy: libsnarp beside rsplib.
 *
 * Both work on the same elements. Per policy, size and task there is a pool on
 * each side, and what is measured runs in turn on both, round after round, each
 * with other values of the elements; a figure is the median of the rounds.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef BENCH_POOLS_H
#define BENCH_POOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rsplib_calls.h"
#include "snarp/policy.h"

#define POOL_TASKS 4
#define POOL_KINDS 9
#define POOL_SIZES 6
#define POOL_SIDES 2 /* libsnarp, rsplib */

/* The times of rsplib that are wanted, at every size and at 100 000. */
#define POOL_WANTED 3.0
#define POOL_WANTED_LARGE 5.0

/* An element as each side takes it. */
struct pool_member {
  uint32_t id;
  struct snarp_policy policy;
  struct rsplib_settings settings;
};

/* Element `i` of a pool; it has other values in each version. */
struct pool_member pool_member_of(enum snarp_policy_kind kind, size_t i,
                                  size_t version);

/* A library. Each call does what it says to all that it is given; false where
 * one of these went wrong. */
struct pool_side {
  const char *name;
  void *(*make)(enum snarp_policy_kind kind, size_t n); /* an empty pool */
  void (*end)(void *pool);
  bool (*add)(void *pool, const struct pool_member *members, size_t n);
  bool (*drop)(void *pool, const struct pool_member *members, size_t n);
  bool (*select)(void *pool, size_t k, size_t times);
};

extern const struct pool_side pool_snarp;

/* Null, and a line on standard error, where rsplib is not installed. */
const struct pool_side *pool_rsplib(void);

/* What was measured. What was not is 0. */
struct pool_cell {
  double ns[POOL_TASKS][POOL_SIDES]; /* a call */
  double octets[POOL_SIDES];         /* an element */
};

struct pool_results {
  size_t sizes[POOL_SIZES];
  enum snarp_policy_kind kinds[POOL_KINDS];
  struct pool_cell cells[POOL_KINDS][POOL_SIZES];
  bool beside; /* rsplib was there */
};

extern const char *const pool_tasks[POOL_TASKS];

/* Measures the tasks that `only` chooses; false where it chooses none. */
bool pools_measure(struct pool_results *results, const char *only);

/* Tables: how many times as long rsplib takes, from best to worst, and which
 * cells miss what is wanted; nanoseconds and octets of libsnarp. */
void pools_tell(const struct pool_results *results);

/* The same as objects of the results in JSON; `separator` gives what stands
 * before each. */
void pools_tell_json(const struct pool_results *results,
                     const char *(*separator)(void));

#endif
