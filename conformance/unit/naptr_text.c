/* NAPTR RDATA in text (RFC 1035 5.1, RFC 3403 4.3, RFC 3597 5).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "snarp/naptr.h"
#include "unit.h"

#define PLAIN "100 10 \"S\" \"SIP+D2U\" \"\" _sip._udp.example.com."
#define PLAIN_HEX                                                              \
  "0064 000a 0153 07 5349502b443255 00 045f736970 045f756470 "                 \
  "07 6578616d706c65 03636f6d 00"

static void scans(const char *text, const char *octets, uint32_t notes) {
  struct snarp_buf space = room(SNARP_NAPTR_RDATA_MAX);
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS_AT(text, snarp_naptr_scan(&naptr, &space, str(text), NONE, &diag),
               SNARP_OK);
  IS_HEX(written(&space), octets);
  IS_NUMBER(diag.notes, notes);
}

static void refuses(const char *text, int rv) {
  struct snarp_buf space = room(SNARP_NAPTR_RDATA_MAX);
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  memset(&naptr, 0xff, sizeof naptr);
  space.len = 7;
  IS_STATUS_AT(text, snarp_naptr_scan(&naptr, &space, str(text), NONE, &diag),
               rv);
  IS_NUMBER(space.len, 7);
  IS_NUMBER(naptr.order, 0);
  IS_NUMBER(naptr.regexp.len, 0);
  CU_ASSERT_PTR_NULL(naptr.replacement.base);
  IS_NUMBER(diag.notes, 0);
}

static void the_fields_view_the_space(void) {
  struct snarp_buf space = room(100);
  struct snarp_naptr naptr;

  space.len = 10;
  IS_STATUS(snarp_naptr_scan(&naptr, &space, str(PLAIN), NONE, NULL), SNARP_OK);
  IS_NUMBER(naptr.order, 100);
  IS_NUMBER(naptr.preference, 10);
  IS_TEXT(naptr.services, "SIP+D2U");
  CU_ASSERT_PTR_EQUAL(naptr.flags.base, space.base + 10 + 5);
  IS_NUMBER(space.len, 10 + hex(PLAIN_HEX).len);
}

static void space_must_hold_the_record(void) {
  size_t need = hex(PLAIN_HEX).len;

  for (size_t cap = 0; cap < need; cap++) {
    struct snarp_buf space = room(cap);
    struct snarp_naptr naptr;
    struct snarp_diag diag;

    IS_STATUS(snarp_naptr_scan(&naptr, &space, str(PLAIN), NONE, &diag),
              SNARP_ERR_ROOM);
    IS_NUMBER(space.len, 0);
    IS_NUMBER(diag.off, need);
    IS_NUMBER(naptr.order, 0);
  }

  struct snarp_buf space = room(need);
  struct snarp_naptr naptr;
  IS_STATUS(snarp_naptr_scan(&naptr, &space, str(PLAIN), NONE, NULL), SNARP_OK);
}

static void strings_may_stand_without_quotes(void) {
  scans("1 2 s x+y r .", "0001 0002 0173 03 782b79 0172 00",
        SNARP_NOTE_UNQUOTED);
  scans("1 2 \"\" \"\" \"\" .", "0001 0002 00 00 00 00", 0);
}

static void the_longest_record_fits(void) {
  struct snarp_view string = JOIN(str("\""), fill('x', 255), str("\" "));
  struct snarp_view label = JOIN(fill('a', 63), str("."));
  struct snarp_view text = JOIN(str("65535 65535 "), string, string, string,
                                label, label, label, fill('b', 61), str("."));
  struct snarp_buf space = room(SNARP_NAPTR_RDATA_MAX);
  struct snarp_naptr naptr;

  IS_STATUS(snarp_naptr_scan(&naptr, &space, text, NONE, NULL), SNARP_OK);
  IS_NUMBER(space.len, SNARP_NAPTR_RDATA_MAX);
}

static void a_string_has_up_to_255_octets(void) {
  struct snarp_view longer =
      JOIN(str("1 2 "), fill('x', 256), str(" \"\" \"\" ."));
  struct snarp_buf space = room(SNARP_NAPTR_RDATA_MAX);
  struct snarp_naptr naptr;

  IS_STATUS(snarp_naptr_scan(&naptr, &space, longer, NONE, NULL),
            SNARP_ERR_STRING_LONG);
}

static void every_field_is_needed(void) {
  static const char *const texts[] = {"",
                                      " ",
                                      "1",
                                      "1 2",
                                      "1 2 s",
                                      "1 2 s s",
                                      "1 2 s s r",
                                      "1 2 \"\" \"\" \"\"",
                                      "1 2 ; s s r ."};

  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    refuses(texts[i], SNARP_ERR_FIELD_MISSING);
  }
  refuses("1 2 s s r . x", SNARP_ERR_FIELD_EXTRA);
  refuses("1 2 s s r .\nx", SNARP_ERR_FIELD_EXTRA);
}

static void the_replacement_is_scanned_as_a_name(void) {
  refuses("1 2 s s \"\" a", SNARP_ERR_NAME_RELATIVE);
  refuses("1 2 s s \"\" \"a.\"", SNARP_ERR_NAME_QUOTED);
  refuses("1 2 s s \"\" a..b.", SNARP_ERR_LABEL_EMPTY);

  struct snarp_buf space = room(100);
  struct snarp_naptr naptr;
  IS_STATUS(snarp_naptr_scan(&naptr, &space, str("1 2 \"\" \"\" \"\" a"),
                             hex("0162 00"), NULL),
            SNARP_OK);
  IS_HEX(naptr.replacement, "0161 0162 00");
}

/* RFC 3597 5. */
static void the_generic_form_gives_octets(void) {
  scans("\\# 8 0001 0002 000000 00", "0001 0002 00 00 00 00",
        SNARP_NOTE_GENERIC);
  scans("\\# 9 0001000201fF 0000 00", "0001 0002 01ff 00 00 00",
        SNARP_NOTE_GENERIC);
  scans("\\# ( 8 00010002\n000000 00 ) ; all", "0001 0002 00 00 00 00",
        SNARP_NOTE_GENERIC);
}

static void the_generic_form_has_its_own_faults(void) {
  refuses("\\# x 00", SNARP_ERR_GENERIC_LENGTH);
  refuses("\\# 65536 00", SNARP_ERR_GENERIC_LENGTH);
  refuses("\\#", SNARP_ERR_FIELD_MISSING);
  refuses("\\# 8 000100020000000", SNARP_ERR_GENERIC_DIGITS);
  refuses("\\# 8 000100020000000g", SNARP_ERR_GENERIC_DIGITS);
  refuses("\\# 7 0001000200000000", SNARP_ERR_GENERIC_COUNT);
  refuses("\\# 9 0001000200000000", SNARP_ERR_GENERIC_COUNT);
}

static void generic_octets_are_read_as_rdata(void) {
  refuses("\\# 0", SNARP_ERR_SHORT);
  refuses("\\# 4 00010002", SNARP_ERR_STRING_MISSING);
  refuses("\\# 9 000100020000000000", SNARP_ERR_TRAILING);
  refuses("\\# 9 00010002000000c000", SNARP_ERR_POINTER_ALONE);
}

static int print(struct snarp_buf *out, const void *what) {
  return snarp_naptr_print(out, what, NULL);
}

static void prints(const char *octets, const char *text) {
  struct snarp_naptr naptr;

  IS_STATUS(snarp_naptr_read(&naptr, hex(octets), NULL), SNARP_OK);
  IS_WRITTEN(print, &naptr, str(text));
}

/* RFC 3403 4.3 quotes the three strings. */
static void a_record_prints_as_one_line(void) {
  prints(PLAIN_HEX, PLAIN);
  prints("0000 ffff 00 00 00 00", "0 65535 \"\" \"\" \"\" .");
  prints("000a 03e8 01 22 01 5c 03 0a7fff 00",
         "10 1000 \"\\\"\" \"\\\\\" \"\\010\\127\\255\" .");
  prints("0000 0000 04 3b282920 00 00 01 3b 00", "0 0 \";() \" \"\" \"\" \\;.");
}

static void the_longest_text_has_at_most_4093_octets(void) {
  struct snarp_view label = JOIN(hex("3f"), fill(0, 63));
  struct snarp_view name =
      JOIN(label, label, label, hex("3d"), fill(0, 61), hex("00"));
  struct snarp_naptr naptr = {65535,        65535,        fill(0, 255),
                              fill(0, 255), fill(0, 255), name};
  struct snarp_buf out = room(4093);

  IS_STATUS(snarp_naptr_print(&out, &naptr, NULL), SNARP_OK);
  CU_ASSERT(out.len <= 4093);
}

static void every_octet_comes_back(void) {
  for (unsigned octet = 0; octet < 256; octet++) {
    uint8_t label[] = {1, (uint8_t)octet, 0};
    struct snarp_view string = fill((uint8_t)octet, 2);
    struct snarp_naptr naptr = {1,      2,      string,
                                string, string, view_of(label, 3)};
    struct snarp_buf out = room(128);
    struct snarp_buf space = room(128);
    struct snarp_naptr back;
    struct snarp_diag diag;

    IS_STATUS(snarp_naptr_print(&out, &naptr, NULL), SNARP_OK);
    IS_STATUS(snarp_naptr_scan(&back, &space, written(&out), NONE, &diag),
              SNARP_OK);
    IS_OCTETS(back.flags, string);
    IS_OCTETS(back.services, string);
    IS_OCTETS(back.regexp, string);
    IS_OCTETS(back.replacement, naptr.replacement);
    IS_NUMBER(diag.notes, 0);
  }
}

CU_TestInfo naptr_text_tests[] = {
    {"the fields view the space", the_fields_view_the_space},
    {"space must hold the record", space_must_hold_the_record},
    {"strings may stand without quotes", strings_may_stand_without_quotes},
    {"the longest record fits", the_longest_record_fits},
    {"a string has up to 255 octets", a_string_has_up_to_255_octets},
    {"every field is needed", every_field_is_needed},
    {"the replacement is scanned as a name",
     the_replacement_is_scanned_as_a_name},
    {"the generic form gives octets", the_generic_form_gives_octets},
    {"the generic form has its own faults",
     the_generic_form_has_its_own_faults},
    {"generic octets are read as RDATA", generic_octets_are_read_as_rdata},
    {"a record prints as one line", a_record_prints_as_one_line},
    {"the longest text has at most 4093 octets",
     the_longest_text_has_at_most_4093_octets},
    {"every octet comes back", every_octet_comes_back},
    CU_TEST_INFO_NULL,
};
