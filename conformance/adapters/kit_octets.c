/*
 * kit_octets.c - JSON from and to octets; see kit_octets.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "kit_octets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one request has allocated; freed when it is answered. */
static void *held[16];
static size_t n_held;

void kit_die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("kit: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  exit(1);
}

void *kit_hold(size_t len) {
  void *memory = malloc(len > 0 ? len : 1);
  if (memory == NULL || n_held == sizeof held / sizeof held[0]) {
    kit_die("no memory for %zu octets of a request", len);
  }
  held[n_held++] = memory;
  return memory;
}

void kit_release(void) {
  while (n_held > 0) {
    free(held[--n_held]);
  }
}

static int digit(char c) {
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  const char *at = c != 0 ? strchr(digits, c) : NULL;
  return at != NULL ? (int)(at - digits) % 16 : -1;
}

struct kit_octets kit_from_hex(const json_t *in, const char *member) {
  const json_t *value = json_object_get(in, member);
  const char *hex = json_string_value(value);
  size_t n = json_string_length(value);
  if (hex == NULL || n % 2 != 0) {
    kit_die("the request needs hexadecimal octets in \"%s\"", member);
  }

  struct kit_octets out = {kit_hold(n / 2), n / 2};
  for (size_t i = 0; i < out.len; i++) {
    int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) {
      kit_die("\"%s\" has a digit that is not hexadecimal", member);
    }
    out.base[i] = (uint8_t)(high * 16 + low);
  }
  return out;
}

/* One character of UTF-8, which must be U+00ff or lower. */
static uint8_t latin1(const char **text, const char *member) {
  uint8_t c = (uint8_t)*(*text)++;
  if (c < 0x80) {
    return c;
  }
  if (c > 0xc3) {
    kit_die("\"%s\" has a character above U+00ff", member);
  }
  return (uint8_t)((c & 3) << 6 | (*(*text)++ & 0x3f));
}

/* `before`, the octets of a text, and a zero octet that is not counted. */
struct kit_octets kit_from_latin1(const json_t *in, const char *member,
                                  const char *before) {
  const json_t *value = json_object_get(in, member);
  const char *text = json_string_value(value);
  if (text == NULL) {
    kit_die("the request needs a string in \"%s\"", member);
  }

  const char *end = text + json_string_length(value);
  size_t n = strlen(before);
  for (const char *at = text; at < end; n++) {
    latin1(&at, member);
  }
  struct kit_octets out = {kit_hold(n + 1), strlen(before)};
  memcpy(out.base, before, out.len);
  while (text < end) {
    out.base[out.len++] = latin1(&text, member);
  }
  out.base[out.len] = 0;
  return out;
}

json_t *kit_hex(const void *octets, size_t len) {
  static const char digits[] = "0123456789abcdef";
  const uint8_t *from = octets;
  char *hex = malloc(2 * len + 1);
  if (hex == NULL) {
    kit_die("no memory for %zu octets of an answer", len);
  }
  for (size_t i = 0; i < len; i++) {
    hex[2 * i] = digits[from[i] >> 4];
    hex[2 * i + 1] = digits[from[i] & 15];
  }
  json_t *out = json_stringn_nocheck(hex, 2 * len);
  free(hex);
  return out;
}

json_t *kit_latin1(const void *octets, size_t len) {
  const uint8_t *from = octets;
  char *text = malloc(2 * len + 1);
  size_t n = 0;
  if (text == NULL) {
    kit_die("no memory for %zu octets of an answer", len);
  }
  for (size_t i = 0; i < len; i++) {
    if (from[i] < 0x80) {
      text[n++] = (char)from[i];
    } else {
      text[n++] = (char)(0xc0 | from[i] >> 6);
      text[n++] = (char)(0x80 | (from[i] & 0x3f));
    }
  }
  json_t *out = json_stringn_nocheck(text, n);
  free(text);
  return out;
}

struct kit_octets kit_from_number(const json_t *in, const char *member) {
  const json_t *value = json_object_get(in, member);
  json_int_t n = json_integer_value(value);
  if (!json_is_integer(value) || n < 0 || n > 65535) {
    kit_die("the request needs a number from 0 to 65535 in \"%s\"", member);
  }
  struct kit_octets out = {kit_hold(2), 2};
  out.base[0] = (uint8_t)(n >> 8);
  out.base[1] = (uint8_t)n;
  return out;
}
