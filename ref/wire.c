/* Octets in, octets out.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "wire.h"

#include <string.h>

int wire_tell(struct snarp_diag *diag, size_t off, uint32_t notes, int status) {
  if (diag != NULL) {
    diag->off = off;
    diag->notes = notes;
  }
  return status;
}

struct wire wire_open(struct snarp_view octets) {
  struct wire in = {octets.base, 0, octets.len, 0, 0, 0, 0};

  if (octets.len > SNARP_INPUT_MAX) {
    wire_fail(&in, SNARP_INPUT_MAX, SNARP_ERR_INPUT_LONG);
  }
  return in;
}

struct wire wire_open_in(struct snarp_view message, size_t off, size_t len) {
  struct wire in = {message.base, off, 0, off, message.len, 0, 0};

  if (message.len > SNARP_INPUT_MAX) {
    wire_fail(&in, SNARP_INPUT_MAX, SNARP_ERR_INPUT_LONG);
  } else if (off > message.len || len > message.len - off) {
    wire_fail(&in, message.len, SNARP_ERR_BOUNDS);
  } else {
    in.end = off + len;
  }
  return in;
}

int wire_close(struct wire *in, struct snarp_diag *diag) {
  if (in->rv == 0 && in->pos != in->end) {
    in->rv = SNARP_ERR_TRAILING;
  }
  return wire_tell(diag, in->pos, in->rv == 0 ? in->notes : 0, in->rv);
}

void wire_fail(struct wire *in, size_t pos, int status) {
  if (in->rv == 0) {
    in->rv = status;
    in->pos = pos;
  }
}

uint16_t wire_u16(struct wire *in) {
  size_t pos = in->pos;

  if (in->rv != 0) {
    return 0;
  }
  if (pos + 2 > in->end) {
    wire_fail(in, in->end, SNARP_ERR_SHORT);
    return 0;
  }

  in->pos = pos + 2;
  return (uint16_t)(in->base[pos] * 256u + in->base[pos + 1]);
}

struct snarp_view wire_string(struct wire *in) {
  struct snarp_view octets = {NULL, 0};
  size_t pos = in->pos;

  if (in->rv != 0) {
    return octets;
  }
  if (pos >= in->end) {
    wire_fail(in, pos, SNARP_ERR_STRING_MISSING);
    return octets;
  }

  size_t len = in->base[pos];
  if (pos + 1 + len > in->end) {
    wire_fail(in, pos, SNARP_ERR_STRING_OVERRUN);
    return octets;
  }

  octets.base = in->base + pos + 1;
  octets.len = len;
  in->pos = pos + 1 + len;
  return octets;
}

void put_u16(struct snarp_buf *out, unsigned number) {
  put_u8(out, number / 256);
  put_u8(out, number % 256);
}

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

int put_kept(struct snarp_buf *out, struct snarp_view octets,
             struct snarp_view *kept) {
  if (out->len > out->cap || octets.len > out->cap - out->len) {
    return SNARP_ERR_ROOM;
  }

  kept->base = out->base + out->len;
  kept->len = octets.len;
  put_octets(out, octets);
  return 0;
}

int wire_compare(struct snarp_view a, struct snarp_view b) {
  size_t n = a.len < b.len ? a.len : b.len;
  int rv = n > 0 ? memcmp(a.base, b.base, n) : 0;

  if (rv != 0) {
    return rv;
  }
  return (a.len > b.len) - (a.len < b.len);
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
  return wire_compare(a, b);
}
