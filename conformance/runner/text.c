/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fault.h"
#include "octets.h"

static char *room(struct text *text, size_t n) {
  if (text->cap - text->len <= n) {
    text->cap = 2 * text->cap + n + 64;
    text->base = grow(text->base, text->cap);
  }
  return text->base + text->len;
}

void text_add_n(struct text *text, const char *chars, size_t n) {
  char *at = room(text, n);

  memcpy(at, chars, n);
  at[n] = '\0';
  text->len += n;
}

void text_add(struct text *text, const char *string) {
  text_add_n(text, string, strlen(string));
}

void text_format(struct text *text, const char *format, ...) {
  va_list args;
  va_list again;
  int n;

  va_start(args, format);
  va_copy(again, args);
  n = vsnprintf(NULL, 0, format, args);
  if (n > 0) {
    vsnprintf(room(text, (size_t)n), (size_t)n + 1, format, again);
    text->len += (size_t)n;
  }
  va_end(again);
  va_end(args);
}

void text_hex(struct text *text, struct snarp_view octets) {
  char *at = room(text, 2 * octets.len + 2);

  *at = '"';
  octets_to_hex(at + 1, octets);
  text->len += 2 * octets.len + 1;
  text_add(text, "\"");
}

void text_json(struct text *text, struct snarp_view octets) {
  char *at = room(text, 6 * octets.len + 2);

  *at = '"';
  text->len += octets_to_json(at + 1, octets) + 1;
  text_add(text, "\"");
}

void text_cut(struct text *text, size_t cap) {
  if (text->len > cap && cap >= 3) {
    memcpy(text->base + cap - 3, "...", 4);
    text->len = cap;
  }
}
