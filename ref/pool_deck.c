/* Random: a list whose drawn elements come to its beginning (3.3.2).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_parts.h"

static void put(struct snarp_pool *pool, size_t at, uint32_t slot) {
  pool->list[at] = slot;
  pool->at[slot] = (uint32_t)at;
}

void deck_enter(struct snarp_pool *pool, uint32_t slot) {
  put(pool, slot, slot);
}

void deck_leave(struct snarp_pool *pool, uint32_t slot) {
  put(pool, pool->at[slot], pool->list[pool->n - 1]);
}

void deck_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  put(pool, pool->at[from], to);
}

size_t deck_select(uint32_t *ids, struct snarp_pool *pool, size_t k,
                   const struct snarp_rng *rng) {
  size_t n = k < pool->n ? k : pool->n;

  for (size_t i = 0; i < n; i++) {
    size_t at = i + (size_t)pool_draw(rng, pool->n - i);
    uint32_t slot = pool->list[at];

    put(pool, at, pool->list[i]);
    put(pool, i, slot);
    ids[i] = id_at(pool, slot);
  }
  return n;
}
