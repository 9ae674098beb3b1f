/* The Pool Member Selection Policy Parameter: every figure of both texts.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/policy.h"

#include <string.h>

#include "unit.h"

/* A figure with values in it, and what it says. */
struct figure {
  const char *octets;
  struct snarp_policy policy;
};

#define DRAFT(kind, number, weight, load, degradation)                         \
  {SNARP_DRAFT_01, SNARP_POLICY_##kind, (number), (weight), 0,                 \
   (load),         (degradation),       {NULL, 0}}
#define RFC(kind, number, weight, priority, load, degradation)                 \
  {SNARP_RFC_5356, SNARP_POLICY_##kind, (number), (weight), (priority),        \
   (load),         (degradation),       {NULL, 0}}

static const struct figure figures[] = {
    /* draft-ietf-rserpool-policies-01 3.1.4 to 4.4.4 */
    {"0006 0008 01000000", DRAFT(RR, 1, 0, 0, 0)},
    {"0006 0008 02 123456", DRAFT(WRR, 2, 0x123456, 0, 0)},
    {"0006 0008 02 000000", DRAFT(WRR, 2, 0, 0, 0)},
    {"0006 0008 02 ffffff", DRAFT(WRR, 2, 0xffffff, 0, 0)},
    {"0006 0008 03000000", DRAFT(RAND, 3, 0, 0, 0)},
    {"0006 0008 04 000001", DRAFT(WRAND, 4, 1, 0, 0)},
    {"0006 0008 04 ffffff", DRAFT(WRAND, 4, 0xffffff, 0, 0)},
    {"0006 0008 05 800000", DRAFT(LU, 5, 0, 0x800000, 0)},
    {"0006 0008 05 ffffff", DRAFT(LU, 5, 0, 0xffffff, 0)},
    {"0006 000c 06 010203 00 040506", DRAFT(LUD, 6, 0, 0x010203, 0x040506)},
    {"0006 000c 06 ffffff 00 ffffff", DRAFT(LUD, 6, 0, 0xffffff, 0xffffff)},
    {"0006 000c 07 7fffff 00 19999a", DRAFT(PLU, 7, 0, 0x7fffff, 0x19999a)},
    {"0006 0008 09 7fffff", DRAFT(RLU, 9, 0, 0x7fffff, 0)},
    /* RFC 5356 4.1.4 to 5.4.4 */
    {"0008 0008 00000001", RFC(RR, 1, 0, 0, 0, 0)},
    {"0008 000c 00000002 12345678", RFC(WRR, 2, 0x12345678, 0, 0, 0)},
    {"0008 000c 00000002 ffffffff", RFC(WRR, 2, 0xffffffff, 0, 0, 0)},
    {"0008 0008 00000003", RFC(RAND, 3, 0, 0, 0, 0)},
    {"0008 000c 00000004 00000000", RFC(WRAND, 4, 0, 0, 0, 0)},
    {"0008 000c 00000005 80000001", RFC(PRIO, 5, 0, 0x80000001, 0, 0)},
    {"0008 000c 40000001 80000000", RFC(LU, 0x40000001, 0, 0, 0x80000000, 0)},
    {"0008 0010 40000002 01020304 05060708",
     RFC(LUD, 0x40000002, 0, 0, 0x01020304, 0x05060708)},
    {"0008 0010 40000003 ffffffff fffffffe",
     RFC(PLU, 0x40000003, 0, 0, 0xffffffff, 0xfffffffe)},
    {"0008 000c 40000004 7fffffff", RFC(RLU, 0x40000004, 0, 0, 0x7fffffff, 0)},
};

enum { N_FIGURES = sizeof figures / sizeof figures[0] };

static void is_policy(const struct snarp_policy *got,
                      const struct snarp_policy *want) {
  IS_NUMBER(got->dialect, want->dialect);
  IS_NUMBER(got->kind, want->kind);
  IS_NUMBER(got->number, want->number);
  IS_NUMBER(got->weight, want->weight);
  IS_NUMBER(got->priority, want->priority);
  IS_NUMBER(got->load, want->load);
  IS_NUMBER(got->degradation, want->degradation);
  IS_OCTETS(got->data, want->data);
}

static void is_zero(const struct snarp_policy *policy) {
  struct snarp_policy zero = {0};

  is_policy(policy, &zero);
  CU_ASSERT_PTR_NULL(policy->data.base);
}

static void refuses(enum snarp_dialect dialect, struct snarp_view octets,
                    int status, size_t off) {
  struct snarp_policy policy;
  struct snarp_diag diag;

  memset(&policy, 0xa5, sizeof policy);
  IS_STATUS(snarp_policy_read(&policy, octets, dialect, &diag), status);
  IS_NUMBER(diag.off, off);
  IS_NUMBER(diag.notes, 0);
  is_zero(&policy);
}

/* Reads what must be read, and gives the notes. */
static uint32_t reads(struct snarp_policy *policy, enum snarp_dialect dialect,
                      struct snarp_view octets) {
  struct snarp_diag diag = {0, 0};

  IS_STATUS(snarp_policy_read(policy, octets, dialect, &diag), 0);
  IS_NUMBER(diag.off, octets.len);
  return diag.notes;
}

static int write_one(struct snarp_buf *out, const void *what) {
  return snarp_policy_write(out, what, NULL);
}

static void every_figure_is_read(void) {
  for (size_t i = 0; i < N_FIGURES; i++) {
    const struct snarp_policy *want = &figures[i].policy;
    struct snarp_policy policy;

    IS_NUMBER(reads(&policy, want->dialect, hex(figures[i].octets)), 0);
    is_policy(&policy, want);
  }
}

static void every_figure_is_written(void) {
  for (size_t i = 0; i < N_FIGURES; i++) {
    struct snarp_policy policy = figures[i].policy;

    IS_STATUS(snarp_policy_check(&policy, NULL), 0);
    policy.number = 77; /* it follows from the kind */
    IS_WRITTEN(write_one, &policy, hex(figures[i].octets));
  }
}

static void every_truncation_is_refused(void) {
  for (size_t i = 0; i < N_FIGURES; i++) {
    struct snarp_view octets = hex(figures[i].octets);

    for (size_t n = 0; n < octets.len; n++) {
      refuses(figures[i].policy.dialect, head(octets, n),
              n < 4 ? SNARP_ERR_PARAMETER_SHORT : SNARP_ERR_PARAMETER_OVERRUN,
              n < 4 ? n : 2);
    }
  }
}

/* The same octets with another Length, as many octets being there. */
static struct snarp_view with_length(struct snarp_view octets, size_t len) {
  struct snarp_buf out = room((len + 3) / 4 * 4);

  memset(out.base, 0, out.cap);
  memcpy(out.base, octets.base, len < octets.len ? len : octets.len);
  out.base[3] = (uint8_t)len;
  out.len = out.cap;
  return written(&out);
}

static void the_length_must_be_that_of_the_policy(void) {
  for (size_t i = 0; i < N_FIGURES; i++) {
    struct snarp_view octets = hex(figures[i].octets);
    enum snarp_dialect dialect = figures[i].policy.dialect;

    for (size_t len = 4; len < octets.len; len++) {
      refuses(dialect, with_length(octets, len), SNARP_ERR_POLICY_SHORT, len);
    }
    for (size_t len = octets.len + 1; len < octets.len + 9; len++) {
      refuses(dialect, with_length(octets, len), SNARP_ERR_POLICY_LONG,
              octets.len);
    }
  }
}

static void octets_behind_the_parameter_are_refused(void) {
  for (size_t i = 0; i < N_FIGURES; i++) {
    struct snarp_view octets = hex(figures[i].octets);

    refuses(figures[i].policy.dialect, JOIN(octets, hex("00")),
            SNARP_ERR_PARAMETER_TRAILING, octets.len);
  }
}

static void only_the_whole_type_is_known(void) {
  const char *const draft[] = {"0008 0008 01000000",
                               "8006 0008 01000000",
                               "c006 0008 01000000",
                               "0007 0008 01000000",
                               "0007 000c 07 000000 00000000",
                               "0106 0008 01000000",
                               "0007 0004",
                               "0007 0006 0100 0000",
                               "0007 0008 00000000",
                               "0007 000b 01 000000 090909 00"};
  const char *const rfc[] = {
      "0006 0008 00000001",          "8008 0008 00000001",
      "c008 0008 00000001",          "4008 0008 00000001",
      "0007 000c 40000004 00000000", "0108 0008 00000001"};

  for (size_t i = 0; i < sizeof draft / sizeof draft[0]; i++) {
    refuses(SNARP_DRAFT_01, hex(draft[i]), SNARP_ERR_PARAMETER_TYPE, 0);
  }
  for (size_t i = 0; i < sizeof rfc / sizeof rfc[0]; i++) {
    refuses(SNARP_RFC_5356, hex(rfc[i]), SNARP_ERR_PARAMETER_TYPE, 0);
  }
}

static void the_type_in_the_figure_of_rlu_is_noted(void) {
  struct snarp_policy policy;

  IS_NUMBER(reads(&policy, SNARP_DRAFT_01, hex("0007 0008 09 123456")),
            SNARP_NOTE_RLU_TYPE);
  IS_NUMBER(policy.kind, SNARP_POLICY_RLU);
  IS_NUMBER(policy.load, 0x123456);
  refuses(SNARP_DRAFT_01, hex("0007 0007 09 1234 00"), SNARP_ERR_POLICY_SHORT,
          7);
}

static void reserved_bits_are_noted(void) {
  const char *const octets[] = {
      "0006 0008 01 000001",           "0006 0008 01 800000",
      "0006 0008 03 ffffff",           "0006 000c 06 000000 01 000000",
      "0006 000c 06 000000 80 ffffff", "0006 000c 07 ffffff ff 000000"};
  struct snarp_policy policy;

  for (size_t i = 0; i < sizeof octets / sizeof octets[0]; i++) {
    IS_NUMBER(reads(&policy, SNARP_DRAFT_01, hex(octets[i])),
              SNARP_NOTE_RESERVED);
    IS_STATUS(snarp_policy_check(&policy, NULL), 0);
  }
  IS_NUMBER(policy.degradation, 0);
}

static void invalid_numbers_are_refused(void) {
  refuses(SNARP_DRAFT_01, hex("0006 0008 00 000000"), SNARP_ERR_POLICY_INVALID,
          4);
  refuses(SNARP_DRAFT_01, hex("0006 000c 00 000001 00000000"),
          SNARP_ERR_POLICY_INVALID, 4);
  refuses(SNARP_RFC_5356, hex("0008 0008 00000000"), SNARP_ERR_POLICY_INVALID,
          4);
  refuses(SNARP_RFC_5356, hex("0008 000c 40000000 00000000"),
          SNARP_ERR_POLICY_INVALID, 4);
}

static void unknown_policies_are_kept(void) {
  const struct {
    enum snarp_dialect dialect;
    const char *octets;
    uint32_t number;
    const char *data;
    uint32_t notes; /* beside POLICY_UNKNOWN */
    int check;
  } rows[] = {
      {SNARP_DRAFT_01, "0006 0008 08 123456", 8, "123456", 0,
       SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_DRAFT_01, "0006 0008 0a 000000", 10, "000000", 0,
       SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_DRAFT_01, "0006 000a ff 000000 0102 0000", 255, "0000000102", 0,
       SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_RFC_5356, "0008 0008 00000006", 6, "", 0,
       SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_RFC_5356, "0008 0009 3fffffff 01 000000", 0x3fffffff, "01", 0,
       SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_RFC_5356, "0008 000a 40000005 0102 0001", 0x40000005, "0102",
       SNARP_NOTE_PADDING, SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_RFC_5356, "0008 0008 7fffffff", 0x7fffffff, "", 0,
       SNARP_ERR_POLICY_UNSUPPORTED},
      {SNARP_RFC_5356, "0008 000b 80000000 010203 00", 0x80000000, "010203", 0,
       0},
      {SNARP_RFC_5356, "0008 0008 ffffffff", 0xffffffff, "", 0, 0},
      /* draft-dreibholz-rserpool-delay: WRAND and LU with a distance */
      {SNARP_RFC_5356, "0008 0010 b0002001 00000001 00000002", 0xb0002001,
       "00000001 00000002", 0, 0},
      {SNARP_RFC_5356, "0008 0010 b0002002 00000001 00000002", 0xb0002002,
       "00000001 00000002", 0, 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct snarp_view octets = hex(rows[i].octets);
    struct snarp_policy policy;
    struct snarp_buf out = room(32);

    IS_NUMBER(reads(&policy, rows[i].dialect, octets),
              SNARP_NOTE_POLICY_UNKNOWN | rows[i].notes);
    IS_NUMBER(policy.kind, SNARP_POLICY_OPAQUE);
    IS_NUMBER(policy.number, rows[i].number);
    IS_HEX(policy.data, rows[i].data);
    IS_STATUS(snarp_policy_check(&policy, NULL), rows[i].check);
    IS_STATUS(snarp_policy_write(&out, &policy, NULL), 0);
    if (rows[i].notes == 0) {
      IS_OCTETS(written(&out), octets);
    }
  }
}

/* The policy is refused when checked and when written. */
static void is_unwritable(const struct snarp_policy *policy, int status) {
  struct snarp_buf out = room(64);

  IS_STATUS(snarp_policy_check(policy, NULL), status);
  IS_STATUS(snarp_policy_write(&out, policy, NULL), status);
  IS_NUMBER(out.len, 0);
}

static void values_beyond_the_dialect_are_refused(void) {
  const struct snarp_policy beyond[] = {
      DRAFT(WRR, 0, 0x1000000, 0, 0),  DRAFT(WRAND, 0, UINT32_MAX, 0, 0),
      DRAFT(LU, 0, 0, 0x1000000, 0),   DRAFT(LUD, 0, 0, 0x1000000, 0),
      DRAFT(LUD, 0, 0, 0, 0x1000000),  DRAFT(PLU, 0, 0, 0x1000000, 0),
      DRAFT(PLU, 0, 0, 0, 0xffffffff), DRAFT(RLU, 0, 0, 0x1000000, 0),
      DRAFT(OPAQUE, 256, 0, 0, 0),
  };

  for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
    is_unwritable(&beyond[i], SNARP_ERR_VALUE_RANGE);
  }
}

static void values_of_other_kinds_are_ignored(void) {
  struct snarp_policy policy = DRAFT(RR, 0, UINT32_MAX, UINT32_MAX, UINT32_MAX);

  policy.priority = 1;
  IS_WRITTEN(write_one, &policy, hex("0006 0008 01000000"));
  policy.kind = SNARP_POLICY_LU;
  policy.load = 1;
  IS_WRITTEN(write_one, &policy, hex("0006 0008 05000001"));
}

static void what_is_no_policy_is_refused(void) {
  struct snarp_policy prio = DRAFT(PRIO, 5, 0, 0, 0);
  struct snarp_policy beyond = RFC(RR, 1, 0, 0, 0, 0);
  const struct snarp_policy numbers[] = {
      DRAFT(OPAQUE, 1, 0, 0, 0), DRAFT(OPAQUE, 9, 0, 0, 0),
      RFC(OPAQUE, 5, 0, 0, 0, 0), RFC(OPAQUE, 0x40000004, 0, 0, 0, 0)};
  const struct snarp_policy invalid[] = {DRAFT(OPAQUE, 0, 0, 0, 0),
                                         RFC(OPAQUE, 0, 0, 0, 0, 0),
                                         RFC(OPAQUE, 0x40000000, 0, 0, 0, 0)};

  is_unwritable(&prio, SNARP_ERR_POLICY_DIALECT);
  memset(&beyond.kind, 0x55, sizeof beyond.kind);
  is_unwritable(&beyond, SNARP_ERR_POLICY_DIALECT);
  for (size_t i = 0; i < 4; i++) {
    is_unwritable(&numbers[i], SNARP_ERR_POLICY_NUMBER);
  }
  for (size_t i = 0; i < 3; i++) {
    is_unwritable(&invalid[i], SNARP_ERR_POLICY_INVALID);
  }
}

static void opaque_data_has_bounds(void) {
  struct snarp_policy draft = DRAFT(OPAQUE, 8, 0, 0, 0);
  struct snarp_policy rfc = RFC(OPAQUE, 6, 0, 0, 0, 0);
  struct snarp_buf out = room(SNARP_PARAMETER_MAX);
  struct snarp_policy again;

  draft.data = hex("0102");
  is_unwritable(&draft, SNARP_ERR_POLICY_SHORT);
  draft.data = fill(1, SNARP_PARAMETER_MAX - 4);
  is_unwritable(&draft, SNARP_ERR_INPUT_LONG);
  rfc.data = fill(1, SNARP_PARAMETER_MAX - 7);
  is_unwritable(&rfc, SNARP_ERR_INPUT_LONG);

  rfc.data = fill(1, SNARP_PARAMETER_MAX - 8);
  IS_STATUS(snarp_policy_write(&out, &rfc, NULL), 0);
  IS_NUMBER(reads(&again, SNARP_RFC_5356, written(&out)),
            SNARP_NOTE_POLICY_UNKNOWN);
  IS_OCTETS(again.data, rfc.data);

  out.len = 0;
  draft.data = fill(1, SNARP_PARAMETER_MAX - 5);
  IS_STATUS(snarp_policy_write(&out, &draft, NULL), 0);
  IS_NUMBER(reads(&again, SNARP_DRAFT_01, written(&out)),
            SNARP_NOTE_POLICY_UNKNOWN);
  IS_OCTETS(again.data, draft.data);
}

static void a_policy_is_read_out_of_a_sequence(void) {
  struct snarp_view octets =
      hex("0009 0005 61 000000 0008 000c 00000002 00000007 0008 0005 01");
  struct snarp_parameters sequence = {octets, 0, true};
  struct snarp_parameter parameter;
  struct snarp_policy policy;
  struct snarp_diag diag;

  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_STATUS(snarp_policy_read_in(&policy, &parameter, SNARP_RFC_5356, &diag),
            SNARP_ERR_PARAMETER_TYPE);
  is_zero(&policy);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_STATUS(snarp_policy_read_in(&policy, &parameter, SNARP_RFC_5356, &diag),
            0);
  IS_NUMBER(policy.weight, 7);
  IS_NUMBER(diag.off, 12);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), 0);
  IS_STATUS(snarp_policy_read_in(&policy, &parameter, SNARP_RFC_5356, NULL),
            SNARP_ERR_POLICY_SHORT);
  IS_STATUS(snarp_parameter_next(&parameter, &sequence, NULL), SNARP_END);

  parameter.type = 8;
  parameter.value = fill(0, 65536);
  IS_STATUS(snarp_policy_read_in(&policy, &parameter, SNARP_RFC_5356, NULL),
            SNARP_ERR_INPUT_LONG);
  is_zero(&policy);
}

static void kinds_have_names_and_numbers(void) {
  const char *const names[] = {"opaque", "RR", "WRR", "RAND", "WRAND",
                               "PRIO",   "LU", "LUD", "PLU",  "RLU"};

  for (int i = 0; i <= SNARP_POLICY_RLU; i++) {
    CU_ASSERT_STRING_EQUAL(snarp_policy_name((enum snarp_policy_kind)i),
                           names[i]);
  }
  IS_NUMBER(snarp_policy_number(SNARP_DRAFT_01, SNARP_POLICY_PRIO), 0);
  IS_NUMBER(snarp_policy_number(SNARP_RFC_5356, SNARP_POLICY_OPAQUE), 0);
  IS_NUMBER(snarp_policy_most(SNARP_DRAFT_01), 0xffffff);
  IS_NUMBER(snarp_policy_most(SNARP_RFC_5356), 0xffffffff);
}

CU_TestInfo policy_tests[] = {
    {"every figure is read", every_figure_is_read},
    {"every figure is written", every_figure_is_written},
    {"every truncation is refused", every_truncation_is_refused},
    {"the length must be that of the policy",
     the_length_must_be_that_of_the_policy},
    {"octets behind the parameter are refused",
     octets_behind_the_parameter_are_refused},
    {"only the whole type is known", only_the_whole_type_is_known},
    {"the type in the figure of RLU is noted",
     the_type_in_the_figure_of_rlu_is_noted},
    {"reserved bits are noted", reserved_bits_are_noted},
    {"invalid numbers are refused", invalid_numbers_are_refused},
    {"unknown policies are kept", unknown_policies_are_kept},
    {"values beyond the dialect are refused",
     values_beyond_the_dialect_are_refused},
    {"values of other kinds are ignored", values_of_other_kinds_are_ignored},
    {"what is no policy is refused", what_is_no_policy_is_refused},
    {"opaque data has bounds", opaque_data_has_bounds},
    {"a policy is read out of a sequence", a_policy_is_read_out_of_a_sequence},
    {"kinds have names and numbers", kinds_have_names_and_numbers},
    CU_TEST_INFO_NULL,
};
