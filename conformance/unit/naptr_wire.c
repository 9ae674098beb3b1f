/* NAPTR RDATA in octets (RFC 3403 4.1, RFC 3597 4, RFC 4034 6).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "snarp/naptr.h"
#include "unit.h"

#define TARGET "045f736970 045f756470 07 6578616d706c65 03636f6d 00"
#define STRINGS "0153 07 5349502b443255 00 "
#define PLAIN "0064 000a " STRINGS TARGET

static struct snarp_naptr plain(void) {
  return (struct snarp_naptr){100,  10,         str("S"), str("SIP+D2U"),
                              NONE, hex(TARGET)};
}

static void is_zero(const struct snarp_naptr *naptr) {
  IS_NUMBER(naptr->order, 0);
  IS_NUMBER(naptr->preference, 0);
  IS_OCTETS(naptr->flags, NONE);
  IS_OCTETS(naptr->services, NONE);
  IS_OCTETS(naptr->regexp, NONE);
  IS_OCTETS(naptr->replacement, NONE);
  CU_ASSERT_PTR_NULL(naptr->flags.base);
  CU_ASSERT_PTR_NULL(naptr->replacement.base);
}

static void read_fails(const char *label, struct snarp_view rdata, int rv,
                       size_t off) {
  struct snarp_naptr naptr = plain();
  struct snarp_diag diag;

  IS_STATUS_AT(label, snarp_naptr_read(&naptr, rdata, &diag), rv);
  is_zero(&naptr);
  IS_NUMBER(diag.off, off);
  IS_NUMBER(diag.notes, 0);
  IS_STATUS_AT(label, snarp_naptr_read(&naptr, rdata, NULL), rv);
}

static void the_fields_view_the_input(void) {
  struct snarp_view rdata = hex(PLAIN);
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS(snarp_naptr_read(&naptr, rdata, &diag), SNARP_OK);
  IS_NUMBER(naptr.order, 100);
  IS_NUMBER(naptr.preference, 10);
  IS_TEXT(naptr.flags, "S");
  IS_TEXT(naptr.services, "SIP+D2U");
  IS_TEXT(naptr.regexp, "");
  IS_HEX(naptr.replacement, TARGET);
  CU_ASSERT_PTR_EQUAL(naptr.flags.base, rdata.base + 5);
  CU_ASSERT_PTR_EQUAL(naptr.replacement.base, rdata.base + 15);
  IS_NUMBER(diag.off, rdata.len);
  IS_NUMBER(diag.notes, 0);
}

static void every_beginning_of_rdata_is_refused(void) {
  struct snarp_view whole = hex(PLAIN);

  read_fails("null", NONE, SNARP_ERR_SHORT, 0);
  for (size_t n = 0; n < whole.len; n++) {
    struct snarp_naptr naptr;
    CU_ASSERT(snarp_naptr_read(&naptr, head(whole, n), NULL) < 0);
    is_zero(&naptr);
  }
}

static void faults_have_their_own_status(void) {
  static const struct {
    const char *octets;
    int rv;
    size_t off;
  } rows[] = {
      {"0064 00", SNARP_ERR_SHORT, 3},
      {"0064 000a", SNARP_ERR_STRING_MISSING, 4},
      {"0064 000a 0153", SNARP_ERR_STRING_MISSING, 6},
      {"0064 000a 00 00", SNARP_ERR_STRING_MISSING, 6},
      {"0064 000a 0253", SNARP_ERR_STRING_OVERRUN, 4},
      {"0064 000a 00 ff 00 00", SNARP_ERR_STRING_OVERRUN, 5},
      {"0064 000a 00 00 00", SNARP_ERR_NAME_MISSING, 7},
      {"0064 000a 00 00 00 01", SNARP_ERR_NAME_OVERRUN, 8},
      {"0064 000a 00 00 00 0161", SNARP_ERR_NAME_OVERRUN, 9},
      {"0064 000a 00 00 00 40", SNARP_ERR_LABEL_TYPE, 7},
      {"0064 000a 00 00 00 c004", SNARP_ERR_POINTER_ALONE, 7},
      {"0064 000a 00 00 00 00 00", SNARP_ERR_TRAILING, 8},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    read_fails(rows[i].octets, hex(rows[i].octets), rows[i].rv, rows[i].off);
  }
  read_fails("long", fill(0, SNARP_INPUT_MAX + 1), SNARP_ERR_INPUT_LONG,
             SNARP_INPUT_MAX);
}

/* The longest record: three strings of 255 octets, a name of 255. */
static struct snarp_view longest(uint8_t octet) {
  struct snarp_view string = JOIN(hex("ff"), fill(octet, 255));
  struct snarp_view label = JOIN(hex("3f"), fill(octet, 63));

  return JOIN(hex("ffff fffe"), string, string, string, label, label, label,
              hex("3d"), fill(octet, 61), hex("00"));
}

static int write_it(struct snarp_buf *out, const void *what) {
  return snarp_naptr_write(out, what, NULL);
}

static void what_was_read_is_written_the_same(void) {
  static const char *const records[] = {PLAIN, "0000 0000 00 00 00 00",
                                        "ffff ffff 01ff 0100 0122 0100 00"};

  for (size_t i = 0; i < 3; i++) {
    struct snarp_naptr naptr;
    IS_STATUS(snarp_naptr_read(&naptr, hex(records[i]), NULL), SNARP_OK);
    IS_WRITTEN(write_it, &naptr, hex(records[i]));
  }
}

static void the_longest_record_has_1027_octets(void) {
  struct snarp_view rdata = longest(0);
  struct snarp_naptr naptr;

  IS_NUMBER(rdata.len, SNARP_NAPTR_RDATA_MAX);
  IS_STATUS(snarp_naptr_read(&naptr, rdata, NULL), SNARP_OK);
  IS_WRITTEN(write_it, &naptr, rdata);
}

static void write_fails(const struct snarp_naptr *naptr, int rv) {
  struct snarp_buf out = room(8);
  struct snarp_diag diag = {99, 99};

  out.len = 2;
  IS_STATUS(snarp_naptr_write(&out, naptr, &diag), rv);
  IS_NUMBER(diag.off, 0);
  IS_NUMBER(diag.notes, 0);
  IS_STATUS(snarp_naptr_print(&out, naptr, NULL), rv);
  IS_STATUS(snarp_naptr_canonical(&out, naptr, NULL), rv);
  IS_STATUS(snarp_naptr_check(naptr, NULL), rv);
  IS_NUMBER(out.len, 2);
  IS_HEX(written(&out), "a5a5");
}

static void what_cannot_be_written_is_refused(void) {
  struct snarp_naptr naptr = plain();

  naptr.flags = fill('S', 256);
  write_fails(&naptr, SNARP_ERR_STRING_LONG);
  naptr = plain();
  naptr.services = fill('S', 256);
  write_fails(&naptr, SNARP_ERR_STRING_LONG);
  naptr = plain();
  naptr.regexp = fill('!', 256);
  write_fails(&naptr, SNARP_ERR_STRING_LONG);
  naptr = plain();
  naptr.replacement = NONE;
  write_fails(&naptr, SNARP_ERR_NAME_MISSING);
  naptr.replacement = hex("0161");
  write_fails(&naptr, SNARP_ERR_NAME_OVERRUN);
  naptr.replacement = hex("00 00");
  write_fails(&naptr, SNARP_ERR_TRAILING);
  naptr.replacement = hex("c00c");
  write_fails(&naptr, SNARP_ERR_POINTER_ALONE);
}

/* RDATA behind a header and the name example. at offset 12. */
static struct snarp_view message(const char *rdata) {
  return JOIN(fill(0, 12), hex("07 6578616d706c65 00"), hex(rdata));
}

static int read_in(struct snarp_naptr *naptr, const char *rdata, size_t len,
                   struct snarp_diag *diag) {
  return snarp_naptr_read_in(naptr, room(SNARP_NAME_MAX).base, message(rdata),
                             21, len, diag);
}

static void a_compressed_replacement_is_read_and_noted(void) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS(read_in(&naptr, "0001 0002 00 00 00 0161 c00c", 11, &diag),
            SNARP_OK);
  IS_HEX(naptr.replacement, "0161 07 6578616d706c65 00");
  IS_NUMBER(diag.notes, SNARP_NOTE_COMPRESSED);
  IS_NUMBER(diag.off, 21 + 11);
}

static void a_pointer_into_its_own_rdata_is_noted(void) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS(read_in(&naptr, "0001 0002 03 016100 00 00 c01a", 12, &diag),
            SNARP_OK);
  IS_HEX(naptr.replacement, "0161 00");
  IS_NUMBER(diag.notes, SNARP_NOTE_COMPRESSED | SNARP_NOTE_POINTER_RDATA);
}

static void rdata_ends_where_its_length_says(void) {
  struct snarp_naptr naptr = plain();
  const char *rdata = "0001 0002 00 00 00 0161 00 00";

  IS_STATUS(read_in(&naptr, rdata, 10, NULL), SNARP_OK);
  IS_STATUS(read_in(&naptr, rdata, 11, NULL), SNARP_ERR_TRAILING);
  is_zero(&naptr);
  IS_STATUS(read_in(&naptr, rdata, 9, NULL), SNARP_ERR_NAME_OVERRUN);
  IS_STATUS(read_in(&naptr, rdata, 12, NULL), SNARP_ERR_BOUNDS);
  IS_STATUS(read_in(&naptr, rdata, SIZE_MAX, NULL), SNARP_ERR_BOUNDS);
  is_zero(&naptr);
}

static struct snarp_naptr from(const char *octets) {
  struct snarp_naptr naptr;

  IS_STATUS_AT(octets, snarp_naptr_read(&naptr, hex(octets), NULL), SNARP_OK);
  return naptr;
}

/* RFC 4034 6.3: ascending, as octets in canonical form. */
static void records_compare_as_their_octets(void) {
  static const char *const rows[] = {
      "0000 0000 00 00 00 00",         "0000 0001 00 00 00 00",
      "0000 0100 00 00 00 00",         "0001 0000 00 00 00 00",
      "0001 0000 00 00 00 0161 00",    "0001 0000 00 00 00 0162 00",
      "0001 0000 00 00 00 02 6161 00", "0001 0000 00 00 0121 00",
      "0001 0000 00 0178 00 00",       "0001 0000 017a 00 00 00",
      "0001 0000 02 6161 00 00 00",    "ffff 0000 00 00 00 00",
  };
  const size_t n = sizeof rows / sizeof rows[0];

  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      struct snarp_naptr a = from(rows[i]);
      struct snarp_naptr b = from(rows[j]);
      int got = snarp_naptr_compare(&a, &b);
      IS_NUMBER((got > 0) - (got < 0), (i > j) - (i < j));
    }
  }
}

static void only_the_replacement_compares_without_case(void) {
  struct snarp_naptr a = from("0000 0000 0153 00 00 0141 00");
  struct snarp_naptr b = from("0000 0000 0153 00 00 0161 00");
  struct snarp_naptr c = from("0000 0000 0173 00 00 0161 00");

  IS_NUMBER(snarp_naptr_compare(&a, &b), 0);
  CU_ASSERT(snarp_naptr_compare(&b, &c) < 0);
}

static int canonical(struct snarp_buf *out, const void *what) {
  return snarp_naptr_canonical(out, what, NULL);
}

/* RFC 4034 6.2. */
static void canonical_form_has_a_lower_case_replacement(void) {
  struct snarp_naptr naptr =
      from("0001 0002 0153 0141 03 215a21 03 415a40 02 5bc1 00");

  IS_WRITTEN(canonical, &naptr,
             hex("0001 0002 0153 0141 03 215a21 03 617a40 02 5bc1 00"));
}

CU_TestInfo naptr_wire_tests[] = {
    {"the fields view the input", the_fields_view_the_input},
    {"every beginning of RDATA is refused",
     every_beginning_of_rdata_is_refused},
    {"faults have their own status", faults_have_their_own_status},
    {"what was read is written the same", what_was_read_is_written_the_same},
    {"the longest record has 1027 octets", the_longest_record_has_1027_octets},
    {"what cannot be written is refused", what_cannot_be_written_is_refused},
    {"a compressed replacement is read and noted",
     a_compressed_replacement_is_read_and_noted},
    {"a pointer into its own RDATA is noted",
     a_pointer_into_its_own_rdata_is_noted},
    {"RDATA ends where its length says", rdata_ends_where_its_length_says},
    {"records compare as their octets", records_compare_as_their_octets},
    {"only the replacement compares without case",
     only_the_replacement_compares_without_case},
    {"canonical form has a lower-case replacement",
     canonical_form_has_a_lower_case_replacement},
    CU_TEST_INFO_NULL,
};
