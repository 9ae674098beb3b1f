/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

#define BLOCK ((size_t)64 * 1024)
#define ALIGN ((size_t)16)

struct arena_block {
  struct arena_block *next;
  size_t cap;
  size_t len;
};

/* The block's memory begins where its head, rounded up, ends. */
#define HEAD ((sizeof(struct arena_block) + ALIGN - 1) / ALIGN * ALIGN)

static struct arena_block *block_new(struct arena *arena, size_t size) {
  size_t cap = size > BLOCK ? size : BLOCK;
  struct arena_block *block = take(HEAD + cap);

  block->cap = cap;
  block->next = arena->blocks;
  arena->blocks = block;
  return block;
}

void *arena_take(struct arena *arena, size_t size) {
  struct arena_block *block = arena->blocks;
  void *memory;

  size = (size + ALIGN - 1) / ALIGN * ALIGN;
  if (block == NULL || block->cap - block->len < size) {
    block = block_new(arena, size);
  }
  memory = (uint8_t *)block + HEAD + block->len;
  block->len += size;
  return memory;
}

char *arena_copy(struct arena *arena, const char *text, size_t len) {
  char *out = arena_take(arena, len + 1);

  if (len > 0) {
    memcpy(out, text, len);
  }
  return out;
}

char *arena_format(struct arena *arena, const char *format, ...) {
  va_list args;
  va_list again;
  char *out;
  int n;

  va_start(args, format);
  va_copy(again, args);
  n = vsnprintf(NULL, 0, format, args);
  out = arena_take(arena, (size_t)(n < 0 ? 0 : n) + 1);
  if (n > 0) {
    vsnprintf(out, (size_t)n + 1, format, again);
  }
  va_end(again);
  va_end(args);
  return out;
}

void arena_free(struct arena *arena) {
  while (arena->blocks != NULL) {
    struct arena_block *next = arena->blocks->next;

    free(arena->blocks);
    arena->blocks = next;
  }
}
