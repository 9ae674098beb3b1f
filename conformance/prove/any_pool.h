/*
 * any_pool.h - what may become of small pools, and of larger ones from some
 * state on; for harnesses.
 *
 * Elements, values and steps are few, and each is followed by itself: what is
 * linked with what follows from all of them. Draws are unknown.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_ANY_POOL_H
#define SNARP_ANY_POOL_H

#include "any.h"
#include "snarp/pool.h"

/* The most places of a pool, and octets that it takes then. */
enum { PLACES_MAX = 20, MEMORY = 4096 };

/* What a step does: it registers an element with a value, tries to, deregisters
 * one, or selects some. */
enum { IDS = 3, VALUES = 3, SELECTIONS = 2 };
enum {
  BEHIND_REGISTER = IDS * VALUES,
  BEHIND_REFUSED = BEHIND_REGISTER + 2,
  BEHIND_DEREGISTER = BEHIND_REFUSED + IDS,
  STEPS = BEHIND_DEREGISTER + SELECTIONS
};

static uint64_t memory[MEMORY / sizeof(uint64_t)];
static uint64_t other[MEMORY / sizeof(uint64_t)];

/* The octets at the end. */
static inline void *room(uint64_t *from, size_t size) {
  return (uint8_t *)from + (MEMORY - size);
}

static inline void enter(struct snarp_pool *pool, enum snarp_policy_kind kind,
                         uint32_t id, uint32_t value) {
  struct snarp_policy policy = {pool->dialect, kind,  0,     value,
                                value,         value, value, {NULL, 0}};

  snarp_pool_register(pool, id, &policy);
}

static inline void select(struct snarp_pool *pool, size_t k) {
  uint32_t selected[PLACES_MAX];
  size_t n;

  snarp_pool_select(selected + (PLACES_MAX - k), &n, pool, k, &any_rng);
}

/* Any step: with the first, the second or a last element; at most so many are
 * selected. */
static inline void step(struct snarp_pool *pool, size_t most) {
  static const uint32_t ids[IDS] = {1, 2, 0x80000001u};
  static const uint32_t values[VALUES] = {0, 1, UINT32_MAX};
  int which = Frama_C_interval(0, STEPS - 1);

  //@ split which;
  if (which < BEHIND_REGISTER) {
    enter(pool, pool->kind, ids[which / VALUES], values[which % VALUES]);
  } else if (which < BEHIND_REFUSED) {
    enter(pool, SNARP_POLICY_OPAQUE, which == BEHIND_REGISTER ? 0 : 1, 0);
  } else if (which < BEHIND_DEREGISTER) {
    snarp_pool_deregister(pool, ids[which - BEHIND_REFUSED]);
  } else {
    select(pool, which == BEHIND_DEREGISTER ? 1 : most);
  }
}

static inline void look(const struct snarp_pool *pool) {
  struct snarp_pool_element element;

  snarp_pool_find(&element, pool, 1);
  snarp_pool_find(&element, pool, 2);
  snarp_pool_find(&element, pool, 3);
  snarp_pool_at(&element, pool, any_size(0, SIZE_MAX));
  snarp_pool_at(&element, pool, snarp_pool_count(pool));
}

/* To places for one more, or to too little. */
static inline void move(struct snarp_pool *pool) {
  size_t places = (size_t)pool->cap + 1;
  size_t size = snarp_pool_memory(pool->kind, places);

  snarp_pool_move(pool, places, other, any_size(0, size - 1));
  snarp_pool_move(pool, places, room(other, size), size);
}

/* Elements of different values: `most` come, and some leave again. */
static inline void fill(struct snarp_pool *pool, uint32_t most, uint32_t n) {
  //@ loop unroll PLACES_MAX;
  for (uint32_t i = 0; i < most; i++) {
    enter(pool, pool->kind, i + 1, 3 * i % 64 + 1);
  }
  //@ loop unroll PLACES_MAX;
  for (uint32_t i = n; i < most; i++) {
    snarp_pool_deregister(pool, i + 1);
  }
}

/* A pool without elements. */
static inline int begin(struct snarp_pool *pool, enum snarp_policy_kind kind,
                        size_t places) {
  size_t size = snarp_pool_memory(kind, places);

  return snarp_pool_init(pool, SNARP_RFC_5356, kind, places, room(memory, size),
                         size);
}

/* What may become of one that has no more than two places at first. */
static inline void use_few(enum snarp_policy_kind kind) {
  struct snarp_pool pool;

  if (begin(&pool, kind, 2) == 0) {
    step(&pool, 2);
    step(&pool, 2);
    look(&pool);
    move(&pool);
    step(&pool, 2);
  }
}

/* The next steps of one that has had many elements, and has n, of which at most
 * so many are selected. */
static inline void use_many(enum snarp_policy_kind kind, uint32_t n,
                            size_t most) {
  struct snarp_pool pool;

  if (begin(&pool, kind, PLACES_MAX - 1) == 0) {
    fill(&pool, PLACES_MAX - 2, n);
    step(&pool, most);
    look(&pool);
    move(&pool);
    step(&pool, most);
  }
}

#endif
