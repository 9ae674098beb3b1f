/* Parameters of the RSerPool protocols (RFC 5354 3).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/parameter.h"

#include "unit.h"

static struct snarp_parameters sequence_of(struct snarp_view octets,
                                           bool nested) {
  struct snarp_parameters sequence = {octets, 0, nested};

  return sequence;
}

/* One parameter is read from `octets`, or is refused at `off`. */
static void refuses(struct snarp_view octets, int status, size_t off) {
  struct snarp_parameters sequence = sequence_of(octets, false);
  struct snarp_parameter parameter;
  struct snarp_diag diag;

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, &diag), status);
  IS_NUMBER(diag.off, off);
  IS_NUMBER(diag.notes, 0);
  IS_NUMBER(sequence.off, 0);
  IS_NUMBER(parameter.type, 0);
  CU_ASSERT_PTR_NULL(parameter.value.base);
  CU_ASSERT_PTR_NULL(parameter.whole.base);
}

static void a_sequence_is_walked(void) {
  struct snarp_parameters sequence = sequence_of(
      hex("0009 0006 6162 0000 800c 0004 0006 0008 01000000"), false);
  struct snarp_parameter parameter;
  struct snarp_diag diag;

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, &diag), 0);
  IS_NUMBER(parameter.type, 9);
  IS_HEX(parameter.value, "6162");
  IS_HEX(parameter.whole, "0009 0006 6162");
  IS_NUMBER(diag.off, 8);
  IS_NUMBER(diag.notes, 0);

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, &diag), 0);
  IS_NUMBER(parameter.type, 0x800c);
  IS_NUMBER(parameter.value.len, 0);
  IS_NUMBER(diag.off, 12);

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_HEX(parameter.value, "01000000");
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, &diag), SNARP_END);
  IS_NUMBER(diag.off, 20);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), SNARP_END);
}

static void an_empty_sequence_is_at_its_end(void) {
  struct snarp_parameters sequence = sequence_of(NONE, false);
  struct snarp_parameter parameter;

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), SNARP_END);
}

static void every_truncation_is_refused(void) {
  struct snarp_view whole = hex("0009 0005 61 000000");

  for (size_t n = 1; n < whole.len; n++) {
    if (n < 4) {
      refuses(head(whole, n), SNARP_ERR_PARAMETER_SHORT, n);
    } else if (n < 5) {
      refuses(head(whole, n), SNARP_ERR_PARAMETER_OVERRUN, 2);
    } else {
      refuses(head(whole, n), SNARP_ERR_PARAMETER_PADDING, n);
    }
  }
}

static void lengths_have_bounds(void) {
  refuses(hex("0009 0000"), SNARP_ERR_PARAMETER_LENGTH, 2);
  refuses(hex("0009 0003"), SNARP_ERR_PARAMETER_LENGTH, 2);
  refuses(hex("0009 0005"), SNARP_ERR_PARAMETER_OVERRUN, 2);
  refuses(hex("0009 ffff 00000000"), SNARP_ERR_PARAMETER_OVERRUN, 2);
  refuses(fill(0, 65536), SNARP_ERR_INPUT_LONG, 65535);
}

static void padding_is_ignored_and_noted(void) {
  const struct {
    const char *octets;
    uint32_t notes;
  } rows[] = {
      {"0009 0005 61 000000", 0},
      {"0009 0005 61 000001", SNARP_NOTE_PADDING},
      {"0009 0005 61 ff0000", SNARP_NOTE_PADDING},
      {"0009 0007 616263 80", SNARP_NOTE_PADDING},
      {"0009 0008 61626380", 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct snarp_parameters sequence = sequence_of(hex(rows[i].octets), false);
    struct snarp_parameter parameter;
    struct snarp_diag diag;

    IS_STATUS(snarp_parameter_next(&parameter, &sequence, &diag), 0);
    IS_NUMBER(diag.notes, rows[i].notes);
    IS_NUMBER(diag.off, 8);
  }
}

/* RFC 5354 2: the Length around it does not count the last padding. */
static void the_last_padding_of_a_nested_sequence_may_be_absent(void) {
  struct snarp_view octets = hex("0009 0005 61 000000 0009 0006 6263");
  struct snarp_parameters sequence = sequence_of(octets, true);
  struct snarp_parameter parameter;

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_HEX(parameter.value, "6263");
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), SNARP_END);

  sequence = sequence_of(octets, false);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL),
            SNARP_ERR_PARAMETER_PADDING);
  IS_NUMBER(sequence.off, 8);

  sequence = sequence_of(hex("0009 0006 6263 00"), true);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL),
            SNARP_ERR_PARAMETER_PADDING);
}

static void the_type_says_what_to_do(void) {
  IS_NUMBER(snarp_parameter_action(0x0006), SNARP_PARAMETER_STOP);
  IS_NUMBER(snarp_parameter_action(0x3fff), SNARP_PARAMETER_STOP);
  IS_NUMBER(snarp_parameter_action(0x4000), SNARP_PARAMETER_STOP_REPORT);
  IS_NUMBER(snarp_parameter_action(0x7fff), SNARP_PARAMETER_STOP_REPORT);
  IS_NUMBER(snarp_parameter_action(0x8000), SNARP_PARAMETER_SKIP);
  IS_NUMBER(snarp_parameter_action(0xbfff), SNARP_PARAMETER_SKIP);
  IS_NUMBER(snarp_parameter_action(0xc000), SNARP_PARAMETER_SKIP_REPORT);
  IS_NUMBER(snarp_parameter_action(0xffff), SNARP_PARAMETER_SKIP_REPORT);
}

static int write_one(struct snarp_buf *out, const void *what) {
  const struct snarp_view *value = what;

  return snarp_parameter_write(out, 0x1234, *value, NULL);
}

static void writing_pads_with_zeros(void) {
  const char *const values[][2] = {
      {"", "1234 0004"},
      {"ff", "1234 0005 ff000000"},
      {"ffff", "1234 0006 ffff0000"},
      {"ffffff", "1234 0007 ffffff00"},
      {"ffffffff", "1234 0008 ffffffff"},
  };

  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    struct snarp_view value = hex(values[i][0]);
    IS_WRITTEN(write_one, &value, hex(values[i][1]));
  }
}

static void the_longest_parameter_can_be_read_again(void) {
  struct snarp_buf out = room(SNARP_PARAMETER_MAX);
  struct snarp_view most = fill(7, SNARP_PARAMETER_MAX - 4);
  struct snarp_parameter parameter;

  IS_STATUS(snarp_parameter_write(&out, 1, fill(7, most.len + 1), NULL),
            SNARP_ERR_INPUT_LONG);
  IS_NUMBER(out.len, 0);
  IS_STATUS(snarp_parameter_write(&out, 1, most, NULL), 0);
  IS_NUMBER(out.len, SNARP_PARAMETER_MAX);

  struct snarp_parameters sequence = sequence_of(written(&out), false);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_OCTETS(parameter.value, most);
}

CU_TestInfo parameter_tests[] = {
    {"a sequence is walked", a_sequence_is_walked},
    {"an empty sequence is at its end", an_empty_sequence_is_at_its_end},
    {"every truncation is refused", every_truncation_is_refused},
    {"lengths have bounds", lengths_have_bounds},
    {"padding is ignored and noted", padding_is_ignored_and_noted},
    {"the last padding of a nested sequence may be absent",
     the_last_padding_of_a_nested_sequence_may_be_absent},
    {"the type says what to do", the_type_says_what_to_do},
    {"writing pads with zeros", writing_pads_with_zeros},
    {"the longest parameter can be read again",
     the_longest_parameter_can_be_read_again},
    CU_TEST_INFO_NULL,
};
