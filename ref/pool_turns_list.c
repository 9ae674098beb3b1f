/* Weighted Round Robin: who comes behind the one that takes its turn.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_turns.h"

/* The elements of all ranks in their order: the ranks that come next in the
 * list of each heap, or NO_SLOT; and, in a heap of two children each, elements
 * that come next in their circle or are the first ones of ranks behind the
 * lists. The place of an item is the slot of an element here. */
struct walk {
  const struct snarp_pool *pool;
  uint32_t next[2];
  struct snarp_pool_item *front;
  size_t n;
};

static void front_push(struct walk *walk, const struct snarp_pool_item *item) {
  size_t i = walk->n;

  walk->n++;
  while (i > 0 && heap_before(item, &walk->front[(i - 1) / 2])) {
    walk->front[i] = walk->front[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  walk->front[i] = *item;
}

static uint32_t front_pop(struct walk *walk) {
  const struct snarp_pool_item *front = walk->front;
  const struct snarp_pool_item *item = &front[walk->n - 1];
  uint32_t slot = front[0].place;
  size_t i = 0;
  size_t child = 1;

  walk->n--;
  while (child < walk->n) {
    if (child + 1 < walk->n && heap_before(&front[child + 1], &front[child])) {
      child++;
    }
    if (!heap_before(&front[child], item)) {
      break;
    }
    walk->front[i] = front[child];
    i = child;
    child = 2 * i + 1;
  }
  walk->front[i] = *item;
  return slot;
}

/* Ranks of a heap, from `pos` on up to `end`. */
static void push_ranks(struct walk *walk, const struct snarp_pool_heap *heap,
                       size_t pos, size_t end) {
  for (; pos < end && pos < heap->n; pos++) {
    struct snarp_pool_item item = heap->items[heap->numbers[pos]];
    item.place = walk->pool->ranks[heap->numbers[pos]].first;
    front_push(walk, &item);
  }
}

/* What comes behind a rank whose first element has been taken: in its list, or
 * below it in its heap. */
static void look_behind_rank(struct walk *walk, uint32_t rank) {
  const struct snarp_pool *pool = walk->pool;
  unsigned which = turns_waits(pool, rank);
  const struct snarp_pool_heap *heap = which ? &pool->waiting : &pool->heap;
  size_t child = 2 * (size_t)heap->items[rank].place + 1;

  if (heap->items[rank].place != HEAP_LISTED) {
    push_ranks(walk, heap, child, child + 2);
    return;
  }
  walk->next[which] = heap->links[rank].next;
  if (walk->next[which] == heap->head) {
    walk->next[which] = NO_SLOT;
    push_ranks(walk, heap, 0, 1);
  }
}

static void push_successor(struct walk *walk, uint32_t rank, uint32_t slot) {
  struct snarp_pool_item item = walk->pool->heap.items[rank];

  item.tie = walk->pool->arrivals[slot] | (item.tie & WAITS);
  item.place = slot;
  front_push(walk, &item);
}

/* What comes behind the element that was taken last. */
static inline void look_behind(struct walk *walk, uint32_t slot) {
  const struct snarp_pool *pool = walk->pool;
  uint32_t rank = pool->at[slot];
  uint32_t first = pool->ranks[rank].first;

  if (pool->links[slot].next != first) {
    push_successor(walk, rank, pool->links[slot].next);
  }
  if (slot == first) {
    look_behind_rank(walk, rank);
  }
}

/* The lesser one of the ranks that come next in their lists, or NO_SLOT. */
static inline uint32_t next_rank(const struct walk *walk) {
  const struct snarp_pool_item *items = walk->pool->heap.items;
  uint32_t may = walk->next[0];
  uint32_t waits = walk->next[1];

  if (may == NO_SLOT || waits == NO_SLOT) {
    return may & waits;
  }
  return heap_before(&items[may], &items[waits]) ? may : waits;
}

static inline bool walk_next(uint32_t *slot, struct walk *walk) {
  const struct snarp_pool *pool = walk->pool;
  uint32_t rank = next_rank(walk);

  if (walk->n > 0 &&
      (rank == NO_SLOT || heap_before(walk->front, &pool->heap.items[rank]))) {
    *slot = front_pop(walk);
    return true;
  }
  if (rank == NO_SLOT) {
    return false;
  }
  *slot = pool->ranks[rank].first;
  return true;
}

size_t turns_list(uint32_t *slots, struct snarp_pool *pool, size_t k) {
  uint32_t waits = heap_first(&pool->waiting);
  struct walk walk = {pool,
                      {NO_SLOT, waits != pool->waiting.head ? waits : NO_SLOT},
                      pool->front,
                      0};
  size_t n = 1;

  while (n < k) {
    look_behind(&walk, slots[n - 1]);
    if (!walk_next(&slots[n], &walk)) {
      break;
    }
    n++;
  }
  return n;
}
