/* What the targets share.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct snarp_view fuzz_exact(const uint8_t *data, size_t size) {
  uint8_t *copy = malloc(size > 0 ? size : 1);
  struct snarp_view view = {copy, size};

  FUZZ_HOLDS(copy != NULL);
  if (size > 0) {
    memcpy(copy, data, size);
  }
  return view;
}

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
