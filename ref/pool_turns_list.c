/* Weighted Round Robin: who comes behind the one that takes its turn.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_turns.h"

/* The elements of all ranks in their order, from behind the first one on: the
 * next ones of the ranks that the walk has come to, and those ranks that are
 * next below them, in a heap of two children each. The slot of an item here is
 * that of an element. */
struct walk {
  struct snarp_pool *pool;
  struct snarp_pool_item *front;
  size_t n;
  uint32_t last; /* the slot that came last */
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

static void front_pop(struct walk *walk) {
  const struct snarp_pool_item *front = walk->front;
  const struct snarp_pool_item *item = &front[walk->n - 1];
  size_t i = 0;
  size_t child = 1;

  walk->last = front[0].slot;
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
}

/* Its first element. */
static void push_rank(struct walk *walk, const struct snarp_pool_item *rank) {
  struct snarp_pool_item item = *rank;

  item.slot = walk->pool->ranks[rank->slot].first;
  front_push(walk, &item);
}

/* What stands behind the element that came last: its successor in the circle,
 * if there is one, and the ranks below, if it was the first one. */
struct behind {
  struct snarp_pool_item next;
  bool has_next;
  const struct snarp_pool_item *below;
  size_t n;
};

static void look_behind(struct behind *behind, const struct walk *walk) {
  struct snarp_pool *pool = walk->pool;
  uint32_t rank = pool->at[walk->last];
  uint32_t first = pool->ranks[rank].first;
  uint32_t next = pool->links[walk->last].next;
  const struct snarp_pool_heap *heap = turns_heap_of(pool, rank);
  const struct snarp_pool_item *item = &heap->items[heap->at[rank]];
  size_t child = 2 * (size_t)heap->at[rank] + 1;

  behind->has_next = next != first;
  behind->next.key = item->key;
  behind->next.tie = item->tie & WAITS;
  behind->next.parts = item->parts;
  behind->next.slot = next;
  behind->next.tie |= behind->has_next ? pool->arrivals[next] : 0;
  behind->below = heap->items + child;
  behind->n = 0;
  if (walk->last == first && child < heap->n) {
    behind->n = child + 1 < heap->n ? 2 : 1;
  }
}

static bool walk_next(uint32_t *slot, struct walk *walk) {
  struct behind behind;

  look_behind(&behind, walk);
  for (size_t i = 0; i < behind.n; i++) {
    push_rank(walk, &behind.below[i]);
  }
  if (behind.has_next) {
    front_push(walk, &behind.next);
  }
  if (walk->n == 0) {
    return false;
  }
  front_pop(walk);
  *slot = walk->last;
  return true;
}

/* `a` may be null. */
static const struct snarp_pool_item *lesser(const struct snarp_pool_item *a,
                                            const struct snarp_pool_item *b) {
  return a == NULL || heap_before(b, a) ? b : a;
}

/* The last one that is asked for: those behind it need no order. `rank` is null
 * or one more that it may be of. */
static bool walk_last(uint32_t *slot, const struct walk *walk,
                      const struct snarp_pool_item *rank) {
  const struct snarp_pool_item *element = walk->n > 0 ? walk->front : NULL;
  struct behind behind;

  look_behind(&behind, walk);
  for (size_t i = 0; i < behind.n; i++) {
    rank = lesser(rank, &behind.below[i]);
  }
  if (behind.has_next) {
    element = lesser(element, &behind.next);
  }
  if (rank != NULL && (element == NULL || heap_before(rank, element))) {
    *slot = walk->pool->ranks[rank->slot].first;
    return true;
  }
  if (element != NULL) {
    *slot = element->slot;
  }
  return element != NULL;
}

/* What stands next to the first rank: the first of which is the least. */
static size_t list_rivals(const struct snarp_pool_item **rivals,
                          const struct snarp_pool *pool) {
  const struct snarp_pool_heap *heap = &pool->heap;
  size_t n = 0;

  for (uint32_t i = 1; i < 3 && i < heap->n; i++) {
    rivals[n] = &heap->items[i];
    n++;
  }
  if (pool->waiting.n > 0) {
    rivals[n] = pool->waiting.items;
    n++;
  }
  for (size_t i = 1; i < n; i++) {
    const struct snarp_pool_item *rival = rivals[i];
    bool less = heap_before(rival, rivals[0]);
    rivals[i] = less ? rivals[0] : rival;
    rivals[0] = less ? rival : rivals[0];
  }
  return n;
}

/* The elements of the first rank that stand before its rivals; the next one of
 * it comes to the front. */
static size_t list_first(uint32_t *slots, struct walk *walk, size_t k,
                         const struct snarp_pool_item *rival) {
  const struct snarp_pool *pool = walk->pool;
  struct snarp_pool_item item = pool->heap.items[0];
  uint32_t slot = pool->links[slots[0]].next;
  size_t n = 1;

  while (n < k && slot != slots[0]) {
    item.tie = pool->arrivals[slot];
    if (rival != NULL && !heap_before(&item, rival)) {
      item.slot = slot;
      walk->front[0] = item;
      walk->n = 1;
      break;
    }
    slots[n] = slot;
    n++;
    slot = pool->links[slot].next;
  }
  return n;
}

static size_t list_walk(uint32_t *slots, struct walk *walk, size_t n,
                        size_t k) {
  while (n + 1 < k && walk_next(&slots[n], walk)) {
    n++;
  }
  return n + 1 == k && walk_last(&slots[n], walk, NULL) ? k : n;
}

size_t turns_list(uint32_t *slots, struct snarp_pool *pool, size_t k) {
  const struct snarp_pool_item *rivals[3] = {NULL, NULL, NULL};
  struct walk walk = {pool, pool->front, 0, 0};
  size_t n_rivals = list_rivals(rivals, pool);
  size_t n = list_first(slots, &walk, k, rivals[0]);

  if (n == k || n_rivals == 0) {
    return n;
  }
  walk.last = pool->ranks[rivals[0]->slot].first;
  slots[n] = walk.last;
  n++;
  if (n == k) {
    return n;
  }
  if (n + 1 == k) {
    const struct snarp_pool_item *rank =
        n_rivals == 3 ? lesser(rivals[1], rivals[2]) : rivals[1];
    return walk_last(&slots[n], &walk, rank) ? k : n;
  }
  for (size_t i = 1; i < n_rivals; i++) {
    push_rank(&walk, rivals[i]);
  }
  return list_walk(slots, &walk, n, k);
}
