/*
 * pool_parts.h - the parts of a pool: where elements are found by their
 * identifiers, and one structure for each way to select.
 *
 * An element lies in a slot, from 0 to pool->n - 1. A structure hears of it by
 * enter when it has come to the last slot; change when its values do; leave
 * before its slot is given up; and move when the element of the last slot has
 * come to that slot. The values of an element are in place in all four.
 *
 * select writes the identifiers of up to k elements, at least one of which is
 * asked for, and gives their number.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_PARTS_H
#define SNARP_POOL_PARTS_H

#include "snarp/pool.h"

#define NO_SLOT UINT32_MAX

/* An element, in a digital search tree: below the first bits of its mixed
 * identifier, which choose the tree, each further one chooses a child. */
struct snarp_pool_node {
  uint32_t id;
  uint32_t child[2];
  uint32_t extra; /* LUD, PLU: degradation */
};

/* An element in a circle. */
struct snarp_pool_links {
  uint32_t next;
  uint32_t prev;
};

/* An element in a walk through the turns that may come next. */
struct snarp_pool_turn {
  uint64_t tie;
  uint32_t rank;
  uint32_t slot;
};

/* A value that elements have, and the circle of these. */
struct snarp_pool_rank {
  uint64_t key;
  uint32_t first; /* slot */
  uint32_t next;  /* the rank of the next greater key */
  uint32_t prev;
  uint32_t above; /* the fork above it, or NO_SLOT */
};

/* The keys below begin with the bits of `key` above `bit`, which is the first
 * one that they differ in. */
struct snarp_pool_fork {
  uint64_t key;
  uint32_t above;
  uint32_t child[2];
  bool is_rank[2]; /* else a fork */
  uint8_t bit;
};

/* How a policy selects. */
enum pool_part {
  PART_NONE,
  PART_RING,
  PART_TURNS,
  PART_DECK,
  PART_SHARES,
  PART_QUEUE
};

static inline enum pool_part pool_part(enum snarp_policy_kind kind) {
  switch (kind) {
  case SNARP_POLICY_RR:
    return PART_RING;
  case SNARP_POLICY_WRR:
    return PART_TURNS;
  case SNARP_POLICY_RAND:
    return PART_DECK;
  case SNARP_POLICY_WRAND:
  case SNARP_POLICY_RLU:
    return PART_SHARES;
  case SNARP_POLICY_PRIO:
  case SNARP_POLICY_LU:
  case SNARP_POLICY_LUD:
  case SNARP_POLICY_PLU:
    return PART_QUEUE;
  default:
    return PART_NONE;
  }
}

/* A draw; 0 for one that is not below its bound, so that a bad source leads
 * nowhere. */
static inline uint64_t pool_draw(const struct snarp_rng *rng, uint64_t bound) {
  uint64_t draw = rng->below(rng->ctx, bound);

  return draw < bound ? draw : 0;
}

/* Where the slot of this identifier stands, or NO_SLOT would be replaced by it;
 * at most 32 steps away, whatever identifiers there are. */
uint32_t *ids_link(const struct snarp_pool *pool, uint32_t id);

/* Takes out the slot that stands there. */
void ids_remove(const struct snarp_pool *pool, uint32_t *link);

/* Finds places for all slots anew. */
void ids_build(const struct snarp_pool *pool);

static inline uint32_t id_at(const struct snarp_pool *pool, uint32_t slot) {
  return pool->nodes[slot].id;
}

/* The identifiers in place of the slots. */
static inline void ids_of(uint32_t *slots, const struct snarp_pool *pool,
                          size_t n) {
  for (size_t i = 0; i < n; i++) {
    slots[i] = id_at(pool, slots[i]);
  }
}

/* Puts an element into a circle, before the one at `head`. */
static inline void links_enter(struct snarp_pool_links *links, uint32_t head,
                               uint32_t slot) {
  links[slot].next = head;
  links[slot].prev = links[head].prev;
  links[links[slot].prev].next = slot;
  links[head].prev = slot;
}

static inline void links_begin(struct snarp_pool_links *links, uint32_t slot) {
  links[slot].next = slot;
  links[slot].prev = slot;
}

static inline void links_leave(struct snarp_pool_links *links, uint32_t slot) {
  links[links[slot].prev].next = links[slot].next;
  links[links[slot].next].prev = links[slot].prev;
}

/* Where it is alone, it is linked with itself. */
static inline void links_move(struct snarp_pool_links *links, uint32_t from,
                              uint32_t to) {
  struct snarp_pool_links old = links[from];

  links[old.prev].next = to;
  links[old.next].prev = to;
  links[to] = links[from];
}

/* RR: a circular list with a head. */
void ring_enter(struct snarp_pool *pool, uint32_t slot);
void ring_leave(struct snarp_pool *pool, uint32_t slot);
void ring_move(struct snarp_pool *pool, uint32_t from, uint32_t to);
size_t ring_select(uint32_t *ids, struct snarp_pool *pool, size_t k);

/* WRR: turns in a cycle. `old` is the weight before the change. */
void turns_init(struct snarp_pool *pool);
void turns_enter(struct snarp_pool *pool, uint32_t slot);
void turns_change(struct snarp_pool *pool, uint32_t slot, uint32_t old);
void turns_leave(struct snarp_pool *pool, uint32_t slot);
void turns_move(struct snarp_pool *pool, uint32_t from, uint32_t to);
size_t turns_select(uint32_t *ids, struct snarp_pool *pool, size_t k);
uint32_t turns_taken(const struct snarp_pool *pool, uint32_t slot);

/* Makes the turns of another pool with the same slots, but for their values. */
void turns_copy(struct snarp_pool *to, const struct snarp_pool *from);

/* RAND: a list that is drawn from. */
void deck_enter(struct snarp_pool *pool, uint32_t slot);
void deck_leave(struct snarp_pool *pool, uint32_t slot);
void deck_move(struct snarp_pool *pool, uint32_t from, uint32_t to);
size_t deck_select(uint32_t *ids, struct snarp_pool *pool, size_t k,
                   const struct snarp_rng *rng);

/* WRAND, RLU: weights with their running sums. `old` is the weight or the load
 * before the change. */
void shares_enter(struct snarp_pool *pool, uint32_t slot);
void shares_change(struct snarp_pool *pool, uint32_t slot, uint32_t old);
void shares_leave(struct snarp_pool *pool, uint32_t slot);
void shares_move(struct snarp_pool *pool, uint32_t from, uint32_t to);
size_t shares_select(uint32_t *ids, struct snarp_pool *pool, size_t k,
                     const struct snarp_rng *rng);

/* PRIO, LU, LUD, PLU: ranks, in a binary trie of their keys. */
void queue_init(struct snarp_pool *pool);
void queue_enter(struct snarp_pool *pool, uint32_t slot);
void queue_change(struct snarp_pool *pool, uint32_t slot);
void queue_leave(struct snarp_pool *pool, uint32_t slot);
void queue_move(struct snarp_pool *pool, uint32_t from, uint32_t to);
size_t queue_select(uint32_t *ids, struct snarp_pool *pool, size_t k);
uint64_t queue_counter(const struct snarp_pool *pool, uint32_t slot);

/* Makes the ranks of another pool with the same slots. */
void queue_copy(struct snarp_pool *to, const struct snarp_pool *from);

#endif
