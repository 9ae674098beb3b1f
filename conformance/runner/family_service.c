/*
 * The family of the service field: service.parse and service.match.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "answer_inner.h"
#include "family.h"

static bool is_parse(enum op op) {
  return op == OP_SERVICE_PARSE;
}

static bool read_in(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"services", "service", "protocol"};
  struct input *input = &reader->vector->in;
  bool parse = is_parse(reader->vector->op);

  input->json = reader_keep(reader, in);
  return place_only(reader->place, in, members, parse ? 1 : COUNT(members)) &&
         reader_hex(reader, &input->octets, in, "services") &&
         (parse || (place_string(reader->place, in, "service") != NULL &&
                    place_string(reader->place, in, "protocol") != NULL));
}

/* What a result lacks, or null. */
static const char *lack(enum op op, const json_t *result) {
  const json_t *protocols = json_object_get(result, "protocols");
  size_t i;
  const json_t *tag;

  if (!is_parse(op)) {
    return json_is_boolean(json_object_get(result, "matches")) ? NULL
                                                               : "matches";
  }
  if (!json_is_string(json_object_get(result, "service"))) {
    return "service";
  }
  if (!json_is_array(protocols)) {
    return "protocols";
  }
  json_array_foreach(protocols, i, tag) {
    if (!json_is_string(tag)) {
      return "protocols";
    }
  }
  return NULL;
}

static const char *expected_of(const char *member) {
  return strcmp(member, "service") == 0     ? "a string"
         : strcmp(member, "protocols") == 0 ? "a list of strings"
                                            : "true or false";
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  static const char *const parsed[] = {"service", "protocols"};
  static const char *const matched[] = {"matches"};
  bool parse = is_parse(reader->vector->op);
  const char *lacks = lack(reader->vector->op, object);
  char message[64];

  (void)member;
  value->kind = VALUE_JSON;
  value->json = reader_keep(reader, object);
  if (lacks != NULL) {
    snprintf(message, sizeof message, "expected %s", expected_of(lacks));
    return reader_wrong(reader, lacks, message);
  }
  return place_only(reader->place, object, parse ? parsed : matched,
                    parse ? COUNT(parsed) : COUNT(matched));
}

static void take_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const char *lacks = lack(op, ok);

  (void)whole;
  answer->value.kind = VALUE_JSON;
  answer->value.json = ok;
  if (lacks != NULL) {
    answer_expected(answer, lacks, expected_of(lacks));
  }
}

static bool same_tags(const json_t *want, const json_t *got) {
  bool same = json_array_size(want) == json_array_size(got);

  for (size_t i = 0; same && i < json_array_size(want); i++) {
    same = same_word(json_array_get(want, i), json_array_get(got, i));
  }
  return same;
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  const json_t *one = want->json;
  const json_t *two = got->value.json;

  if (!is_parse(vector->op)) {
    *where = "matches";
    return json_equal(json_object_get(one, "matches"),
                      json_object_get(two, "matches"));
  }
  *where = "service";
  if (!same_word(json_object_get(one, "service"),
                 json_object_get(two, "service"))) {
    return false;
  }
  *where = "protocols";
  return same_tags(json_object_get(one, "protocols"),
                   json_object_get(two, "protocols"));
}

const struct family family_service = {.read_in = read_in,
                                      .read_value = read_value,
                                      .add_input = family_json_input,
                                      .take_result = take_result,
                                      .equal = equal,
                                      .render = family_json_render,
                                      .perform = family_ops_perform};
