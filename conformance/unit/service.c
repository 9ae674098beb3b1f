/* Service fields (RFC 3958 6.5).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/service.h"

#include <string.h>

#include "unit.h"

static struct snarp_service scan(const char *field, uint32_t notes) {
  struct snarp_service service;
  struct snarp_diag diag;

  IS_STATUS_AT(field, snarp_service_scan(&service, str(field), &diag),
               SNARP_OK);
  IS_NUMBER(diag.off, strlen(field));
  IS_NUMBER(diag.notes, notes);
  return service;
}

static void fails(const char *field, int rv, size_t off) {
  struct snarp_service service;
  struct snarp_diag diag;

  memset(&service, 0xff, sizeof service);
  IS_STATUS_AT(field, snarp_service_scan(&service, str(field), &diag), rv);
  IS_NUMBER(diag.off, off);
  IS_OCTETS(service.app, NONE);
  IS_OCTETS(service.rest, NONE);
}

static void has_protocols(struct snarp_service service,
                          const char *const *protocols, size_t n) {
  struct snarp_view protocol;

  for (size_t i = 0; i < n; i++) {
    IS_STATUS(snarp_service_next(&protocol, &service), SNARP_OK);
    IS_TEXT(protocol, protocols[i]);
  }
  IS_STATUS(snarp_service_next(&protocol, &service), SNARP_END);
  IS_OCTETS(protocol, NONE);
  IS_STATUS(snarp_service_next(&protocol, &service), SNARP_END);
}

static void a_field_is_a_service_and_protocols(void) {
  static const char *const protocols[] = {"ProtA", "x-1.2+3"};
  struct snarp_service service = scan("EM:ProtA:x-1.2+3", 0);

  IS_TEXT(service.app, "EM");
  has_protocols(service, protocols, 2);
}

static void all_parts_may_be_missing(void) {
  static const char *const protocols[] = {"p"};

  IS_OCTETS(scan("", 0).app, NONE);
  has_protocols(scan("", 0), NULL, 0);
  IS_TEXT(scan("EM", 0).app, "EM");
  has_protocols(scan("EM", 0), NULL, 0);
  IS_TEXT(scan(":p", SNARP_NOTE_SERVICE_NONE).app, "");
  has_protocols(scan(":p", SNARP_NOTE_SERVICE_NONE), protocols, 1);
}

static void tags_have_up_to_32_octets(void) {
  scan("A2345678901234567890123456789012", 0);
  scan("EM:A2345678901234567890123456789012", 0);
  fails("A23456789012345678901234567890123", SNARP_ERR_TAG_LONG, 32);
  fails("EM:A23456789012345678901234567890123:p", SNARP_ERR_TAG_LONG, 35);
}

static void tags_have_their_octets(void) {
  fails("1a", SNARP_ERR_TAG_FIRST, 0);
  fails("EM:+a", SNARP_ERR_TAG_FIRST, 3);
  fails("a_b", SNARP_ERR_TAG_OCTET, 1);
  fails("EM:p:ab c", SNARP_ERR_TAG_OCTET, 7);
  fails("EM:", SNARP_ERR_TAG_EMPTY, 3);
  fails("EM::p", SNARP_ERR_TAG_EMPTY, 3);
  fails(":", SNARP_ERR_TAG_EMPTY, 1);
}

static void every_octet_is_judged(void) {
  for (unsigned octet = 0; octet < 256; octet++) {
    uint8_t tag[2] = {'a', (uint8_t)octet};
    struct snarp_service service;
    const char *allowed = "abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
    bool want = octet != 0 && strchr(allowed, (int)octet) != NULL;
    int rv = snarp_service_scan(&service, view_of(tag, 2), NULL);
    if (octet != ':') {
      CU_ASSERT_EQUAL(rv == SNARP_OK, want);
    }
  }
}

static void x_alone_is_noted(void) {
  scan("x-a", 0);
  scan("X-", SNARP_NOTE_TAG_X);
  scan("EM:x-", SNARP_NOTE_TAG_X);
}

struct parts {
  const char *app;
  const char *protocols[2];
  size_t n;
};

static int print(struct snarp_buf *out, const void *what) {
  const struct parts *parts = what;
  struct snarp_view protocols[2] = {NONE, NONE};

  for (size_t i = 0; i < parts->n; i++) {
    protocols[i] = str(parts->protocols[i]);
  }
  return snarp_service_print(out, str(parts->app), protocols, parts->n, NULL);
}

static void parts_are_printed(void) {
  struct parts both = {"EM", {"p", "q"}, 2};
  struct parts alone = {"EM", {NULL}, 0};
  struct parts nothing = {"", {NULL}, 0};

  IS_WRITTEN(print, &both, str("EM:p:q"));
  IS_WRITTEN(print, &alone, str("EM"));
  IS_WRITTEN(print, &nothing, str(""));
}

static void print_fails(const char *app, struct snarp_view protocol, int rv) {
  struct snarp_buf out = room(300);

  IS_STATUS_AT(app, snarp_service_print(&out, str(app), &protocol, 1, NULL),
               rv);
  IS_NUMBER(out.len, 0);
}

static void only_tags_are_printed(void) {
  print_fails("", str("p"), SNARP_ERR_TAG_EMPTY);
  print_fails("EM", str(""), SNARP_ERR_TAG_EMPTY);
  print_fails("1", str("p"), SNARP_ERR_TAG_FIRST);
  print_fails("EM", str("p:q"), SNARP_ERR_TAG_OCTET);
  print_fails("EM", fill('p', 33), SNARP_ERR_TAG_LONG);
}

static void a_printed_field_has_at_most_255_octets(void) {
  struct snarp_view protocols[8];
  struct snarp_buf out = room(300);
  struct snarp_diag diag;

  for (size_t i = 0; i < 8; i++) {
    protocols[i] = fill('p', 31);
  }
  protocols[7] = fill('p', 27);
  IS_STATUS(snarp_service_print(&out, str("EM"), protocols, 8, &diag),
            SNARP_OK);
  IS_NUMBER(out.len, 2 + 7 * 32 + 28);
  protocols[7] = fill('p', 29);
  out.len = 0;
  IS_STATUS(snarp_service_print(&out, str("EM"), protocols, 8, &diag),
            SNARP_ERR_STRING_LONG);
  IS_NUMBER(diag.off, 7);
  IS_NUMBER(out.len, 0);
}

static bool offers(const char *field, const char *app, const char *protocol) {
  return snarp_service_offers(str(field), str(app), str(protocol));
}

static void whole_tags_match_in_any_case(void) {
  CU_ASSERT(offers("EM:ProtA:ProtB", "em", "PROTB"));
  CU_ASSERT(!offers("EM:ProtA", "EM", "Prot"));
  CU_ASSERT(!offers("EM:radius.tls.tcp", "EM", "radius.tls"));
  CU_ASSERT(!offers("EMX:p", "EM", "p"));
  CU_ASSERT(!offers("EM", "EM", "p"));
  CU_ASSERT(!offers("EM:p", "p", "EM"));
}

static void what_is_no_field_offers_nothing(void) {
  CU_ASSERT(!offers(":p", "", "p"));
  CU_ASSERT(!offers("EM:p:", "EM", "p"));
  CU_ASSERT(!offers("", "", ""));
  CU_ASSERT(!offers("EM:p", "EM", ""));
}

CU_TestInfo service_tests[] = {
    {"a field is a service and protocols", a_field_is_a_service_and_protocols},
    {"all parts may be missing", all_parts_may_be_missing},
    {"tags have up to 32 octets", tags_have_up_to_32_octets},
    {"tags have their octets", tags_have_their_octets},
    {"every octet is judged", every_octet_is_judged},
    {"\"x-\" alone is noted", x_alone_is_noted},
    {"parts are printed", parts_are_printed},
    {"only tags are printed", only_tags_are_printed},
    {"a printed field has at most 255 octets",
     a_printed_field_has_at_most_255_octets},
    {"whole tags match in any case", whole_tags_match_in_any_case},
    {"what is no field offers nothing", what_is_no_field_offers_nothing},
    CU_TEST_INFO_NULL,
};
