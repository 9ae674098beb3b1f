/*
 * The family of what records mean and of their canonical form: check,
 * canonical and sort of naptr and srv, and service.print.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "answer_inner.h"
#include "family.h"

/* The member of a result, whether it is a list, and whether its strings are
 * hexadecimal, of either case in answers. */
struct form {
  const char *member;
  bool list;
  bool hex;
};

static const struct form *form_of(enum op op) {
  static const struct form notes = {"notes", true, false};
  static const struct form rdata = {"rdata", false, true};
  static const struct form rdatas = {"rdatas", true, true};
  static const struct form services = {"services", false, true};

  switch (op) {
  case OP_NAPTR_CHECK:
  case OP_SRV_CHECK:
    return &notes;
  case OP_NAPTR_CANONICAL:
  case OP_SRV_CANONICAL:
    return &rdata;
  case OP_NAPTR_SORT:
  case OP_SRV_SORT:
    return &rdatas;
  default:
    return &services;
  }
}

/* --- corpus */

static bool read_sort(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"rdatas"};
  const json_t *list = place_array(reader->place, in, "rdatas");
  json_t *one = json_object();
  struct snarp_view octets;
  bool ok = list != NULL && place_only(reader->place, in, members, 1);

  for (size_t i = 0; ok && i < json_array_size(list); i++) {
    json_object_set(one, "rdatas", json_array_get(list, i));
    ok = reader_hex(reader, &octets, one, "rdatas");
  }
  json_decref(one);
  return ok;
}

static bool read_tags(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"service", "protocols"};
  const json_t *list = place_array(reader->place, in, "protocols");

  for (size_t i = 0; i < json_array_size(list); i++) {
    if (!json_is_string(json_array_get(list, i))) {
      return reader_wrong(reader, "protocols", "expected strings");
    }
  }
  return list != NULL && place_string(reader->place, in, "service") != NULL &&
         place_only(reader->place, in, members, COUNT(members));
}

static bool read_in(const struct reader *reader, json_t *in) {
  struct input *input = &reader->vector->in;
  enum op op = reader->vector->op;

  input->json = reader_keep(reader, in);
  switch (op) {
  case OP_NAPTR_SORT:
  case OP_SRV_SORT:
    return read_sort(reader, in);
  case OP_SERVICE_PRINT:
    return read_tags(reader, in);
  default:
    return reader_record(reader, &input->record, shape_of(op), in, NULL);
  }
}

static bool are_strings(const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (!json_is_string(json_array_get(list, i))) {
      return false;
    }
  }
  return json_is_array(list);
}

/* The member of a result, or null where it is not what it must be. */
static const json_t *member_of(enum op op, const json_t *result) {
  const struct form *form = form_of(op);
  const json_t *member = json_object_get(result, form->member);
  bool ok = form->list ? are_strings(member) : json_is_string(member);

  return ok ? member : NULL;
}

static const char *expected_of(enum op op) {
  return form_of(op)->list ? "a list of strings" : "a string";
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  enum op op = reader->vector->op;
  const char *name = form_of(op)->member;

  (void)member;
  value->kind = VALUE_JSON;
  value->json = reader_keep(reader, object);
  if (member_of(op, object) == NULL) {
    return reader_wrong(reader, name,
                        form_of(op)->list ? "expected a list of strings"
                                          : "expected a string");
  }
  return place_only(reader->place, object, &name, 1);
}

/* --- answers */

static void take_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");

  (void)whole;
  answer->value.kind = VALUE_JSON;
  answer->value.json = ok;
  if (member_of(op, ok) == NULL) {
    answer_expected(answer, form_of(op)->member, expected_of(op));
  }
}

static bool has_string(const json_t *list, const json_t *string) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (json_equal(json_array_get(list, i), string)) {
      return true;
    }
  }
  return false;
}

/* The notes come in any order. */
static bool same_notes(const json_t *want, const json_t *got) {
  bool same = json_array_size(want) == json_array_size(got);

  for (size_t i = 0; same && i < json_array_size(want); i++) {
    same = has_string(got, json_array_get(want, i));
  }
  return same;
}

static bool same_list(const json_t *want, const json_t *got) {
  bool same = json_array_size(want) == json_array_size(got);

  for (size_t i = 0; same && i < json_array_size(want); i++) {
    same = same_word(json_array_get(want, i), json_array_get(got, i));
  }
  return same;
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  const struct form *form = form_of(vector->op);
  const json_t *one = member_of(vector->op, want->json);
  const json_t *two = member_of(vector->op, got->value.json);

  *where = form->member;
  if (!form->list) {
    return same_word(one, two);
  }
  return form->hex ? same_list(one, two) : same_notes(one, two);
}

const struct family family_form = {.read_in = read_in,
                                   .read_value = read_value,
                                   .add_input = family_json_input,
                                   .take_result = take_result,
                                   .equal = equal,
                                   .render = family_json_render,
                                   .perform = family_ops_perform};
