/*
 * any_text.h - text that ends in unknown octets, for the scanners of zone-file
 * text. A known beginning leads to each field; all that may stand there is
 * followed as far as the unknown octets go.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_ANY_TEXT_H
#define SNARP_ANY_TEXT_H

#include "any.h"

#define ANY_TEXT 600 /* more than any beginning and its end need */

typedef void any_text_prove(struct snarp_view text, struct snarp_view origin);

static uint8_t any_line[ANY_TEXT];

/* A buffer with a little room, and one with room for all. */
static const struct snarp_buf any_little = {any_room + (ANY_ROOM - 10), 10, 3};
static const struct snarp_buf any_much = {any_room, ANY_ROOM, 7};

/* The octets of a string. */
static inline struct snarp_view any_head(const char *string) {
  struct snarp_view head = {(const uint8_t *)string, 0};

  while (string[head.len] != 0) {
    head.len++;
  }
  return head;
}

/* Calls `prove` with `head` and so many unknown octets, which end where the
 * array does, without an origin
 * and with one. */
static inline void any_tail(any_text_prove *prove, struct snarp_view head,
                            size_t tail) {
  uint8_t *base = any_line + (ANY_TEXT - head.len - tail);
  struct snarp_view text = {base, head.len + tail};
  static const uint8_t octets[] = {1, 'a', 0};
  struct snarp_view none = {NULL, 0};
  struct snarp_view origin = {octets, sizeof octets};

  for (size_t i = 0; i < head.len; i++) {
    base[i] = head.base[i];
  }
  any_octets(base + head.len, tail);
  prove(text, none);
  prove(text, origin);
}

/* The same with no unknown octet, and up to `most`. */
static inline void any_tails(any_text_prove *prove, const char *head,
                             size_t most) {
  for (size_t tail = 0; tail <= most; tail++) {
    any_tail(prove, any_head(head), tail);
  }
}

#endif
