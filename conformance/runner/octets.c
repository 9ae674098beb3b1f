/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "octets.h"

#include <stdio.h>
#include <string.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  if (c >= 'A' && c <= 'F') {
    return c - 'A' + 10;
  }
  return -1;
}

bool octets_from_hex(uint8_t *out, const char *hex, size_t n) {
  if (n % 2 != 0) {
    return false;
  }
  for (size_t i = 0; i < n; i += 2) {
    int high = digit(hex[i]);
    int low = digit(hex[i + 1]);

    if (high < 0 || low < 0) {
      return false;
    }
    out[i / 2] = (uint8_t)(high << 4 | low);
  }
  return true;
}

void octets_to_hex(char *out, struct snarp_view octets) {
  static const char digits[] = "0123456789abcdef";

  for (size_t i = 0; i < octets.len; i++) {
    *out++ = digits[octets.base[i] >> 4];
    *out++ = digits[octets.base[i] & 15];
  }
  *out = '\0';
}

bool octets_from_text(uint8_t *out, size_t *len, const char *utf8, size_t n) {
  size_t at = 0;

  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)utf8[i];

    if (c >= 0x80) {
      /* U+0080 to U+00FF are c2 80 to c3 bf */
      if ((c != 0xc2 && c != 0xc3) || i + 1 == n ||
          ((unsigned char)utf8[i + 1] & 0xc0) != 0x80) {
        return false;
      }
      i++;
      c = (unsigned char)((c & 3) << 6 | ((unsigned char)utf8[i] & 0x3f));
    }
    out[at++] = c;
  }
  *len = at;
  return true;
}

static size_t escape(char *out, uint8_t octet) {
  static const char from[] = "\"\\\b\f\n\r\t";
  static const char to[] = "\"\\bfnrt";
  const char *found = octet == 0 ? NULL : strchr(from, octet);

  if (found != NULL) {
    out[0] = '\\';
    out[1] = to[found - from];
    return 2;
  }
  if (octet >= 0x20 && octet < 0x7f) {
    out[0] = (char)octet;
    return 1;
  }
  return (size_t)snprintf(out, 7, "\\u%04X", octet);
}

size_t octets_to_json(char *out, struct snarp_view octets) {
  size_t at = 0;

  for (size_t i = 0; i < octets.len; i++) {
    at += escape(out + at, octets.base[i]);
  }
  out[at] = '\0';
  return at;
}

bool octets_equal(struct snarp_view a, struct snarp_view b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.base, b.base, a.len) == 0);
}
