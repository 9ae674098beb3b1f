/* Indexed heaps.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "heap.h"

static inline void put(struct snarp_pool_heap *heap, size_t pos,
                       const struct snarp_pool_item *item) {
  heap->items[pos] = *item;
  heap->at[item->slot] = (uint32_t)pos;
}

static size_t rise(struct snarp_pool_heap *heap, size_t pos,
                   const struct snarp_pool_item *item) {
  while (pos > 0) {
    size_t parent = (pos - 1) / 2;
    if (!heap_before(item, &heap->items[parent])) {
      break;
    }
    put(heap, pos, &heap->items[parent]);
    pos = parent;
  }
  return pos;
}

/* The lesser one of the children, the first of which exists. */
static inline size_t lesser_child(const struct snarp_pool_heap *heap,
                                  size_t first) {
  if (first + 1 == heap->n) {
    return first;
  }
  return first + heap_before(&heap->items[first + 1], &heap->items[first]);
}

static size_t sink(struct snarp_pool_heap *heap, size_t pos,
                   const struct snarp_pool_item *item) {
  size_t first = 2 * pos + 1;

  while (first < heap->n) {
    size_t child = lesser_child(heap, first);
    if (!heap_before(&heap->items[child], item)) {
      break;
    }
    put(heap, pos, &heap->items[child]);
    pos = child;
    first = 2 * pos + 1;
  }
  return pos;
}

void heap_push(struct snarp_pool_heap *heap,
               const struct snarp_pool_item *item) {
  heap->n++;
  put(heap, rise(heap, heap->n - 1, item), item);
}

static void place(struct snarp_pool_heap *heap, size_t pos,
                  const struct snarp_pool_item *item) {
  size_t to = rise(heap, pos, item);

  put(heap, to == pos ? sink(heap, pos, item) : to, item);
}

/* Most items stay where they are. */
static bool is_settled(const struct snarp_pool_heap *heap, size_t pos) {
  const struct snarp_pool_item *item = &heap->items[pos];
  size_t first = 2 * pos + 1;

  if (pos > 0 && heap_before(item, &heap->items[(pos - 1) / 2])) {
    return false;
  }
  return first >= heap->n ||
         !heap_before(&heap->items[lesser_child(heap, first)], item);
}

void heap_settle(struct snarp_pool_heap *heap, size_t pos) {
  if (is_settled(heap, pos)) {
    return;
  }

  struct snarp_pool_item item = heap->items[pos];

  place(heap, pos, &item);
}

void heap_remove(struct snarp_pool_heap *heap, size_t pos) {
  struct snarp_pool_item item = heap->items[heap->n - 1];

  heap->n--;
  if (pos < heap->n) {
    place(heap, pos, &item);
  }
}
