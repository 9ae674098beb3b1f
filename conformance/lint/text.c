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

const char *octets_text(struct lint *lint, struct snarp_view octets) {
  char at[4 * SNARP_STRING_MAX];
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
  return arena_copy(&lint->arena, at, n);
}

const char *offer_text(struct lint *lint, struct snarp_view app,
                       struct snarp_view protocol) {
  return arena_format(&lint->arena, "%.*s:%.*s", (int)app.len,
                      (const char *)app.base, (int)protocol.len,
                      (const char *)protocol.base);
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
