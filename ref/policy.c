/* The Pool Member Selection Policy Parameter, in both dialects.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/policy.h"

#include <string.h>

#include "wire.h"

enum { TYPE_DRAFT = 6, TYPE_RLU = 7, TYPE_RFC = 8, HEADER = 4 };

#define MOST_DRAFT 0xffffffu
#define INVALID_ADAPTIVE 0x40000000u /* RFC 5356 7.1 */
#define PRIVATE_USE 0x80000000u

uint32_t snarp_policy_number(enum snarp_dialect dialect,
                             enum snarp_policy_kind kind) {
  static const uint32_t numbers[][2] = {
      {0, 0},          {1, 1},          {2, 2},          {3, 3},
      {4, 4},          {0, 5},          {5, 0x40000001}, {6, 0x40000002},
      {7, 0x40000003}, {9, 0x40000004},
  };

  if (kind > SNARP_POLICY_RLU) {
    return 0;
  }
  return numbers[kind][dialect == SNARP_DRAFT_01 ? 0 : 1];
}

static enum snarp_policy_kind kind_of(enum snarp_dialect dialect,
                                      uint32_t number) {
  int kind = SNARP_POLICY_RLU;

  while (kind > SNARP_POLICY_OPAQUE &&
         snarp_policy_number(dialect, (enum snarp_policy_kind)kind) != number) {
    kind--;
  }
  return (enum snarp_policy_kind)kind;
}

uint32_t snarp_policy_most(enum snarp_dialect dialect) {
  return dialect == SNARP_DRAFT_01 ? MOST_DRAFT : UINT32_MAX;
}

static bool is_invalid(enum snarp_dialect dialect, uint32_t number) {
  return number == 0 ||
         (dialect != SNARP_DRAFT_01 && number == INVALID_ADAPTIVE);
}

const char *snarp_policy_name(enum snarp_policy_kind kind) {
  switch (kind) {
  case SNARP_POLICY_RR:
    return "RR";
  case SNARP_POLICY_WRR:
    return "WRR";
  case SNARP_POLICY_RAND:
    return "RAND";
  case SNARP_POLICY_WRAND:
    return "WRAND";
  case SNARP_POLICY_PRIO:
    return "PRIO";
  case SNARP_POLICY_LU:
    return "LU";
  case SNARP_POLICY_LUD:
    return "LUD";
  case SNARP_POLICY_PLU:
    return "PLU";
  case SNARP_POLICY_RLU:
    return "RLU";
  default:
    return "opaque";
  }
}

/* The first value of a policy, if it has one. */
static uint32_t *first_value(struct snarp_policy *policy) {
  switch (policy->kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    return &policy->weight;
  case SNARP_POLICY_PRIO:
    return &policy->priority;
  case SNARP_POLICY_LU:
  case SNARP_POLICY_LUD:
  case SNARP_POLICY_PLU:
  case SNARP_POLICY_RLU:
    return &policy->load;
  default:
    return NULL;
  }
}

static bool has_degradation(enum snarp_policy_kind kind) {
  return kind == SNARP_POLICY_LUD || kind == SNARP_POLICY_PLU;
}

/* The number, which decides how to go on. */
static void take_number(struct snarp_policy *policy, struct wire *in,
                        uint32_t number) {
  if (in->rv == 0 && is_invalid(policy->dialect, number)) {
    wire_fail(in, 0, SNARP_ERR_POLICY_INVALID);
  }
  policy->number = number;
  policy->kind = kind_of(policy->dialect, number);
}

static void read_opaque(struct snarp_policy *policy, struct wire *in,
                        size_t begin) {
  if (in->rv == 0) {
    in->pos = begin;
    in->notes |= SNARP_NOTE_POLICY_UNKNOWN;
    policy->data = wire_rest(in);
  }
}

/* A value is the low 24 bits of a word; above it stand the number or bits that
 * are reserved. */
static void read_draft(struct snarp_policy *policy, struct wire *in) {
  uint32_t word = wire_u32_or(in, SNARP_ERR_POLICY_SHORT);

  take_number(policy, in, word >> 24);
  if (policy->kind == SNARP_POLICY_OPAQUE) {
    read_opaque(policy, in, 1);
    return;
  }

  uint32_t *value = first_value(policy);
  if (value != NULL) {
    *value = word & MOST_DRAFT;
  } else if ((word & MOST_DRAFT) != 0) {
    in->notes |= SNARP_NOTE_RESERVED;
  }

  if (has_degradation(policy->kind)) {
    word = wire_u32_or(in, SNARP_ERR_POLICY_SHORT);
    policy->degradation = word & MOST_DRAFT;
    in->notes |= word > MOST_DRAFT ? SNARP_NOTE_RESERVED : 0;
  }
}

static void read_rfc(struct snarp_policy *policy, struct wire *in) {
  take_number(policy, in, wire_u32_or(in, SNARP_ERR_POLICY_SHORT));
  if (policy->kind == SNARP_POLICY_OPAQUE) {
    read_opaque(policy, in, 4);
    return;
  }

  uint32_t *value = first_value(policy);
  if (value != NULL) {
    *value = wire_u32_or(in, SNARP_ERR_POLICY_SHORT);
  }
  if (has_degradation(policy->kind)) {
    policy->degradation = wire_u32_or(in, SNARP_ERR_POLICY_SHORT);
  }
}

/* All other parameters of type 0x7, which begin with anything, are none. */
static bool is_policy(enum snarp_dialect dialect,
                      const struct snarp_parameter *parameter) {
  uint32_t rlu = snarp_policy_number(SNARP_DRAFT_01, SNARP_POLICY_RLU);

  if (dialect != SNARP_DRAFT_01) {
    return parameter->type == TYPE_RFC;
  }
  return parameter->type == TYPE_DRAFT ||
         (parameter->type == TYPE_RLU &&
          wire_begins_with(parameter->value, (uint8_t)rlu));
}

int snarp_policy_read_in(struct snarp_policy *policy,
                         const struct snarp_parameter *parameter,
                         enum snarp_dialect dialect, struct snarp_diag *diag) {
  struct wire in = wire_open(parameter->value);

  memset(policy, 0, sizeof *policy);
  if (!is_policy(dialect, parameter)) {
    return wire_tell(diag, 0, 0, SNARP_ERR_PARAMETER_TYPE);
  }

  policy->dialect = dialect;
  if (dialect == SNARP_DRAFT_01) {
    read_draft(policy, &in);
  } else {
    read_rfc(policy, &in);
  }
  if (in.pos != in.end) {
    wire_fail(&in, in.pos, SNARP_ERR_POLICY_LONG);
  }

  if (parameter->type == TYPE_RLU) {
    in.notes |= SNARP_NOTE_RLU_TYPE;
  }
  if (in.rv != 0) {
    memset(policy, 0, sizeof *policy);
    return wire_tell(diag, HEADER + in.pos, 0, in.rv);
  }
  return wire_tell(diag, HEADER + in.pos, in.notes, 0);
}

int snarp_policy_read(struct snarp_policy *policy, struct snarp_view octets,
                      enum snarp_dialect dialect, struct snarp_diag *diag) {
  struct snarp_parameters sequence = {octets, 0, false};
  struct snarp_parameter parameter;
  struct snarp_diag outer;
  struct snarp_diag inner;

  memset(policy, 0, sizeof *policy);
  int rv = snarp_parameter_next(&parameter, &sequence, &outer);
  if (rv == SNARP_END) {
    rv = SNARP_ERR_PARAMETER_SHORT;
  }
  if (rv != 0) {
    return wire_tell(diag, outer.off, 0, rv);
  }

  rv = snarp_policy_read_in(policy, &parameter, dialect, &inner);
  if (rv != 0) {
    return wire_tell(diag, inner.off, 0, rv);
  }
  if (sequence.off != octets.len) {
    memset(policy, 0, sizeof *policy);
    return wire_tell(diag, sequence.off, 0, SNARP_ERR_PARAMETER_TRAILING);
  }
  return wire_tell(diag, outer.off, outer.notes | inner.notes, 0);
}

static int check_opaque(const struct snarp_policy *policy) {
  bool draft = policy->dialect == SNARP_DRAFT_01;
  size_t number = draft ? 1 : 4;

  if (draft && policy->number > UINT8_MAX) {
    return SNARP_ERR_VALUE_RANGE;
  }
  if (is_invalid(policy->dialect, policy->number)) {
    return SNARP_ERR_POLICY_INVALID;
  }
  if (kind_of(policy->dialect, policy->number) != SNARP_POLICY_OPAQUE) {
    return SNARP_ERR_POLICY_NUMBER;
  }
  if (draft && policy->data.len < 3) {
    return SNARP_ERR_POLICY_SHORT;
  }
  if (policy->data.len > SNARP_PARAMETER_MAX - HEADER - number) {
    return SNARP_ERR_INPUT_LONG;
  }
  return 0;
}

/* 0 if the policy can be written. `values` gets those of the kind. */
static int check_values(const struct snarp_policy *policy, uint32_t values[2]) {
  struct snarp_policy copy = *policy;
  const uint32_t *value = first_value(&copy);
  uint32_t most = snarp_policy_most(policy->dialect);

  values[0] = value != NULL ? *value : 0;
  values[1] = has_degradation(policy->kind) ? policy->degradation : 0;
  if (policy->kind == SNARP_POLICY_OPAQUE) {
    return check_opaque(policy);
  }
  if (snarp_policy_number(policy->dialect, policy->kind) == 0) {
    return SNARP_ERR_POLICY_DIALECT;
  }
  if (values[0] > most || values[1] > most) {
    return SNARP_ERR_VALUE_RANGE;
  }
  return 0;
}

int snarp_policy_check(const struct snarp_policy *policy,
                       struct snarp_diag *diag) {
  uint32_t values[2];
  int rv = check_values(policy, values);

  if (rv == 0 && policy->kind == SNARP_POLICY_OPAQUE &&
      policy->number < PRIVATE_USE) {
    rv = SNARP_ERR_POLICY_UNSUPPORTED;
  }
  return wire_tell(diag, 0, 0, rv);
}

static void put_draft(struct snarp_buf *out, const struct snarp_policy *policy,
                      const uint32_t values[2]) {
  uint32_t number = snarp_policy_number(SNARP_DRAFT_01, policy->kind);
  bool more = has_degradation(policy->kind);

  put_u16(out, TYPE_DRAFT);
  put_u16(out, more ? HEADER + 8 : HEADER + 4);
  put_u32(out, number << 24 | values[0]);
  if (more) {
    put_u32(out, values[1]);
  }
}

static void put_rfc(struct snarp_buf *out, const struct snarp_policy *policy,
                    const uint32_t values[2]) {
  struct snarp_policy copy = *policy;
  bool one = first_value(&copy) != NULL;
  bool two = has_degradation(policy->kind);

  put_u16(out, TYPE_RFC);
  put_u16(out, HEADER + 4 + (one ? 4u : 0u) + (two ? 4u : 0u));
  put_u32(out, snarp_policy_number(SNARP_RFC_5356, policy->kind));
  if (one) {
    put_u32(out, values[0]);
  }
  if (two) {
    put_u32(out, values[1]);
  }
}

static void put_opaque(struct snarp_buf *out,
                       const struct snarp_policy *policy) {
  bool draft = policy->dialect == SNARP_DRAFT_01;
  size_t len = policy->data.len + (draft ? HEADER + 1 : HEADER + 4);

  put_u16(out, draft ? TYPE_DRAFT : TYPE_RFC);
  put_u16(out, (unsigned)len);
  if (draft) {
    put_u8(out, policy->number);
  } else {
    put_u32(out, policy->number);
  }
  put_octets(out, policy->data);
  for (size_t padding = (4 - len % 4) % 4; padding > 0; padding--) {
    put_u8(out, 0);
  }
}

int snarp_policy_write(struct snarp_buf *out, const struct snarp_policy *policy,
                       struct snarp_diag *diag) {
  uint32_t values[2];
  int rv = check_values(policy, values);

  if (rv == 0 && policy->kind == SNARP_POLICY_OPAQUE) {
    put_opaque(out, policy);
  } else if (rv == 0 && policy->dialect == SNARP_DRAFT_01) {
    put_draft(out, policy, values);
  } else if (rv == 0) {
    put_rfc(out, policy, values);
  }
  return wire_tell(diag, 0, 0, rv);
}
