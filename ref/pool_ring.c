/* Round Robin: a circular list with a head (3.1.2).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_parts.h"

/* Before the head is behind all others. The first one comes to slot 0, which is
 * the head of a pool without elements. */
void ring_enter(struct snarp_pool *pool, uint32_t slot) {
  if (pool->n == 1) {
    links_begin(pool->links, slot);
  } else {
    links_enter(pool->links, pool->head, slot);
  }
}

void ring_leave(struct snarp_pool *pool, uint32_t slot) {
  links_leave(pool->links, slot);
  if (pool->head == slot) {
    pool->head = pool->links[slot].next;
  }
}

void ring_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  links_move(pool->links, from, to);
  if (pool->head == from) {
    pool->head = to;
  }
}

size_t ring_select(uint32_t *ids, struct snarp_pool *pool, size_t k) {
  size_t n = k < pool->n ? k : pool->n;
  uint32_t slot = pool->head;

  for (size_t i = 0; i < n; i++) {
    ids[i] = id_at(pool, slot);
    slot = pool->links[slot].next;
  }
  if (n > 0) {
    pool->head = pool->links[pool->head].next;
  }
  return n;
}
