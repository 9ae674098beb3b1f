/* Elements by their identifiers: digital search trees.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_parts.h"

/* Mixes identifiers, one to one, so that the first bits of usual ones differ.
 * Chosen ones can share them; their trees are still no deeper than the rest of
 * their bits. */
#define MIX 0x9e3779b1u

enum { ID_BITS = 32 };

uint32_t *ids_link(const struct snarp_pool *pool, uint32_t id) {
  uint32_t path = id * MIX;
  uint32_t *link = &pool->trees[path >> (ID_BITS - pool->id_bits)];

  path <<= pool->id_bits;
  for (unsigned bits = pool->id_bits; bits < ID_BITS; bits++) {
    if (*link == NO_SLOT || pool->nodes[*link].id == id) {
      break;
    }
    link = &pool->nodes[*link].child[path >> (ID_BITS - 1)];
    path <<= 1;
  }
  return link;
}

/* Where a slot without children stands, at or below `link`. */
static uint32_t *find_leaf(const struct snarp_pool *pool, uint32_t *link) {
  for (unsigned bits = pool->id_bits; bits < ID_BITS; bits++) {
    struct snarp_pool_node *node = &pool->nodes[*link];
    if (node->child[0] != NO_SLOT) {
      link = &node->child[0];
    } else if (node->child[1] != NO_SLOT) {
      link = &node->child[1];
    } else {
      break;
    }
  }
  return link;
}

/* All below a node begins with the bits that lead to it: any leaf may take its
 * place. */
void ids_remove(const struct snarp_pool *pool, uint32_t *link) {
  uint32_t slot = *link;
  uint32_t *leaf_link = find_leaf(pool, link);
  uint32_t leaf = *leaf_link;

  *leaf_link = NO_SLOT;
  if (leaf != slot) {
    pool->nodes[leaf].child[0] = pool->nodes[slot].child[0];
    pool->nodes[leaf].child[1] = pool->nodes[slot].child[1];
    *link = leaf;
  }
}

void ids_build(const struct snarp_pool *pool) {
  for (size_t i = 0; i < (size_t)1 << pool->id_bits; i++) {
    pool->trees[i] = NO_SLOT;
  }
  for (uint32_t slot = 0; slot < pool->n; slot++) {
    pool->nodes[slot].child[0] = NO_SLOT;
    pool->nodes[slot].child[1] = NO_SLOT;
    *ids_link(pool, pool->nodes[slot].id) = slot;
  }
}
