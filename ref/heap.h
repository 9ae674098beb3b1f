/*
 * heap.h - indexed heaps of times: the least item in constant time, changes in
 * O(log n).
 *
 * Heaps lie in the caller's memory. Items are found through `at`, by their
 * slot. The children of the item at i are those at 2 * i + 1 and 2 * i + 2.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_HEAP_H
#define SNARP_HEAP_H

#include "snarp/pool.h"

/*
 * An item is compared by its key, then by its tie. The key is a time in
 * 2^32ths, rounded down from m/parts with a whole m; those that are rounded to
 * the same are compared exactly. Times go round 2^64, and are never further
 * apart than half of it.
 */
struct snarp_pool_item {
  uint64_t key;
  uint64_t tie;
  uint32_t parts;
  uint32_t slot;
};

/* The numerator of the time without its whole part, from 1 to parts: it is the
 * least one that is rounded to this key. */
static inline uint32_t heap_number(const struct snarp_pool_item *item) {
  uint64_t part = ((item->key - 1) & UINT32_MAX) + 1;

  return (uint32_t)((part * item->parts + UINT32_MAX) >> 32);
}

/* Times that may have been rounded alike. */
static inline bool heap_rounded_before(const struct snarp_pool_item *a,
                                       const struct snarp_pool_item *b) {
  uint64_t product_a = (uint64_t)heap_number(a) * b->parts;
  uint64_t product_b = (uint64_t)heap_number(b) * a->parts;

  return product_a != product_b ? product_a < product_b : a->tie < b->tie;
}

/* Two times that differ are at least 1/(a->parts * b->parts) apart, which is
 * not rounded away if it is a 2^32th or more. Without branches but for that
 * one, as nobody can foretell them. */
static inline bool heap_before(const struct snarp_pool_item *a,
                               const struct snarp_pool_item *b) {
  uint64_t distance = a->key - b->key;

  if ((uint64_t)a->parts * b->parts > UINT32_MAX && distance == 0) {
    return heap_rounded_before(a, b);
  }
  return ((unsigned)(distance >> 63) |
          ((unsigned)(distance == 0) & (unsigned)(a->tie < b->tie))) != 0;
}

void heap_push(struct snarp_pool_heap *heap,
               const struct snarp_pool_item *item);

/* Takes out the item at `pos`. */
void heap_remove(struct snarp_pool_heap *heap, size_t pos);

/* Puts the item at `pos` where it belongs now that it has changed. */
void heap_settle(struct snarp_pool_heap *heap, size_t pos);

#endif
