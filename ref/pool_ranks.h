/*
 * pool_ranks.h - the values that elements of a pool have, each once, in their
 * order, and found in as many steps as they have bits that tell them apart.
 *
 * Ranks stand in a list, and are the leaves of a binary trie whose forks name
 * the bit in which the keys below differ first.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_RANKS_H
#define SNARP_POOL_RANKS_H

#include "pool_parts.h"

/* The first rank; or, where there is none, pool->cap, which is also behind the
 * last one. */
static inline uint32_t ranks_first(const struct snarp_pool *pool) {
  return pool->ranks[pool->cap].next;
}

/* Takes all out. */
void ranks_clear(struct snarp_pool *pool);

/* The rank of a key, which is made where there is none; its circle is then for
 * the caller to begin, as *made tells. The search begins at a rank near by, or
 * at the root with pool->cap. */
uint32_t ranks_find(struct snarp_pool *pool, uint64_t key, uint32_t near,
                    bool *made);

/* Gives a rank another key; false where its place would be another, too. */
bool ranks_change(struct snarp_pool *pool, uint32_t rank, uint64_t key);

/* Takes out one that has no elements any more. */
void ranks_remove(struct snarp_pool *pool, uint32_t rank);

#endif
