/* Running sums.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "sums.h"

/* Steps up to this one stay within two lines of a cache. */
enum { NEAR = 8 };

/* The lowest bit of i: how many weights sums[i] adds up, the last being i's. */
static size_t span(size_t i) {
  return i & (~i + 1);
}

void sums_build(uint64_t *sums, size_t n) {
  for (size_t i = 1; i <= n; i++) {
    size_t next = i + span(i);
    if (next <= n) {
      sums[next] += sums[i];
    }
  }
}

void sums_append(uint64_t *sums, size_t n, uint64_t weight) {
  sums[n] = weight;
  for (size_t step = 1; step < span(n); step *= 2) {
    sums[n] += sums[n - step];
  }
}

void sums_add(uint64_t *sums, size_t n, size_t i, uint64_t more) {
  for (; i <= n; i += span(i)) {
    sums[i] += more;
  }
}

void sums_take(uint64_t *sums, size_t n, size_t i, uint64_t less) {
  for (; i <= n; i += span(i)) {
    sums[i] -= less;
  }
}

size_t sums_find(const uint64_t *sums, size_t n, uint64_t sum) {
  size_t step = 1;
  size_t i = 0;

  while (step <= n / 2) {
    step *= 2;
  }
  for (; step > NEAR; step /= 2) {
    if (step <= n - i && sums[i + step] < sum) {
      i += step;
      sum -= sums[i];
    }
  }

  /* Each of these comparisons is a coin toss: no branch depends on it. Those
   * above may well be guessed, so that far memory is asked for early. */
  for (; step > 0; step /= 2) {
    if (step <= n - i) {
      uint64_t less = sums[i + step] < sum;
      sum -= sums[i + step] * less;
      i += step * (size_t)less;
    }
  }
  return i + 1;
}
