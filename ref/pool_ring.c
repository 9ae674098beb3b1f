/* Round Robin: a circular list with a head (3.1.2).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_parts.h"

/* Before the head is behind all others. */
void ring_enter(struct snarp_pool *pool, uint32_t slot) {
  struct snarp_pool_links *links = pool->links;

  if (pool->n == 1) {
    pool->head = slot;
    links[slot].prev = slot;
  }
  links[slot].next = pool->head;
  links[slot].prev = links[pool->head].prev;
  links[links[slot].prev].next = slot;
  links[pool->head].prev = slot;
}

void ring_leave(struct snarp_pool *pool, uint32_t slot) {
  struct snarp_pool_links *links = pool->links;

  links[links[slot].prev].next = links[slot].next;
  links[links[slot].next].prev = links[slot].prev;
  if (pool->head == slot) {
    pool->head = links[slot].next;
  }
}

void ring_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  struct snarp_pool_links *links = pool->links;

  struct snarp_pool_links old = links[from];

  /* where it is alone, these are its own */
  links[old.prev].next = to;
  links[old.next].prev = to;
  links[to] = links[from];
  if (pool->head == from) {
    pool->head = to;
  }
}

size_t ring_select(uint32_t *slots, struct snarp_pool *pool, size_t k) {
  size_t n = k < pool->n ? k : pool->n;
  uint32_t slot = pool->head;

  for (size_t i = 0; i < n; i++) {
    slots[i] = slot;
    slot = pool->links[slot].next;
  }
  if (n > 0) {
    pool->head = pool->links[pool->head].next;
  }
  return n;
}
