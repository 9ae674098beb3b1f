/*
 * heap.h - items in the order of their times: the least ones in constant time,
 * changes in O(log n).
 *
 * The least items stand in a list; those behind the list, if there are any, are
 * in a heap. A few items are all in the list, which is then the fastest. Items
 * and what links them lie in the caller's memory, and are known by their
 * number; several heaps may have theirs in the same arrays. The list is a
 * circle with a head, whose number no item has.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_HEAP_H
#define SNARP_HEAP_H

#include "pool_parts.h"

/* The most items of a list, and how many come to an empty one at a time. */
enum { HEAP_LIST_MAX = 16, HEAP_LIST_FILL = 8 };

/* The place of one that is in the list. */
#define HEAP_LISTED UINT32_MAX

/*
 * An item is compared by its key, then by its tie. The key is a time in
 * 2^32ths, rounded down from a whole number and number/parts; those that are
 * rounded to the same are compared exactly. Times go round 2^64, and are never
 * further apart than half of it.
 */
struct snarp_pool_item {
  uint64_t key;
  uint64_t tie;
  uint32_t number; /* from 1 to parts */
  uint32_t parts;
  uint32_t step;  /* 2^32ths in a part */
  uint32_t place; /* in the heap */
};

/* What the one below does where the keys may have been rounded alike. */
bool heap_before_exactly(const struct snarp_pool_item *a, uint64_t tie_a,
                         const struct snarp_pool_item *b, uint64_t tie_b);

/* Compares items as if they had these ties. Two times that differ are at least
 * 1/(a->parts * b->parts) apart, which is not rounded away where these have 16
 * bits. */
static inline bool heap_before_with(const struct snarp_pool_item *a,
                                    uint64_t tie_a,
                                    const struct snarp_pool_item *b,
                                    uint64_t tie_b) {
  uint64_t distance = a->key - b->key;

  if (distance >> 63 != 0) {
    return true;
  }
  if (distance != 0) {
    return false;
  }
  return (a->parts | b->parts) > UINT16_MAX
             ? heap_before_exactly(a, tie_a, b, tie_b)
             : tie_a < tie_b;
}

static inline bool heap_before(const struct snarp_pool_item *a,
                               const struct snarp_pool_item *b) {
  return heap_before_with(a, a->tie, b, b->tie);
}

/* The number of the least item, or the head where there is none. */
static inline uint32_t heap_first(const struct snarp_pool_heap *heap) {
  return heap->links[heap->head].next;
}

/* Makes it empty; its head is a number that no item has. */
void heap_clear(struct snarp_pool_heap *heap, uint32_t head);

/* To the list, behind those before `next` that are not greater. */
static inline void heap_enlist(struct snarp_pool_heap *heap, uint32_t number,
                               uint32_t next) {
  struct snarp_pool_links *links = heap->links;
  struct snarp_pool_item *items = heap->items;
  uint32_t head = heap->head;

  while (links[next].prev != head &&
         heap_before(&items[number], &items[links[next].prev])) {
    next = links[next].prev;
  }
  links_enter(links, next, number);
  items[number].place = HEAP_LISTED;
  heap->listed++;
}

/* From the list. */
static inline void heap_unlist(struct snarp_pool_heap *heap, uint32_t number) {
  links_leave(heap->links, number);
  heap->listed--;
}

/* What the two below do where there are more items than the list has. */
void heap_push_far(struct snarp_pool_heap *heap, uint32_t number);
void heap_remove_far(struct snarp_pool_heap *heap, uint32_t number);

/* Puts an item where it belongs. */
static inline void heap_push(struct snarp_pool_heap *heap, uint32_t number) {
  if (heap->listed < HEAP_LIST_MAX && heap->n == 0) {
    heap_enlist(heap, number, heap->head);
  } else {
    heap_push_far(heap, number);
  }
}

static inline void heap_remove(struct snarp_pool_heap *heap, uint32_t number) {
  if (heap->n == 0) {
    heap_unlist(heap, number);
  } else {
    heap_remove_far(heap, number);
  }
}

/* Whether it stands where it belongs, where all are in the list. */
static inline bool heap_is_settled(const struct snarp_pool_heap *heap,
                                   uint32_t number) {
  const struct snarp_pool_item *items = heap->items;
  uint32_t next = heap->links[number].next;
  uint32_t prev = heap->links[number].prev;

  return next != heap->head && !heap_before(&items[next], &items[number]) &&
         (prev == heap->head || !heap_before(&items[number], &items[prev]));
}

/* What the one below does: in the list, and where there is more. */
void heap_settle_near(struct snarp_pool_heap *heap, uint32_t number);
void heap_settle_far(struct snarp_pool_heap *heap, uint32_t number);

/* Puts an item where it belongs now that its tie has changed, which is mostly
 * near by. */
static inline void heap_settle(struct snarp_pool_heap *heap, uint32_t number) {
  if (heap->n > 0) {
    heap_settle_far(heap, number);
  } else if (!heap_is_settled(heap, number)) {
    heap_settle_near(heap, number);
  }
}

#endif
