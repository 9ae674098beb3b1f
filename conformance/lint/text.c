/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "inner.h"
#include "snarp/name.h"

const char *name_text(struct lint *lint, struct snarp_view name) {
  uint8_t space[4 * SNARP_NAME_MAX + 1];
  struct snarp_buf out = {space, sizeof space, 0};

  if (snarp_name_print(&out, name, NULL) != 0) {
    out.len = 0;
  }
  return arena_copy(&lint->arena, (const char *)space, out.len);
}

/* Appends octets of a string, what is not printable ASCII as \DDD. */
static size_t put_octets(char *at, struct snarp_view octets) {
  size_t n = 0;

  for (size_t i = 0; i < octets.len; i++) {
    uint8_t octet = octets.base[i];
    if (octet > ' ' && octet <= '~' && octet != '\\') {
      at[n++] = (char)octet;
    } else {
      at[n++] = '\\';
      at[n++] = (char)('0' + octet / 100);
      at[n++] = (char)('0' + octet / 10 % 10);
      at[n++] = (char)('0' + octet % 10);
    }
  }
  return n;
}

const char *octets_text(struct lint *lint, struct snarp_view octets) {
  char space[4 * SNARP_STRING_MAX];

  return arena_copy(&lint->arena, space, put_octets(space, octets));
}

const char *offer_text(struct lint *lint, struct snarp_view app,
                       struct snarp_view protocol) {
  char space[4 * SNARP_STRING_MAX + 1];
  size_t n = put_octets(space, app);

  space[n++] = ':';
  n += put_octets(space + n, protocol);
  return arena_copy(&lint->arena, space, n);
}

static uint8_t lower(uint8_t octet) {
  return octet >= 'A' && octet <= 'Z' ? (uint8_t)(octet | 0x20) : octet;
}

int compare_tags(struct snarp_view a, struct snarp_view b) {
  size_t n = a.len < b.len ? a.len : b.len;

  for (size_t i = 0; i < n; i++) {
    if (lower(a.base[i]) != lower(b.base[i])) {
      return lower(a.base[i]) - lower(b.base[i]);
    }
  }
  return (a.len > b.len) - (a.len < b.len);
}

bool same_tag(struct snarp_view a, struct snarp_view b) {
  return compare_tags(a, b) == 0;
}

struct snarp_view view_of_string(const char *string) {
  return (struct snarp_view){(const uint8_t *)string, strlen(string)};
}
