/* The cursor over octets and the writers that append them.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "wire.h"

#include "unit.h"

static void a_number_is_big_endian(void) {
  struct wire in = wire_open(hex("0102 ff00"));

  IS_NUMBER(wire_u16(&in), 0x0102);
  IS_NUMBER(wire_u16(&in), 0xff00);
  IS_STATUS(wire_close(&in, NULL), SNARP_OK);
}

static void half_a_number_is_short(void) {
  struct wire in = wire_open(hex("0102 03"));
  struct snarp_diag diag;

  IS_NUMBER(wire_u16(&in), 0x0102);
  IS_NUMBER(wire_u16(&in), 0);
  IS_STATUS(wire_close(&in, &diag), SNARP_ERR_SHORT);
  IS_NUMBER(diag.off, 3);
}

static void a_string_stands_behind_its_length(void) {
  struct wire in = wire_open(hex("02 6162 00 01 00"));

  IS_HEX(wire_string(&in), "6162");
  IS_HEX(wire_string(&in), "");
  IS_HEX(wire_string(&in), "00");
  IS_STATUS(wire_close(&in, NULL), SNARP_OK);
}

static void a_string_has_up_to_255_octets(void) {
  struct wire in = wire_open(JOIN(hex("ff"), fill('x', 255)));

  IS_OCTETS(wire_string(&in), fill('x', 255));
  IS_STATUS(wire_close(&in, NULL), SNARP_OK);
}

static void a_string_may_be_missing_or_overrun(void) {
  struct wire none = wire_open(hex(""));
  struct wire over = wire_open(hex("02 61"));
  struct snarp_diag diag;

  IS_HEX(wire_string(&none), "");
  IS_STATUS(wire_close(&none, NULL), SNARP_ERR_STRING_MISSING);
  IS_HEX(wire_string(&over), "");
  IS_STATUS(wire_close(&over, &diag), SNARP_ERR_STRING_OVERRUN);
  IS_NUMBER(diag.off, 0);
}

static void the_first_failure_stays(void) {
  struct wire in = wire_open(hex("06 61 0000 0000"));
  struct snarp_diag diag;

  in.notes = SNARP_NOTE_COMPRESSED;
  (void)wire_string(&in);
  IS_NUMBER(wire_u16(&in), 0);
  wire_fail(&in, 4, SNARP_ERR_SHORT);
  IS_STATUS(wire_close(&in, &diag), SNARP_ERR_STRING_OVERRUN);
  IS_NUMBER(diag.off, 0);
  IS_NUMBER(diag.notes, 0);
}

static void octets_left_are_trailing(void) {
  struct wire in = wire_open(hex("0000 01"));
  struct snarp_diag diag;

  (void)wire_u16(&in);
  IS_STATUS(wire_close(&in, &diag), SNARP_ERR_TRAILING);
  IS_NUMBER(diag.off, 2);
}

static void input_has_at_most_65535_octets(void) {
  struct wire longest = wire_open(fill(0, SNARP_INPUT_MAX));
  struct wire longer = wire_open(fill(0, SNARP_INPUT_MAX + 1));

  IS_STATUS(longest.rv, SNARP_OK);
  IS_STATUS(longer.rv, SNARP_ERR_INPUT_LONG);
}

static void rdata_lies_inside_its_message(void) {
  static const struct {
    size_t off;
    size_t len;
    int rv;
  } rows[] = {
      {0, 4, SNARP_OK},
      {4, 0, SNARP_OK},
      {1, 3, SNARP_OK},
      {5, 0, SNARP_ERR_BOUNDS},
      {1, 4, SNARP_ERR_BOUNDS},
      {SIZE_MAX, 2, SNARP_ERR_BOUNDS},
      {2, SIZE_MAX, SNARP_ERR_BOUNDS},
      {SIZE_MAX, SIZE_MAX, SNARP_ERR_BOUNDS},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wire in = wire_open_in(hex("00010203"), rows[i].off, rows[i].len);
    IS_STATUS(in.rv, rows[i].rv);
  }
}

static int put_all(struct snarp_buf *out, const void *what) {
  const struct snarp_view *octets = what;

  put_u8(out, 0x100 + 7);
  put_u16(out, 0x1234);
  put_octets(out, *octets);
  put_string(out, *octets);
  put_lower(out, *octets);
  return 0;
}

static void writers_count_what_does_not_fit(void) {
  struct snarp_view octets = str("A[z");

  IS_WRITTEN(put_all, &octets, hex("07 1234 415b7a 03 415b7a 615b7a"));
}

static void a_buffer_may_be_past_its_capacity(void) {
  struct snarp_buf out = room(2);

  out.len = 5;
  put_u8(&out, 1);
  put_octets(&out, str("abc"));
  IS_NUMBER(out.len, 9);
  IS_HEX(written(&out), "a5a5");
}

static struct snarp_buf aside(const char *text) {
  struct snarp_view view = str(text);

  return (struct snarp_buf){(uint8_t *)view.base, view.len, view.len};
}

static void what_is_kept_must_fit(void) {
  struct snarp_buf out = room(3);
  struct snarp_buf abcd = aside("abcd");
  struct snarp_buf ab = aside("ab");
  struct snarp_buf c = aside("c");
  struct snarp_buf nothing = aside("");
  struct snarp_view kept = NONE;

  IS_STATUS(put_kept(&out, &abcd, &kept), SNARP_ERR_ROOM);
  IS_NUMBER(out.len, 0);
  IS_STATUS(put_kept(&out, &ab, &kept), SNARP_OK);
  IS_TEXT(kept, "ab");
  IS_STATUS(put_kept(&out, &ab, &kept), SNARP_ERR_ROOM);
  IS_STATUS(put_kept(&out, &c, &kept), SNARP_OK);
  IS_TEXT(written(&out), "abc");

  out.len = 4;
  IS_STATUS(put_kept(&out, &nothing, &kept), SNARP_ERR_ROOM);
}

/* Output that must not show yet stands where it will stay, if there is room for
 * all of it. */
static void output_aside_takes_the_room_there_is(void) {
  struct snarp_buf out = room(4);
  struct snarp_view kept = NONE;
  uint8_t octets[3];

  put_u8(&out, 'a');
  struct snarp_buf three = put_aside(&out, octets, 3);
  CU_ASSERT_PTR_EQUAL(three.base, out.base + 1);
  put_u16(&three, 0x6263);
  IS_NUMBER(out.len, 1);
  IS_STATUS(put_kept(&out, &three, &kept), SNARP_OK);
  IS_TEXT(kept, "bc");
  IS_TEXT(written(&out), "abc");

  CU_ASSERT_PTR_EQUAL(put_aside(&out, octets, 3).base, octets);
  out.len = 5;
  CU_ASSERT_PTR_EQUAL(put_aside(&out, octets, 0).base, octets);
}

/* RFC 4034 6.3: the absence of an octet sorts before a zero octet. */
static void octets_compare_left_justified(void) {
  CU_ASSERT(wire_compare_string(hex(""), hex("00")) < 0);
  CU_ASSERT(wire_compare_string(hex("00"), hex("0000")) < 0);
  CU_ASSERT(wire_compare_string(hex("80"), hex("7f00")) < 0);
  CU_ASSERT(wire_compare_string(hex("4142"), hex("4142")) == 0);
  CU_ASSERT(wire_compare_string(NONE, NONE) == 0);
}

static void case_is_ignored_in_ascii_only(void) {
  CU_ASSERT(wire_compare_lower(str("aZ"), str("Az")) == 0);
  CU_ASSERT(wire_compare_lower(str("@"), str("`")) != 0);
  CU_ASSERT(wire_compare_lower(str("["), str("{")) != 0);
  CU_ASSERT(wire_compare_lower(hex("c0"), hex("e0")) < 0);
  CU_ASSERT(wire_compare_lower(str("_"), str("Z")) < 0);
  CU_ASSERT(wire_compare_lower(str("a"), str("A0")) < 0);
}

static void strings_compare_length_first(void) {
  CU_ASSERT(wire_compare_string(str("z"), str("aa")) < 0);
  CU_ASSERT(wire_compare_string(str("ab"), str("aa")) > 0);
  CU_ASSERT(wire_compare_string(NONE, str("")) == 0);
}

CU_TestInfo wire_tests[] = {
    {"a number is big-endian", a_number_is_big_endian},
    {"half a number is short", half_a_number_is_short},
    {"a string stands behind its length", a_string_stands_behind_its_length},
    {"a string has up to 255 octets", a_string_has_up_to_255_octets},
    {"a string may be missing or overrun", a_string_may_be_missing_or_overrun},
    {"the first failure stays", the_first_failure_stays},
    {"octets left are trailing", octets_left_are_trailing},
    {"input has at most 65535 octets", input_has_at_most_65535_octets},
    {"RDATA lies inside its message", rdata_lies_inside_its_message},
    {"writers count what does not fit", writers_count_what_does_not_fit},
    {"a buffer may be past its capacity", a_buffer_may_be_past_its_capacity},
    {"what is kept must fit", what_is_kept_must_fit},
    {"output aside takes the room there is",
     output_aside_takes_the_room_there_is},
    {"octets compare left-justified", octets_compare_left_justified},
    {"case is ignored in ASCII only", case_is_ignored_in_ascii_only},
    {"strings compare length first", strings_compare_length_first},
    CU_TEST_INFO_NULL,
};
