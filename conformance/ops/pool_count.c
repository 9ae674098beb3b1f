/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "ops/pool_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

struct pool_count {
  uint32_t ids[POOL_COUNT_MAX];
  size_t n;
  uint64_t first[POOL_COUNT_MAX];
  uint64_t pairs[POOL_COUNT_MAX][POOL_COUNT_MAX];
};

struct pool_count *pool_count_new(void) {
  return memset(take(sizeof(struct pool_count)), 0, sizeof(struct pool_count));
}

void pool_count_free(struct pool_count *count) {
  free(count);
}

/* The index of an id, new ones at the end; POOL_COUNT_MAX where there are too
 * many. */
static size_t index_of(struct pool_count *count, uint32_t id) {
  size_t i = 0;

  while (i < count->n && count->ids[i] != id) {
    i++;
  }
  if (i == count->n && i < POOL_COUNT_MAX) {
    count->ids[i] = id;
    count->n++;
  }
  return i;
}

void pool_count_add(struct pool_count *count, const uint32_t *ids, size_t n) {
  size_t first = n > 0 ? index_of(count, ids[0]) : POOL_COUNT_MAX;
  size_t second = n > 1 ? index_of(count, ids[1]) : POOL_COUNT_MAX;

  if (first < POOL_COUNT_MAX) {
    count->first[first]++;
  }
  if (first < POOL_COUNT_MAX && second < POOL_COUNT_MAX) {
    count->pairs[first][second]++;
  }
}

static void put(json_t *object, const char *key, uint64_t n) {
  if (n > 0) {
    json_object_set_new(object, key, json_integer((json_int_t)n));
  }
}

json_t *pool_count_json(const struct pool_count *count) {
  json_t *first = json_object();
  json_t *pairs = json_object();
  char key[32];

  for (size_t i = 0; i < count->n; i++) {
    snprintf(key, sizeof key, "%" PRIu32, count->ids[i]);
    put(first, key, count->first[i]);
    for (size_t j = 0; j < count->n; j++) {
      snprintf(key, sizeof key, "%" PRIu32 " %" PRIu32, count->ids[i],
               count->ids[j]);
      put(pairs, key, count->pairs[i][j]);
    }
  }
  return json_pack("{s:o, s:o}", "first", first, "pairs", pairs);
}
