/*
 * pool_memory.h - how a pool lies in its memory.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_MEMORY_H
#define SNARP_POOL_MEMORY_H

#include "snarp/pool.h"

/* Divides memory of `size` octets between the arrays of a pool for n elements;
 * false, with the pool unchanged, where it does not suffice. */
bool memory_divide(struct snarp_pool *pool, size_t n, void *memory,
                   size_t size);

/* Copies all arrays but the trees of identifiers. */
void memory_copy(struct snarp_pool *to, const struct snarp_pool *from);

#endif
