/* What the fields of a NAPTR record mean (RFC 3403 4.1, RFC 3402 3.2).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/naptr.h"
#include "unit.h"

static int check(const char *flags, const char *regexp, const char *replacement,
                 struct snarp_diag *diag) {
  struct snarp_naptr naptr = {1,          2,           str(flags),
                              str("svc"), str(regexp), hex(replacement)};

  return snarp_naptr_check(&naptr, diag);
}

static void allows(const char *regexp) {
  struct snarp_diag diag;

  IS_STATUS_AT(regexp, check("U", regexp, "00", &diag), SNARP_OK);
  IS_NUMBER(diag.notes, 0);
}

static void forbids(const char *regexp, int rv, size_t off) {
  struct snarp_diag diag;

  IS_STATUS_AT(regexp, check("U", regexp, "00", &diag), rv);
  IS_NUMBER(diag.off, off);
  IS_NUMBER(diag.notes, 0);
  IS_STATUS_AT(regexp, check("U", regexp, "00", NULL), rv);
}

static void flags_are_letters_and_digits(void) {
  struct snarp_diag diag;

  IS_STATUS(check("", "", "0161 00", &diag), SNARP_OK);
  IS_NUMBER(diag.notes, 0);
  IS_STATUS(check("azAZ09", "", "0161 00", &diag), SNARP_OK);
  IS_NUMBER(diag.notes, SNARP_NOTE_FLAGS_MANY);
  IS_STATUS(check("S-", "", "0161 00", &diag), SNARP_ERR_FLAGS_OCTET);
  IS_NUMBER(diag.off, 1);
  IS_STATUS(check(" ", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check("\xc4", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check("@", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check("[", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check("`", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check("{", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check("/", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
  IS_STATUS(check(":", "", "0161 00", NULL), SNARP_ERR_FLAGS_OCTET);
}

static void regexp_and_replacement_exclude_each_other(void) {
  struct snarp_diag diag;

  IS_STATUS(check("U", "!a!b!", "0161 00", &diag), SNARP_ERR_BOTH);
  IS_STATUS(check("U", "", "00", &diag), SNARP_OK);
  IS_NUMBER(diag.notes, SNARP_NOTE_NO_REWRITE);
}

static void a_regexp_has_three_delimiters(void) {
  allows("!^.*$!sip:info@example.com!");
  allows("!a!b!i");
  allows("!!!");
  allows("/urn:cid:.+@([^\\.]+\\.)(.*)$/\\2/i");
  forbids("!", SNARP_ERR_REGEXP_PARTS, 1);
  forbids("!a", SNARP_ERR_REGEXP_PARTS, 2);
  forbids("!a!b", SNARP_ERR_REGEXP_PARTS, 4);
  forbids("!a!b\\!", SNARP_ERR_REGEXP_PARTS, 6);
  forbids("!a!b!i!", SNARP_ERR_REGEXP_PARTS, 6);
}

static void an_escaped_delimiter_does_not_divide(void) {
  allows("!a\\!b!c!");
  allows("!a!b\\!c!");
  allows("!a\\\\!c!");
}

static void a_delimiter_is_no_digit_flag_or_backslash(void) {
  forbids("1a1b1", SNARP_ERR_REGEXP_DELIMITER, 0);
  allows("0a0b0");
  forbids("9a9b9", SNARP_ERR_REGEXP_DELIMITER, 0);
  forbids("iaibi", SNARP_ERR_REGEXP_DELIMITER, 0);
  forbids("\\a\\b\\", SNARP_ERR_REGEXP_DELIMITER, 0);
  allows("xaxbx");
}

static void the_only_flag_is_i(void) {
  forbids("!a!b!g", SNARP_ERR_REGEXP_FLAG, 5);
  forbids("!a!b!i ", SNARP_ERR_REGEXP_FLAG, 6);
}

static void a_back_reference_has_its_group(void) {
  allows("!(a)!\\1!");
  allows("!(((((((((a)))))))))!\\9!");
  allows("!a!\\\\1!");
  forbids("!a!\\1!", SNARP_ERR_REGEXP_BACKREF, 3);
  forbids("!(a)!x\\2!", SNARP_ERR_REGEXP_BACKREF, 6);
  forbids("!\\(a\\)!\\1!", SNARP_ERR_REGEXP_BACKREF, 7);
}

static void a_bracket_holds_no_group(void) {
  forbids("![(]!\\1!", SNARP_ERR_REGEXP_BACKREF, 5);
  forbids("![]()]!\\1!", SNARP_ERR_REGEXP_BACKREF, 7);
  forbids("![^]()]!\\1!", SNARP_ERR_REGEXP_BACKREF, 8);
  allows("![^.](a)!\\1!");
}

static void a_bracket_that_never_ends_is_survived(void) {
  allows("![!b!");
  allows("![^!b!");
  allows("!([!\\1!");
}

CU_TestInfo check_tests[] = {
    {"flags are letters and digits", flags_are_letters_and_digits},
    {"regexp and replacement exclude each other",
     regexp_and_replacement_exclude_each_other},
    {"a regexp has three delimiters", a_regexp_has_three_delimiters},
    {"an escaped delimiter does not divide",
     an_escaped_delimiter_does_not_divide},
    {"a delimiter is no digit, flag or backslash",
     a_delimiter_is_no_digit_flag_or_backslash},
    {"the only flag is i", the_only_flag_is_i},
    {"a back-reference has its group", a_back_reference_has_its_group},
    {"a bracket holds no group", a_bracket_holds_no_group},
    {"a bracket that never ends is survived",
     a_bracket_that_never_ends_is_survived},
    CU_TEST_INFO_NULL,
};
