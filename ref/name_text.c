/* Domain names in zone-file text (RFC 1035 5.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "name.h"

#include <string.h>

/* A name being scanned. */
struct labels {
  uint8_t *octets; /* room for the longest name */
  size_t at;       /* where the length octet of the label at hand stands */
  size_t len;      /* octets used, that one included */
};

/* Takes the octets up to a dot or one that needs text_octet, as many as the
 * label and the name may have. */
static void add_run(struct text *in, struct labels *labels) {
  size_t label_room = labels->at + 1 + SNARP_LABEL_MAX - labels->len;
  size_t name_room = SNARP_NAME_MAX - labels->len;
  struct snarp_buf out = {labels->octets + labels->len,
                          label_room < name_room ? label_room : name_room, 0};

  text_run(in, TEXT_STOP_BARE, &out);
  labels->len += out.len;
}

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

/* Ends a name that has no final dot with the origin; `head` octets of it are
 * at the end of what is in `out`. */
static void complete(struct text *in, size_t head, struct snarp_view origin,
                     struct snarp_buf *out) {
  if (origin.len == 0) {
    text_fail(in, in->pos, SNARP_ERR_NAME_RELATIVE);
  } else if (name_check(origin) != 0) {
    text_fail(in, in->pos, SNARP_ERR_ORIGIN);
  } else if (head + origin.len > SNARP_NAME_MAX) {
    text_fail(in, in->pos, SNARP_ERR_NAME_LONG);
  } else {
    out->len += head;
    put_octets(out, origin);
  }
}

/* Takes "." or "@" if that is the whole field. */
static bool take_alone(struct text *in, uint8_t octet) {
  struct text behind = *in;

  if (in->base[in->pos] != octet) {
    return false;
  }
  behind.pos++;
  if (!text_at_gap(&behind)) {
    return false;
  }
  in->pos = behind.pos;
  return true;
}

/* Takes the labels of a field, the last one left open. */
static int take_labels(struct text *in, struct labels *labels) {
  uint8_t octet;
  int rv;

  do {
    add_run(in, labels);
    if (in->pos < in->end && in->base[in->pos] == '.') {
      in->pos++;
      rv = end_label(labels);
    } else if (text_octet(in, &octet)) {
      rv = add_octet(labels, octet);
    } else {
      return 0;
    }
  } while (rv == 0);
  return rv;
}

static void scan_labels(struct text *in, struct snarp_view origin,
                        struct snarp_buf *out) {
  struct labels labels = {out->base + out->len, 0, 1};
  int rv = take_labels(in, &labels);
  if (rv == 0 && labels.len - labels.at == 1) {
    out->len += labels.len;
    return;
  }
  if (rv == 0) {
    rv = end_label(&labels);
  }
  if (rv != 0) {
    text_fail(in, in->pos, rv);
    return;
  }
  complete(in, labels.len - 1, origin, out);
}

void name_scan(struct text *in, struct snarp_view origin,
               struct snarp_buf *out) {
  if (!text_need(in)) {
    return;
  }
  if (in->base[in->pos] == '"') {
    text_fail(in, in->pos, SNARP_ERR_NAME_QUOTED);
  } else if (take_alone(in, '.')) {
    put_u8(out, 0);
  } else if (take_alone(in, '@')) {
    complete(in, 0, origin, out);
  } else {
    scan_labels(in, origin, out);
  }
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
