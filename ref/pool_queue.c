/* Priority, and Least Used in its three forms: elements of equal value stand in
 * a queue, and the queues in the order of their values.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_ranks.h"

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

static void enter_rank(struct snarp_pool *pool, uint32_t slot, uint64_t key,
                       uint32_t near) {
  bool made;
  uint32_t index = ranks_find(pool, key, near, &made);
  struct snarp_pool_rank *rank = &pool->ranks[index];

  pool->at[slot] = index;
  if (made) {
    rank->first = slot;
    links_begin(pool->links, slot);
  } else {
    links_enter(pool->links, rank->first, slot);
  }
}

void queue_init(struct snarp_pool *pool) {
  ranks_clear(pool);
}

void queue_enter(struct snarp_pool *pool, uint32_t slot) {
  enter_rank(pool, slot, key_of(pool, slot), pool->cap);
}

void queue_leave(struct snarp_pool *pool, uint32_t slot) {
  struct snarp_pool_rank *rank = &pool->ranks[pool->at[slot]];
  uint32_t next = pool->links[slot].next;

  if (next == slot) {
    ranks_remove(pool, pool->at[slot]);
    return;
  }
  links_leave(pool->links, slot);
  if (rank->first == slot) {
    rank->first = next;
  }
}

static void set_key(struct snarp_pool *pool, uint32_t slot, uint64_t key) {
  if (pool->ranks[pool->at[slot]].key != key) {
    queue_leave(pool, slot);
    enter_rank(pool, slot, key, pool->cap);
  }
}

void queue_change(struct snarp_pool *pool, uint32_t slot) {
  set_key(pool, slot, key_of(pool, slot));
}

void queue_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  struct snarp_pool_rank *rank = &pool->ranks[pool->at[from]];

  links_move(pool->links, from, to);
  pool->at[to] = pool->at[from];
  if (rank->first == from) {
    rank->first = to;
  }
}

uint64_t queue_counter(const struct snarp_pool *pool, uint32_t slot) {
  return pool->ranks[pool->at[slot]].key - pool->values[slot];
}

void queue_copy(struct snarp_pool *to, const struct snarp_pool *from) {
  uint32_t index = ranks_first(from);

  queue_init(to);
  while (index != from->cap) {
    const struct snarp_pool_rank *rank = &from->ranks[index];
    uint32_t slot = rank->first;
    do {
      enter_rank(to, slot, rank->key, to->cap);
      slot = from->links[slot].next;
    } while (slot != rank->first);
    index = rank->next;
  }
}

/* The rank that a key which has grown is nearest to, behind `next`: often all
 * are level, and it comes to the end. */
static uint32_t nearest(const struct snarp_pool *pool, uint32_t next,
                        uint64_t key) {
  uint32_t last = pool->ranks[pool->cap].prev;

  return next == pool->cap || pool->ranks[last].key < key ? last : next;
}

/* A greater key, which often stays between the same neighbours, comes to be
 * that of the next rank, or has its place behind it. */
static void grow(struct snarp_pool *pool, uint32_t slot, uint64_t key) {
  uint32_t index = pool->at[slot];
  uint32_t next = pool->ranks[index].next;

  if (pool->ranks[index].key == key) {
    return;
  }
  if (pool->links[slot].next == slot && ranks_change(pool, index, key)) {
    return;
  }
  queue_leave(pool, slot);
  if (next != pool->cap && pool->ranks[next].key == key) {
    pool->at[slot] = next;
    links_enter(pool->links, pool->ranks[next].first, slot);
  } else {
    enter_rank(pool, slot, key, nearest(pool, next, key));
  }
}

/* The load with the degradation counter, which grows by one degradation. */
static void degrade(struct snarp_pool *pool, uint32_t slot) {
  uint64_t key = pool->ranks[pool->at[slot]].key;
  uint64_t room = UINT64_MAX - key;
  uint64_t more = pool->nodes[slot].extra;

  /* not a branch, since only 2^32 answers would lead to the other one */
  grow(pool, slot, key + (more < room) * more + (more >= room) * room);
}

static size_t list_least(uint32_t *slots, const struct snarp_pool *pool,
                         size_t k) {
  const struct snarp_pool_rank *rank = &pool->ranks[ranks_first(pool)];
  uint32_t slot = rank->first;
  size_t n = 0;

  for (;;) {
    slots[n] = slot;
    n++;
    if (n == k) {
      return n;
    }
    slot = pool->links[slot].next;
    if (slot == rank->first) {
      if (rank->next == pool->cap) {
        return n;
      }
      rank = &pool->ranks[rank->next];
      slot = rank->first;
    }
  }
}

size_t queue_select(uint32_t *ids, struct snarp_pool *pool, size_t k) {
  uint32_t *slots = ids; /* until they are no longer needed */
  size_t n = pool->n > 0 ? list_least(slots, pool, k) : 0;

  if (n > 0 && pool->kind != SNARP_POLICY_PRIO) {
    /* round robin: the first one goes to the end (4.1.2) */
    pool->ranks[ranks_first(pool)].first = pool->links[slots[0]].next;
  }
  if (pool->kind == SNARP_POLICY_LUD) {
    for (size_t i = 0; i < n; i++) {
      degrade(pool, slots[i]);
    }
  }
  ids_of(slots, pool, n);
  return n;
}
