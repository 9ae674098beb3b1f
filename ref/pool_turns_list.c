/* Weighted Round Robin: who comes behind the one that takes its turn.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_turns.h"

/* The elements of all ranks in their order: the ranks that come next in the
 * list of each heap, or its head; and, in a heap of two children each, elements
 * that come next in their circle or are the first ones of ranks behind the
 * lists. */
struct walk {
  const struct snarp_pool *pool;
  uint32_t may;
  uint32_t waits;
  struct snarp_pool_turn *front;
  size_t n;
  uint32_t rank; /* of the element that came last */
  uint32_t slot;
};

static bool turn_before(const struct walk *walk,
                        const struct snarp_pool_turn *a,
                        const struct snarp_pool_turn *b) {
  const struct snarp_pool_item *items = walk->pool->heap.items;

  return heap_before_with(&items[a->rank], a->tie, &items[b->rank], b->tie);
}

static void front_push(struct walk *walk, uint32_t rank, uint32_t slot) {
  const struct snarp_pool *pool = walk->pool;
  uint64_t waits = pool->heap.items[rank].tie & WAITS;
  struct snarp_pool_turn turn = {pool->arrivals[slot] | waits, rank, slot};
  size_t i = walk->n;

  walk->n++;
  while (i > 0 && turn_before(walk, &turn, &walk->front[(i - 1) / 2])) {
    walk->front[i] = walk->front[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  walk->front[i] = turn;
}

static void front_pop(struct walk *walk) {
  struct snarp_pool_turn *front = walk->front;
  size_t i = 0;
  size_t child = 1;

  walk->rank = front[0].rank;
  walk->slot = front[0].slot;
  walk->n--;
  while (child < walk->n) {
    if (child + 1 < walk->n &&
        turn_before(walk, &front[child + 1], &front[child])) {
      child++;
    }
    if (!turn_before(walk, &front[child], &front[walk->n])) {
      break;
    }
    front[i] = front[child];
    i = child;
    child = 2 * i + 1;
  }
  front[i] = front[walk->n];
}

/* Ranks of a heap, from `pos` on up to `end`. */
static void push_ranks(struct walk *walk, const struct snarp_pool_heap *heap,
                       size_t pos, size_t end) {
  for (; pos < end && pos < heap->n; pos++) {
    uint32_t rank = heap->numbers[pos];
    front_push(walk, rank, walk->pool->ranks[rank].first);
  }
}

/* What comes behind a rank whose first element has been taken: in its list, or
 * below it in its heap. */
static void look_behind_rank(struct walk *walk, uint32_t rank) {
  const struct snarp_pool *pool = walk->pool;
  bool waits = turns_waits(pool, rank);
  const struct snarp_pool_heap *heap = waits ? &pool->waiting : &pool->heap;
  uint32_t next = heap->links[rank].next;
  size_t child = 2 * (size_t)heap->items[rank].place + 1;

  if (heap->items[rank].place != HEAP_LISTED) {
    push_ranks(walk, heap, child, child + 2);
    return;
  }
  *(waits ? &walk->waits : &walk->may) = next;
  if (next == heap->head) {
    push_ranks(walk, heap, 0, 1);
  }
}

/* What comes behind the element that came last. */
static void look_behind(struct walk *walk) {
  const struct snarp_pool *pool = walk->pool;
  uint32_t first = pool->ranks[walk->rank].first;
  uint32_t next = pool->links[walk->slot].next;

  if (walk->slot == first) {
    look_behind_rank(walk, walk->rank);
  }
  if (next != first) {
    front_push(walk, walk->rank, next);
  }
}

/* The lesser one of the ranks that come next in their lists, or NO_SLOT. */
static uint32_t next_rank(const struct walk *walk) {
  const struct snarp_pool *pool = walk->pool;
  const struct snarp_pool_item *items = pool->heap.items;

  if (walk->waits == pool->waiting.head) {
    return walk->may != pool->heap.head ? walk->may : NO_SLOT;
  }
  if (walk->may != pool->heap.head &&
      heap_before(&items[walk->may], &items[walk->waits])) {
    return walk->may;
  }
  return walk->waits;
}

/* Whether the front comes before this rank. */
static bool front_before(const struct walk *walk, uint32_t rank) {
  const struct snarp_pool_item *items = walk->pool->heap.items;
  const struct snarp_pool_turn *front = walk->front;

  return heap_before_with(&items[front->rank], front->tie, &items[rank],
                          items[rank].tie);
}

static bool walk_next(struct walk *walk) {
  uint32_t rank = next_rank(walk);

  if (walk->n > 0 && (rank == NO_SLOT || front_before(walk, rank))) {
    front_pop(walk);
    return true;
  }
  if (rank != NO_SLOT) {
    walk->rank = rank;
    walk->slot = walk->pool->ranks[rank].first;
  }
  return rank != NO_SLOT;
}

size_t turns_list(uint32_t *slots, struct snarp_pool *pool, size_t k) {
  struct walk walk = {.pool = pool,
                      .may = pool->heap.head,
                      .waits = heap_first(&pool->waiting),
                      .front = pool->front,
                      .rank = heap_first(&pool->heap),
                      .slot = slots[0]};
  size_t n = 1;

  while (n < k) {
    look_behind(&walk);
    if (!walk_next(&walk)) {
      break;
    }
    slots[n] = walk.slot;
    n++;
  }
  return n;
}
