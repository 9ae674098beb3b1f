/* Values in their order: a list, whose members are the leaves of a binary trie
 * where there are more than a few.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_ranks.h"

/* A rank or a fork. */
struct branch {
  uint32_t index;
  bool is_rank;
};

static unsigned side_of(const struct snarp_pool_fork *fork, uint64_t key) {
  return (unsigned)(key >> fork->bit) & 1;
}

static struct branch root_of(const struct snarp_pool *pool) {
  struct branch branch = {pool->root, pool->root_is_rank};

  return branch;
}

static struct branch child_of(const struct snarp_pool_fork *fork,
                              unsigned side) {
  struct branch branch = {fork->child[side], fork->is_rank[side]};

  return branch;
}

/* Puts a branch below a fork, on the side of the key, or at the root. */
static void hang(struct snarp_pool *pool, struct branch branch, uint32_t above,
                 uint64_t key) {
  *(branch.is_rank ? &pool->ranks[branch.index].above
                   : &pool->forks[branch.index].above) = above;
  if (above == NO_SLOT) {
    pool->root = branch.index;
    pool->root_is_rank = branch.is_rank;
  } else {
    struct snarp_pool_fork *fork = &pool->forks[above];
    fork->child[side_of(fork, key)] = branch.index;
    fork->is_rank[side_of(fork, key)] = branch.is_rank;
  }
}

static void fell(struct snarp_pool *pool) {
  pool->has_forks = false;
  pool->forks_used = 0;
  pool->free_fork = NO_SLOT;
}

void ranks_clear(struct snarp_pool *pool) {
  pool->ranks[pool->cap].next = pool->cap;
  pool->ranks[pool->cap].prev = pool->cap;
  pool->n_ranks = 0;
  pool->ranks_used = 0;
  pool->free_rank = NO_SLOT;
  fell(pool);
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

/* The least branch with a rank, from its place on, in whose place the key may
 * belong. */
static struct branch climb(const struct snarp_pool *pool, uint32_t rank,
                           uint64_t key) {
  struct branch branch = {rank, true};
  uint64_t differ = pool->ranks[rank].key ^ key;
  uint32_t above = pool->ranks[rank].above;

  while (above != NO_SLOT && differ >> pool->forks[above].bit != 0) {
    branch.index = above;
    branch.is_rank = false;
    above = pool->forks[above].above;
  }
  return branch;
}

/* From a branch on, the first one whose keys begin otherwise than this one, or
 * the rank that all of its bits lead to. */
static struct branch descend(const struct snarp_pool *pool,
                             struct branch branch, uint64_t key) {
  while (!branch.is_rank) {
    const struct snarp_pool_fork *fork = &pool->forks[branch.index];
    if ((key ^ fork->key) >> fork->bit > 1) {
      break;
    }
    branch = child_of(fork, side_of(fork, key));
  }
  return branch;
}

/* The least or the greatest rank of a branch. */
static uint32_t outermost(const struct snarp_pool *pool, struct branch branch,
                          unsigned side) {
  while (!branch.is_rank) {
    branch = child_of(&pool->forks[branch.index], side);
  }
  return branch.index;
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

static void list(struct snarp_pool *pool, uint32_t rank, uint32_t prev,
                 uint32_t next) {
  pool->ranks[rank].prev = prev;
  pool->ranks[rank].next = next;
  pool->ranks[next].prev = rank;
  pool->ranks[prev].next = rank;
}

static uint64_t key_of(const struct snarp_pool *pool, struct branch branch) {
  return branch.is_rank ? pool->ranks[branch.index].key
                        : pool->forks[branch.index].key;
}

/* Forks above a branch, at the bit in which its keys differ from that of the
 * rank: all of the branch is on the other side, and beside it in the list. */
static void graft(struct snarp_pool *pool, uint32_t rank,
                  struct branch branch) {
  uint64_t key = pool->ranks[rank].key;
  uint8_t bit = highest_bit(key_of(pool, branch) ^ key);
  unsigned side = (unsigned)(key >> bit) & 1;
  uint32_t beside = outermost(pool, branch, side);
  uint32_t prev = side == 1 ? beside : pool->ranks[beside].prev;
  uint32_t above = branch.is_rank ? pool->ranks[branch.index].above
                                  : pool->forks[branch.index].above;
  struct branch made = {new_fork(pool), false};
  struct branch leaf = {rank, true};

  list(pool, rank, prev, pool->ranks[prev].next);
  pool->forks[made.index].key = key;
  pool->forks[made.index].bit = bit;
  hang(pool, made, above, key);
  hang(pool, leaf, made.index, key);
  hang(pool, branch, made.index, ~key);
}

/* --- the trie, which there is for more than a few ranks */

/* The ranks up to which they are only listed, and from which on again. */
enum { FEW = 12, FEW_AGAIN = 6 };

/* Those of the list. */
static void plant(struct snarp_pool *pool) {
  uint32_t rank = ranks_first(pool);
  struct branch root = {rank, true};
  uint32_t next = pool->ranks[rank].next;

  pool->has_forks = true;
  hang(pool, root, NO_SLOT, 0);
  list(pool, rank, pool->cap, pool->cap);
  while (next != pool->cap) {
    rank = next;
    next = pool->ranks[rank].next;
    graft(pool, rank, descend(pool, root_of(pool), pool->ranks[rank].key));
  }
}

/* What is on the other side of the fork above comes to its place. */
static void prune(struct snarp_pool *pool, uint32_t rank) {
  uint64_t key = pool->ranks[rank].key;
  uint32_t above = pool->ranks[rank].above;
  struct snarp_pool_fork *fork = &pool->forks[above];

  hang(pool, child_of(fork, 1 - side_of(fork, key)), fork->above, key);
  fork->child[0] = pool->free_fork;
  pool->free_fork = above;
}

/* --- ranks */

static uint32_t find_listed(struct snarp_pool *pool, uint64_t key,
                            uint32_t near, bool *made) {
  const struct snarp_pool_rank *ranks = pool->ranks;
  uint32_t next = near;
  uint32_t prev;

  while (next != pool->cap && ranks[next].key < key) {
    next = ranks[next].next;
  }
  prev = ranks[next].prev;
  while (prev != pool->cap && ranks[prev].key >= key) {
    next = prev;
    prev = ranks[next].prev;
  }
  *made = next == pool->cap || ranks[next].key != key;
  if (!*made) {
    return next;
  }

  uint32_t rank = new_rank(pool, key);
  list(pool, rank, prev, next);
  if (pool->n_ranks > FEW) {
    plant(pool);
  }
  return rank;
}

uint32_t ranks_find(struct snarp_pool *pool, uint64_t key, uint32_t near,
                    bool *made) {
  if (!pool->has_forks) {
    return find_listed(pool, key, near, made);
  }

  struct branch start =
      near == pool->cap ? root_of(pool) : climb(pool, near, key);
  struct branch branch = descend(pool, start, key);
  *made = key_of(pool, branch) != key;
  if (!*made) {
    return branch.index;
  }

  uint32_t rank = new_rank(pool, key);
  graft(pool, rank, branch);
  return rank;
}

/* In the trie, all keys that are the same down to the bit of the fork above
 * lead to it. */
bool ranks_change(struct snarp_pool *pool, uint32_t rank, uint64_t key) {
  struct snarp_pool_rank *ranks = pool->ranks;
  uint32_t next = ranks[rank].next;
  uint32_t prev = ranks[rank].prev;
  uint64_t differ = ranks[rank].key ^ key;

  if (pool->has_forks) {
    if (differ >> pool->forks[ranks[rank].above].bit != 0) {
      return false;
    }
  } else if ((next != pool->cap && ranks[next].key <= key) ||
             (prev != pool->cap && ranks[prev].key >= key)) {
    return false;
  }
  ranks[rank].key = key;
  return true;
}

static void unlist(struct snarp_pool *pool, uint32_t rank) {
  uint32_t prev = pool->ranks[rank].prev;
  uint32_t next = pool->ranks[rank].next;

  pool->ranks[next].prev = prev;
  pool->ranks[prev].next = next;
  pool->ranks[rank].next = pool->free_rank;
  pool->free_rank = rank;
  pool->n_ranks--;
}

void ranks_remove(struct snarp_pool *pool, uint32_t rank) {
  if (pool->has_forks) {
    prune(pool, rank);
  }
  unlist(pool, rank);
  if (pool->n_ranks <= FEW_AGAIN) {
    fell(pool);
  }
}
