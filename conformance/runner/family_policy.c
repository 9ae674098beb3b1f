/*
 * The family of policy parameters: policy.decode and policy.encode.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "answer_inner.h"
#include "dialect.h"
#include "family.h"
#include "same.h"

static bool is_decode(enum op op) {
  return op == OP_POLICY_DECODE;
}

/* A policy's name or number, and its values. */
static bool is_policy(const json_t *object) {
  static const char *const numbers[] = {"weight", "priority", "load",
                                        "degradation"};
  const json_t *policy = json_object_get(object, "policy");
  const json_t *data = json_object_get(object, "data");

  for (size_t i = 0; i < COUNT(numbers); i++) {
    const json_t *value = json_object_get(object, numbers[i]);
    if (value != NULL && !json_is_integer(value)) {
      return false;
    }
  }
  return json_is_string(policy) ||
         (json_is_integer(policy) && json_is_string(data));
}

static bool are_policies(const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (!is_policy(json_array_get(list, i))) {
      return false;
    }
  }
  return json_is_array(list);
}

/* --- corpus */

static bool read_decode(const struct reader *reader, json_t *in) {
  static const char *const one[] = {"dialect", "parameter"};
  static const char *const many[] = {"dialect", "parameters"};
  struct vector *vector = reader->vector;
  bool sequence = json_object_get(in, "parameters") != NULL;

  vector->needs |= sequence ? 1U << OPTION_POLICY_SEQUENCE : 0;
  return place_only(reader->place, in, sequence ? many : one, COUNT(one)) &&
         reader_hex(reader, &vector->in.octets, in,
                    sequence ? "parameters" : "parameter");
}

static bool read_encode(const struct reader *reader, json_t *in) {
  static const char *const members[] = {
      "dialect", "policy", "weight", "priority", "load", "degradation", "data"};
  struct snarp_view data;

  return place_only(reader->place, in, members, COUNT(members)) &&
         (is_policy(in) ||
          reader_wrong(reader, "policy",
                       "expected a name, or a number and data, and "
                       "numbers as values")) &&
         (json_object_get(in, "data") == NULL ||
          reader_hex(reader, &data, in, "data"));
}

static bool read_in(const struct reader *reader, json_t *in) {
  reader->vector->in.json = reader_keep(reader, in);
  return dialect_read(reader, in) &&
         (is_decode(reader->vector->op) ? read_decode(reader, in)
                                        : read_encode(reader, in));
}

/* What a result lacks, or null. */
static const char *lack(enum op op, const json_t *result) {
  if (!is_decode(op)) {
    return json_is_string(json_object_get(result, "parameter")) ? NULL
                                                                : "parameter";
  }
  if (json_object_get(result, "policies") == NULL) {
    return is_policy(result) ? NULL : "policy";
  }
  if (!are_policies(json_object_get(result, "policies"))) {
    return "policies";
  }
  if (!json_is_array(json_object_get(result, "reports"))) {
    return "reports";
  }
  return json_is_boolean(json_object_get(result, "stopped")) ? NULL : "stopped";
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  const char *lacks = lack(reader->vector->op, object);

  (void)member;
  value->kind = VALUE_JSON;
  value->json = reader_keep(reader, object);
  return lacks == NULL ||
         reader_wrong(reader, lacks, "expected as in docs/vector-format.md");
}

/* --- answers */

static void take_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const char *lacks = lack(op, ok);

  (void)whole;
  answer->value.kind = VALUE_JSON;
  answer->value.json = ok;
  if (lacks != NULL) {
    answer_expected(answer, lacks, "as docs/vector-format.md has it");
  }
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  (void)vector;
  *where = "result";
  return same_json(want->json, got->value.json, where);
}

const struct family family_policy = {.read_in = read_in,
                                     .read_value = read_value,
                                     .add_input = family_json_input,
                                     .take_result = take_result,
                                     .equal = equal,
                                     .render = family_json_render,
                                     .perform = family_ops_perform};
