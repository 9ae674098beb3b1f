/* What the targets share.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef FUZZ_PAGES
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define HAS_MSAN
#endif
#endif

void fuzz_fail(const char *property, int line) {
  fprintf(stderr, "line %d: does not hold: %s\n", line, property);
  abort();
}

/* --- blocks */

#ifdef FUZZ_PAGES

enum { BLOCKS = 16, BLOCK_MAX = 1 << 17 };

static struct {
  uint8_t *end;
  const uint8_t *base;
} blocks[BLOCKS];

/* The end of memory before a page that cannot be touched. */
static uint8_t *before_page(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *memory = mmap(NULL, BLOCK_MAX + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  FUZZ_HOLDS(memory != MAP_FAILED);
  uint8_t *end = (uint8_t *)memory + BLOCK_MAX;
  FUZZ_HOLDS(mprotect(end, page, PROT_NONE) == 0);
  return end;
}

uint8_t *fuzz_block(size_t size) {
  unsigned i = 0;

  FUZZ_HOLDS(size <= BLOCK_MAX);
  while (blocks[i].base != NULL) {
    i++;
    FUZZ_HOLDS(i < BLOCKS);
  }
  if (blocks[i].end == NULL) {
    blocks[i].end = before_page();
  }

  uint8_t *base = blocks[i].end - size;
  blocks[i].base = base;
  return base;
}

void fuzz_release(const uint8_t *block) {
  unsigned i = 0;

  while (blocks[i].base != block) {
    i++;
    FUZZ_HOLDS(i < BLOCKS);
  }
  blocks[i].base = NULL;
}

#else

uint8_t *fuzz_block(size_t size) {
  uint8_t *block = malloc(size > 0 ? size : 1);

  FUZZ_HOLDS(block != NULL);
  return block;
}

void fuzz_release(const uint8_t *block) {
  free((void *)block);
}

#endif

struct snarp_view fuzz_exact(const uint8_t *data, size_t size) {
  uint8_t *copy = fuzz_block(size);
  struct snarp_view view = {copy, size};

  if (size > 0) {
    memcpy(copy, data, size);
  }
  return view;
}

/* --- octets */

void fuzz_spoil(void *memory, size_t size) {
  memset(memory, 0xa5, size);
#ifdef HAS_MSAN
  __msan_poison(memory, size);
#endif
}

void fuzz_defined(const void *memory, size_t size) {
#ifdef HAS_MSAN
  __msan_check_mem_is_initialized(memory, size);
#else
  (void)memory;
  (void)size;
#endif
}

bool fuzz_equal(struct snarp_view a, struct snarp_view b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.base, b.base, a.len) == 0);
}
