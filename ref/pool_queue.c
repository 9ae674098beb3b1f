/* Priority, and Least Used in its three forms: a heap.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "heap.h"
#include "pool_parts.h"

/* What it is sorted by, ascending, when it is registered. */
static uint64_t key_of(const struct snarp_pool *pool, uint32_t slot) {
  uint64_t value = pool->values[slot];

  switch (pool->kind) {
  case SNARP_POLICY_PRIO:
    return UINT32_MAX - value;
  case SNARP_POLICY_PLU:
    return value + pool->nodes[slot].extra;
  default:
    return value;
  }
}

void queue_enter(struct snarp_pool *pool, uint32_t slot) {
  struct snarp_pool_item item = {key_of(pool, slot), pool->sequence, 0, slot};

  pool->sequence++;
  heap_push(&pool->heap, &item);
}

/* An element that comes to another key goes behind those that have it. */
static void set_key(struct snarp_pool *pool, uint32_t slot, uint64_t key) {
  size_t pos = pool->heap.at[slot];
  struct snarp_pool_item *item = &pool->heap.items[pos];

  if (item->key == key) {
    return;
  }
  item->key = key;
  item->tie = pool->sequence;
  pool->sequence++;
  heap_settle(&pool->heap, pos);
}

void queue_change(struct snarp_pool *pool, uint32_t slot) {
  set_key(pool, slot, key_of(pool, slot));
}

void queue_leave(struct snarp_pool *pool, uint32_t slot) {
  heap_remove(&pool->heap, pool->heap.at[slot]);
}

void queue_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  heap_rename(&pool->heap, from, to);
}

uint64_t queue_counter(const struct snarp_pool *pool, uint32_t slot) {
  return pool->heap.items[pool->heap.at[slot]].key - pool->values[slot];
}

/* The load with the degradation counter, which grows by one degradation. */
static void degrade(struct snarp_pool *pool, uint32_t slot) {
  uint64_t key = pool->heap.items[pool->heap.at[slot]].key;
  uint64_t room = UINT64_MAX - key;
  uint64_t more = pool->nodes[slot].extra;

  set_key(pool, slot, key + (more < room ? more : room));
}

/* The first one goes behind its equals (4.1.2: round robin). */
static void yield(struct snarp_pool *pool, uint32_t slot) {
  size_t pos = pool->heap.at[slot];

  pool->heap.items[pos].tie = pool->sequence;
  pool->sequence++;
  heap_settle(&pool->heap, pos);
}

static size_t list_least(uint32_t *slots, const struct snarp_pool *pool,
                         size_t k) {
  struct heap_walk walk;
  size_t n = 1;

  slots[0] = heap_walk_begin(&walk, &pool->heap, NULL, pool->front);
  while (n < k && heap_walk_next(&slots[n], &walk)) {
    n++;
  }
  return n;
}

size_t queue_select(uint32_t *slots, struct snarp_pool *pool, size_t k) {
  size_t n = pool->n > 0 ? list_least(slots, pool, k) : 0;

  if (n == 0 || pool->kind == SNARP_POLICY_PRIO) {
    return n;
  }
  yield(pool, slots[0]);
  if (pool->kind == SNARP_POLICY_LUD) {
    for (size_t i = 0; i < n; i++) {
      degrade(pool, slots[i]);
    }
  }
  return n;
}
