/* Registration with a pool, and selection from it.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/pool.h"

#include <string.h>

#include "pool_memory.h"
#include "pool_parts.h"

int snarp_pool_init(struct snarp_pool *pool, enum snarp_dialect dialect,
                    enum snarp_policy_kind kind, size_t n, void *memory,
                    size_t size) {
  struct snarp_pool made = {0};

  memset(pool, 0, sizeof *pool);
  if (pool_part(kind) == PART_NONE) {
    return SNARP_ERR_POLICY_UNSUPPORTED;
  }
  if (snarp_policy_number(dialect, kind) == 0) {
    return SNARP_ERR_POLICY_DIALECT;
  }

  made.dialect = dialect;
  made.kind = kind;
  if (!memory_divide(&made, n, memory, size)) {
    return SNARP_ERR_ROOM;
  }
  ids_build(&made);
  if (pool_part(kind) == PART_QUEUE) {
    queue_init(&made);
  } else if (pool_part(kind) == PART_TURNS) {
    turns_init(&made);
  }
  *pool = made;
  return 0;
}

int snarp_pool_move(struct snarp_pool *pool, size_t n, void *memory,
                    size_t size) {
  struct snarp_pool moved = *pool;

  if (n < pool->n || !memory_divide(&moved, n, memory, size)) {
    return SNARP_ERR_ROOM;
  }
  memory_copy(&moved, pool);
  ids_build(&moved);
  *pool = moved;
  return 0;
}

/* The values of a policy; `extra` is its degradation. */
static void split_values(const struct snarp_policy *policy, uint32_t *value,
                         uint32_t *extra) {
  *value = policy->load;
  *extra = 0;
  switch (policy->kind) {
  case SNARP_POLICY_RR:
  case SNARP_POLICY_RAND:
    *value = 0;
    return;
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    *value = policy->weight;
    return;
  case SNARP_POLICY_PRIO:
    *value = policy->priority;
    return;
  case SNARP_POLICY_LUD:
  case SNARP_POLICY_PLU:
    *extra = policy->degradation;
    return;
  default:
    return;
  }
}

static bool has_values(const struct snarp_pool *pool) {
  enum pool_part part = pool_part(pool->kind);

  return part != PART_RING && part != PART_DECK;
}

static void enter(struct snarp_pool *pool, uint32_t slot) {
  switch (pool_part(pool->kind)) {
  case PART_RING:
    ring_enter(pool, slot);
    return;
  case PART_TURNS:
    turns_enter(pool, slot);
    return;
  case PART_DECK:
    deck_enter(pool, slot);
    return;
  case PART_SHARES:
    shares_enter(pool, slot);
    return;
  default:
    queue_enter(pool, slot);
  }
}

static void leave(struct snarp_pool *pool, uint32_t slot) {
  switch (pool_part(pool->kind)) {
  case PART_RING:
    ring_leave(pool, slot);
    return;
  case PART_TURNS:
    turns_leave(pool, slot);
    return;
  case PART_DECK:
    deck_leave(pool, slot);
    return;
  case PART_SHARES:
    shares_leave(pool, slot);
    return;
  default:
    queue_leave(pool, slot);
  }
}

static void move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  switch (pool_part(pool->kind)) {
  case PART_RING:
    ring_move(pool, from, to);
    return;
  case PART_TURNS:
    turns_move(pool, from, to);
    return;
  case PART_DECK:
    deck_move(pool, from, to);
    return;
  case PART_SHARES:
    shares_move(pool, from, to);
    return;
  default:
    queue_move(pool, from, to);
  }
}

/* A new element in the last slot, which becomes one. */
static void add(struct snarp_pool *pool, uint32_t *link, uint32_t id,
                uint32_t value, uint32_t extra) {
  struct snarp_pool_node node = {id, {NO_SLOT, NO_SLOT}, extra};
  uint32_t slot = pool->n;

  pool->nodes[slot] = node;
  if (has_values(pool)) {
    pool->values[slot] = value;
  }
  *link = slot;
  pool->n++;
  enter(pool, slot);
}

static void change(struct snarp_pool *pool, uint32_t slot, uint32_t value,
                   uint32_t extra) {
  uint32_t old;

  if (!has_values(pool)) {
    return;
  }

  old = pool->values[slot];
  pool->values[slot] = value;
  switch (pool_part(pool->kind)) {
  case PART_TURNS:
    turns_change(pool, slot, old);
    return;
  case PART_SHARES:
    shares_change(pool, slot, old);
    return;
  default:
    pool->nodes[slot].extra = extra;
    queue_change(pool, slot);
  }
}

int snarp_pool_register(struct snarp_pool *pool, uint32_t id,
                        const struct snarp_policy *policy) {
  uint32_t most = snarp_policy_most(pool->dialect);
  uint32_t value;
  uint32_t extra;

  if (id == 0) {
    return SNARP_ERR_ELEMENT_ID;
  }
  if (policy->kind != pool->kind || policy->dialect != pool->dialect) {
    return SNARP_ERR_POLICY_INCONSISTENT;
  }
  split_values(policy, &value, &extra);
  if (value > most || extra > most) {
    return SNARP_ERR_VALUE_RANGE;
  }
  if (pool->cap == 0) {
    return SNARP_ERR_ROOM;
  }

  uint32_t *link = ids_link(pool, id);
  if (*link != NO_SLOT) {
    change(pool, *link, value, extra);
    return 0;
  }
  if (pool->n == pool->cap) {
    return SNARP_ERR_ROOM;
  }
  add(pool, link, id, value, extra);
  return 0;
}

/* The last element comes to a slot that has become free. */
static void fill_slot(struct snarp_pool *pool, uint32_t slot) {
  uint32_t last = pool->n;
  uint32_t *link = ids_link(pool, pool->nodes[last].id);

  pool->nodes[slot] = pool->nodes[last];
  *link = slot;
  if (has_values(pool)) {
    pool->values[slot] = pool->values[last];
  }
  move(pool, last, slot);
}

int snarp_pool_deregister(struct snarp_pool *pool, uint32_t id) {
  if (pool->n == 0) {
    return SNARP_ERR_ELEMENT_UNKNOWN;
  }

  uint32_t *link = ids_link(pool, id);
  uint32_t slot = *link;
  if (slot == NO_SLOT) {
    return SNARP_ERR_ELEMENT_UNKNOWN;
  }

  leave(pool, slot);
  ids_remove(pool, link);
  pool->n--;
  if (slot != pool->n) {
    fill_slot(pool, slot);
  }
  return 0;
}

static size_t select_ids(uint32_t *ids, struct snarp_pool *pool, size_t k,
                         const struct snarp_rng *rng) {
  switch (pool_part(pool->kind)) {
  case PART_RING:
    return ring_select(ids, pool, k);
  case PART_TURNS:
    return turns_select(ids, pool, k);
  case PART_DECK:
    return deck_select(ids, pool, k, rng);
  case PART_SHARES:
    return shares_select(ids, pool, k, rng);
  default:
    return queue_select(ids, pool, k);
  }
}

int snarp_pool_select(uint32_t *ids, size_t *n, struct snarp_pool *pool,
                      size_t k, const struct snarp_rng *rng) {
  *n = k > 0 ? select_ids(ids, pool, k, rng) : 0;
  return k > 0 && *n == 0 ? SNARP_END : 0;
}

size_t snarp_pool_count(const struct snarp_pool *pool) {
  return pool->n;
}

/* The policy with which an element is registered. */
static struct snarp_policy policy_of(const struct snarp_pool *pool,
                                     uint32_t slot) {
  struct snarp_policy policy = {0};
  uint32_t value = has_values(pool) ? pool->values[slot] : 0;

  policy.dialect = pool->dialect;
  policy.kind = pool->kind;
  policy.number = snarp_policy_number(pool->dialect, pool->kind);
  switch (pool->kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    policy.weight = value;
    break;
  case SNARP_POLICY_PRIO:
    policy.priority = value;
    break;
  case SNARP_POLICY_LUD:
  case SNARP_POLICY_PLU:
    policy.load = value;
    policy.degradation = pool->nodes[slot].extra;
    break;
  default:
    policy.load = value;
  }
  return policy;
}

int snarp_pool_at(struct snarp_pool_element *element,
                  const struct snarp_pool *pool, size_t i) {
  memset(element, 0, sizeof *element);
  if (i >= pool->n) {
    return SNARP_END;
  }

  uint32_t slot = (uint32_t)i;
  element->id = pool->nodes[slot].id;
  element->policy = policy_of(pool, slot);
  if (pool->kind == SNARP_POLICY_LUD) {
    element->counter = queue_counter(pool, slot);
  } else if (pool->kind == SNARP_POLICY_WRR) {
    element->counter = turns_taken(pool, slot);
  }
  return 0;
}

int snarp_pool_find(struct snarp_pool_element *element,
                    const struct snarp_pool *pool, uint32_t id) {
  uint32_t slot = pool->n > 0 ? *ids_link(pool, id) : NO_SLOT;

  memset(element, 0, sizeof *element);
  if (slot == NO_SLOT) {
    return SNARP_ERR_ELEMENT_UNKNOWN;
  }
  return snarp_pool_at(element, pool, slot);
}
