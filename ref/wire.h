/*
 * wire.h - cursor over octets, and the writers that append them.
 *
 * A cursor remembers its first failure: the steps behind it do nothing and
 * give empty values, so that a reader is a list of its fields and tests once,
 * in wire_close. The steps are inline, so that the cursor of a reader stays in
 * registers.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_WIRE_H
#define SNARP_WIRE_H

#include "snarp/base.h"

struct wire {
  const uint8_t *base;
  size_t pos;     /* the next octet; where it failed, the octet at fault */
  size_t end;     /* the end of what may be read */
  size_t begin;   /* where the RDATA begins */
  size_t message; /* octets of the message around it; 0 where there is none */
  uint32_t notes; /* enum snarp_note */
  int rv;         /* the first failure, or 0 */
};

/* Records where reading stopped and what was noted; diag may be null. */
static inline int wire_tell(struct snarp_diag *diag, size_t off, uint32_t notes,
                            int status) {
  if (diag != NULL) {
    diag->off = off;
    diag->notes = notes;
  }
  return status;
}

/* Fails at `pos`; only the first failure counts. */
static inline void wire_fail(struct wire *in, size_t pos, int status) {
  if (in->rv == 0) {
    in->rv = status;
    in->pos = pos;
  }
}

/* A cursor over octets that stand alone. */
static inline struct wire wire_open(struct snarp_view octets) {
  struct wire in = {octets.base, 0, octets.len, 0, 0, 0, 0};

  if (octets.len > SNARP_INPUT_MAX) {
    wire_fail(&in, SNARP_INPUT_MAX, SNARP_ERR_INPUT_LONG);
  }
  return in;
}

/* A cursor over `len` octets at `off` of a message. */
static inline struct wire wire_open_in(struct snarp_view message, size_t off,
                                       size_t len) {
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

/* Ends reading: TRAILING if octets are left. Fills diag, gives the status. */
static inline int wire_close(struct wire *in, struct snarp_diag *diag) {
  if (in->rv == 0 && in->pos != in->end) {
    in->rv = SNARP_ERR_TRAILING;
  }
  return wire_tell(diag, in->pos, in->rv == 0 ? in->notes : 0, in->rv);
}

/* Numbers in network order, which fail with `status` where octets are missing.
 */
static inline uint16_t wire_u16_or(struct wire *in, int status) {
  size_t pos = in->pos;

  if (in->rv != 0) {
    return 0;
  }
  if (pos + 2 > in->end) {
    wire_fail(in, in->end, status);
    return 0;
  }

  in->pos = pos + 2;
  return (uint16_t)(in->base[pos] * 256u + in->base[pos + 1]);
}

static inline uint32_t wire_u32_or(struct wire *in, int status) {
  uint32_t high = wire_u16_or(in, status);

  return high * 65536u + wire_u16_or(in, status);
}

static inline uint16_t wire_u16(struct wire *in) {
  return wire_u16_or(in, SNARP_ERR_SHORT);
}

/* All octets that are left; nothing has failed. */
static inline struct snarp_view wire_rest(struct wire *in) {
  struct snarp_view octets = {in->base + in->pos, in->end - in->pos};

  in->pos = in->end;
  return octets;
}

/* A character-string, without its length octet (RFC 1035 3.3). */
static inline struct snarp_view wire_string(struct wire *in) {
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

static inline void put_u8(struct snarp_buf *out, unsigned octet) {
  if (out->len < out->cap) {
    out->base[out->len] = (uint8_t)octet;
  }
  out->len++;
}

static inline void put_u16(struct snarp_buf *out, unsigned number) {
  put_u8(out, number / 256);
  put_u8(out, number % 256);
}

static inline void put_u32(struct snarp_buf *out, uint32_t number) {
  put_u16(out, number / 65536);
  put_u16(out, number % 65536);
}

void put_octets(struct snarp_buf *out, struct snarp_view octets);

/* The octets with A to Z in lower case. A wire name may be given whole: the
 * length of a label is never a letter. */
void put_lower(struct snarp_buf *out, struct snarp_view octets);

/* A character-string behind its length; len is at most 255. */
void put_string(struct snarp_buf *out, struct snarp_view octets);

/* What stands in a buffer, as far as it was stored. */
struct snarp_view wire_written(const struct snarp_buf *out);

/* Where output of at most `size` octets is written that must not show before it
 * is known to be right: behind `out` if there is room for all of it, else in
 * `octets`. */
struct snarp_buf put_aside(const struct snarp_buf *out, uint8_t *octets,
                           size_t size);

/* Appends what was put aside; ROOM if it does not fit. `kept` views it. */
int put_kept(struct snarp_buf *out, const struct snarp_buf *aside,
             struct snarp_view *kept);

/* True if the first octet is this one. */
static inline bool wire_begins_with(struct snarp_view octets, uint8_t octet) {
  return octets.len > 0 && octets.base[0] == octet;
}

/* True if all octets are 0. */
bool wire_zero(struct snarp_view octets);

/* The order of left-justified octet strings (RFC 4034 6.3), without regard to
 * the case of ASCII letters. */
int wire_compare_lower(struct snarp_view a, struct snarp_view b);

/* The order of character-strings as they stand on the wire: length first. */
int wire_compare_string(struct snarp_view a, struct snarp_view b);

/* An ASCII letter in lower case, any other octet as it is (RFC 4343). */
static inline uint8_t wire_lower(uint8_t octet) {
  return octet >= 'A' && octet <= 'Z' ? (uint8_t)(octet + 32) : octet;
}

#endif
