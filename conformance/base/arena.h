/*
 * base/arena.h - memory that is given back all at once.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_BASE_ARENA_H
#define SNARP_BASE_ARENA_H

#include <stddef.h>

/* All zero is an empty arena; the fields are private. */
struct arena {
  struct arena_block *blocks;
};

/* Memory of `size` octets, zeroed, aligned for every type; ends the process
 * where there is none left.
 */
void *arena_take(struct arena *arena, size_t size);

/* A copy of `len` octets with a zero behind them. */
char *arena_copy(struct arena *arena, const char *text, size_t len);

/* A text as printf makes it. */
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void arena_free(struct arena *arena);

#endif
