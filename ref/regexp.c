/* Substitution expressions (RFC 3402 3.2).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "regexp.h"

#include <string.h>

#include "wire.h"

/* A delimiter that is a digit from 1 to 9 could not be told from a
 * back-reference, "i" not from the flag, and a backslash not from an escape. */
static bool can_delimit(uint8_t octet) {
  return (octet < '1' || octet > '9') && wire_lower(octet) != 'i' &&
         octet != '\\';
}

/* The offset of the next unescaped delimiter, or one behind the last octet. */
static size_t part_end(struct snarp_view expression, size_t pos) {
  uint8_t delimiter = expression.base[0];

  while (pos < expression.len && expression.base[pos] != delimiter) {
    pos += expression.base[pos] == '\\' ? 2 : 1;
  }
  return pos;
}

/* Where the bracket expression that begins at pos ends: its first "]" may be a
 * member, as in []a] and [^]a]. */
static size_t bracket_end(struct snarp_view expression, size_t pos,
                          size_t end) {
  size_t first = pos + 1;

  if (first < end && expression.base[first] == '^') {
    first++;
  }
  for (pos = first; pos < end; pos++) {
    if (expression.base[pos] == ']' && pos > first) {
      return pos;
    }
  }
  return end;
}

static unsigned count_groups(struct snarp_view expression, size_t end) {
  unsigned n = 0;
  size_t pos = 1;

  while (pos < end) {
    switch (expression.base[pos]) {
    case '[':
      pos = bracket_end(expression, pos, end);
      break;
    case '\\':
      pos += 2;
      break;
    case '(':
      n++;
      pos++;
      break;
    default:
      pos++;
    }
  }
  return n;
}

/* From one delimiter, which is no escape, to the next. */
static int check_backrefs(struct snarp_view expression, size_t pos, size_t end,
                          unsigned groups, size_t *off) {
  while (pos < end) {
    uint8_t next = expression.base[pos + 1];
    bool escape = expression.base[pos] == '\\';
    if (escape && next >= '1' && next <= '9' && next - (unsigned)'0' > groups) {
      *off = pos;
      return SNARP_ERR_REGEXP_BACKREF;
    }
    pos += escape ? 2 : 1;
  }
  return 0;
}

static int check_flags(struct snarp_view expression, size_t pos, size_t *off) {
  for (; pos < expression.len; pos++) {
    uint8_t octet = expression.base[pos];
    if (wire_lower(octet) != 'i') {
      *off = pos;
      return octet == expression.base[0] ? SNARP_ERR_REGEXP_PARTS
                                         : SNARP_ERR_REGEXP_FLAG;
    }
  }
  return 0;
}

int regexp_check(struct snarp_view expression, size_t *off) {
  if (!can_delimit(expression.base[0])) {
    *off = 0;
    return SNARP_ERR_REGEXP_DELIMITER;
  }

  size_t pattern_end = part_end(expression, 1);
  size_t replacement_end = part_end(expression, pattern_end + 1);
  if (replacement_end >= expression.len) {
    *off = expression.len;
    return SNARP_ERR_REGEXP_PARTS;
  }

  unsigned groups = count_groups(expression, pattern_end);
  int rv =
      check_backrefs(expression, pattern_end, replacement_end, groups, off);
  return rv != 0 ? rv : check_flags(expression, replacement_end + 1, off);
}

static bool is_alpha(uint8_t octet) {
  uint8_t lower = wire_lower(octet);

  return lower >= 'a' && lower <= 'z';
}

static bool is_scheme(uint8_t octet) {
  return is_alpha(octet) || (octet >= '0' && octet <= '9') || octet == '+' ||
         octet == '-' || octet == '.';
}

/* What RFC 3986 lets stand in a URI, but for "!", which must be %21 where it
 * is the delimiter. */
static bool is_uri_octet(uint8_t octet) {
  switch (octet) {
  case '!':
  case '"':
  case '<':
  case '>':
  case '\\':
  case '^':
  case '`':
  case '{':
  case '|':
  case '}':
    return false;
  default:
    return octet > ' ' && octet < 0x7f;
  }
}

/* scheme ":" and anything (RFC 3986 3). */
static bool is_uri(struct snarp_view uri) {
  size_t pos = 0;

  while (pos < uri.len && is_scheme(uri.base[pos])) {
    pos++;
  }
  if (pos == uri.len || !is_alpha(uri.base[0]) || uri.base[pos] != ':') {
    return false;
  }
  while (pos < uri.len && is_uri_octet(uri.base[pos])) {
    pos++;
  }
  return pos == uri.len;
}

bool regexp_uri(struct snarp_view *uri, struct snarp_view expression) {
  static const uint8_t form[4] = {'!', '.', '*', '!'};

  if (expression.len <= sizeof form ||
      memcmp(expression.base, form, sizeof form) != 0 ||
      expression.base[expression.len - 1] != '!') {
    return false;
  }

  struct snarp_view inner = {expression.base + sizeof form,
                             expression.len - sizeof form - 1};
  if (!is_uri(inner)) {
    return false;
  }
  *uri = inner;
  return true;
}
