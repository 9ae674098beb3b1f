/* Octets in, octets out.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "wire.h"

#include <string.h>

void put_octets(struct snarp_buf *out, struct snarp_view octets) {
  size_t room = out->len < out->cap ? out->cap - out->len : 0;
  size_t n = octets.len < room ? octets.len : room;

  if (n > 0) {
    memcpy(out->base + out->len, octets.base, n);
  }
  out->len += octets.len;
}

void put_lower(struct snarp_buf *out, struct snarp_view octets) {
  for (size_t i = 0; i < octets.len; i++) {
    put_u8(out, wire_lower(octets.base[i]));
  }
}

void put_string(struct snarp_buf *out, struct snarp_view octets) {
  put_u8(out, (unsigned)octets.len);
  put_octets(out, octets);
}

struct snarp_view wire_written(const struct snarp_buf *out) {
  struct snarp_view octets = {out->base, out->len};

  if (octets.len > out->cap) {
    octets.len = out->cap;
  }
  return octets;
}

struct snarp_buf put_aside(const struct snarp_buf *out, uint8_t *octets,
                           size_t size) {
  struct snarp_buf aside = {octets, size, 0};

  if (out->len <= out->cap && out->cap - out->len >= size) {
    aside.base = out->base + out->len;
  }
  return aside;
}

int put_kept(struct snarp_buf *out, const struct snarp_buf *aside,
             struct snarp_view *kept) {
  if (out->len > out->cap || aside->len > out->cap - out->len) {
    return SNARP_ERR_ROOM;
  }

  uint8_t *end = out->base + out->len;
  if (end != aside->base) {
    memcpy(end, aside->base, aside->len);
  }
  kept->base = end;
  kept->len = aside->len;
  out->len += aside->len;
  return 0;
}

bool wire_zero(struct snarp_view octets) {
  size_t n = 0;

  while (n < octets.len && octets.base[n] == 0) {
    n++;
  }
  return n == octets.len;
}

int wire_compare_lower(struct snarp_view a, struct snarp_view b) {
  size_t n = a.len < b.len ? a.len : b.len;

  for (size_t i = 0; i < n; i++) {
    int rv = wire_lower(a.base[i]) - wire_lower(b.base[i]);
    if (rv != 0) {
      return rv;
    }
  }
  return (a.len > b.len) - (a.len < b.len);
}

int wire_compare_string(struct snarp_view a, struct snarp_view b) {
  if (a.len != b.len) {
    return a.len < b.len ? -1 : 1;
  }
  return a.len > 0 ? memcmp(a.base, b.base, a.len) : 0;
}
