/*
 * pool_turns.h - the turns of elements, and the ranks of those with the same
 * weight and turns: what the files about them share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_TURNS_H
#define SNARP_POOL_TURNS_H

#include "heap.h"
#include "pool_parts.h"

/* A product of 96 bits. */
struct wide {
  uint64_t high;
  uint32_t low;
};

static inline struct wide multiply(uint64_t a, uint32_t b) {
  uint64_t low = (a & UINT32_MAX) * b;
  struct wide product = {(a >> 32) * b + (low >> 32), (uint32_t)low};

  return product;
}

/* True if c/w of the cycle has come. */
static inline bool may_turn(const struct snarp_pool *pool, uint32_t taken,
                            uint32_t weight) {
  if (pool->sum <= UINT32_MAX) {
    return pool->sum * taken <= pool->turn * weight;
  }

  struct wide need = multiply(pool->sum, taken);
  struct wide have = multiply(pool->turn, weight);

  return need.high != have.high ? need.high < have.high : need.low <= have.low;
}

/* What all elements of this weight have taken in the cycles before. */
static inline uint32_t taken_before(const struct snarp_pool *pool,
                                    uint32_t weight) {
  return (uint32_t)((uint64_t)pool->cycle * weight);
}

static inline uint64_t rank_key(const struct snarp_pool *pool, uint32_t weight,
                                uint32_t taken) {
  return (uint64_t)weight << 32 |
         (uint32_t)((uint64_t)taken_before(pool, weight) + taken);
}

/* That of a rank with a turn more. */
static inline uint64_t key_after(uint64_t key) {
  return (key & ~(uint64_t)UINT32_MAX) | (uint32_t)(key + 1);
}

static inline uint32_t weight_at(const struct snarp_pool *pool, uint32_t rank) {
  return (uint32_t)(pool->ranks[rank].key >> 32);
}

/* What its elements have taken of the cycle at hand. */
static inline uint32_t taken_at(const struct snarp_pool *pool, uint32_t rank) {
  return (uint32_t)pool->ranks[rank].key -
         taken_before(pool, weight_at(pool, rank));
}

/* In the tie of an item that waits, so that beside one that is due when it may
 * be taken it comes second. */
#define WAITS ((uint64_t)1 << 63)

/* The one that its item is in. */
static inline bool turns_waits(const struct snarp_pool *pool, uint32_t rank) {
  return (pool->heap.items[rank].tie & WAITS) != 0;
}

static inline struct snarp_pool_heap *turns_heap_of(struct snarp_pool *pool,
                                                    uint32_t rank) {
  return turns_waits(pool, rank) ? &pool->waiting : &pool->heap;
}

/* Behind ids[0], that of the first element of the first rank, which is `first`,
 * the others up to k in all, which is at least 2; gives their number with the
 * first one. */
size_t turns_list(uint32_t *ids, struct snarp_pool *pool, uint32_t first,
                  size_t k);

#endif
