/* Weighted Random (3.4.2) and Randomized Least Used (4.4.2): running sums.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_parts.h"
#include "sums.h"

static uint32_t weight_of(const struct snarp_pool *pool, uint32_t value) {
  if (pool->kind == SNARP_POLICY_RLU) {
    return snarp_policy_most(pool->dialect) - value;
  }
  return value;
}

static uint32_t weight_at(const struct snarp_pool *pool, uint32_t slot) {
  return weight_of(pool, pool->values[slot]);
}

void shares_enter(struct snarp_pool *pool, uint32_t slot) {
  uint32_t weight = weight_at(pool, slot);

  sums_append(pool->sums, (size_t)slot + 1, weight);
  pool->sum += weight;
}

void shares_change(struct snarp_pool *pool, uint32_t slot, uint32_t old) {
  uint32_t before = weight_of(pool, old);
  uint32_t weight = weight_at(pool, slot);
  size_t i = (size_t)slot + 1;

  if (weight > before) {
    sums_add(pool->sums, pool->n, i, weight - before);
  } else {
    sums_take(pool->sums, pool->n, i, before - weight);
  }
  pool->sum = pool->sum - before + weight;
}

void shares_leave(struct snarp_pool *pool, uint32_t slot) {
  uint32_t weight = weight_at(pool, slot);

  sums_take(pool->sums, pool->n, (size_t)slot + 1, weight);
  pool->sum -= weight;
}

/* The sum at the last slot falls away with it. */
void shares_move(struct snarp_pool *pool, uint32_t from, uint32_t to) {
  (void)from;
  sums_add(pool->sums, pool->n, (size_t)to + 1, weight_at(pool, to));
}

/* What is drawn is taken out for the draws behind it, and put back in the end;
 * behind the last one there are none. */
size_t shares_select(uint32_t *ids, struct snarp_pool *pool, size_t k,
                     const struct snarp_rng *rng) {
  uint32_t *slots = ids; /* until they are no longer needed */
  uint64_t left = pool->sum;
  size_t n = 0;

  while (left > 0) {
    uint64_t draw = pool_draw(rng, left);
    size_t i = sums_find(pool->sums, pool->n, draw + 1);
    uint32_t weight = weight_at(pool, (uint32_t)(i - 1));

    slots[n] = (uint32_t)(i - 1);
    n++;
    left -= weight;
    if (n == k || left == 0) {
      break;
    }
    sums_take(pool->sums, pool->n, i, weight);
  }
  for (size_t j = 1; j < n; j++) {
    uint32_t slot = slots[j - 1];
    sums_add(pool->sums, pool->n, (size_t)slot + 1, weight_at(pool, slot));
  }
  ids_of(slots, pool, n);
  return n;
}
