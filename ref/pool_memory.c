/* How a pool lies in its memory.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_memory.h"

#include <string.h>

#include "heap.h"
#include "pool_parts.h"

/* Everything lies at a multiple of it. */
enum { ALIGNMENT = 8 };

/* Where each array begins, in octets; those that a policy does not have are
 * empty. */
struct layout {
  uint64_t items;
  uint64_t order;
  uint64_t heap;
  uint64_t waiting;
  uint64_t sums;
  uint64_t nodes;
  uint64_t ranks;
  uint64_t forks;
  uint64_t links;
  uint64_t values;
  uint64_t list;
  uint64_t at;
  uint64_t front;
  uint64_t arrivals;
  uint64_t trees;
  uint64_t size;
};

/* Between one and two elements to a tree. */
static unsigned id_bits_for(uint64_t n) {
  unsigned bits = 1;

  while (bits < 31 && (uint64_t)2 << bits <= n) {
    bits++;
  }
  return bits;
}

static uint64_t lay(struct layout *layout, uint64_t n, size_t size) {
  uint64_t begin = layout->size;

  layout->size += (n * size + (ALIGNMENT - 1)) / ALIGNMENT * ALIGNMENT;
  return begin;
}

static struct layout layout_of(enum snarp_policy_kind kind, uint64_t n) {
  enum pool_part part = pool_part(kind);
  uint64_t turns = part == PART_TURNS ? n : 0;
  uint64_t ranked = part == PART_QUEUE ? n : turns;
  uint64_t deck = part == PART_DECK ? n : 0;
  size_t number = sizeof(uint32_t);
  struct layout layout = {0};

  layout.items = lay(&layout, turns, sizeof(struct snarp_pool_item));
  layout.front = lay(&layout, turns, sizeof(struct snarp_pool_turn));
  layout.arrivals = lay(&layout, turns, sizeof(uint64_t));
  layout.ranks =
      lay(&layout, part == PART_QUEUE || part == PART_TURNS ? n + 1 : 0,
          sizeof(struct snarp_pool_rank));
  layout.forks = lay(&layout, ranked, sizeof(struct snarp_pool_fork));
  layout.sums = lay(&layout, part == PART_SHARES ? n + 1 : 0, sizeof(uint64_t));
  layout.nodes = lay(&layout, n, sizeof(struct snarp_pool_node));
  layout.order = lay(&layout, part == PART_TURNS ? n + 2 : 0,
                     sizeof(struct snarp_pool_links));
  layout.links = lay(&layout, part == PART_RING ? n : ranked,
                     sizeof(struct snarp_pool_links));
  layout.values =
      lay(&layout, part == PART_RING || part == PART_DECK ? 0 : n, number);
  layout.list = lay(&layout, deck, number);
  layout.at = lay(&layout, ranked + deck, number);
  layout.heap = lay(&layout, turns, number);
  layout.waiting = lay(&layout, turns, number);
  layout.trees = lay(&layout, (uint64_t)1 << id_bits_for(n), number);
  return layout;
}

size_t snarp_pool_memory(enum snarp_policy_kind kind, size_t n) {
  if (pool_part(kind) == PART_NONE || n > UINT32_MAX) {
    return SIZE_MAX;
  }

  struct layout layout = layout_of(kind, n);
  size_t too_large = layout.size >= SIZE_MAX;
  return (size_t)(layout.size & SIZE_MAX) | too_large * SIZE_MAX;
}

bool memory_divide(struct snarp_pool *pool, size_t n, void *memory,
                   size_t size) {
  size_t need = snarp_pool_memory(pool->kind, n);
  uint8_t *base = memory;

  if (need == SIZE_MAX || size < need) {
    return false;
  }

  struct layout layout = layout_of(pool->kind, n);
  pool->heap.items = (void *)(base + layout.items);
  pool->heap.links = (void *)(base + layout.order);
  pool->heap.numbers = (void *)(base + layout.heap);
  pool->waiting.items = pool->heap.items;
  pool->waiting.links = pool->heap.links;
  pool->waiting.numbers = (void *)(base + layout.waiting);
  pool->sums = (void *)(base + layout.sums);
  pool->nodes = (void *)(base + layout.nodes);
  pool->ranks = (void *)(base + layout.ranks);
  pool->forks = (void *)(base + layout.forks);
  pool->links = (void *)(base + layout.links);
  pool->values = (void *)(base + layout.values);
  pool->list = (void *)(base + layout.list);
  pool->at = (void *)(base + layout.at);
  pool->arrivals = (void *)(base + layout.arrivals);
  pool->front = (void *)(base + layout.front);
  pool->trees = (void *)(base + layout.trees);
  pool->id_bits = id_bits_for(n);
  pool->cap = (uint32_t)n;
  return true;
}

void memory_copy(struct snarp_pool *to, const struct snarp_pool *from) {
  enum pool_part part = pool_part(from->kind);
  size_t n = from->n;

  memcpy(to->nodes, from->nodes, n * sizeof *from->nodes);
  if (part == PART_RING) {
    memcpy(to->links, from->links, n * sizeof *from->links);
    return;
  }
  if (part == PART_DECK) {
    memcpy(to->list, from->list, n * sizeof *from->list);
    memcpy(to->at, from->at, n * sizeof *from->at);
    return;
  }

  memcpy(to->values, from->values, n * sizeof *from->values);
  if (part == PART_TURNS) {
    turns_copy(to, from);
  } else if (part == PART_SHARES) {
    memcpy(to->sums, from->sums, (n + 1) * sizeof *from->sums);
  } else {
    queue_copy(to, from);
  }
}
