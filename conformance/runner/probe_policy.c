/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/policy.h"

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 1];

static const struct snarp_view long_input = {too_long, sizeof too_long};

static enum snarp_policy_kind no_kind(void) {
  enum snarp_policy_kind kind;

  memset(&kind, 0x7f, sizeof kind);
  return kind;
}

static int put_policy(struct snarp_buf *out, const void *what,
                      struct snarp_diag *diag) {
  return snarp_policy_write(out, what, diag);
}

static int put_parameter(struct snarp_buf *out, const void *what,
                         struct snarp_diag *diag) {
  const struct snarp_parameter *parameter = what;

  return snarp_parameter_write(out, parameter->type, parameter->value, diag);
}

/* --- policies */

static const char *policy_again(const struct snarp_policy *policy) {
  uint8_t octets[PROBE_LONGEST];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_policy again;
  int rv = snarp_policy_write(&out, policy, NULL);
  int checked = snarp_policy_check(policy, NULL);
  struct snarp_view view = {octets, out.len};

  PROMISE(checked == rv ||
              (rv == SNARP_OK && checked == SNARP_ERR_POLICY_UNSUPPORTED),
          "a policy is checked and written with different statuses");
  if (rv == SNARP_OK && out.len <= out.cap) {
    PROMISE(snarp_policy_read(&again, view, policy->dialect, NULL) ==
                    SNARP_OK &&
                probe_same_policy(&again, policy),
            "a policy is another one after it was written");
  }
  return out.len <= out.cap ? probe_rooms(put_policy, policy) : NULL;
}

static const char *no_policies(enum snarp_dialect dialect) {
  struct snarp_policy policy = {dialect, SNARP_POLICY_OPAQUE, 200, 0, 0, 0,
                                0,       long_input};
  static const uint8_t rlu_number[] = {9};
  struct snarp_parameter rlu = {7, long_input, long_input};
  struct snarp_parameter empty = {7, {rlu_number, 0}, {rlu_number, 0}};
  struct snarp_parameter cut = {7, {rlu_number, 1}, {rlu_number, 1}};
  struct snarp_parameter whole = {dialect == SNARP_DRAFT_01 ? 6 : 8, long_input,
                                  long_input};
  struct snarp_policy none;

  PROMISE(snarp_policy_number(dialect, no_kind()) == 0,
          "a kind that is none has a number");
  PROMISE(strcmp(snarp_policy_name(no_kind()), "opaque") == 0,
          "a kind that is none has a name");
  PROMISE(snarp_policy_check(&policy, NULL) == SNARP_ERR_INPUT_LONG,
          "a policy has more data than a parameter holds");
  PROMISE(snarp_policy_read_in(&none, &rlu, SNARP_DRAFT_01, NULL) ==
              SNARP_ERR_PARAMETER_TYPE,
          "a parameter of type 7 is a policy whatever it holds");
  PROMISE(snarp_policy_read_in(&none, &empty, SNARP_DRAFT_01, NULL) ==
              SNARP_ERR_PARAMETER_TYPE,
          "a parameter of type 7 is a policy for what stands behind it");
  PROMISE(snarp_policy_read_in(&none, &cut, SNARP_DRAFT_01, NULL) ==
              SNARP_ERR_POLICY_SHORT,
          "a policy of one octet is not too short");
  PROMISE(snarp_policy_read_in(&none, &whole, dialect, NULL) ==
              SNARP_ERR_INPUT_LONG,
          "a policy is read that is too long");
  PROMISE(snarp_policy_read(&none, long_input, dialect, NULL) ==
              SNARP_ERR_INPUT_LONG,
          "a parameter is read that is too long");
  PROMISE(snarp_parameter_write(&(struct snarp_buf){0}, 1, long_input, NULL) ==
              SNARP_ERR_INPUT_LONG,
          "a parameter is written that is too long");
  return NULL;
}

/* --- parameters */

/* A parameter written again is the same, but for its padding. */
static const char *parameter_again(const struct snarp_parameter *parameter,
                                   enum snarp_dialect dialect) {
  uint8_t octets[PROBE_LONGEST];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_policy policy;
  struct snarp_diag diag;
  const char *fault = NULL;

  if (parameter->whole.len > PROBE_LONGEST - 3) {
    return NULL;
  }
  put_parameter(&out, parameter, NULL);
  PROMISE(out.len % 4 == 0 && out.len - parameter->whole.len < 4 &&
              memcmp(octets, parameter->whole.base, parameter->whole.len) == 0,
          "a parameter is another one after it was written");
  fault = probe_rooms(put_parameter, parameter);
  if (fault != NULL ||
      snarp_policy_read_in(&policy, parameter, dialect, &diag) != SNARP_OK) {
    return fault;
  }
  PROMISE(diag.off == parameter->whole.len, "a policy is not read to its end");
  return policy_again(&policy);
}

/* The last parameter of a nested sequence may be without its padding. */
static const char *nested(struct snarp_view octets, size_t padding) {
  struct snarp_parameters inner = {octets, 0, true};
  struct snarp_parameters outer = {octets, 0, false};
  struct snarp_parameter parameter;
  int rv;

  inner.octets.len -= padding;
  outer.octets.len -= padding;
  do {
    rv = snarp_parameter_next(&parameter, &inner, NULL);
  } while (rv == SNARP_OK);
  PROMISE(rv == SNARP_END, "a nested sequence needs its last padding");
  do {
    rv = snarp_parameter_next(&parameter, &outer, NULL);
  } while (rv == SNARP_OK);
  PROMISE(rv == (padding > 0 ? SNARP_ERR_PARAMETER_PADDING : SNARP_END),
          "a sequence does not need its last padding");
  return NULL;
}

static const char *given_parameters(struct snarp_view octets,
                                    enum snarp_dialect dialect) {
  struct snarp_parameters sequence = {octets, 0, false};
  struct snarp_parameter parameter;
  const char *fault = NULL;
  size_t padding = 0;
  size_t begin = 0;
  int rv = snarp_parameter_next(&parameter, &sequence, NULL);

  while (rv == SNARP_OK && fault == NULL) {
    fault = parameter_again(&parameter, dialect);
    padding = sequence.off - begin - parameter.whole.len;
    begin = sequence.off;
    rv = snarp_parameter_next(&parameter, &sequence, NULL);
  }
  if (fault != NULL || rv != SNARP_END) {
    return fault;
  }
  return nested(octets, padding);
}

/* --- a policy as the request has it */

static uint32_t number_of(const json_t *in, const char *member) {
  return (uint32_t)json_integer_value(json_object_get(in, member));
}

static const char *given_policy(const json_t *in, enum snarp_dialect dialect) {
  const json_t *name = json_object_get(in, "policy");
  struct snarp_policy policy = {dialect,
                                probe_kind(name),
                                0,
                                number_of(in, "weight"),
                                number_of(in, "priority"),
                                number_of(in, "load"),
                                number_of(in, "degradation"),
                                {NULL, 0}};
  struct snarp_policy read;
  uint8_t octets[64];
  struct snarp_buf out = {octets, sizeof octets, 0};

  if (!json_is_string(name)) {
    return NULL;
  }
  if (snarp_policy_write(&out, &policy, NULL) != SNARP_OK) {
    return probe_rooms(put_policy, &policy);
  }
  PROMISE(snarp_policy_read(&read, (struct snarp_view){octets, out.len},
                            dialect, NULL) == SNARP_OK,
          "a policy that was written cannot be read");
  return policy_again(&read);
}

const char *probe_policy(const struct vector *vector) {
  enum snarp_dialect dialect = probe_dialect(vector);
  const char *fault = no_policies(dialect);

  if (fault == NULL) {
    fault = probe_policy_facts();
  }
  if (fault != NULL) {
    return fault;
  }
  return vector->op == OP_POLICY_DECODE
             ? given_parameters(vector->in.octets, dialect)
             : given_policy(vector->in.json, dialect);
}
