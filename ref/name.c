/* Domain names in octets (RFC 1035 3.1, 4.1.4).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "name.h"

#include <string.h>

enum { HEADER = 12 /* octets of a message that hold no name (4.1.1) */ };

/* A name being put together from a message. */
struct chase {
  size_t pos;     /* the next octet */
  size_t end;     /* where the octets end that it may stand in */
  size_t from;    /* where the labels at hand began */
  size_t len;     /* octets put together */
  unsigned jumps; /* pointers followed */
};

/* Follows the pointer at the cursor. "A prior occurrence" (4.1.4) begins
 * before the labels that led to the pointer: so each jump goes further back,
 * and every name ends. */
static int jump(struct wire *in, struct chase *at) {
  if (at->pos + 1 >= at->end) {
    return SNARP_ERR_POINTER_HALF;
  }

  size_t target =
      (size_t)(in->base[at->pos] & ~POINTER) * 256 + in->base[at->pos + 1];
  if (target >= at->from) {
    return SNARP_ERR_POINTER_FORWARD;
  }
  if (target < HEADER) {
    return SNARP_ERR_POINTER_HEADER;
  }
  if (at->jumps == SNARP_POINTERS_MAX) {
    return SNARP_ERR_POINTER_CHAIN;
  }

  if (at->jumps == 0) {
    in->pos = at->pos + 2; /* where the name ends in its own place */
    in->notes |= SNARP_NOTE_COMPRESSED;
    if (target >= in->begin) {
      in->notes |= SNARP_NOTE_POINTER_RDATA;
    }
  }
  at->jumps++;
  at->pos = target;
  at->from = target;
  at->end = in->message;
  return 0;
}

static int take_label(struct wire *in, struct chase *at, uint8_t *space) {
  size_t n = 1u + in->base[at->pos];

  if (n > 1 + SNARP_LABEL_MAX) {
    return SNARP_ERR_LABEL_TYPE;
  }
  if (at->pos + n > at->end) {
    return SNARP_ERR_NAME_OVERRUN;
  }
  if (at->len + n > SNARP_NAME_MAX) {
    return SNARP_ERR_NAME_LONG;
  }

  memcpy(space + at->len, in->base + at->pos, n);
  at->len += n;
  at->pos += n;
  return 0;
}

struct snarp_view name_read_in(struct wire *in, uint8_t space[SNARP_NAME_MAX]) {
  struct chase at = {in->pos, in->end, in->pos, 0, 0};
  struct snarp_view name = {NULL, 0};
  uint8_t octet;
  int rv;

  if (in->rv != 0) {
    return name;
  }
  if (at.pos >= at.end) {
    wire_fail(in, at.pos, SNARP_ERR_NAME_MISSING);
    return name;
  }

  do {
    if (at.pos >= at.end) {
      wire_fail(in, at.end, SNARP_ERR_NAME_OVERRUN);
      return name;
    }
    octet = in->base[at.pos];
    rv = octet >= POINTER ? jump(in, &at) : take_label(in, &at, space);
    if (rv != 0) {
      wire_fail(in, at.pos, rv);
      return name;
    }
  } while (octet != 0);

  name.base = space;
  name.len = at.len;
  if (at.jumps == 0) {
    in->pos = at.pos;
  }
  return name;
}

int name_check(struct snarp_view name) {
  return snarp_name_read(&name, name, NULL);
}

int snarp_name_read(struct snarp_view *name, struct snarp_view octets,
                    struct snarp_diag *diag) {
  struct wire in = wire_open(octets);
  struct snarp_view none = {NULL, 0};
  struct snarp_view got = name_read(&in);
  int rv = wire_close(&in, diag);

  *name = rv == 0 ? got : none;
  return rv;
}

int snarp_name_read_in(struct snarp_view *name, uint8_t space[SNARP_NAME_MAX],
                       struct snarp_view message, size_t off,
                       struct snarp_diag *diag) {
  size_t len = off < message.len ? message.len - off : 0;
  struct wire in = wire_open_in(message, off, len);

  *name = name_read_in(&in, space);
  return wire_tell(diag, in.pos, in.rv == 0 ? in.notes : 0, in.rv);
}

/* Where each label before the root begins, as far as the view is a name. */
static size_t split(struct snarp_view name,
                    uint8_t starts[SNARP_NAME_MAX / 2]) {
  size_t pos = 0;
  size_t n = 0;

  while (pos < name.len && name.base[pos] > 0 &&
         name.base[pos] <= SNARP_LABEL_MAX) {
    size_t end = pos + 1 + name.base[pos];
    if (end > name.len || end >= SNARP_NAME_MAX) {
      break;
    }
    starts[n] = (uint8_t)pos;
    n++;
    pos = end;
  }
  return n;
}

static struct snarp_view label_at(struct snarp_view name, size_t start) {
  struct snarp_view label = {name.base + start + 1, name.base[start]};

  return label;
}

int snarp_name_compare(struct snarp_view a, struct snarp_view b) {
  uint8_t a_starts[SNARP_NAME_MAX / 2];
  uint8_t b_starts[SNARP_NAME_MAX / 2];
  size_t a_left = split(a, a_starts);
  size_t b_left = split(b, b_starts);

  /* the last label counts most (RFC 4034 6.1) */
  while (a_left > 0 && b_left > 0) {
    a_left--;
    b_left--;
    int rv = wire_compare_lower(label_at(a, a_starts[a_left]),
                                label_at(b, b_starts[b_left]));
    if (rv != 0) {
      return rv;
    }
  }
  return (a_left > b_left) - (a_left < b_left);
}
