/*
 * pool_kit.h - what the tests of pools share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_KIT_H
#define SNARP_POOL_KIT_H

#include "snarp/pool.h"
#include "unit.h"

/* A pool of RFC 5356 in memory of just its size, filled with other octets. */
struct snarp_pool new_pool(enum snarp_policy_kind kind, size_t n);
struct snarp_pool new_pool_of(enum snarp_dialect dialect,
                              enum snarp_policy_kind kind, size_t n);

/* Moves it to such memory for n elements. */
void grow_pool(struct snarp_pool *pool, size_t n);

/* A policy of the pool's kind, its one value (weight, priority or load) and a
 * degradation. */
struct snarp_policy policy_for(const struct snarp_pool *pool, uint32_t value,
                               uint32_t degradation);

/* Registers and must succeed. */
void enter(struct snarp_pool *pool, uint32_t id, uint32_t value,
           uint32_t degradation);

void leave(struct snarp_pool *pool, uint32_t id);

/* Selects k and must get these, listed up to a 0. */
#define IS_SELECTED(pool, k, ...)                                              \
  assert_selected((pool), (k), NULL, (const uint32_t[]){__VA_ARGS__, 0},       \
                  __FILE__, __LINE__)

/* Draws of a tape. */
struct draws {
  const uint64_t *draws;
  size_t n;
};
#define DRAWS(...)                                                             \
  ((struct draws){(const uint64_t[]){__VA_ARGS__},                             \
                  sizeof(const uint64_t[]){__VA_ARGS__} / sizeof(uint64_t)})

/* The same by draws that must just suffice. */
#define IS_DRAWN(pool, k, draws, ...)                                          \
  assert_drawn((pool), (k), (draws), (const uint32_t[]){__VA_ARGS__, 0},       \
               __FILE__, __LINE__)

void assert_selected(struct snarp_pool *pool, size_t k,
                     const struct snarp_rng *rng, const uint32_t *want,
                     const char *file, unsigned line);
void assert_drawn(struct snarp_pool *pool, size_t k, struct draws draws,
                  const uint32_t *want, const char *file, unsigned line);

/* Selects one, which there must be. */
uint32_t select_one(struct snarp_pool *pool, const struct snarp_rng *rng);

#endif
