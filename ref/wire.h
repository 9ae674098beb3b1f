/*
 * wire.h - cursor over octets, and the writers that append them.
 *
 * A cursor remembers its first failure: the steps behind it do nothing and
 * give empty values, so that a reader is a list of its fields and tests once,
 * in wire_close.
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

/* A cursor over octets that stand alone. */
struct wire wire_open(struct snarp_view octets);

/* A cursor over `len` octets at `off` of a message. */
struct wire wire_open_in(struct snarp_view message, size_t off, size_t len);

/* Ends reading: TRAILING if octets are left. Fills diag, gives the status. */
int wire_close(struct wire *in, struct snarp_diag *diag);

/* Fails at `pos`; only the first failure counts. */
void wire_fail(struct wire *in, size_t pos, int status);

uint16_t wire_u16(struct wire *in);

/* A character-string, without its length octet (RFC 1035 3.3). */
struct snarp_view wire_string(struct wire *in);

static inline void put_u8(struct snarp_buf *out, unsigned octet) {
  if (out->len < out->cap) {
    out->base[out->len] = (uint8_t)octet;
  }
  out->len++;
}

void put_u16(struct snarp_buf *out, unsigned number);
void put_octets(struct snarp_buf *out, struct snarp_view octets);

/* The octets with A to Z in lower case. A wire name may be given whole: the
 * length of a label is never a letter. */
void put_lower(struct snarp_buf *out, struct snarp_view octets);

/* A character-string behind its length; len is at most 255. */
void put_string(struct snarp_buf *out, struct snarp_view octets);

/* What stands in a buffer, as far as it was stored. */
struct snarp_view wire_written(const struct snarp_buf *out);

/* Appends octets only if there is room for all of them, else ROOM; `kept`
 * views them in the buffer. */
int put_kept(struct snarp_buf *out, struct snarp_view octets,
             struct snarp_view *kept);

/* The order of left-justified octet strings (RFC 4034 6.3), exactly and
 * without regard to the case of ASCII letters. */
int wire_compare(struct snarp_view a, struct snarp_view b);
int wire_compare_lower(struct snarp_view a, struct snarp_view b);

/* The order of character-strings as they stand on the wire: length first. */
int wire_compare_string(struct snarp_view a, struct snarp_view b);

/* Records where reading stopped and what was noted; diag may be null. */
int wire_tell(struct snarp_diag *diag, size_t off, uint32_t notes, int status);

/* An ASCII letter in lower case, any other octet as it is (RFC 4343). */
static inline uint8_t wire_lower(uint8_t octet) {
  return octet >= 'A' && octet <= 'Z' ? (uint8_t)(octet + 32) : octet;
}

#endif
