/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "pool_turns.h"

#include <stdlib.h>

#include "fuzz.h"
#include "pool_steps.h"

enum { TURNS_MAX = 400 };

/* Elements, and how many turns each of them has had since. */
struct count {
  struct snarp_pool_element elements[POOL_IDS];
  uint64_t turns[POOL_IDS];
  size_t n;
};

static void *new_memory(const struct snarp_pool *pool, size_t *size) {
  *size = snarp_pool_memory(SNARP_POLICY_WRR, snarp_pool_count(pool));

  void *memory = malloc(*size);
  FUZZ_HOLDS(memory != NULL);
  fuzz_spoil(memory, *size);
  return memory;
}

static void begin(struct count *count, const struct snarp_pool *pool) {
  count->n = 0;
  while (snarp_pool_at(&count->elements[count->n], pool, count->n) == 0) {
    count->turns[count->n] = 0;
    count->n++;
  }
}

static void take_turn(struct count *count, struct snarp_pool *pool) {
  uint32_t id;
  size_t n;
  size_t i = 0;

  FUZZ_HOLDS(snarp_pool_select(&id, &n, pool, 1, NULL) == 0 && n == 1);
  while (count->elements[i].id != id) {
    i++;
  }
  count->turns[i]++;
}

static uint64_t left_of(const struct snarp_pool_element *element) {
  FUZZ_HOLDS(element->counter <= element->policy.weight);
  return element->policy.weight - element->counter;
}

static void prove_rest(const struct snarp_pool *pool) {
  struct snarp_pool twin = *pool;
  struct count count;
  struct count after;
  uint64_t left = 0;
  size_t size;
  void *memory = new_memory(pool, &size);

  FUZZ_HOLDS(snarp_pool_move(&twin, snarp_pool_count(pool), memory, size) == 0);
  begin(&count, &twin);
  for (size_t i = 0; i < count.n; i++) {
    left += left_of(&count.elements[i]);
  }
  for (uint64_t turn = 0; left <= TURNS_MAX && turn < left; turn++) {
    take_turn(&count, &twin);
  }

  begin(&after, &twin);
  for (size_t i = 0; left <= TURNS_MAX && i < count.n; i++) {
    FUZZ_HOLDS(count.turns[i] == left_of(&count.elements[i]));
    FUZZ_HOLDS(after.elements[i].counter == 0);
  }
  free(memory);
}

/* |count - ideal| < 1, as |count sum - turn weight| < sum. */
static void prove_near(const struct count *count, uint64_t sum, uint64_t turn) {
  for (size_t i = 0; i < count->n; i++) {
    uint64_t have = count->turns[i] * sum;
    uint64_t ideal = turn * count->elements[i].policy.weight;
    FUZZ_HOLDS((have < ideal ? ideal - have : have - ideal) < sum);
  }
}

static void prove_new(const struct snarp_pool *pool) {
  struct snarp_pool twin;
  struct count count;
  uint64_t sum = 0;
  size_t size;
  void *memory = new_memory(pool, &size);

  FUZZ_HOLDS(snarp_pool_init(&twin, pool->dialect, SNARP_POLICY_WRR,
                             snarp_pool_count(pool), memory, size) == 0);
  begin(&count, pool);
  for (size_t i = 0; i < count.n; i++) {
    const struct snarp_pool_element *element = &count.elements[i];
    FUZZ_HOLDS(snarp_pool_register(&twin, element->id, &element->policy) == 0);
    sum += element->policy.weight;
  }
  for (uint64_t turn = 1; turn <= 2 * sum && turn <= TURNS_MAX; turn++) {
    take_turn(&count, &twin);
    prove_near(&count, sum, turn);
  }
  free(memory);
}

void prove_turns(const struct snarp_pool *pool) {
  prove_rest(pool);
  prove_new(pool);
}
