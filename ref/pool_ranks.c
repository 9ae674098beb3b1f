/* Values in their order: a binary trie with a list of its leaves.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_ranks.h"

#include "pool_parts.h"

/* Where a rank or a fork is linked from. */
struct place {
  uint32_t *index;
  bool *is_rank;
};

static struct place root_of(struct snarp_pool *pool) {
  struct place place = {&pool->root, &pool->root_is_rank};

  return place;
}

static struct place child_of(struct snarp_pool_fork *fork, unsigned side) {
  struct place place = {&fork->child[side], &fork->is_rank[side]};

  return place;
}

static unsigned side_of(const struct snarp_pool_fork *fork, uint64_t key) {
  return (unsigned)(key >> fork->bit) & 1;
}

void ranks_clear(struct snarp_pool *pool) {
  pool->first_rank = NO_SLOT;
  pool->n_ranks = 0;
  pool->ranks_used = 0;
  pool->free_rank = NO_SLOT;
  pool->forks_used = 0;
  pool->free_fork = NO_SLOT;
}

/* The number of the highest bit that is set; there is one. */
static uint8_t highest_bit(uint64_t number) {
  unsigned bit = 0;

  for (unsigned step = 32; step > 0; step /= 2) {
    unsigned more = number >> step != 0 ? step : 0;
    number >>= more;
    bit += more;
  }
  return (uint8_t)bit;
}

/* Some rank whose key has the most bits in common with this one, of the bits
 * that tell ranks apart. */
static uint32_t closest(struct snarp_pool *pool, uint64_t key) {
  struct place place = root_of(pool);

  while (!*place.is_rank) {
    struct snarp_pool_fork *fork = &pool->forks[*place.index];
    place = child_of(fork, side_of(fork, key));
  }
  return *place.index;
}

/* The least or the greatest rank below. */
static uint32_t outermost(struct snarp_pool *pool, struct place place,
                          unsigned side) {
  while (!*place.is_rank) {
    place = child_of(&pool->forks[*place.index], side);
  }
  return *place.index;
}

static uint32_t new_rank(struct snarp_pool *pool, uint64_t key) {
  uint32_t rank = pool->free_rank;

  if (rank != NO_SLOT) {
    pool->free_rank = pool->ranks[rank].next;
  } else {
    rank = pool->ranks_used;
    pool->ranks_used++;
  }
  pool->ranks[rank].key = key;
  pool->ranks[rank].next = NO_SLOT;
  pool->ranks[rank].prev = NO_SLOT;
  pool->n_ranks++;
  return rank;
}

static uint32_t new_fork(struct snarp_pool *pool) {
  uint32_t fork = pool->free_fork;

  if (fork != NO_SLOT) {
    pool->free_fork = pool->forks[fork].child[0];
    return fork;
  }
  pool->forks_used++;
  return pool->forks_used - 1;
}

/* Lists a rank behind `prev` and before `next`, one of which may be none. */
static void list(struct snarp_pool *pool, uint32_t rank, uint32_t prev,
                 uint32_t next) {
  pool->ranks[rank].prev = prev;
  pool->ranks[rank].next = next;
  if (next != NO_SLOT) {
    pool->ranks[next].prev = rank;
  }
  if (prev != NO_SLOT) {
    pool->ranks[prev].next = rank;
  } else {
    pool->first_rank = rank;
  }
}

/* Forks where the bit is that the key and its closest rank differ in: all that
 * stood there is on the other side, and next to it in the list. */
static void insert(struct snarp_pool *pool, uint32_t rank, uint8_t bit) {
  uint64_t key = pool->ranks[rank].key;
  unsigned side = (unsigned)(key >> bit) & 1;
  struct place place = root_of(pool);

  while (!*place.is_rank && pool->forks[*place.index].bit > bit) {
    struct snarp_pool_fork *fork = &pool->forks[*place.index];
    place = child_of(fork, side_of(fork, key));
  }

  uint32_t beside = outermost(pool, place, side);
  if (side == 1) {
    list(pool, rank, beside, pool->ranks[beside].next);
  } else {
    list(pool, rank, pool->ranks[beside].prev, beside);
  }

  uint32_t made = new_fork(pool);
  struct snarp_pool_fork *fork = &pool->forks[made];
  fork->bit = bit;
  fork->child[side] = rank;
  fork->is_rank[side] = true;
  fork->child[1 - side] = *place.index;
  fork->is_rank[1 - side] = *place.is_rank;
  *place.index = made;
  *place.is_rank = false;
}

uint32_t ranks_find(struct snarp_pool *pool, uint64_t key, bool *made) {
  *made = pool->n_ranks == 0;
  if (*made) {
    pool->root = new_rank(pool, key);
    pool->root_is_rank = true;
    pool->first_rank = pool->root;
    return pool->root;
  }

  uint32_t rank = closest(pool, key);
  uint64_t differ = pool->ranks[rank].key ^ key;
  *made = differ != 0;
  if (*made) {
    rank = new_rank(pool, key);
    insert(pool, rank, highest_bit(differ));
  }
  return rank;
}

static void unlist(struct snarp_pool *pool, uint32_t rank) {
  uint32_t prev = pool->ranks[rank].prev;
  uint32_t next = pool->ranks[rank].next;

  if (next != NO_SLOT) {
    pool->ranks[next].prev = prev;
  }
  if (prev != NO_SLOT) {
    pool->ranks[prev].next = next;
  } else {
    pool->first_rank = next;
  }
  pool->ranks[rank].next = pool->free_rank;
  pool->free_rank = rank;
  pool->n_ranks--;
}

/* What is on the other side of the fork above comes to its place. */
void ranks_remove(struct snarp_pool *pool, uint32_t rank) {
  uint64_t key = pool->ranks[rank].key;
  struct place above = root_of(pool);
  struct place place = above;

  while (!*place.is_rank) {
    struct snarp_pool_fork *fork = &pool->forks[*place.index];
    above = place;
    place = child_of(fork, side_of(fork, key));
  }
  if (!*above.is_rank) {
    uint32_t removed = *above.index;
    struct snarp_pool_fork *fork = &pool->forks[removed];
    unsigned other = 1 - side_of(fork, key);
    *above.index = fork->child[other];
    *above.is_rank = fork->is_rank[other];
    fork->child[0] = pool->free_fork;
    pool->free_fork = removed;
  }
  unlist(pool, rank);
}
