/* Domain names (RFC 1035 3.1, 4.1.4, 5.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "name.h"

#include <string.h>

enum {
  HEADER = 12,   /* octets of a message that hold no name (RFC 1035 4.1.1) */
  POINTER = 0xc0 /* the two bits of a compression pointer (4.1.4) */
};

struct snarp_view name_read(struct wire *in) {
  struct snarp_view name = {NULL, 0};
  size_t pos = in->pos;
  size_t label;

  if (in->rv != 0) {
    return name;
  }
  if (pos >= in->end) {
    wire_fail(in, pos, SNARP_ERR_NAME_MISSING);
    return name;
  }

  do {
    if (pos >= in->end) {
      wire_fail(in, in->end, SNARP_ERR_NAME_OVERRUN);
      return name;
    }
    label = in->base[pos];
    if (label > SNARP_LABEL_MAX) {
      wire_fail(in, pos,
                label >= POINTER ? SNARP_ERR_POINTER_ALONE
                                 : SNARP_ERR_LABEL_TYPE);
      return name;
    }
    pos += 1 + label;
    if (pos - in->pos > SNARP_NAME_MAX) {
      wire_fail(in, pos - 1 - label, SNARP_ERR_NAME_LONG);
      return name;
    }
  } while (label != 0);

  name.base = in->base + in->pos;
  name.len = pos - in->pos;
  in->pos = pos;
  return name;
}

/* A name being put together from a message. */
struct chase {
  size_t pos;     /* the next octet */
  size_t end;     /* where the octets end that it may stand in */
  size_t from;    /* where the labels at hand began */
  size_t behind;  /* where the name ends in its own place */
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
      (in->base[at->pos] - (size_t)POINTER) * 256 + in->base[at->pos + 1];
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
    at->behind = at->pos + 2;
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
  struct chase at = {in->pos, in->end, in->pos, 0, 0, 0};
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
  in->pos = at.jumps > 0 ? at.behind : at.pos;
  return name;
}

/* A name being scanned. */
struct labels {
  uint8_t octets[SNARP_NAME_MAX];
  size_t at;  /* where the length octet of the label at hand stands */
  size_t len; /* octets used, that one included */
};

static int add_octet(struct labels *labels, uint8_t octet) {
  if (labels->len - labels->at > SNARP_LABEL_MAX) {
    return SNARP_ERR_LABEL_LONG;
  }
  if (labels->len >= SNARP_NAME_MAX) {
    return SNARP_ERR_NAME_LONG;
  }
  labels->octets[labels->len] = octet;
  labels->len++;
  return 0;
}

/* Ends the label at hand and begins the next one. */
static int end_label(struct labels *labels) {
  size_t n = labels->len - labels->at - 1;

  if (n == 0) {
    return SNARP_ERR_LABEL_EMPTY;
  }
  if (labels->len >= SNARP_NAME_MAX) {
    return SNARP_ERR_NAME_LONG;
  }
  labels->octets[labels->at] = (uint8_t)n;
  labels->at = labels->len;
  labels->octets[labels->len] = 0;
  labels->len++;
  return 0;
}

/* Ends a name that has no final dot with the origin. */
static void complete(struct text *in, struct snarp_view head,
                     struct snarp_view origin, struct snarp_buf *out) {
  if (origin.len == 0) {
    text_fail(in, in->pos, SNARP_ERR_NAME_RELATIVE);
  } else if (name_check(origin) != 0) {
    text_fail(in, in->pos, SNARP_ERR_ORIGIN);
  } else if (head.len + origin.len > SNARP_NAME_MAX) {
    text_fail(in, in->pos, SNARP_ERR_NAME_LONG);
  } else {
    put_octets(out, head);
    put_octets(out, origin);
  }
}

/* Takes "." or "@" if that is the whole field. */
static bool take_alone(struct text *in, uint8_t octet) {
  struct text behind = *in;

  behind.pos++;
  if (in->base[in->pos] != octet || !text_at_gap(&behind)) {
    return false;
  }
  in->pos = behind.pos;
  return true;
}

static void scan_labels(struct text *in, struct snarp_view origin,
                        struct snarp_buf *out) {
  struct labels labels;
  uint8_t octet;
  bool escaped;
  int rv = 0;

  labels.octets[0] = 0;
  labels.at = 0;
  labels.len = 1;

  while (rv == 0 && text_octet(in, &octet, &escaped)) {
    rv = octet == '.' && !escaped ? end_label(&labels)
                                  : add_octet(&labels, octet);
  }
  if (rv == 0 && labels.len - labels.at == 1) {
    struct snarp_view whole = {labels.octets, labels.len};
    put_octets(out, whole);
    return;
  }
  if (rv == 0) {
    rv = end_label(&labels);
  }
  if (rv != 0) {
    text_fail(in, in->pos, rv);
    return;
  }

  struct snarp_view head = {labels.octets, labels.len - 1};
  complete(in, head, origin, out);
}

void name_scan(struct text *in, struct snarp_view origin,
               struct snarp_buf *out) {
  struct snarp_view none = {NULL, 0};

  if (!text_need(in)) {
    return;
  }
  if (in->base[in->pos] == '"') {
    text_fail(in, in->pos, SNARP_ERR_NAME_QUOTED);
  } else if (take_alone(in, '.')) {
    put_u8(out, 0);
  } else if (take_alone(in, '@')) {
    complete(in, none, origin, out);
  } else {
    scan_labels(in, origin, out);
  }
}

int name_check(struct snarp_view name) {
  return snarp_name_read(&name, name, NULL);
}

static void put_label_octet(struct snarp_buf *out, uint8_t octet) {
  switch (octet) {
  case '.':
  case '\\':
  case '"':
  case '(':
  case ')':
  case ';':
  case '@':
  case '$':
    put_u8(out, '\\');
    put_u8(out, octet);
    break;
  default:
    if (octet <= ' ' || octet > '~') {
      put_escape(out, octet);
    } else {
      put_u8(out, octet);
    }
  }
}

void name_put(struct snarp_buf *out, struct snarp_view name) {
  size_t pos = 0;

  if (name.len == 1) {
    put_u8(out, '.');
  }
  while (pos + 1 < name.len) {
    size_t end = pos + 1 + name.base[pos];
    for (pos++; pos < end; pos++) {
      put_label_octet(out, name.base[pos]);
    }
    put_u8(out, '.');
  }
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

int snarp_name_scan(struct snarp_view *name, uint8_t space[SNARP_NAME_MAX],
                    struct snarp_view text, struct snarp_view origin,
                    struct snarp_diag *diag) {
  struct snarp_buf out = {space, SNARP_NAME_MAX, 0};
  struct text in = text_open(text);
  struct snarp_view none = {NULL, 0};

  name_scan(&in, origin, &out);

  int rv = text_close(&in, diag);
  struct snarp_view got = {space, out.len};
  *name = rv == 0 ? got : none;
  return rv;
}

int snarp_name_print(struct snarp_buf *out, struct snarp_view name,
                     struct snarp_diag *diag) {
  int rv = snarp_name_read(&name, name, diag);

  if (rv == 0) {
    name_put(out, name);
  }
  return rv;
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
