/* Domain names in text (RFC 1035 5.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/name.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"

#define EXAMPLE "07 6578616d706c65 00"

static int scan(struct snarp_view *name, struct snarp_view text,
                struct snarp_view origin, struct snarp_diag *diag) {
  *name = str("x");
  return snarp_name_scan(name, room(SNARP_NAME_MAX).base, text, origin, diag);
}

static void scans(const char *text, const char *origin, const char *octets) {
  struct snarp_view name;
  struct snarp_view base = *origin == '\0' ? NONE : hex(origin);

  IS_STATUS_AT(text, scan(&name, str(text), base, NULL), SNARP_OK);
  IS_HEX(name, octets);
}

static void refuses(const char *text, const char *origin, int rv, size_t off) {
  struct snarp_view name;
  struct snarp_diag diag;
  struct snarp_view base = *origin == '\0' ? NONE : hex(origin);

  IS_STATUS_AT(text, scan(&name, str(text), base, &diag), rv);
  IS_NUMBER(diag.off, off);
  IS_NUMBER(diag.notes, 0);
  IS_NUMBER(name.len, 0);
  CU_ASSERT_PTR_NULL(name.base);
}

static void a_final_dot_makes_a_name_absolute(void) {
  scans("a.b.", "", "0161 0162 00");
  scans("a.b.", EXAMPLE, "0161 0162 00");
  scans(".", EXAMPLE, "00");
}

static void an_origin_completes_relative_names(void) {
  scans("a", EXAMPLE, "0161" EXAMPLE);
  scans("a.b", EXAMPLE, "0161 0162" EXAMPLE);
  scans("a", "00", "0161 00");
  scans("@", EXAMPLE, EXAMPLE);
}

static void without_an_origin_names_must_be_absolute(void) {
  struct snarp_view name;

  IS_STATUS(scan(&name, str("a"), NONE, NULL), SNARP_ERR_NAME_RELATIVE);
  IS_STATUS(scan(&name, str("a"), hex(""), NULL), SNARP_ERR_NAME_RELATIVE);
  IS_STATUS(scan(&name, str("@"), NONE, NULL), SNARP_ERR_NAME_RELATIVE);
}

static void an_origin_must_be_a_name(void) {
  struct snarp_view name;

  IS_STATUS(scan(&name, str("a"), hex("0161"), NULL), SNARP_ERR_ORIGIN);
  IS_STATUS(scan(&name, str("@"), hex("0161 00 00"), NULL), SNARP_ERR_ORIGIN);
  IS_STATUS(scan(&name, str("@"), hex("c00c"), NULL), SNARP_ERR_ORIGIN);
  /* it is not looked at where it is not used */
  IS_STATUS(scan(&name, str("a."), hex("0161"), NULL), SNARP_OK);
}

static void escapes_stand_for_octets(void) {
  scans("\\000\\255.", "", "02 00ff 00");
  scans("a\\.b.", "", "03 612e62 00");
  scans("a\\046b.", "", "03 612e62 00");
  scans("\\@.", "", "0140 00");
  scans("\\@", EXAMPLE, "0140" EXAMPLE);
  scans("\\a\\\\.", "", "02 615c 00");
}

static void a_bad_escape_is_refused(void) {
  refuses("\\256.", "", SNARP_ERR_ESCAPE_RANGE, 0);
  refuses("a\\25.", "", SNARP_ERR_ESCAPE_DIGITS, 1);
  refuses("a\\2", "", SNARP_ERR_ESCAPE_DIGITS, 1);
  refuses("ab\\", "", SNARP_ERR_ESCAPE_END, 2);
}

static void labels_are_not_empty(void) {
  struct snarp_view name;

  IS_STATUS(scan(&name, str(".a."), NONE, NULL), SNARP_ERR_LABEL_EMPTY);
  IS_STATUS(scan(&name, str("a..b."), NONE, NULL), SNARP_ERR_LABEL_EMPTY);
  IS_STATUS(scan(&name, str("a.."), NONE, NULL), SNARP_ERR_LABEL_EMPTY);
  IS_STATUS(scan(&name, str(".."), NONE, NULL), SNARP_ERR_LABEL_EMPTY);
}

static void labels_have_up_to_63_octets(void) {
  struct snarp_view name;
  struct snarp_view label = fill('a', 63);

  IS_STATUS(scan(&name, JOIN(label, str(".")), NONE, NULL), SNARP_OK);
  IS_OCTETS(name, JOIN(hex("3f"), label, hex("00")));
  IS_STATUS(scan(&name, JOIN(label, str("a.")), NONE, NULL),
            SNARP_ERR_LABEL_LONG);
  IS_STATUS(scan(&name, JOIN(label, str("\\097.")), NONE, NULL),
            SNARP_ERR_LABEL_LONG);
}

/* Three labels of 63 octets, one of `last`, a dot behind each. */
static struct snarp_view long_text(size_t last) {
  struct snarp_view label = JOIN(fill('a', 63), str("."));

  return JOIN(label, label, label, fill('b', last), str("."));
}

static void names_have_up_to_255_octets(void) {
  struct snarp_view name;

  IS_STATUS(scan(&name, long_text(61), NONE, NULL), SNARP_OK);
  IS_NUMBER(name.len, SNARP_NAME_MAX);
  IS_STATUS(scan(&name, long_text(62), NONE, NULL), SNARP_ERR_NAME_LONG);
}

static void an_origin_counts_too(void) {
  struct snarp_view name;
  struct snarp_view text = long_text(59);

  text.len--; /* relative: 253 octets without the root */
  IS_STATUS(scan(&name, text, hex("00"), NULL), SNARP_OK);
  IS_STATUS(scan(&name, text, hex("0161 00"), NULL), SNARP_OK);
  IS_NUMBER(name.len, SNARP_NAME_MAX);
  IS_STATUS(scan(&name, text, hex("02 6161 00"), NULL), SNARP_ERR_NAME_LONG);
}

static void a_name_is_one_unquoted_field(void) {
  struct snarp_view name;

  IS_STATUS(scan(&name, str(""), NONE, NULL), SNARP_ERR_FIELD_MISSING);
  IS_STATUS(scan(&name, NONE, NONE, NULL), SNARP_ERR_FIELD_MISSING);
  IS_STATUS(scan(&name, str("\"a.\""), NONE, NULL), SNARP_ERR_NAME_QUOTED);
  IS_STATUS(scan(&name, str("a. b."), NONE, NULL), SNARP_ERR_FIELD_EXTRA);
  IS_STATUS(scan(&name, str("a\"b."), NONE, NULL), SNARP_ERR_BLANK_MISSING);
}

static void text_longer_than_any_input_is_refused(void) {
  struct snarp_view name;

  IS_STATUS(scan(&name, fill('a', SNARP_INPUT_MAX + 1), NONE, NULL),
            SNARP_ERR_INPUT_LONG);
}

static int print(struct snarp_buf *out, const void *what) {
  const struct snarp_view *name = what;

  return snarp_name_print(out, *name, NULL);
}

static void prints(const char *octets, const char *text) {
  struct snarp_view name = hex(octets);

  IS_WRITTEN(print, &name, str(text));
}

static void a_name_prints_with_its_final_dot(void) {
  prints("00", ".");
  prints("0161 02 4263 00", "a.Bc.");
}

static void what_has_a_meaning_prints_escaped(void) {
  prints("08 2e5c2228293b4024 00", "\\.\\\\\\\"\\(\\)\\;\\@\\$.");
  prints("05 00 20 7f 80 ff 00", "\\000\\032\\127\\128\\255.");
  prints("04 21 7e 2d 5f 00", "!~-_.");
}

static void the_longest_text_has_1009_octets(void) {
  struct snarp_view label = JOIN(hex("3f"), fill(0, 63));
  struct snarp_view name =
      JOIN(label, label, label, hex("3d"), fill(0, 61), hex("00"));
  struct snarp_buf out = room(1009);

  IS_STATUS(snarp_name_print(&out, name, NULL), SNARP_OK);
  /* three labels of 63 and one of 61, four octets each, and four dots */
  IS_NUMBER(out.len, 4 * (3 * 63 + 61) + 4);
  CU_ASSERT(out.len <= 1009);
}

static void every_octet_comes_back(void) {
  for (unsigned octet = 0; octet < 256; octet++) {
    uint8_t octets[] = {2, (uint8_t)octet, (uint8_t)octet, 0};
    struct snarp_view name = view_of(octets, 4);
    struct snarp_view back;
    struct snarp_buf out = room(16);

    IS_STATUS(snarp_name_print(&out, name, NULL), SNARP_OK);
    IS_STATUS(scan(&back, written(&out), NONE, NULL), SNARP_OK);
    IS_OCTETS(back, name);
  }
}

static void what_is_no_name_does_not_print(void) {
  struct snarp_buf out = room(16);
  struct snarp_diag diag;

  out.len = 3;
  IS_STATUS(snarp_name_print(&out, hex("0161"), &diag), SNARP_ERR_NAME_OVERRUN);
  IS_NUMBER(diag.off, 2);
  IS_STATUS(snarp_name_print(&out, NONE, NULL), SNARP_ERR_NAME_MISSING);
  IS_NUMBER(out.len, 3);
  IS_HEX(written(&out), "a5a5a5");
}

CU_TestInfo name_text_tests[] = {
    {"a final dot makes a name absolute", a_final_dot_makes_a_name_absolute},
    {"an origin completes relative names", an_origin_completes_relative_names},
    {"without an origin names must be absolute",
     without_an_origin_names_must_be_absolute},
    {"an origin must be a name", an_origin_must_be_a_name},
    {"escapes stand for octets", escapes_stand_for_octets},
    {"a bad escape is refused", a_bad_escape_is_refused},
    {"labels are not empty", labels_are_not_empty},
    {"labels have up to 63 octets", labels_have_up_to_63_octets},
    {"names have up to 255 octets", names_have_up_to_255_octets},
    {"an origin counts too", an_origin_counts_too},
    {"a name is one unquoted field", a_name_is_one_unquoted_field},
    {"text longer than any input is refused",
     text_longer_than_any_input_is_refused},
    {"a name prints with its final dot", a_name_prints_with_its_final_dot},
    {"what has a meaning prints escaped", what_has_a_meaning_prints_escaped},
    {"the longest text has 1009 octets", the_longest_text_has_1009_octets},
    {"every octet comes back", every_octet_comes_back},
    {"what is no name does not print", what_is_no_name_does_not_print},
    CU_TEST_INFO_NULL,
};
