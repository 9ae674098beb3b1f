/*
 * name.h - domain names as a part of RDATA, on the cursors of wire.h and
 * text.h (RFC 1035 3.1, 4.1.4, 5.1).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_NAME_PRIVATE_H
#define SNARP_NAME_PRIVATE_H

#include "snarp/name.h"
#include "text.h"
#include "wire.h"

enum { POINTER = 0xc0 /* the two bits of a compression pointer (4.1.4) */ };

/* The uncompressed name at the cursor. */
static inline struct snarp_view name_read(struct wire *in) {
  struct snarp_view name = {NULL, 0};
  size_t begin = in->pos;
  size_t stop = begin + SNARP_NAME_MAX + 1;
  size_t pos = begin;
  size_t last; /* where the last label begins */
  size_t label;

  if (in->rv != 0) {
    return name;
  }
  if (pos >= in->end) {
    wire_fail(in, pos, SNARP_ERR_NAME_MISSING);
    return name;
  }

  stop = stop < in->end ? stop : in->end;
  do {
    last = pos;
    label = in->base[pos];
    if (label > SNARP_LABEL_MAX) {
      wire_fail(in, pos,
                label >= POINTER ? SNARP_ERR_POINTER_ALONE
                                 : SNARP_ERR_LABEL_TYPE);
      return name;
    }
    pos += 1 + label;
  } while (label != 0 && pos < stop);

  if (pos - begin > SNARP_NAME_MAX) {
    wire_fail(in, last, SNARP_ERR_NAME_LONG);
  } else if (label != 0) {
    wire_fail(in, in->end, SNARP_ERR_NAME_OVERRUN);
  } else {
    name.base = in->base + begin;
    name.len = pos - begin;
    in->pos = pos;
  }
  return name;
}

/* The name at the cursor of a message, pointers followed, put in `space`. */
struct snarp_view name_read_in(struct wire *in, uint8_t space[SNARP_NAME_MAX]);

/* Scans a name and appends it; there must be room for the longest one. */
void name_scan(struct text *in, struct snarp_view origin,
               struct snarp_buf *out);

/* 0 if the view is a name, else why not. */
int name_check(struct snarp_view name);

/* Appends a name, known to be one, as text. */
void name_put(struct snarp_buf *out, struct snarp_view name);

#endif
