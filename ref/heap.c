/* Indexed heaps.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "heap.h"

/* Four children lie side by side: half as many levels as with two, for about
 * as many octets of memory on each. */
enum { CHILDREN = 4 };

/* Times that may have been rounded alike. */
static bool rounded_before(const struct snarp_pool_item *a,
                           const struct snarp_pool_item *b) {
  uint64_t product_a = (uint64_t)heap_number(a) * b->parts;
  uint64_t product_b = (uint64_t)heap_number(b) * a->parts;

  return product_a != product_b ? product_a < product_b : a->tie < b->tie;
}

/* Two times that differ are at least 1/(a->parts * b->parts) apart, which is
 * not rounded away if it is a 2^32th or more. */
static inline bool before(const struct snarp_pool_item *a,
                          const struct snarp_pool_item *b) {
  uint64_t distance = a->key - b->key;

  if (distance != 0) {
    return distance >> 63 != 0;
  }
  return (uint64_t)a->parts * b->parts > UINT32_MAX ? rounded_before(a, b)
                                                    : a->tie < b->tie;
}

static inline void put(struct snarp_pool_heap *heap, size_t pos,
                       const struct snarp_pool_item *item) {
  heap->items[pos] = *item;
  heap->at[item->slot] = (uint32_t)pos;
}

static size_t rise(struct snarp_pool_heap *heap, size_t pos,
                   const struct snarp_pool_item *item) {
  while (pos > 0) {
    size_t parent = (pos - 1) / CHILDREN;
    if (!before(item, &heap->items[parent])) {
      break;
    }
    put(heap, pos, &heap->items[parent]);
    pos = parent;
  }
  return pos;
}

/* The least of the children that begin at `first`, which exists. */
static inline size_t least_child(const struct snarp_pool_heap *heap,
                                 size_t first) {
  size_t end = first + CHILDREN < heap->n ? first + CHILDREN : heap->n;
  size_t least = first;

  for (size_t i = first + 1; i < end; i++) {
    if (before(&heap->items[i], &heap->items[least])) {
      least = i;
    }
  }
  return least;
}

static size_t sink(struct snarp_pool_heap *heap, size_t pos,
                   const struct snarp_pool_item *item) {
  size_t first = CHILDREN * pos + 1;

  while (first < heap->n) {
    size_t child = least_child(heap, first);
    if (!before(&heap->items[child], item)) {
      break;
    }
    put(heap, pos, &heap->items[child]);
    pos = child;
    first = CHILDREN * pos + 1;
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

void heap_settle(struct snarp_pool_heap *heap, size_t pos) {
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

void heap_rename(struct snarp_pool_heap *heap, uint32_t from, uint32_t to) {
  heap->at[to] = heap->at[from];
  heap->items[heap->at[to]].slot = to;
}

static const struct snarp_pool_item *item_at(const struct heap_walk *walk,
                                             size_t pos) {
  if (pos < walk->one->n) {
    return &walk->one->items[pos];
  }
  return &walk->other->items[pos - walk->one->n];
}

static bool front_before(const struct heap_walk *walk, size_t a, size_t b) {
  return before(item_at(walk, walk->front[a]), item_at(walk, walk->front[b]));
}

static void front_swap(struct heap_walk *walk, size_t a, size_t b) {
  uint32_t pos = walk->front[a];

  walk->front[a] = walk->front[b];
  walk->front[b] = pos;
}

static void front_push(struct heap_walk *walk, size_t pos) {
  size_t i = walk->n;

  walk->front[i] = (uint32_t)pos;
  walk->n++;
  while (i > 0 && front_before(walk, i, (i - 1) / 2)) {
    front_swap(walk, i, (i - 1) / 2);
    i = (i - 1) / 2;
  }
}

static size_t front_pop(struct heap_walk *walk) {
  size_t pos = walk->front[0];
  size_t i = 0;
  size_t child = 1;

  walk->n--;
  walk->front[0] = walk->front[walk->n];
  while (child < walk->n) {
    if (child + 1 < walk->n && front_before(walk, child + 1, child)) {
      child++;
    }
    if (!front_before(walk, child, i)) {
      break;
    }
    front_swap(walk, child, i);
    i = child;
    child = 2 * i + 1;
  }
  return pos;
}

/* The children of the item that came last stand behind it and before all else
 * below them. */
static void push_children(struct heap_walk *walk) {
  size_t base = walk->last < walk->one->n ? 0 : walk->one->n;
  size_t n = base == 0 ? walk->one->n : walk->other->n;
  size_t first = CHILDREN * (walk->last - base) + 1;

  for (size_t i = first; i < first + CHILDREN && i < n; i++) {
    front_push(walk, base + i);
  }
}

uint32_t heap_walk_begin(struct heap_walk *walk,
                         const struct snarp_pool_heap *one,
                         const struct snarp_pool_heap *other, uint32_t *front) {
  walk->one = one;
  walk->other = other;
  walk->front = front;
  walk->n = 0;
  walk->last = 0;
  if (other->n > 0) {
    front_push(walk, one->n);
  }
  return one->items[0].slot;
}

bool heap_walk_next(uint32_t *slot, struct heap_walk *walk) {
  push_children(walk);
  if (walk->n == 0) {
    return false;
  }
  walk->last = front_pop(walk);
  *slot = item_at(walk, walk->last)->slot;
  return true;
}
