/* Heap sort of indexes.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "sort.h"

static bool before(const uint32_t *indexes, size_t a, size_t b,
                   struct sort_order order) {
  return order.compare(order.items, indexes[a], indexes[b]) < 0;
}

static void swap(uint32_t *indexes, size_t a, size_t b) {
  uint32_t index = indexes[a];

  indexes[a] = indexes[b];
  indexes[b] = index;
}

/* Lets the item at `at` sink until no child of it is greater. */
static void sink(uint32_t *indexes, size_t at, size_t n,
                 struct sort_order order) {
  size_t child = 2 * at + 1;

  while (child < n) {
    if (child + 1 < n && before(indexes, child, child + 1, order)) {
      child++;
    }
    if (!before(indexes, at, child, order)) {
      return;
    }
    swap(indexes, at, child);
    at = child;
    child = 2 * at + 1;
  }
}

void sort_indexes(uint32_t *indexes, size_t n, struct sort_order order) {
  for (size_t at = n / 2; at > 0; at--) {
    sink(indexes, at - 1, n, order);
  }
  for (size_t end = n; end > 1; end--) {
    swap(indexes, 0, end - 1);
    sink(indexes, 0, end - 1, order);
  }
}
