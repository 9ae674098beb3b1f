/*
 * sort.h - sorts indexes in place, in O(n log n) whatever the input.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_SORT_H
#define SNARP_SORT_H

#include "snarp/base.h"

/* Less than, equal to or greater than 0 as item a stands before, at or behind
 * item b. */
struct sort_order {
  int (*compare)(const void *items, uint32_t a, uint32_t b);
  const void *items;
};

/* Sorts by heap; the order of equal items is left open. */
void sort_indexes(uint32_t *indexes, size_t n, struct sort_order order);

#endif
