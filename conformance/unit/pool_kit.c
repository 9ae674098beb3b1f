/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "pool_kit.h"

#include <stdio.h>

enum { SELECTED_MAX = 64 };

struct snarp_pool new_pool_of(enum snarp_dialect dialect,
                              enum snarp_policy_kind kind, size_t n) {
  size_t size = snarp_pool_memory(kind, n);
  struct snarp_pool pool;

  IS_STATUS(snarp_pool_init(&pool, dialect, kind, n, room(size).base, size), 0);
  return pool;
}

struct snarp_pool new_pool(enum snarp_policy_kind kind, size_t n) {
  return new_pool_of(SNARP_RFC_5356, kind, n);
}

void grow_pool(struct snarp_pool *pool, size_t n) {
  size_t size = snarp_pool_memory(pool->kind, n);

  IS_STATUS(snarp_pool_move(pool, n, room(size).base, size), 0);
}

struct snarp_policy policy_for(const struct snarp_pool *pool, uint32_t value,
                               uint32_t degradation) {
  struct snarp_policy policy = {pool->dialect, pool->kind, 0, value,
                                value,         value,      0, {NULL, 0}};

  policy.degradation = degradation;
  return policy;
}

void enter(struct snarp_pool *pool, uint32_t id, uint32_t value,
           uint32_t degradation) {
  struct snarp_policy policy = policy_for(pool, value, degradation);

  IS_STATUS(snarp_pool_register(pool, id, &policy), 0);
}

void leave(struct snarp_pool *pool, uint32_t id) {
  IS_STATUS(snarp_pool_deregister(pool, id), 0);
}

static void show(char *out, size_t size, const uint32_t *ids, size_t n) {
  size_t at = 0;

  out[0] = '\0';
  for (size_t i = 0; i < n && at + 12 < size; i++) {
    at += (size_t)snprintf(out + at, size - at, " %lu", (unsigned long)ids[i]);
  }
}

void assert_selected(struct snarp_pool *pool, size_t k,
                     const struct snarp_rng *rng, const uint32_t *want,
                     const char *file, unsigned line) {
  uint32_t ids[SELECTED_MAX];
  char shown[2][160];
  char message[400];
  size_t n_want = 0;
  size_t n = SELECTED_MAX;
  int rv = snarp_pool_select(ids, &n, pool, k, rng);
  bool same = true;

  while (want[n_want] != 0) {
    same = same && n_want < n && ids[n_want] == want[n_want];
    n_want++;
  }
  show(shown[0], sizeof shown[0], ids, n);
  show(shown[1], sizeof shown[1], want, n_want);
  snprintf(message, sizeof message, "selected%s, expected%s", shown[0],
           shown[1]);
  assert_status("selecting", rv, n_want == 0 && k > 0 ? SNARP_END : 0, file,
                line);
  CU_assertImplementation(same && n == n_want, line, message, file, "",
                          CU_FALSE);
}

void assert_drawn(struct snarp_pool *pool, size_t k, struct draws draws,
                  const uint32_t *want, const char *file, unsigned line) {
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws.draws, draws.n);

  assert_selected(pool, k, &rng, want, file, line);
  assert_number((long long)tape.at, (long long)draws.n, "draws", file, line);
  assert_number((long long)tape.wrong, 0, "wrong draws", file, line);
}

uint32_t select_one(struct snarp_pool *pool, const struct snarp_rng *rng) {
  uint32_t id = 0;
  size_t n = 0;

  IS_STATUS(snarp_pool_select(&id, &n, pool, 1, rng), 0);
  IS_NUMBER(n, 1);
  return id;
}
