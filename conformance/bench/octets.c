/*
 * octets.c - the copies that snarp_paths counts; see paths.h.
 *
 * The C library chooses among its own by the processor it finds.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int octet, size_t n);
int memcmp(const void *a, const void *b, size_t n);

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  uint8_t *out = to;
  const uint8_t *in = from;
  while (n > 0) {
    *out++ = *in++;
    n--;
  }
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  uint8_t *out = to;
  const uint8_t *in = from;
  if ((uintptr_t)to <= (uintptr_t)from) {
    return memcpy(to, from, n);
  }
  while (n > 0) {
    n--;
    out[n] = in[n];
  }
  return to;
}

void *memset(void *to, int octet, size_t n) {
  uint8_t *out = to;
  while (n > 0) {
    *out++ = (uint8_t)octet;
    n--;
  }
  return to;
}

int memcmp(const void *a, const void *b, size_t n) {
  const uint8_t *one = a;
  const uint8_t *other = b;
  for (; n > 0; n--) {
    int differ = *one++ - *other++;
    if (differ != 0) {
      return differ;
    }
  }
  return 0;
}
