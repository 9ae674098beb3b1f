/* Zone-file text, production by production (RFC 1035 5.1), seen through the
 * fields of NAPTR records.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/naptr.h"
#include "unit.h"

static int scan(struct snarp_naptr *naptr, struct snarp_view text,
                struct snarp_diag *diag) {
  struct snarp_buf space = room(SNARP_NAPTR_RDATA_MAX);

  return snarp_naptr_scan(naptr, &space, text, NONE, diag);
}

/* A text whose FLAGS field is `field`, at offset 4. */
static struct snarp_view around(struct snarp_view field) {
  return JOIN(str("1 2 "), field, str(" \"\" \"\" ."));
}

/* `notes` are those that come for the field. */
static void field_is(struct snarp_view field, struct snarp_view octets,
                     uint32_t notes) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS(scan(&naptr, around(field), &diag), SNARP_OK);
  IS_OCTETS(naptr.flags, octets);
  IS_NUMBER(diag.notes, notes);
}

static void field_fails(const char *field, int rv, size_t off) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS_AT(field, scan(&naptr, around(str(field)), &diag), rv);
  IS_NUMBER(diag.off, 4 + off);
}

static void scans(const char *text, uint32_t notes) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS_AT(text, scan(&naptr, str(text), &diag), SNARP_OK);
  IS_NUMBER(naptr.order, 1);
  IS_NUMBER(naptr.preference, 2);
  IS_TEXT(naptr.flags, "f");
  IS_HEX(naptr.replacement, "0161 00");
  IS_NUMBER(diag.notes, notes);
}

static void refuses(const char *text, int rv, size_t off) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  IS_STATUS_AT(text, scan(&naptr, str(text), &diag), rv);
  IS_NUMBER(diag.off, off);
}

static void blanks_divide_fields(void) {
  scans("1 2 \"f\" \"s\" \"\" a.", 0);
  scans(" \t1\t\t2 \"f\"  \"s\" \"\" a. \t", 0);
}

static void a_number_is_decimal_digits(void) {
  struct snarp_naptr naptr;

  IS_STATUS(scan(&naptr, str("0 65535 \"\" \"\" \"\" ."), NULL), SNARP_OK);
  IS_NUMBER(naptr.preference, 65535);
  IS_STATUS(scan(&naptr, str("007 0000000001 \"\" \"\" \"\" ."), NULL),
            SNARP_OK);
  IS_NUMBER(naptr.order, 7);
  refuses("65536 2 f s r .", SNARP_ERR_NUMBER_RANGE, 4);
  refuses("99999999999999999999 2 f s r .", SNARP_ERR_NUMBER_RANGE, 4);
  refuses("-1 2 f s r .", SNARP_ERR_NUMBER, 0);
  refuses("+1 2 f s r .", SNARP_ERR_NUMBER, 0);
  refuses("1 0x2 f s r .", SNARP_ERR_NUMBER, 3);
  refuses("1h 2 f s r .", SNARP_ERR_NUMBER, 1);
  refuses("\"1\" 2 f s r .", SNARP_ERR_NUMBER, 0);
  refuses("\\049 2 f s r .", SNARP_ERR_NUMBER, 0);
}

static void a_quoted_string_ends_at_its_quote(void) {
  field_is(str("\"\""), str(""), 0);
  field_is(str("\"a b\""), str("a b"), 0);
  field_is(str("\"a;b(c)d.e@f\""), str("a;b(c)d.e@f"), 0);
  field_is(str("\"a\tb\""), str("a\tb"), 0);
}

static void a_quoted_string_must_end(void) {
  refuses("1 2 \"f", SNARP_ERR_QUOTE_OPEN, 6);
  refuses("1 2 \"", SNARP_ERR_QUOTE_OPEN, 5);
  refuses("1 2 \"f\\\"", SNARP_ERR_QUOTE_OPEN, 8);
  field_fails("\"f\ng\"", SNARP_ERR_QUOTE_NEWLINE, 2);
  field_fails("\"f\r\ng\"", SNARP_ERR_QUOTE_NEWLINE, 2);
}

static void a_blank_follows_a_quoted_string(void) {
  field_fails("\"f\"g", SNARP_ERR_BLANK_MISSING, 3);
  field_fails("\"f\"\"g\"", SNARP_ERR_BLANK_MISSING, 3);
  field_fails("f\"g\"", SNARP_ERR_BLANK_MISSING, 1);
}

static void an_unquoted_string_ends_at_a_gap(void) {
  field_is(str("f"), str("f"), SNARP_NOTE_UNQUOTED);
  field_is(str("a.b@c"), str("a.b@c"), SNARP_NOTE_UNQUOTED);
  field_is(str("a\\ b\\;c\\(d"), str("a b;c(d"), SNARP_NOTE_UNQUOTED);
}

static void an_escape_is_three_digits_or_one_octet(void) {
  field_is(str("\"\\000\\255\\0651\""), hex("00 ff 41 31"), 0);
  field_is(str("\"\\\\\\\"\\x\""), str("\\\"x"), 0);
  field_is(str("\\034a"), str("\"a"), SNARP_NOTE_UNQUOTED);
  field_fails("\"\\256\"", SNARP_ERR_ESCAPE_RANGE, 1);
  field_fails("\"\\999\"", SNARP_ERR_ESCAPE_RANGE, 1);
  field_fails("\"\\25\"", SNARP_ERR_ESCAPE_DIGITS, 1);
  field_fails("\"a\\2a4\"", SNARP_ERR_ESCAPE_DIGITS, 2);
  refuses("1 2 f\\", SNARP_ERR_ESCAPE_END, 5);
  refuses("1 2 \"f\\", SNARP_ERR_ESCAPE_END, 6);
}

static void escapes_count_as_one_octet(void) {
  struct snarp_view fits = JOIN(str("\""), fill('x', 254), str("\\000\""));
  struct snarp_view longer = JOIN(str("\""), fill('x', 255), str("\\000\""));
  struct snarp_naptr naptr;

  IS_STATUS(scan(&naptr, around(fits), NULL), SNARP_OK);
  IS_NUMBER(naptr.flags.len, 255);
  IS_STATUS(scan(&naptr, around(longer), NULL), SNARP_ERR_STRING_LONG);
}

static void raw_octets_are_taken_and_noted(void) {
  field_is(JOIN(str("\""), hex("00 01 7f 80 ff"), str("\"")),
           hex("00 01 7f 80 ff"), SNARP_NOTE_RAW_OCTET);
  field_is(hex("c3a4"), hex("c3a4"),
           SNARP_NOTE_RAW_OCTET | SNARP_NOTE_UNQUOTED);
  field_is(str("\"a\rb\""), str("a\rb"), SNARP_NOTE_RAW_OCTET);
}

static void parentheses_join_lines(void) {
  scans("( 1 2 \"f\" \"s\" \"\" a. )", 0);
  scans("1 (\n2 \"f\"\r\n\"s\"\n\n) \"\" a.", 0);
  scans("(1)(2)(\"f\")(\"s\")(\"\")(a.)", 0);
  scans("1 2 (\"f\" (\"s\"\n) \"\"\n) a.", SNARP_NOTE_PAREN_NESTED);
}

static void parentheses_must_match(void) {
  refuses("( 1 2 f s r a.", SNARP_ERR_PAREN_OPEN, 14);
  refuses("1 2 ) f s r a.", SNARP_ERR_PAREN_CLOSE, 4);
  refuses("1 2 f s r a. )", SNARP_ERR_PAREN_CLOSE, 13);
  refuses("( 1 2 f s r a. ))", SNARP_ERR_PAREN_CLOSE, 16);
}

static void a_line_end_ends_the_record(void) {
  scans("1 2 \"f\" \"s\" \"\" a.\n", 0);
  scans("1 2 \"f\" \"s\" \"\" a.\r\n\r\n  \n; more\n", 0);
  refuses("1 2\nf s r a.", SNARP_ERR_FIELD_MISSING, 3);
  refuses("1 2 f s r a.\nb.", SNARP_ERR_FIELD_EXTRA, 13);
  refuses("\n1 2 f s r a.", SNARP_ERR_FIELD_MISSING, 0);
}

static void a_comment_lasts_to_the_end_of_its_line(void) {
  scans("1 2 \"f\" \"s\" \"\" a. ; b. \" (", 0);
  scans("1 2 \"f\" \"s\" \"\" a.;b.", 0);
  scans("1 ( 2 ; two )\n \"f\" ; \"\n \"s\" \"\" ) a.", 0);
  refuses("1 2 f ; s r a.", SNARP_ERR_FIELD_MISSING, 14);
}

static void input_has_at_most_65535_octets(void) {
  struct snarp_view text = str("1 2 \"f\" \"s\" \"\" a.");
  struct snarp_naptr naptr;

  IS_STATUS(
      scan(&naptr, JOIN(text, fill(' ', SNARP_INPUT_MAX - text.len)), NULL),
      SNARP_OK);
  IS_STATUS(
      scan(&naptr, JOIN(text, fill(' ', SNARP_INPUT_MAX + 1 - text.len)), NULL),
      SNARP_ERR_INPUT_LONG);
}

static void every_beginning_of_a_text_is_survived(void) {
  struct snarp_view text =
      str("1 ( 2 \"\\\"\\097\" s\\;\\032 ; c\n \"r\" ) a\\046b\\@c.");
  struct snarp_naptr naptr;

  IS_STATUS(scan(&naptr, text, NULL), SNARP_OK);
  for (size_t n = 0; n < text.len; n++) {
    CU_ASSERT(scan(&naptr, head(text, n), NULL) < 0);
  }
}

CU_TestInfo text_tests[] = {
    {"blanks divide fields", blanks_divide_fields},
    {"a number is decimal digits", a_number_is_decimal_digits},
    {"a quoted string ends at its quote", a_quoted_string_ends_at_its_quote},
    {"a quoted string must end", a_quoted_string_must_end},
    {"a blank follows a quoted string", a_blank_follows_a_quoted_string},
    {"an unquoted string ends at a gap", an_unquoted_string_ends_at_a_gap},
    {"an escape is three digits or one octet",
     an_escape_is_three_digits_or_one_octet},
    {"escapes count as one octet", escapes_count_as_one_octet},
    {"raw octets are taken and noted", raw_octets_are_taken_and_noted},
    {"parentheses join lines", parentheses_join_lines},
    {"parentheses must match", parentheses_must_match},
    {"a line end ends the record", a_line_end_ends_the_record},
    {"a comment lasts to the end of its line",
     a_comment_lasts_to_the_end_of_its_line},
    {"input has at most 65535 octets", input_has_at_most_65535_octets},
    {"every beginning of a text is survived",
     every_beginning_of_a_text_is_survived},
    CU_TEST_INFO_NULL,
};
