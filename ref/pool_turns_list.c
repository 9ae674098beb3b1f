/* Weighted Round Robin: who comes behind the one that takes its turn.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_turns.h"

/* The elements of all ranks in their order: the ranks that come next in the
 * lists of the two heaps, or the heads of these; and, in pool->front, a heap of
 * two children each, elements that come next in their circle or are the first
 * ones of ranks behind the lists. */
struct walk {
  uint32_t ahead; /* the lesser one of what comes next in the lists */
  uint32_t other;
  uint32_t rank; /* of the element that came last */
  uint32_t slot;
  size_t n; /* in the front */
};

/* --- the front */

static inline bool turn_before(const struct snarp_pool *pool,
                               const struct snarp_pool_turn *a,
                               const struct snarp_pool_turn *b) {
  const struct snarp_pool_item *items = pool->heap.items;

  return heap_before_with(&items[a->rank], a->tie, &items[b->rank], b->tie);
}

/* The turn at i is before the one above it, and comes to where it belongs. */
static void rise(const struct snarp_pool *pool, size_t i) {
  struct snarp_pool_turn *front = pool->front;
  struct snarp_pool_turn turn = front[i];

  do {
    front[i] = front[(i - 1) / 2];
    i = (i - 1) / 2;
  } while (i > 0 && turn_before(pool, &turn, &front[(i - 1) / 2]));
  front[i] = turn;
}

/* The turn behind n others comes in the place of the first one of these, and
 * from there where it belongs. */
static void sink(const struct snarp_pool *pool, size_t n) {
  struct snarp_pool_turn *front = pool->front;
  size_t i = 0;
  size_t child = 1;

  while (child < n) {
    if (child + 1 < n && turn_before(pool, &front[child + 1], &front[child])) {
      child++;
    }
    if (!turn_before(pool, &front[child], &front[n])) {
      break;
    }
    front[i] = front[child];
    i = child;
    child = 2 * i + 1;
  }
  front[i] = front[n];
}

/* To the n that are there; mostly there is none. */
static inline void push(const struct snarp_pool *pool, size_t n, uint32_t rank,
                        uint32_t slot) {
  uint64_t waits = pool->heap.items[rank].tie & WAITS;
  struct snarp_pool_turn *front = pool->front;

  front[n].tie = pool->arrivals[slot] | waits;
  front[n].rank = rank;
  front[n].slot = slot;
  if (n > 0 && turn_before(pool, &front[n], &front[(n - 1) / 2])) {
    rise(pool, n);
  }
}

/* The ranks of a heap from `pos` on up to `end`; how many there are then. */
static size_t push_ranks(const struct snarp_pool *pool, size_t n,
                         const struct snarp_pool_heap *heap, size_t pos,
                         size_t end) {
  for (; pos < end && pos < heap->n; pos++) {
    uint32_t rank = heap->numbers[pos];
    push(pool, n, rank, pool->ranks[rank].first);
    n++;
  }
  return n;
}

/* Those below a rank in its heap. */
static size_t push_below(struct snarp_pool *pool, size_t n, uint32_t rank) {
  size_t child = 2 * (size_t)pool->heap.items[rank].place + 1;

  return push_ranks(pool, n, turns_heap_of(pool, rank), child, child + 2);
}

/* --- the walk */

/* Heads have numbers that no rank has. */
static inline bool is_head(const struct snarp_pool *pool, uint32_t rank) {
  return rank >= pool->cap;
}

/* What comes behind the rank ahead in its list, or, at the end of it, in the
 * heap behind it. */
static inline void go_ahead(struct walk *walk, const struct snarp_pool *pool) {
  const struct snarp_pool_item *items = pool->heap.items;
  uint32_t next = pool->heap.links[walk->ahead].next;
  uint32_t other = walk->other;

  if (is_head(pool, next)) {
    walk->n = push_ranks(
        pool, walk->n, next == pool->cap ? &pool->heap : &pool->waiting, 0, 1);
  }
  if (is_head(pool, other) ||
      (!is_head(pool, next) && heap_before(&items[next], &items[other]))) {
    walk->ahead = next;
  } else {
    walk->ahead = other;
    walk->other = next;
  }
}

/* What comes behind the element that came last. */
static inline void look_behind(struct walk *walk, struct snarp_pool *pool) {
  uint32_t next = pool->links[walk->slot].next;
  uint32_t first = walk->slot;

  if (walk->rank == walk->ahead) {
    go_ahead(walk, pool);
  } else {
    first = pool->ranks[walk->rank].first;
    if (walk->slot == first) {
      walk->n = push_below(pool, walk->n, walk->rank);
    }
  }
  if (next != first) {
    push(pool, walk->n, walk->rank, next);
    walk->n++;
  }
}

/* Whether the front comes before the rank ahead. */
static inline bool front_before(const struct snarp_pool *pool, uint32_t ahead) {
  const struct snarp_pool_item *items = pool->heap.items;
  const struct snarp_pool_turn *front = pool->front;

  return heap_before_with(&items[front->rank], front->tie, &items[ahead],
                          items[ahead].tie);
}

static inline bool walk_next(struct walk *walk, struct snarp_pool *pool) {
  look_behind(walk, pool);
  if (walk->n > 0 &&
      (is_head(pool, walk->ahead) || front_before(pool, walk->ahead))) {
    walk->rank = pool->front->rank;
    walk->slot = pool->front->slot;
    walk->n--;
    if (walk->n > 0) {
      sink(pool, walk->n);
    }
    return true;
  }
  if (is_head(pool, walk->ahead)) {
    return false;
  }
  walk->rank = walk->ahead;
  walk->slot = pool->ranks[walk->ahead].first;
  return true;
}

size_t turns_list(uint32_t *ids, struct snarp_pool *pool, uint32_t first,
                  size_t k) {
  struct walk walk = {.ahead = first,
                      .other = heap_first(&pool->waiting),
                      .rank = first,
                      .slot = pool->ranks[first].first};
  size_t n = 1;

  while (n < k && walk_next(&walk, pool)) {
    ids[n] = id_at(pool, walk.slot);
    n++;
  }
  return n;
}
