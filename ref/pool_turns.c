/*
 * Weighted Round Robin (3.2.2) by earliest eligible virtual deadline first
 * (Stoica and Abdel-Wahab, 1995).
 *
 * An element of weight w that has taken c turns of its cycle may take the next
 * one from c/w of the cycle on, and is due at (c + 1)/w. Of those that may, the
 * one that is due first takes the turn; so nobody is ahead of its share, or
 * behind it, by a whole turn. Those that may, and those whose next turn is in
 * the next cycle, are in `heap` by when they are due; the others in `waiting`
 * by when they may. Keys are these times, of which the cycle is the whole part.
 *
 * Always: c <= w, and turn is the sum of all c. Therefore somebody may take a
 * turn until turn = sum; then all have c = w, and the next cycle begins.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "heap.h"
#include "pool_parts.h"

/* A product of 96 bits. */
struct wide {
  uint64_t high;
  uint32_t low;
};

static struct wide multiply(uint64_t a, uint32_t b) {
  uint64_t low = (a & UINT32_MAX) * b;
  struct wide product = {(a >> 32) * b + (low >> 32), (uint32_t)low};

  return product;
}

/* True if c/w of the cycle has come. */
static bool may_turn(const struct snarp_pool *pool, uint32_t taken,
                     uint32_t weight) {
  struct wide need = multiply(pool->sum, taken);
  struct wide have = multiply(pool->turn, weight);

  return need.high != have.high ? need.high < have.high : need.low <= have.low;
}

/* In the tie of an item that waits, so that beside one that is due when it may
 * be taken it comes second. */
#define WAITS ((uint64_t)1 << 63)

/* `number` is at least 1. */
static uint64_t key_of(uint32_t cycle, uint32_t number, uint32_t weight) {
  return ((uint64_t)cycle << 32) + ((uint64_t)number << 32) / weight;
}

/* The cycle in which a time is, or which it ends. */
static uint32_t cycle_of(const struct snarp_pool_item *item) {
  return (uint32_t)((item->key - 1) >> 32);
}

static struct snarp_pool_heap *heap_of(struct snarp_pool *pool, uint32_t slot) {
  return pool->nodes[slot].extra == 0 ? &pool->heap : &pool->waiting;
}

/* What it has taken of the cycle at hand; it has a weight. */
static uint32_t taken_by(const struct snarp_pool *pool, uint32_t slot) {
  uint32_t pos = pool->at[slot];

  if (pool->nodes[slot].extra != 0) {
    return heap_number(&pool->waiting.items[pos]);
  }

  const struct snarp_pool_item *item = &pool->heap.items[pos];
  return cycle_of(item) == pool->cycle ? heap_number(item) - 1 : item->parts;
}

uint32_t turns_taken(const struct snarp_pool *pool, uint32_t slot) {
  return pool->values[slot] == 0 ? 0 : taken_by(pool, slot);
}

static void begin_cycle_if_due(struct snarp_pool *pool) {
  if (pool->turn == pool->sum) {
    pool->turn = 0;
    pool->cycle++;
  }
}

/* Puts an item among those that may or those that wait, after `taken` turns. */
static void put(struct snarp_pool *pool, struct snarp_pool_item *item,
                uint32_t taken) {
  uint32_t weight = item->parts;
  struct snarp_pool_node *node = &pool->nodes[item->slot];

  node->extra = 0;
  item->tie &= ~WAITS;
  if (taken == weight) {
    item->key = key_of(pool->cycle + 1, 1, weight);
  } else if (may_turn(pool, taken, weight)) {
    item->key = key_of(pool->cycle, taken + 1, weight);
  } else {
    item->key = key_of(pool->cycle, taken, weight);
    item->tie |= WAITS;
    node->extra = 1;
  }
  heap_push(heap_of(pool, item->slot), item);
}

static struct snarp_pool_item take(struct snarp_pool *pool, uint32_t slot) {
  struct snarp_pool_heap *heap = heap_of(pool, slot);
  struct snarp_pool_item item = heap->items[heap->at[slot]];

  heap_remove(heap, heap->at[slot]);
  return item;
}

/* The most turns for which it may take the next one: one that comes into a
 * cycle takes its share of what is left of it. */
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
  struct snarp_pool_item item = {0, pool->sequence, weight, slot};

  if (weight == 0) {
    return;
  }

  uint32_t taken = share_passed(pool, weight);
  pool->sequence++;
  pool->turn += taken;
  pool->sum += weight;
  put(pool, &item, taken);
}

static void leave(struct snarp_pool *pool, uint32_t slot, uint32_t weight) {
  if (weight == 0) {
    return;
  }

  pool->turn -= taken_by(pool, slot);
  pool->sum -= weight;
  take(pool, slot);
  begin_cycle_if_due(pool);
}

void turns_leave(struct snarp_pool *pool, uint32_t slot) {
  leave(pool, slot, pool->values[slot]);
}

/* Keeps what part of its turns it has taken. */
static void rescale(struct snarp_pool *pool, uint32_t slot, uint32_t old) {
  uint32_t weight = pool->values[slot];
  uint32_t before = taken_by(pool, slot);
  uint32_t taken = (uint32_t)((uint64_t)before * weight / old);
  struct snarp_pool_item item = take(pool, slot);

  pool->turn = pool->turn - before + taken;
  pool->sum = pool->sum - old + weight;
  item.parts = weight;
  put(pool, &item, taken);
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
  if (pool->values[to] != 0) {
    heap_rename(heap_of(pool, to), from, to);
  }
}

/* Each that comes from waiting has had a turn before: on the average of a
 * cycle there is one. */
static void admit(struct snarp_pool *pool) {
  const struct snarp_pool_item *first = pool->waiting.items;

  while (pool->waiting.n > 0 &&
         may_turn(pool, heap_number(first), first->parts)) {
    struct snarp_pool_item item = *first;

    heap_remove(&pool->waiting, 0);
    item.key = key_of(pool->cycle, heap_number(&item) + 1, item.parts);
    item.tie &= ~WAITS;
    pool->nodes[item.slot].extra = 0;
    heap_push(&pool->heap, &item);
  }
}

/* The key of one that waits is that of when it was due. */
static void take_turn(struct snarp_pool *pool) {
  struct snarp_pool_item *first = pool->heap.items;
  uint32_t taken = heap_number(first);

  pool->turn++;
  if (taken == first->parts) {
    first->key = key_of(pool->cycle + 1, 1, first->parts);
    heap_settle(&pool->heap, 0);
  } else if (may_turn(pool, taken, first->parts)) {
    first->key = key_of(pool->cycle, taken + 1, first->parts);
    heap_settle(&pool->heap, 0);
  } else {
    struct snarp_pool_item item = *first;

    heap_remove(&pool->heap, 0);
    item.tie |= WAITS;
    pool->nodes[item.slot].extra = 1;
    heap_push(&pool->waiting, &item);
  }
  begin_cycle_if_due(pool);
}

size_t turns_select(uint32_t *slots, struct snarp_pool *pool, size_t k) {
  struct heap_walk walk;
  size_t n = 1;

  if (pool->sum == 0) {
    return 0;
  }

  admit(pool);
  slots[0] = heap_walk_begin(&walk, &pool->heap, &pool->waiting, pool->front);
  while (n < k && heap_walk_next(&slots[n], &walk)) {
    n++;
  }
  take_turn(pool);
  return n;
}
