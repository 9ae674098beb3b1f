/*
 * Weighted Round Robin (3.2.2) by earliest eligible virtual deadline first
 * (Stoica and Abdel-Wahab, 1995).
 *
 * An element of weight w that has taken c turns of its cycle may take the next
 * one from c/w of the cycle on, and is due at (c + 1)/w. Of those that may, the
 * one that is due first takes the turn; so nobody is ahead of its share, or
 * behind it, by a whole turn.
 *
 * Elements with the same w and c have the same times, and stand in the circle
 * of a rank, in the order in which they came to it; so most turns change no
 * time. Ranks that may, and those whose next turn is in the next cycle, are in
 * `heap` by when they are due; the others in `waiting` by when they may. Keys
 * of items are these times, of which the cycle is the whole part. The key of a
 * rank is w and, with the turns of all cycles before, c: a new cycle changes
 * neither.
 *
 * Always: c <= w, and turn is the sum of all c. Therefore somebody may take a
 * turn until turn = sum; then all have c = w, and the next cycle begins.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "heap.h"
#include "pool_ranks.h"
#include "pool_turns.h"

/* `number` is at least 1. */
static uint64_t time_of(uint32_t cycle, uint32_t number, uint32_t weight) {
  return ((uint64_t)cycle << 32) + ((uint64_t)number << 32) / weight;
}

/* The next time behind the one of the item, which is the number-th of that
 * cycle: by a quotient, and whether the remainders make one more. */
static void step_on(struct snarp_pool_item *item, uint32_t cycle,
                    uint32_t number) {
  item->key += item->step;
  item->number = number;

  uint64_t part = item->key - ((uint64_t)cycle << 32);
  if ((part + 1) * item->parts <= (uint64_t)number << 32) {
    item->key++;
  }
}

uint32_t turns_taken(const struct snarp_pool *pool, uint32_t slot) {
  return pool->values[slot] == 0 ? 0 : taken_at(pool, pool->at[slot]);
}

static void begin_cycle_if_due(struct snarp_pool *pool) {
  if (pool->turn == pool->sum) {
    pool->turn = 0;
    pool->cycle++;
  }
}

static void admit_rank(struct snarp_pool *pool, uint32_t rank) {
  struct snarp_pool_item *item = &pool->waiting.items[rank];

  heap_remove(&pool->waiting, rank);
  step_on(item, pool->cycle, item->number + 1);
  item->tie &= ~WAITS;
  heap_push(&pool->heap, rank);
}

/* Each that comes from waiting has had a turn before: on the average of a
 * cycle there is one. */
static inline void admit(struct snarp_pool *pool) {
  for (;;) {
    uint32_t rank = heap_first(&pool->waiting);
    const struct snarp_pool_item *item = &pool->waiting.items[rank];

    if (rank == pool->waiting.head ||
        !may_turn(pool, item->number, item->parts)) {
      return;
    }
    admit_rank(pool, rank);
  }
}

/* --- ranks and their elements */

/* Puts a new rank among those that may or those that wait. */
static void put_rank(struct snarp_pool *pool, uint32_t rank) {
  uint32_t weight = weight_at(pool, rank);
  uint32_t taken = taken_at(pool, rank);
  uint32_t first = pool->ranks[rank].first;
  uint32_t cycle = pool->cycle;
  struct snarp_pool_item *item = &pool->heap.items[rank];

  item->tie = pool->arrivals[first];
  item->number = taken + 1;
  item->parts = weight;
  item->step = UINT32_MAX / weight;
  if (taken == weight) {
    item->number = 1;
    cycle++;
  } else if (!may_turn(pool, taken, weight)) {
    item->number = taken;
    item->tie |= WAITS;
  }
  item->key = time_of(cycle, item->number, weight);
  heap_push(turns_heap_of(pool, rank), rank);
}

static inline void set_first(struct snarp_pool *pool, uint32_t rank,
                             uint32_t slot) {
  struct snarp_pool_heap *heap = turns_heap_of(pool, rank);
  uint64_t *tie = &heap->items[rank].tie;

  pool->ranks[rank].first = slot;
  *tie = pool->arrivals[slot] | (*tie & WAITS);
  heap_settle(heap, rank);
}

/* Before those that came to the pool later, but for no more steps than these:
 * there are none but where weights have changed within the cycle. */
enum { STEPS_MAX = 8 };

static inline void join(struct snarp_pool *pool, uint32_t slot, uint32_t rank) {
  uint32_t first = pool->ranks[rank].first;
  uint32_t prev = pool->links[first].prev;
  uint32_t next = first;
  unsigned steps = 0;

  while (steps < STEPS_MAX && pool->arrivals[prev] > pool->arrivals[slot]) {
    next = prev;
    prev = pool->links[prev].prev;
    steps = next == first ? STEPS_MAX : steps + 1;
  }
  pool->at[slot] = rank;
  links_enter(pool->links, next, slot);
  if (next == first && steps > 0) {
    set_first(pool, rank, slot);
  }
}

static void begin_circle(struct snarp_pool *pool, uint32_t slot,
                         uint32_t rank) {
  pool->at[slot] = rank;
  pool->ranks[rank].first = slot;
  links_begin(pool->links, slot);
}

static void put(struct snarp_pool *pool, uint32_t slot, uint64_t key,
                uint32_t near) {
  bool made;
  uint32_t rank = ranks_find(pool, key, near, &made);

  if (made) {
    begin_circle(pool, slot, rank);
    put_rank(pool, rank);
  } else {
    join(pool, slot, rank);
  }
}

static inline void take(struct snarp_pool *pool, uint32_t slot, uint32_t rank) {
  uint32_t next = pool->links[slot].next;

  if (next == slot) {
    heap_remove(turns_heap_of(pool, rank), rank);
    ranks_remove(pool, rank);
    return;
  }
  links_leave(pool->links, slot);
  if (pool->ranks[rank].first == slot) {
    set_first(pool, rank, next);
  }
}

/* --- changes */

void turns_init(struct snarp_pool *pool) {
  ranks_clear(pool);
  heap_clear(&pool->heap, pool->cap);
  heap_clear(&pool->waiting, pool->cap + 1);
}

/* The most turns for which it may take the next one: one that comes into a
 * cycle takes its share of what is left of it. What has passed of the cycle
 * does not grow by that, so nobody else may turn for it. */
static uint32_t share_passed(const struct snarp_pool *pool, uint32_t weight) {
  uint32_t taken = 0;

  if (pool->turn == 0) {
    return 0;
  }
  for (uint32_t bit = (uint32_t)1 << 31; bit != 0; bit >>= 1) {
    if (may_turn(pool, taken | bit, weight)) {
      taken |= bit;
    }
  }
  return taken;
}

void turns_enter(struct snarp_pool *pool, uint32_t slot) {
  uint32_t weight = pool->values[slot];

  if (weight == 0) {
    return;
  }

  uint32_t taken = share_passed(pool, weight);
  pool->arrivals[slot] = pool->sequence;
  pool->sequence++;
  pool->turn += taken;
  pool->sum += weight;
  put(pool, slot, rank_key(pool, weight, taken), pool->cap);
}

static void leave(struct snarp_pool *pool, uint32_t slot, uint32_t weight) {
  if (weight == 0) {
    return;
  }

  pool->turn -= taken_at(pool, pool->at[slot]);
  pool->sum -= weight;
  take(pool, slot, pool->at[slot]);
  begin_cycle_if_due(pool);
  admit(pool);
}

void turns_leave(struct snarp_pool *pool, uint32_t slot) {
  leave(pool, slot, pool->values[slot]);
}

/* Keeps what part of its turns it has taken. */
static void rescale(struct snarp_pool *pool, uint32_t slot, uint32_t old) {
  uint32_t weight = pool->values[slot];
  uint32_t before = taken_at(pool, pool->at[slot]);
  uint32_t taken = (uint32_t)((uint64_t)before * weight / old);

  take(pool, slot, pool->at[slot]);
  pool->turn = pool->turn - before + taken;
  pool->sum = pool->sum - old + weight;
  put(pool, slot, rank_key(pool, weight, taken), pool->cap);
  admit(pool);
}

void turns_change(struct snarp_pool *pool, uint32_t slot, uint32_t old) {
  uint32_t weight = pool->values[slot];

  if (weight == old) {
    return;
  }
  if (old == 0) {
    turns_enter(pool, slot);
  } else if (weight == 0) {
    leave(pool, slot, old);
  } else {
    rescale(pool, slot, old);
  }
}

void turns_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  if (pool->values[to] == 0) {
    return;
  }

  struct snarp_pool_rank *rank = &pool->ranks[pool->at[from]];
  links_move(pool->links, from, to);
  pool->at[to] = pool->at[from];
  pool->arrivals[to] = pool->arrivals[from];
  if (rank->first == from) {
    rank->first = to;
  }
}

static void copy_rank(struct snarp_pool *to, const struct snarp_pool *from,
                      uint32_t index) {
  const struct snarp_pool_rank *rank = &from->ranks[index];
  uint32_t slot = rank->first;
  bool made;
  uint32_t copy = ranks_find(to, rank->key, to->cap, &made);

  begin_circle(to, slot, copy);
  for (slot = from->links[slot].next; slot != rank->first;
       slot = from->links[slot].next) {
    to->at[slot] = copy;
    links_enter(to->links, rank->first, slot);
  }
  to->heap.items[copy] = from->heap.items[index];
  heap_push(turns_heap_of(to, copy), copy);
}

void turns_copy(struct snarp_pool *to, const struct snarp_pool *from) {
  memcpy(to->arrivals, from->arrivals, from->n * sizeof *from->arrivals);
  turns_init(to);
  for (uint32_t rank = ranks_first(from); rank != from->cap;
       rank = from->ranks[rank].next) {
    copy_rank(to, from, rank);
  }
}

/* --- selection */

/* To when it is due after `taken` turns, or may be taken, which is when it was
 * due: then it waits for that. */
static inline void advance(const struct snarp_pool *pool,
                           struct snarp_pool_item *item, uint32_t taken) {
  if (taken == item->parts) {
    step_on(item, pool->cycle + 1, 1);
  } else if (may_turn(pool, taken, item->parts)) {
    step_on(item, pool->cycle, taken + 1);
  } else {
    item->tie |= WAITS;
  }
}

static void advance_rank(struct snarp_pool *pool, uint32_t rank,
                         uint32_t taken) {
  heap_remove(&pool->heap, rank);
  advance(pool, &pool->heap.items[rank], taken);
  heap_push(turns_heap_of(pool, rank), rank);
}

/* From the first rank, which keeps others, to one that is not next to it. */
static void part(struct snarp_pool *pool, uint32_t from, uint32_t slot,
                 uint64_t key) {
  struct snarp_pool_item item = pool->heap.items[from];
  bool made;
  uint32_t rank = ranks_find(pool, key, from, &made);

  take(pool, slot, from);
  if (!made) {
    join(pool, slot, rank);
    return;
  }
  begin_circle(pool, slot, rank);
  advance(pool, &item, item.number);
  pool->heap.items[rank] = item;
  heap_push(turns_heap_of(pool, rank), rank);
}

/* The first element of the first rank comes to the one with a turn more, which
 * is next to it, if it is not the one whose key went round. The number of its
 * time, as it may take a turn, is that of the turn. */
static void take_turn(struct snarp_pool *pool, uint32_t rank) {
  uint32_t slot = pool->ranks[rank].first;
  uint32_t next = pool->ranks[rank].next;
  uint64_t key = key_after(pool->ranks[rank].key);

  if (next != pool->cap && pool->ranks[next].key == key) {
    take(pool, slot, rank);
    join(pool, slot, next);
  } else if (pool->links[slot].next != slot) {
    part(pool, rank, slot, key);
  } else if (ranks_change(pool, rank, key)) {
    advance_rank(pool, rank, pool->heap.items[rank].number);
  } else {
    take(pool, slot, rank);
    put(pool, slot, key, pool->cap);
  }
}

size_t turns_select(uint32_t *ids, struct snarp_pool *pool, size_t k) {
  size_t n = 1;

  if (pool->sum == 0) {
    return 0;
  }

  uint32_t rank = heap_first(&pool->heap);
  ids[0] = id_at(pool, pool->ranks[rank].first);
  if (k > 1) {
    n = turns_list(ids, pool, rank, k);
  }
  pool->turn++;
  take_turn(pool, rank);
  begin_cycle_if_due(pool);
  admit(pool);
  return n;
}
