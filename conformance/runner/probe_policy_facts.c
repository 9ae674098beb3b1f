/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/policy.h"

/* What is said of a few octets besides what an op answers: where reading
 * stopped, what was noted, what a failure leaves. By hand, from the figures. */

#define OCTETS(text) {(const uint8_t *)(text), sizeof(text) - 1}

/* --- policies that are read */

struct reading {
  enum snarp_dialect dialect;
  struct snarp_view octets;
  int rv;
  size_t off;
  uint32_t notes;
};

static const struct reading readings[] = {
    /* Round Robin, whose 24 bits are reserved */
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\1\0\0\0"), 0, 8, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\1\0\0\1"), 0, 8, SNARP_NOTE_RESERVED},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\1\x80\0\0"), 0, 8, SNARP_NOTE_RESERVED},
    /* Least Used with Degradation, with 8 bits before the second value */
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xc\6\0\0\1\0\0\0\2"), 0, 12, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xc\6\0\0\1\0\xff\xff\xff"), 0, 12, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xc\6\0\0\1\1\0\0\0"), 0, 12,
     SNARP_NOTE_RESERVED},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xc\6\0\0\1\1\0\0\2"), 0, 12,
     SNARP_NOTE_RESERVED},
    /* Randomized Least Used, and no other, has two types */
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\x9\0\0\5"), 0, 8, 0},
    {SNARP_DRAFT_01, OCTETS("\0\7\0\x8\x9\0\0\5"), 0, 8, SNARP_NOTE_RLU_TYPE},
    {SNARP_DRAFT_01, OCTETS("\0\7\0\x8\1\0\0\0"), SNARP_ERR_PARAMETER_TYPE, 0,
     0},
    {SNARP_DRAFT_01, OCTETS("\0\x8\0\x8\x9\0\0\5"), SNARP_ERR_PARAMETER_TYPE, 0,
     0},
    {SNARP_DRAFT_01, OCTETS("\0\x9\0\x8\x9\0\0\5"), SNARP_ERR_PARAMETER_TYPE, 0,
     0},
    {SNARP_RFC_5356, OCTETS("\0\6\0\x8\0\0\0\1"), SNARP_ERR_PARAMETER_TYPE, 0,
     0},
    /* none, and all that the dialects leave open */
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\0\0\0\0"), SNARP_ERR_POLICY_INVALID, 4,
     0},
    {SNARP_RFC_5356, OCTETS("\0\x8\0\x8\x40\0\0\0"), SNARP_ERR_POLICY_INVALID,
     4, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\xc8\1\2\3"), 0, 8,
     SNARP_NOTE_POLICY_UNKNOWN},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xb\xc8\1\2\3\4\5\6\7"), 0, 12,
     SNARP_NOTE_POLICY_UNKNOWN | SNARP_NOTE_PADDING},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xb\xc8\1\2\3\4\5\6\0"), 0, 12,
     SNARP_NOTE_POLICY_UNKNOWN},
    {SNARP_RFC_5356, OCTETS("\0\x8\0\x8\x80\0\0\0"), 0, 8,
     SNARP_NOTE_POLICY_UNKNOWN},
    /* too short, too long */
    {SNARP_DRAFT_01, OCTETS(""), SNARP_ERR_PARAMETER_SHORT, 0, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xb\xc8\1\2\3\4\5\6"),
     SNARP_ERR_PARAMETER_PADDING, 11, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x6\1\0\0\0"), SNARP_ERR_POLICY_SHORT, 6, 0},
    {SNARP_RFC_5356, OCTETS("\0\x8\0\x6\x40\0\0\0"), SNARP_ERR_POLICY_SHORT, 6,
     0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\xc\1\0\0\0\0\0\0\0"), SNARP_ERR_POLICY_LONG,
     8, 0},
    {SNARP_DRAFT_01, OCTETS("\0\6\0\x8\1\0\0\0\0"),
     SNARP_ERR_PARAMETER_TRAILING, 8, 0},
};

static const char *inner_reading(const struct reading *reading) {
  struct snarp_parameters sequence = {reading->octets, 0, false};
  struct snarp_parameter parameter;
  struct snarp_policy policy;
  struct snarp_diag diag;

  memset(&policy, 0xa5, sizeof policy);
  if (snarp_parameter_next(&parameter, &sequence, &diag) != SNARP_OK ||
      reading->rv == SNARP_ERR_PARAMETER_TRAILING) {
    return NULL;
  }
  PROMISE(snarp_policy_read_in(&policy, &parameter, reading->dialect, &diag) ==
              reading->rv,
          "a parameter of a sequence is read in another way");
  PROMISE(diag.notes == (reading->notes & ~(uint32_t)SNARP_NOTE_PADDING),
          "something else is noted of a policy in a sequence");
  PROMISE(reading->rv == SNARP_OK || (diag.off == reading->off &&
                                      probe_all_zero(&policy, sizeof policy)),
          "a policy in a sequence fails elsewhere, or leaves something");
  return NULL;
}

static const char *read_as_said(const struct reading *reading) {
  struct snarp_policy policy;
  struct snarp_diag diag;

  memset(&policy, 0xa5, sizeof policy);
  PROMISE(snarp_policy_read(&policy, reading->octets, reading->dialect,
                            &diag) == reading->rv,
          "a policy is read in another way");
  PROMISE(diag.off == reading->off, "reading a policy stops elsewhere");
  PROMISE(diag.notes == reading->notes, "something else is noted of a policy");
  PROMISE(reading->rv == SNARP_OK || probe_all_zero(&policy, sizeof policy),
          "a policy that is not read leaves something");
  return inner_reading(reading);
}

/* --- policies that are checked and written */

static const uint8_t zeros[SNARP_INPUT_MAX + 1];

struct writing {
  enum snarp_dialect dialect;
  enum snarp_policy_kind kind;
  uint32_t number;
  uint32_t value; /* all of them */
  size_t n_data;
  int written;
  int checked;
};

#define LONGEST (SNARP_PARAMETER_MAX - 4)

static const struct writing writings[] = {
    {SNARP_DRAFT_01, SNARP_POLICY_RR, 0, UINT32_MAX, 0, 0, 0},
    {SNARP_DRAFT_01, SNARP_POLICY_LUD, 0, 0xffffff, 0, 0, 0},
    {SNARP_DRAFT_01, SNARP_POLICY_LUD, 0, 0x1000000, 0, SNARP_ERR_VALUE_RANGE,
     SNARP_ERR_VALUE_RANGE},
    {SNARP_RFC_5356, SNARP_POLICY_LUD, 0, UINT32_MAX, 0, 0, 0},
    {SNARP_DRAFT_01, SNARP_POLICY_PRIO, 0, 0, 0, SNARP_ERR_POLICY_DIALECT,
     SNARP_ERR_POLICY_DIALECT},
    {SNARP_DRAFT_01, SNARP_POLICY_OPAQUE, 200, 0, 3, 0,
     SNARP_ERR_POLICY_UNSUPPORTED},
    {SNARP_DRAFT_01, SNARP_POLICY_OPAQUE, 200, 0, 2, SNARP_ERR_POLICY_SHORT,
     SNARP_ERR_POLICY_SHORT},
    {SNARP_DRAFT_01, SNARP_POLICY_OPAQUE, 200, 0, LONGEST - 1, 0,
     SNARP_ERR_POLICY_UNSUPPORTED},
    {SNARP_DRAFT_01, SNARP_POLICY_OPAQUE, 200, 0, LONGEST, SNARP_ERR_INPUT_LONG,
     SNARP_ERR_INPUT_LONG},
    {SNARP_DRAFT_01, SNARP_POLICY_OPAQUE, 1, 0, 3, SNARP_ERR_POLICY_NUMBER,
     SNARP_ERR_POLICY_NUMBER},
    {SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 0x7fffffff, 0, 0, 0,
     SNARP_ERR_POLICY_UNSUPPORTED},
    {SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 0x80000000, 0, 0, 0, 0},
    {SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 0x80000000, 0, LONGEST - 4, 0, 0},
    {SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 0x80000000, 0, LONGEST - 3,
     SNARP_ERR_INPUT_LONG, SNARP_ERR_INPUT_LONG},
    {SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 0x40000000, 0, 0,
     SNARP_ERR_POLICY_INVALID, SNARP_ERR_POLICY_INVALID},
    {SNARP_RFC_5356, SNARP_POLICY_OPAQUE, 0x40000004, 0, 0,
     SNARP_ERR_POLICY_NUMBER, SNARP_ERR_POLICY_NUMBER},
};

static const char *written_as_said(const struct writing *writing) {
  struct snarp_policy policy = {writing->dialect, writing->kind,
                                writing->number,  writing->value,
                                writing->value,   writing->value,
                                writing->value,   {zeros, writing->n_data}};
  struct snarp_buf out = {NULL, 0, 0};
  struct snarp_diag diag = {9, 9};

  PROMISE(snarp_policy_write(&out, &policy, &diag) == writing->written,
          "a policy is written in another way");
  PROMISE(diag.off == 0 && diag.notes == 0, "writing a policy tells something");
  diag = (struct snarp_diag){9, 9};
  PROMISE(snarp_policy_check(&policy, &diag) == writing->checked,
          "a policy is checked in another way");
  PROMISE(diag.off == 0 && diag.notes == 0,
          "checking a policy tells something");
  return NULL;
}

/* --- parameters */

struct passing {
  struct snarp_view octets;
  size_t begin;
  bool nested;
  int rv;
  size_t off;
  uint32_t notes;
};

#define FIRST "\0\1\0\4"

static const struct passing passings[] = {
    {OCTETS(FIRST), 4, false, SNARP_END, 4, 0},
    {OCTETS(FIRST), 5, false, SNARP_END, 4, 0},
    {OCTETS(FIRST FIRST), 4, false, 0, 8, 0},
    {OCTETS(FIRST "\0"), 4, false, SNARP_ERR_PARAMETER_SHORT, 5, 0},
    {OCTETS(FIRST "\0\1\0"), 4, false, SNARP_ERR_PARAMETER_SHORT, 7, 0},
    {OCTETS(FIRST "\0\1\0\3"), 4, false, SNARP_ERR_PARAMETER_LENGTH, 6, 0},
    {OCTETS(FIRST "\0\1\0\5"), 4, false, SNARP_ERR_PARAMETER_OVERRUN, 6, 0},
    {OCTETS(FIRST "\0\1\0\5\6"), 4, false, SNARP_ERR_PARAMETER_PADDING, 9, 0},
    {OCTETS(FIRST "\0\1\0\5\6"), 4, true, 0, 9, 0},
    {OCTETS(FIRST "\0\1\0\5\6\0"), 4, true, SNARP_ERR_PARAMETER_PADDING, 10, 0},
    {OCTETS(FIRST "\0\1\0\5\6\0\0\0"), 4, false, 0, 12, 0},
    {OCTETS(FIRST "\0\1\0\5\6\0\0\7"), 4, false, 0, 12, SNARP_NOTE_PADDING},
    {OCTETS(FIRST "\0\1\0\5\6\0\0\7"), 4, true, 0, 12, SNARP_NOTE_PADDING},
    {{zeros, sizeof zeros}, 8, false, SNARP_ERR_INPUT_LONG, SNARP_INPUT_MAX, 0},
};

static const char *passed_as_said(const struct passing *passing) {
  struct snarp_parameters sequence = {passing->octets, passing->begin,
                                      passing->nested};
  struct snarp_parameter parameter;
  struct snarp_diag diag;
  bool ok = passing->rv == SNARP_OK;

  memset(&parameter, 0xa5, sizeof parameter);
  PROMISE(snarp_parameter_next(&parameter, &sequence, &diag) == passing->rv,
          "a parameter is passed in another way");
  PROMISE(diag.off == passing->off && diag.notes == passing->notes,
          "something else is told of a parameter");
  PROMISE(sequence.off == (ok ? passing->off : passing->begin),
          "the next parameter begins elsewhere");
  PROMISE(ok || (parameter.type == 0 && parameter.value.base == NULL &&
                 parameter.value.len == 0 && parameter.whole.base == NULL &&
                 parameter.whole.len == 0),
          "a parameter that is none leaves something");
  return NULL;
}

static const char *parameters_written(void) {
  struct snarp_view longest = {zeros, LONGEST};
  struct snarp_view longer = {zeros, LONGEST + 1};
  uint8_t octets[8];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_buf none = {NULL, 0, 0};
  struct snarp_diag diag = {9, 9};

  PROMISE(snarp_parameter_write(&out, 0xc001, (struct snarp_view){zeros, 1},
                                &diag) == SNARP_OK &&
              out.len == 8 && memcmp(octets, "\xc0\1\0\5\0\0\0\0", 8) == 0,
          "a parameter is padded with something");
  PROMISE(diag.off == 0 && diag.notes == 0,
          "writing a parameter tells something");
  PROMISE(snarp_parameter_write(&none, 1, longest, NULL) == SNARP_OK &&
              none.len == SNARP_PARAMETER_MAX,
          "the longest parameter is not written");
  diag = (struct snarp_diag){9, 9};
  PROMISE(snarp_parameter_write(&none, 1, longer, &diag) ==
                  SNARP_ERR_INPUT_LONG &&
              diag.off == 0 && diag.notes == 0,
          "a parameter is longer than the longest");
  return NULL;
}

static const char *numbers(void) {
  const unsigned number = SNARP_POLICY_RLU + 1;
  enum snarp_policy_kind past;

  memcpy(&past, &number, sizeof past);
  for (int dialect = SNARP_DRAFT_01; dialect <= SNARP_RFC_5356; dialect++) {
    PROMISE(snarp_policy_number((enum snarp_dialect)dialect,
                                SNARP_POLICY_OPAQUE) == 0 &&
                snarp_policy_number((enum snarp_dialect)dialect, past) == 0,
            "what is no policy has a number");
  }
  return NULL;
}

#define EACH(fault, table, test)                                               \
  for (size_t i = 0; (fault) == NULL && i < sizeof(table) / sizeof *(table);   \
       i++) {                                                                  \
    (fault) = test(&(table)[i]);                                               \
  }

const char *probe_policy_facts(void) {
  const char *fault = numbers();

  EACH(fault, readings, read_as_said)
  EACH(fault, writings, written_as_said)
  EACH(fault, passings, passed_as_said)
  return fault != NULL ? fault : parameters_written();
}
