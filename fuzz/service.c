/* A service field, and what it offers. The first two octets are the lengths of
 * a service and of a protocol that is asked for, which stand before the field.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/service.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* How many protocols of a field are asked for. */
enum { PROTOCOLS_MAX = 16 };

/* A field's parts, divided at its colons; the first one is the service. */
struct parts {
  size_t n;
  struct snarp_view part[];
};

static struct parts *divide(struct snarp_view field) {
  struct parts *parts =
      malloc(sizeof *parts + (1 + field.len) * sizeof parts->part[0]);
  size_t from = 0;

  FUZZ_HOLDS(parts != NULL);
  parts->n = 0;
  for (size_t i = 0; i <= field.len; i++) {
    if (i == field.len || field.base[i] == ':') {
      struct snarp_view part = {field.base + from, i - from};
      parts->part[parts->n] = part;
      parts->n++;
      from = i + 1;
    }
  }
  return parts;
}

static uint8_t lower(uint8_t octet) {
  return octet >= 'A' && octet <= 'Z' ? (uint8_t)(octet + 'a' - 'A') : octet;
}

static bool same_tag(struct snarp_view a, struct snarp_view b) {
  bool same = a.len == b.len;

  for (size_t i = 0; same && i < a.len; i++) {
    same = lower(a.base[i]) == lower(b.base[i]);
  }
  return same;
}

/* A letter and up to 31 of the octets that 6.5 lists. */
static bool is_tag(struct snarp_view tag) {
  static const char octets[] = "abcdefghijklmnopqrstuvwxyz0123456789+-.";

  if (tag.len == 0 || tag.len > SNARP_TAG_MAX) {
    return false;
  }
  for (size_t i = 0; i < tag.len; i++) {
    size_t n = i == 0 ? 26 : sizeof octets - 1;
    if (memchr(octets, lower(tag.base[i]), n) == NULL) {
      return false;
    }
  }
  return true;
}

static bool is_field(const struct parts *parts) {
  bool good = parts->part[0].len == 0 || is_tag(parts->part[0]);

  for (size_t i = 1; good && i < parts->n; i++) {
    good = is_tag(parts->part[i]);
  }
  return good;
}

/* --- reading */

static void prove_failed(int rv, const struct snarp_service *service,
                         struct snarp_view field, struct snarp_diag diag) {
  FUZZ_HOLDS(rv <= SNARP_ERR_TAG_EMPTY && rv >= SNARP_ERR_TAG_LONG);
  FUZZ_HOLDS(service->app.base == NULL && service->app.len == 0);
  FUZZ_HOLDS(service->rest.base == NULL && service->rest.len == 0);
  FUZZ_HOLDS(diag.off <= field.len);
  FUZZ_HOLDS(diag.notes == 0);
}

/* Scans the field, whose tags must be the parts; 0 if it is a field. */
static int prove_scan(struct snarp_view field, const struct parts *parts) {
  struct snarp_service service;
  struct snarp_diag diag;
  struct snarp_view tag;

  memset(&service, 0xa5, sizeof service);

  int rv = snarp_service_scan(&service, field, &diag);
  FUZZ_HOLDS((rv == 0) == is_field(parts));
  if (rv != 0) {
    prove_failed(rv, &service, field, diag);
    return rv;
  }
  FUZZ_HOLDS(fuzz_equal(service.app, parts->part[0]));
  FUZZ_HOLDS(((diag.notes & SNARP_NOTE_SERVICE_NONE) != 0) ==
             (parts->n > 1 && parts->part[0].len == 0));
  for (size_t i = 1; i < parts->n; i++) {
    FUZZ_HOLDS(snarp_service_next(&tag, &service) == 0);
    FUZZ_HOLDS(fuzz_equal(tag, parts->part[i]));
  }
  for (int i = 0; i < 2; i++) {
    FUZZ_HOLDS(snarp_service_next(&tag, &service) == SNARP_END);
    FUZZ_HOLDS(tag.base == NULL && tag.len == 0);
  }
  return 0;
}

/* --- printing */

static int print(struct snarp_buf *out, const struct parts *parts) {
  return snarp_service_print(out, parts->part[0], parts->part + 1, parts->n - 1,
                             NULL);
}

/* Into a block of exactly `cap` octets; what fits must be the beginning. */
static void prove_cap(const struct parts *parts, struct snarp_view field,
                      size_t cap) {
  uint8_t *base = fuzz_block(cap);
  struct snarp_buf out = {base, cap, 0};

  FUZZ_HOLDS(print(&out, parts) == 0);
  FUZZ_HOLDS(out.len == field.len);
  FUZZ_HOLDS(cap == 0 ||
             memcmp(base, field.base, cap < field.len ? cap : field.len) == 0);
  fuzz_release(base);
}

/* A field prints to itself at every capacity; what is none, or too long for a
 * character-string, prints nothing. */
static void prove_print(const struct parts *parts, struct snarp_view field,
                        int scanned) {
  uint8_t space[SNARP_STRING_MAX];
  struct snarp_buf out = {space, sizeof space, 0};
  bool service_none = parts->n > 1 && parts->part[0].len == 0;

  if (scanned != 0 || service_none || field.len > SNARP_STRING_MAX) {
    FUZZ_HOLDS(print(&out, parts) < 0);
    FUZZ_HOLDS(out.len == 0);
    return;
  }
  for (size_t cap = 0; cap < field.len; cap += 1 + field.len / 16) {
    prove_cap(parts, field, cap);
  }
  prove_cap(parts, field, field.len);
}

/* --- offers */

/* Whole tags in any case and nothing else. */
static bool offers(const struct parts *parts, struct snarp_view app,
                   struct snarp_view protocol) {
  bool found = false;

  for (size_t i = 1; i < parts->n; i++) {
    found = found || same_tag(parts->part[i], protocol);
  }
  return app.len > 0 && found && same_tag(parts->part[0], app);
}

static void prove_offers(struct snarp_view field, const struct parts *parts,
                         int scanned, struct snarp_view app,
                         struct snarp_view protocol) {
  bool expected = scanned == 0 && offers(parts, app, protocol);

  FUZZ_HOLDS(snarp_service_offers(field, app, protocol) == expected);
}

/* What stands in the field, and what only a search for a substring would find:
 * tags without an end, two tags with their colon. */
static void prove_parts(struct snarp_view field, const struct parts *parts,
                        int scanned, struct snarp_view app) {
  size_t n = parts->n < PROTOCOLS_MAX ? parts->n : PROTOCOLS_MAX;

  for (size_t i = 1; i < n; i++) {
    struct snarp_view tag = parts->part[i];
    struct snarp_view rest = {tag.base,
                              field.len - (size_t)(tag.base - field.base)};
    prove_offers(field, parts, scanned, parts->part[0], tag);
    prove_offers(field, parts, scanned, parts->part[0], rest);
    prove_offers(field, parts, scanned, app, tag);
    if (tag.len > 0) {
      struct snarp_view head = {tag.base, tag.len - 1};
      struct snarp_view tail = {tag.base + 1, tag.len - 1};
      prove_offers(field, parts, scanned, parts->part[0], head);
      prove_offers(field, parts, scanned, parts->part[0], tail);
    }
  }
}

/* The next octets of the input, at most all. */
static struct snarp_view take(struct snarp_view *input, size_t len) {
  size_t n = len < input->len ? len : input->len;
  struct snarp_view taken = fuzz_exact(input->base, n);

  input->base += n;
  input->len -= n;
  return taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct snarp_view input = {data, size};

  if (size < 2 || size > 4096) {
    return 0;
  }
  input.base += 2;
  input.len -= 2;

  struct snarp_view app = take(&input, data[0]);
  struct snarp_view protocol = take(&input, data[1]);
  struct snarp_view field = take(&input, input.len);
  struct parts *parts = divide(field);

  int rv = prove_scan(field, parts);
  prove_print(parts, field, rv);
  prove_offers(field, parts, rv, app, protocol);
  prove_offers(field, parts, rv, parts->part[0], protocol);
  prove_parts(field, parts, rv, app);
  free(parts);
  fuzz_release(field.base);
  fuzz_release(protocol.base);
  fuzz_release(app.base);
  return 0;
}
