/* Items in the order of their times: a list, and a heap behind it.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "heap.h"

bool heap_before_exactly(const struct snarp_pool_item *a, uint64_t tie_a,
                         const struct snarp_pool_item *b, uint64_t tie_b) {
  uint64_t product_a = (uint64_t)a->number * b->parts;
  uint64_t product_b = (uint64_t)b->number * a->parts;

  return product_a != product_b ? product_a < product_b : tie_a < tie_b;
}

static inline bool before(const struct snarp_pool_heap *heap, uint32_t a,
                          uint32_t b) {
  return heap_before(&heap->items[a], &heap->items[b]);
}

void heap_clear(struct snarp_pool_heap *heap, uint32_t head) {
  links_begin(heap->links, head);
  heap->head = head;
  heap->listed = 0;
  heap->n = 0;
}

/* --- the heap */

static inline void put(struct snarp_pool_heap *heap, uint32_t pos,
                       uint32_t number) {
  heap->numbers[pos] = number;
  heap->items[number].place = pos;
}

static uint32_t rise(struct snarp_pool_heap *heap, uint32_t pos,
                     uint32_t number) {
  while (pos > 0) {
    uint32_t parent = heap->numbers[(pos - 1) / 2];
    if (!before(heap, number, parent)) {
      break;
    }
    put(heap, pos, parent);
    pos = (pos - 1) / 2;
  }
  return pos;
}

static uint32_t sink(struct snarp_pool_heap *heap, uint32_t pos,
                     uint32_t number) {
  size_t child = 2 * (size_t)pos + 1;

  while (child < heap->n) {
    if (child + 1 < heap->n) {
      child += before(heap, heap->numbers[child + 1], heap->numbers[child]);
    }
    if (!before(heap, heap->numbers[child], number)) {
      break;
    }
    put(heap, pos, heap->numbers[child]);
    pos = (uint32_t)child;
    child = 2 * child + 1;
  }
  return pos;
}

static void push_behind(struct snarp_pool_heap *heap, uint32_t number) {
  heap->n++;
  put(heap, rise(heap, heap->n - 1, number), number);
}

static void remove_behind(struct snarp_pool_heap *heap, uint32_t pos) {
  heap->n--;
  if (pos < heap->n) {
    uint32_t number = heap->numbers[heap->n];
    uint32_t to = rise(heap, pos, number);
    put(heap, to == pos ? sink(heap, pos, number) : to, number);
  }
}

/* --- both */

void heap_push_far(struct snarp_pool_heap *heap, uint32_t number) {
  if (heap->n > 0 && before(heap, heap->numbers[0], number)) {
    push_behind(heap, number);
    return;
  }
  heap_enlist(heap, number, heap->head);
  if (heap->listed > HEAP_LIST_MAX) {
    uint32_t last = heap->links[heap->head].prev;
    heap_unlist(heap, last);
    push_behind(heap, last);
  }
}

static void fill(struct snarp_pool_heap *heap) {
  while (heap->n > 0 && heap->listed < HEAP_LIST_FILL) {
    uint32_t number = heap->numbers[0];
    remove_behind(heap, 0);
    heap_enlist(heap, number, heap->head);
  }
}

void heap_remove_far(struct snarp_pool_heap *heap, uint32_t number) {
  if (heap->items[number].place != HEAP_LISTED) {
    remove_behind(heap, heap->items[number].place);
    return;
  }
  heap_unlist(heap, number);
  if (heap->listed == 0) {
    fill(heap);
  }
}

void heap_settle_near(struct snarp_pool_heap *heap, uint32_t number) {
  uint32_t next = heap->links[number].next;

  heap_remove(heap, number);
  while (next != heap->head && before(heap, next, number)) {
    next = heap->links[next].next;
  }
  heap_enlist(heap, number, next);
}

void heap_settle_far(struct snarp_pool_heap *heap, uint32_t number) {
  heap_remove_far(heap, number);
  heap_push(heap, number);
}
