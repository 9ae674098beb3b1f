/* Domain names in octets (RFC 1035 2.3.4, 3.1, 4.1.4).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/name.h"

#include "unit.h"

/* A header, behind which a name may stand (RFC 1035 4.1.1). */
#define HEADER "000000000000000000000000 "

/* Four labels of 63 octets and one of `last`: 193 + last + 2 octets. */
static struct snarp_view long_name(size_t last) {
  struct snarp_view label = JOIN(hex("3f"), fill('a', 63));
  uint8_t n = (uint8_t)last;

  return JOIN(label, label, label, view_of(&n, 1), fill('b', last), hex("00"));
}

static void read_fails(const char *label, struct snarp_view octets, int rv,
                       size_t off) {
  struct snarp_view name = str("x");
  struct snarp_diag diag;

  IS_STATUS_AT(label, snarp_name_read(&name, octets, &diag), rv);
  IS_STATUS_AT(label, snarp_name_read(&name, octets, NULL), rv);
  IS_NUMBER(diag.off, off);
  IS_NUMBER(diag.notes, 0);
  IS_NUMBER(name.len, 0);
  CU_ASSERT_PTR_NULL(name.base);
}

static void a_name_is_labels_and_the_root(void) {
  static const char *const names[] = {"00", "0161 00", "0100 01ff 012e 00"};

  for (size_t i = 0; i < 3; i++) {
    struct snarp_view octets = hex(names[i]);
    struct snarp_view name;
    struct snarp_diag diag;

    IS_STATUS(snarp_name_read(&name, octets, &diag), SNARP_OK);
    CU_ASSERT_PTR_EQUAL(name.base, octets.base);
    IS_NUMBER(name.len, octets.len);
    IS_NUMBER(diag.off, octets.len);
    IS_NUMBER(diag.notes, 0);
  }
}

static void a_label_has_up_to_63_octets(void) {
  struct snarp_view name;

  IS_STATUS(snarp_name_read(&name, long_name(61), NULL), SNARP_OK);
  read_fails("64", JOIN(hex("40"), fill('a', 64), hex("00")),
             SNARP_ERR_LABEL_TYPE, 0);
  read_fails("10xxxxxx", hex("0161 80 00"), SNARP_ERR_LABEL_TYPE, 2);
}

static void a_name_has_up_to_255_octets(void) {
  struct snarp_view name;
  struct snarp_view longest = long_name(61);

  IS_NUMBER(longest.len, SNARP_NAME_MAX);
  IS_STATUS(snarp_name_read(&name, longest, NULL), SNARP_OK);
  read_fails("256", long_name(62), SNARP_ERR_NAME_LONG, 255);
}

static void every_beginning_of_a_name_is_refused(void) {
  struct snarp_view whole = long_name(61);

  read_fails("nothing", hex(""), SNARP_ERR_NAME_MISSING, 0);
  read_fails("null", NONE, SNARP_ERR_NAME_MISSING, 0);
  for (size_t n = 1; n < whole.len; n++) {
    read_fails("cut", head(whole, n), SNARP_ERR_NAME_OVERRUN, n);
  }
}

static void what_follows_a_name_is_refused(void) {
  read_fails("root", hex("00 00"), SNARP_ERR_TRAILING, 1);
  read_fails("name", hex("0161 00 01"), SNARP_ERR_TRAILING, 3);
}

static void a_pointer_needs_a_message(void) {
  read_fails("at once", hex("c00c"), SNARP_ERR_POINTER_ALONE, 0);
  read_fails("later", hex("0161 c000"), SNARP_ERR_POINTER_ALONE, 2);
}

static void input_longer_than_any_message_is_refused(void) {
  read_fails("long", fill(0, SNARP_INPUT_MAX + 1), SNARP_ERR_INPUT_LONG,
             SNARP_INPUT_MAX);
}

/* Reads at `off` behind a header. */
static int read_in(struct snarp_view *name, uint8_t *space,
                   struct snarp_view message, size_t off,
                   struct snarp_diag *diag) {
  *name = str("x");
  return snarp_name_read_in(name, space, message, off, diag);
}

static void a_name_in_a_message_ends_before_others(void) {
  struct snarp_view name;
  struct snarp_diag diag;
  uint8_t *space = room(SNARP_NAME_MAX).base;

  IS_STATUS(read_in(&name, space, hex(HEADER "0161 00 0000"), 12, &diag),
            SNARP_OK);
  IS_HEX(name, "0161 00");
  IS_NUMBER(diag.off, 15);
  IS_NUMBER(diag.notes, 0);
}

static void a_pointer_leads_to_an_earlier_name(void) {
  struct snarp_view message = hex(HEADER "0161 00 0162 c00c 0163 c00f");
  struct snarp_view name;
  struct snarp_diag diag;
  uint8_t *space = room(SNARP_NAME_MAX).base;

  IS_STATUS(read_in(&name, space, message, 15, &diag), SNARP_OK);
  IS_HEX(name, "0162 0161 00");
  IS_NUMBER(diag.off, 19);
  CU_ASSERT(diag.notes & SNARP_NOTE_COMPRESSED);
  IS_STATUS(read_in(&name, space, message, 19, NULL), SNARP_OK);
  IS_HEX(name, "0163 0162 0161 00");
}

static void pointers_lead_back_and_past_the_header(void) {
  static const struct {
    const char *octets; /* behind the header */
    size_t off;
    int rv;
  } rows[] = {
      {"c00c", 12, SNARP_ERR_POINTER_FORWARD},
      {"c00d 00", 12, SNARP_ERR_POINTER_FORWARD},
      {"0161 c00c", 12, SNARP_ERR_POINTER_FORWARD},
      {"0161 c00e", 12, SNARP_ERR_POINTER_FORWARD},
      {"00 0161 c00d", 13, SNARP_ERR_POINTER_FORWARD},
      {"c00e c00c", 14, SNARP_ERR_POINTER_FORWARD},
      {"c000", 12, SNARP_ERR_POINTER_HEADER},
      {"c00b", 12, SNARP_ERR_POINTER_HEADER},
      {"00 c00c", 13, SNARP_OK},
      {"00 c0", 13, SNARP_ERR_POINTER_HALF},
      {"c0", 12, SNARP_ERR_POINTER_HALF},
      {"80", 12, SNARP_ERR_LABEL_TYPE},
      {"0161", 12, SNARP_ERR_NAME_OVERRUN},
      {"02 61", 12, SNARP_ERR_NAME_OVERRUN},
      {"00", 13, SNARP_ERR_NAME_MISSING},
      {"00", 14, SNARP_ERR_BOUNDS},
      {"00", SIZE_MAX, SNARP_ERR_BOUNDS},
  };
  uint8_t *space = room(SNARP_NAME_MAX).base;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct snarp_view message = JOIN(hex(HEADER), hex(rows[i].octets));
    struct snarp_view name;

    IS_STATUS_AT(rows[i].octets,
                 read_in(&name, space, message, rows[i].off, NULL), rows[i].rv);
    CU_ASSERT(rows[i].rv == SNARP_OK || name.len == 0);
  }
}

/* `n` pointers, each to the one before it, behind a header and the root. */
static struct snarp_view chain(size_t n) {
  struct snarp_view message = JOIN(hex(HEADER "00"), fill(0xc0, 2 * n));
  uint8_t *base = (uint8_t *)message.base;

  for (size_t i = 0; i < n; i++) {
    size_t to = i == 0 ? 12 : 13 + 2 * (i - 1);
    base[13 + 2 * i] = (uint8_t)(0xc0 + to / 256);
    base[14 + 2 * i] = (uint8_t)(to % 256);
  }
  return message;
}

static void a_name_follows_up_to_127_pointers(void) {
  uint8_t *space = room(SNARP_NAME_MAX).base;
  struct snarp_view name;

  IS_STATUS(read_in(&name, space, chain(127), 13 + 2 * 126, NULL), SNARP_OK);
  IS_HEX(name, "00");
  IS_STATUS(read_in(&name, space, chain(128), 13 + 2 * 127, NULL),
            SNARP_ERR_POINTER_CHAIN);
}

static void a_compressed_name_has_up_to_255_octets(void) {
  uint8_t *space = room(SNARP_NAME_MAX).base;
  struct snarp_view name;
  struct snarp_view fits = JOIN(hex(HEADER), long_name(59), hex("0161 c00c"));
  struct snarp_view longer = JOIN(hex(HEADER), long_name(60), hex("0161 c00c"));

  IS_STATUS(read_in(&name, space, fits, 12 + 253, NULL), SNARP_OK);
  IS_NUMBER(name.len, SNARP_NAME_MAX);
  IS_STATUS(read_in(&name, space, longer, 12 + 254, NULL), SNARP_ERR_NAME_LONG);
}

/* RFC 4034 6.1: these names are in their canonical order. */
static void names_compare_as_rfc4034_lists_them(void) {
  static const char *const names[] = {
      "07 6578616d706c65 00",
      "01 61 07 6578616d706c65 00",
      "08 796c6a6b6a6c6a6b 01 61 07 6578616d706c65 00",
      "01 5a 01 61 07 6578616d706c65 00",
      "04 7a414243 01 61 07 4558414d504c45 00",
      "01 7a 07 6578616d706c65 00",
      "01 01 01 7a 07 6578616d706c65 00",
      "01 2a 01 7a 07 6578616d706c65 00",
      "01 c8 01 7a 07 6578616d706c65 00",
  };
  const size_t n = sizeof names / sizeof names[0];

  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      int got = snarp_name_compare(hex(names[i]), hex(names[j]));
      IS_NUMBER((got > 0) - (got < 0), (i > j) - (i < j));
    }
  }
}

static void names_compare_without_case(void) {
  CU_ASSERT(snarp_name_compare(hex("0141 015a 00"), hex("0161 017a 00")) == 0);
  CU_ASSERT(snarp_name_compare(hex("01c0 00"), hex("01e0 00")) != 0);
  CU_ASSERT(snarp_name_compare(hex("00"), hex("0100 00")) < 0);
  CU_ASSERT(snarp_name_compare(hex("02 6100 00"), hex("01 61 00")) > 0);
}

static void what_is_no_name_compares_too(void) {
  CU_ASSERT(snarp_name_compare(NONE, NONE) == 0);
  CU_ASSERT(snarp_name_compare(NONE, hex("00")) == 0);
  CU_ASSERT(snarp_name_compare(hex("0161"), hex("0161 00")) == 0);
  CU_ASSERT(snarp_name_compare(hex("0161 c00c"), hex("0161 00")) == 0);
  CU_ASSERT(snarp_name_compare(hex("0161 02 61"), hex("0162 00")) < 0);
  CU_ASSERT(snarp_name_compare(fill(1, 4000), long_name(62)) != 0);
}

CU_TestInfo name_wire_tests[] = {
    {"a name is labels and the root", a_name_is_labels_and_the_root},
    {"a label has up to 63 octets", a_label_has_up_to_63_octets},
    {"a name has up to 255 octets", a_name_has_up_to_255_octets},
    {"every beginning of a name is refused",
     every_beginning_of_a_name_is_refused},
    {"what follows a name is refused", what_follows_a_name_is_refused},
    {"a pointer needs a message", a_pointer_needs_a_message},
    {"input longer than any message is refused",
     input_longer_than_any_message_is_refused},
    {"a name in a message ends before others",
     a_name_in_a_message_ends_before_others},
    {"a pointer leads to an earlier name", a_pointer_leads_to_an_earlier_name},
    {"pointers lead back and past the header",
     pointers_lead_back_and_past_the_header},
    {"a name follows up to 127 pointers", a_name_follows_up_to_127_pointers},
    {"a compressed name has up to 255 octets",
     a_compressed_name_has_up_to_255_octets},
    {"names compare as RFC 4034 lists them",
     names_compare_as_rfc4034_lists_them},
    {"names compare without case", names_compare_without_case},
    {"what is no name compares too", what_is_no_name_compares_too},
    CU_TEST_INFO_NULL,
};
