/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "ops/kind.h"
#include "probe.h"

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 4];

/* --- the longest input */

static const char *in_message(const struct snarp_ops_kind *kind,
                              size_t behind) {
  struct snarp_view most = {too_long, SNARP_INPUT_MAX};
  struct snarp_view more = {too_long, sizeof too_long};
  uint8_t space[SNARP_NAME_MAX];
  union snarp_ops_record record;
  struct snarp_diag diag;

  PROMISE(kind->read_in(&record, space, most, 12, behind, &diag) == SNARP_OK &&
              diag.off == 12 + behind && diag.notes == 0,
          "RDATA in the longest message is not read");
  PROMISE(kind->read_in(&record, space, more, 12, behind, &diag) ==
                  SNARP_ERR_INPUT_LONG &&
              diag.off == SNARP_INPUT_MAX && diag.notes == 0,
          "RDATA in a longer message is read");
  PROMISE(kind->read_in(&record, space, most, 12, SNARP_INPUT_MAX, &diag) ==
                  SNARP_ERR_BOUNDS &&
              diag.off == SNARP_INPUT_MAX && diag.notes == 0,
          "RDATA is read past the end of the longest message");
  return NULL;
}

/* A name that is compressed, with an octet behind it or none. */
static const char *compressed(const struct snarp_ops_kind *kind) {
  uint8_t octets[40] = {[12] = 1, 'a'};
  struct snarp_view message = {octets, sizeof octets};
  uint8_t space[SNARP_NAME_MAX];
  union snarp_ops_record record;
  struct snarp_diag diag;
  size_t len = 2;

  for (size_t i = 0; i + 1 < kind->n; i++) {
    len += kind->fields[i].number ? 2 : 1;
  }
  octets[20 + len - 2] = 0xc0;
  octets[20 + len - 1] = 12;
  PROMISE(kind->read_in(&record, space, message, 20, len, &diag) == SNARP_OK &&
              diag.off == 20 + len && diag.notes == SNARP_NOTE_COMPRESSED,
          "a compressed name is not told");
  PROMISE(kind->read_in(&record, space, message, 20, len + 1, &diag) ==
                  SNARP_ERR_TRAILING &&
              diag.off == 20 + len && diag.notes == 0,
          "a failure is noted for something");
  return NULL;
}

/* Zeros: as many numbers and empty strings as there are fields, and the root.
 */
const char *probe_longest(const struct snarp_ops_kind *kind) {
  struct snarp_view most = {too_long, SNARP_INPUT_MAX};
  struct snarp_view more = {too_long, sizeof too_long};
  union snarp_ops_record record;
  struct snarp_diag diag;
  size_t behind = 0;

  for (size_t i = 0; i < kind->n; i++) {
    behind += kind->fields[i].number ? 2 : 1;
  }
  PROMISE(kind->read(&record, (struct snarp_view){too_long, behind}, &diag) ==
                  SNARP_OK &&
              diag.off == behind && diag.notes == 0,
          "RDATA of zeros is not read");
  PROMISE(kind->read(&record, most, &diag) == SNARP_ERR_TRAILING &&
              diag.off == behind,
          "the longest RDATA has no end");
  PROMISE(kind->read(&record, more, &diag) == SNARP_ERR_INPUT_LONG &&
              diag.off == SNARP_INPUT_MAX && diag.notes == 0,
          "RDATA is read that is too long");
  const char *fault = in_message(kind, behind);
  return fault != NULL ? fault : compressed(kind);
}

/* --- text */

static size_t add_escape(char *to, uint8_t octet) {
  return (size_t)sprintf(to, "\\%03u", octet);
}

/* A string in quotes, and only what must be is escaped. */
static size_t add_string(char *to, struct snarp_view string) {
  size_t n = 0;

  to[n++] = '"';
  for (size_t i = 0; i < string.len; i++) {
    uint8_t octet = string.base[i];
    if (octet < 0x20 || octet > 0x7e) {
      n += add_escape(to + n, octet);
      continue;
    }
    if (octet == '"' || octet == '\\') {
      to[n++] = '\\';
    }
    to[n++] = (char)octet;
  }
  to[n++] = '"';
  return n;
}

static size_t add_name(char *to, struct snarp_view name) {
  size_t end = 1 + (size_t)name.base[0];
  size_t n = 0;

  for (size_t i = 1; i < name.len; i++) {
    uint8_t octet = name.base[i];
    if (i == end) {
      to[n++] = '.';
      end += 1 + (size_t)octet;
    } else if (octet <= 0x20 || octet > 0x7e) {
      n += add_escape(to + n, octet);
    } else {
      if (strchr(".\\\"();@$", octet) != NULL) {
        to[n++] = '\\';
      }
      to[n++] = (char)octet;
    }
  }
  if (n == 0) {
    to[n++] = '.';
  }
  return n;
}

static size_t add_field(char *to, const struct snarp_ops_kind *kind,
                        const union snarp_ops_record *record, size_t i) {
  const struct snarp_ops_field *field = &kind->fields[i];
  union snarp_ops_record copy = *record;

  if (field->number) {
    return (size_t)sprintf(to, "%u", *snarp_ops_number(&copy, field));
  }
  struct snarp_view octets = *snarp_ops_octets(&copy, field);
  return i + 1 < kind->n ? add_string(to, octets) : add_name(to, octets);
}

/* The text of a record that has one. */
static const char *spelling(const struct snarp_ops_kind *kind,
                            const union snarp_ops_record *record) {
  char text[PROBE_LONGEST];
  uint8_t octets[PROBE_LONGEST];
  struct snarp_buf out = {octets, sizeof octets, 0};
  size_t n = 0;

  if (kind->print(&out, record, NULL) != SNARP_OK) {
    return NULL;
  }
  for (size_t i = 0; i < kind->n; i++) {
    if (i > 0) {
      text[n++] = ' ';
    }
    n += add_field(text + n, kind, record, i);
  }
  PROMISE(n == out.len && memcmp(text, octets, n) == 0,
          "a record is spelled otherwise");
  return NULL;
}

/* --- order */

/* A field that is longer, whatever stands behind the shorter one, goes behind
 * it. */
static const char *lengths(const struct snarp_ops_kind *kind,
                           const union snarp_ops_record *record) {
  for (size_t i = 0; i < kind->n; i++) {
    uint8_t octets[SNARP_STRING_MAX + 2];
    union snarp_ops_record other = *record;
    struct snarp_view *field = snarp_ops_octets(&other, &kind->fields[i]);
    if (kind->fields[i].number || field->len == 0 ||
        field->len > SNARP_STRING_MAX) {
      continue;
    }
    memcpy(octets, field->base, field->len);
    octets[field->len - 1] = 0xff;
    field->base = octets;
    field->len--;
    PROMISE(kind->compare(&other, record) < 0 &&
                kind->compare(record, &other) > 0,
            "a shorter field does not stand before a longer one");
  }
  return NULL;
}

const char *probe_form(const struct snarp_ops_kind *kind,
                       const union snarp_ops_record *record) {
  const char *fault = spelling(kind, record);

  return fault != NULL ? fault : lengths(kind, record);
}
