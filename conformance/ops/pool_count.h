/*
 * ops/pool_count.h - how often elements come first in answers, and how often
 * two come first and second.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_POOL_COUNT_H
#define SNARP_OPS_POOL_COUNT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* Of at most this many elements; others are not counted. */
#define POOL_COUNT_MAX 256

struct pool_count;

struct pool_count *pool_count_new(void);
void pool_count_free(struct pool_count *count);

/* Counts an answer of n elements. */
void pool_count_add(struct pool_count *count, const uint32_t *ids, size_t n);

/* A new {"first": {"ID": n}, "pairs": {"ID ID": n}}, without zeros. */
json_t *pool_count_json(const struct pool_count *count);

#endif
