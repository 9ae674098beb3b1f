/*
 * heap.h - indexed heaps of times: the least item in constant time, changes in
 * O(log n), and the k least ones in O(k log k) without a change.
 *
 * Heaps lie in the caller's memory. Items are found through `at`, by their
 * slot.
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

void heap_push(struct snarp_pool_heap *heap,
               const struct snarp_pool_item *item);

/* Takes out the item at `pos`. */
void heap_remove(struct snarp_pool_heap *heap, size_t pos);

/* Puts the item at `pos` where it belongs now that it has changed. */
void heap_settle(struct snarp_pool_heap *heap, size_t pos);

/* The item of a slot is another slot's from now on. */
void heap_rename(struct snarp_pool_heap *heap, uint32_t from, uint32_t to);

/* The items of two heaps, from the least on. While a walk is under way
 * the heaps must not change. */
struct heap_walk {
  const struct snarp_pool_heap *one;
  const struct snarp_pool_heap *other;
  uint32_t *front; /* room for as many as there are items */
  size_t n;
  size_t last; /* the position that came last; of `other` behind those of `one`
                */
};

/* Begins with the first item of `one`, which must have one, whatever stands in
 * `other`; gives its slot. */
uint32_t heap_walk_begin(struct heap_walk *walk,
                         const struct snarp_pool_heap *one,
                         const struct snarp_pool_heap *other, uint32_t *front);

/* The slot of the next item; false behind the last one. */
bool heap_walk_next(uint32_t *slot, struct heap_walk *walk);

#endif
