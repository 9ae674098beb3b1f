/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "read_vector.h"

#include <stdio.h>
#include <string.h>

#include "octets.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* What the functions below share while one vector is read. */
struct reader {
  struct arena *arena;
  const struct place *place;
  const struct rules *rules;
  struct vector *vector;
  const char **twin;
};

static bool wrong(const struct reader *reader, const char *member,
                  const char *expected) {
  return place_fault(reader->place, member, expected);
}

static bool read_hex(const struct reader *reader, struct snarp_view *octets,
                     const json_t *object, const char *member) {
  const char *hex = place_string(reader->place, object, member);
  size_t n;
  uint8_t *out;

  if (hex == NULL) {
    return false;
  }
  n = strlen(hex);
  out = arena_take(reader->arena, n / 2 + 1);
  if (!octets_from_hex(out, hex, n) || strpbrk(hex, "ABCDEF") != NULL) {
    return wrong(reader, member, "expected pairs of lower-case hex digits");
  }
  octets->base = out;
  octets->len = n / 2;
  return true;
}

static bool read_number(const struct reader *reader, int64_t *number,
                        const json_t *object, const char *member) {
  const json_t *value = json_object_get(object, member);

  if (!json_is_integer(value) || json_integer_value(value) < 0 ||
      json_integer_value(value) > 65535) {
    return wrong(reader, member, "expected a number from 0 to 65535");
  }
  *number = json_integer_value(value);
  return true;
}

static bool read_record(const struct reader *reader, struct record *record,
                        const json_t *object) {
  const struct shape *shape = shape_of(reader->vector->op);

  for (size_t i = 0; i < shape->n_numbers; i++) {
    if (!read_number(reader, &record->numbers[i], object, shape->numbers[i])) {
      return false;
    }
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    if (!read_hex(reader, &record->fields[i], object, shape->fields[i])) {
      return false;
    }
  }
  return true;
}

/* True where the object has only the members of a record and `extra`. */
static bool record_only(const struct reader *reader, json_t *object,
                        const char *extra) {
  const struct shape *shape = shape_of(reader->vector->op);
  const char *names[8];
  size_t n = 0;

  for (size_t i = 0; i < shape->n_numbers; i++) {
    names[n++] = shape->numbers[i];
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    names[n++] = shape->fields[i];
  }
  if (extra != NULL) {
    names[n++] = extra;
  }
  return place_only(reader->place, object, names, n);
}

/* A name in text form with its final dot, or null with the fault filled. */
static const char *read_name(const struct reader *reader, const json_t *in,
                             const char *member) {
  const char *name = place_string(reader->place, in, member);

  if (name == NULL) {
    return NULL;
  }
  if (*name == '\0' || name[strlen(name) - 1] != '.') {
    wrong(reader, member, "expected a name with its final dot");
    return NULL;
  }
  return arena_copy(reader->arena, name, strlen(name));
}

static bool in_decode(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"rdata", "message"};
  struct input *input = &reader->vector->in;

  input->whole = json_object_get(in, "message") != NULL;
  if (json_object_size(in) != 1) {
    return wrong(reader, "in", "expected either rdata or message");
  }
  return place_only(reader->place, in, members, COUNT(members)) &&
         read_hex(reader, &input->octets, in,
                  input->whole ? "message" : "rdata");
}

static bool in_scan(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"text", "origin"};
  struct input *input = &reader->vector->in;
  const json_t *text = json_object_get(in, "text");
  size_t n = json_string_length(text);
  uint8_t *out = arena_take(reader->arena, n + 1);

  if (!json_is_string(text) ||
      !octets_from_text(out, &input->octets.len, json_string_value(text), n)) {
    return wrong(reader, "in.text", "expected a string of U+0000 to U+00FF");
  }
  input->octets.base = out;
  input->origin = ".";
  if (json_object_get(in, "origin") != NULL) {
    input->origin = read_name(reader, in, "origin");
  }
  return input->origin != NULL &&
         place_only(reader->place, in, members, COUNT(members));
}

static bool in_record(const struct reader *reader, json_t *in) {
  struct input *input = &reader->vector->in;
  bool owner = verb_of(reader->vector->op) == VERB_ENCODE &&
               json_object_get(in, "owner") != NULL;

  if (owner && !read_hex(reader, &input->owner, in, "owner")) {
    return false;
  }
  return record_only(reader, in, owner ? "owner" : NULL) &&
         read_record(reader, &input->record, in);
}

static bool read_in(const struct reader *reader, const json_t *object) {
  json_t *in = json_object_get(object, "in");
  struct vector *vector = reader->vector;
  bool option;
  bool ok;

  if (!json_is_object(in)) {
    return wrong(reader, "in", "expected an object");
  }
  switch (verb_of(vector->op)) {
  case VERB_DECODE:
    ok = in_decode(reader, in);
    option = vector->in.whole;
    break;
  case VERB_SCAN:
    ok = in_scan(reader, in);
    option = ok && strcmp(vector->in.origin, ".") != 0;
    break;
  default:
    ok = in_record(reader, in);
    option = vector->in.owner.base != NULL;
  }
  vector->cap = option ? op_option(vector->op) : NULL;
  return ok;
}

static bool value_records(const struct reader *reader, struct value *value,
                          json_t *object) {
  static const char *const members[] = {"records"};
  json_t *list = place_array(reader->place, object, "records");
  size_t i;
  json_t *record;

  if (list == NULL || !place_only(reader->place, object, members, 1)) {
    return false;
  }
  value->list = true;
  value->n = json_array_size(list);
  value->records = arena_take(reader->arena, value->n * sizeof *value->records);
  json_array_foreach(list, i, record) {
    if (!record_only(reader, record, NULL) ||
        !read_record(reader, &value->records[i], record)) {
      return false;
    }
  }
  return true;
}

static bool value_record(const struct reader *reader, struct value *value,
                         json_t *object) {
  value->n = 1;
  value->records = arena_take(reader->arena, sizeof *value->records);
  return record_only(reader, object, NULL) &&
         read_record(reader, value->records, object);
}

static bool value_rdata(const struct reader *reader, struct value *value,
                        json_t *object) {
  static const char *const members[] = {"rdata", "quoted"};
  enum op op = reader->vector->op;
  const json_t *quoted = json_object_get(object, "quoted");

  value->kind = VALUE_RDATA;
  value->quoted_known = quoted != NULL;
  value->quoted = json_is_true(quoted);
  if (quoted != NULL && !json_is_boolean(quoted)) {
    return wrong(reader, "expect.value.quoted", "expected true or false");
  }
  return place_only(reader->place, object, members,
                    op == OP_NAPTR_PRINT ? 2 : 1) &&
         read_hex(reader, &value->rdata, object, "rdata");
}

static bool read_value(const struct reader *reader, struct value *value,
                       json_t *object) {
  if (!json_is_object(object)) {
    return wrong(reader, "expect", "expected the result as an object");
  }
  if (verb_of(reader->vector->op) != VERB_DECODE) {
    return value_rdata(reader, value, object);
  }
  return reader->vector->in.whole ? value_records(reader, value, object)
                                  : value_record(reader, value, object);
}

static bool read_reasons(const struct reader *reader, struct choice *choice,
                         const json_t *list) {
  const char **words;
  size_t i;
  json_t *word;

  if (!json_is_array(list) || json_array_size(list) == 0) {
    return wrong(reader, "expect.reject", "expected a list of reason words");
  }
  choice->reject = true;
  choice->n_reasons = json_array_size(list);
  words = arena_take(reader->arena, choice->n_reasons * sizeof *words);
  json_array_foreach(list, i, word) {
    if (!json_is_string(word)) {
      return wrong(reader, "expect.reject", "expected reason words");
    }
    words[i] = arena_copy(reader->arena, json_string_value(word),
                          json_string_length(word));
  }
  choice->reasons = words;
  return true;
}

/* One object of one_of, or the expectation itself. */
static bool read_choice(const struct reader *reader, struct choice *choice,
                        json_t *object) {
  json_t *value = json_object_get(object, "value");

  if (value != NULL) {
    return read_value(reader, &choice->value, value);
  }
  return read_reasons(reader, choice, json_object_get(object, "reject"));
}

static bool expect_one_of(const struct reader *reader, struct expect *expect,
                          const json_t *list) {
  struct choice *choices;
  size_t i;
  json_t *object;

  if (!json_is_array(list) || json_array_size(list) < 2) {
    return wrong(reader, "expect.one_of", "expected a list of two or more");
  }
  expect->kind = EXPECT_ONE_OF;
  expect->n = json_array_size(list);
  choices = arena_take(reader->arena, expect->n * sizeof *choices);
  expect->choices = choices;
  json_array_foreach(list, i, object) {
    if (!json_is_object(object) || json_object_size(object) != 1) {
      return wrong(reader, "expect.one_of", "expected value or reject in each");
    }
    if (!read_choice(reader, &choices[i], object)) {
      return false;
    }
  }
  return true;
}

static bool expect_either(const struct reader *reader, struct expect *expect,
                          const json_t *object, json_t *either) {
  struct choice *choice = arena_take(reader->arena, sizeof *choice);
  const char *why = place_string(reader->place, object, "why");

  if (why == NULL) {
    return false;
  }
  expect->kind = EXPECT_EITHER;
  expect->why = arena_copy(reader->arena, why, strlen(why));
  expect->choices = choice;
  expect->n = json_object_size(either) > 0 || !json_is_object(either);
  return expect->n == 0 || read_value(reader, &choice->value, either);
}

static bool expect_one(const struct reader *reader, struct expect *expect,
                       json_t *object) {
  struct choice *choice = arena_take(reader->arena, sizeof *choice);
  const char *twin;

  expect->choices = choice;
  expect->n = 1;
  expect->kind = EXPECT_VALUE;
  if (json_object_get(object, "value") != NULL) {
    return read_value(reader, &choice->value, json_object_get(object, "value"));
  }
  expect->kind = EXPECT_REJECT;
  twin = place_string(reader->place, object, "twin");
  if (twin == NULL) {
    return false;
  }
  *reader->twin = arena_copy(reader->arena, twin, strlen(twin));
  return read_reasons(reader, choice, json_object_get(object, "reject"));
}

static bool read_expect(const struct reader *reader, json_t *object) {
  static const char *const kinds[] = {"value", "reject", "either", "one_of"};
  static const char *const members[] = {"value",  "reject", "twin",
                                        "either", "why",    "one_of"};
  struct expect *expect = &reader->vector->expect;
  json_t *found = json_object_get(object, "expect");
  json_t *either = json_object_get(found, "either");
  json_t *one_of = json_object_get(found, "one_of");
  size_t n = 0;

  for (size_t i = 0; i < COUNT(kinds); i++) {
    n += json_object_get(found, kinds[i]) != NULL;
  }
  if (n != 1) {
    return wrong(reader, "expect",
                 "expected one of value, reject, either, one_of");
  }
  if (!place_only(reader->place, found, members, COUNT(members))) {
    return false;
  }
  if (either != NULL) {
    return expect_either(reader, expect, found, either);
  }
  return one_of != NULL ? expect_one_of(reader, expect, one_of)
                        : expect_one(reader, expect, found);
}

static bool read_rules(const struct reader *reader, const json_t *object) {
  json_t *list = place_array(reader->place, object, "rules");
  struct vector *vector = reader->vector;
  const struct rule **rules;
  size_t i;
  json_t *id;

  if (list == NULL) {
    return false;
  }
  vector->n_rules = json_array_size(list);
  if (vector->n_rules == 0) {
    return wrong(reader, "rules", "expected at least one rule");
  }
  rules = arena_take(reader->arena, vector->n_rules * sizeof *rules);
  vector->rules = rules;
  json_array_foreach(list, i, id) {
    const char *word = json_string_value(id);
    char message[128];

    rules[i] = word == NULL ? NULL : rules_find(reader->rules, word);
    if (rules[i] == NULL) {
      snprintf(message, sizeof message, "\"%.64s\" is not in rules.json",
               word == NULL ? "?" : word);
      return wrong(reader, "rules", message);
    }
  }
  vector->level = rules[0]->level;
  return true;
}

static bool id_fits(const char *id, enum op op) {
  size_t n = strlen(op_name(op));

  return strncmp(id, op_name(op), n) == 0 && id[n] == '/' &&
         id[n + 1] != '\0' &&
         strspn(id + n + 1, "abcdefghijklmnopqrstuvwxyz0123456789-") ==
             strlen(id + n + 1);
}

static bool read_words(const struct reader *reader, const json_t *object) {
  struct vector *vector = reader->vector;
  struct arena *arena = reader->arena;
  const char *id = place_string(reader->place, object, "id");
  const char *title;
  const char *born;
  const char *note = NULL;

  if (id == NULL ||
      (title = place_string(reader->place, object, "title")) == NULL ||
      (born = place_string(reader->place, object, "origin")) == NULL ||
      !place_maybe_string(reader->place, object, "note", &note)) {
    return false;
  }
  if (!id_fits(id, vector->op)) {
    return wrong(reader, "id",
                 "expected the op, a slash, lower-case words and hyphens");
  }
  vector->id = arena_copy(arena, id, strlen(id));
  vector->title = arena_copy(arena, title, strlen(title));
  vector->born = arena_copy(arena, born, strlen(born));
  vector->note = note == NULL ? NULL : arena_copy(arena, note, strlen(note));
  return true;
}

bool read_vector(struct vector *vector, const char **twin, json_t *object,
                 const struct rules *rules, struct arena *arena,
                 const struct place *place) {
  static const char *const members[] = {"id",     "title",  "rules", "in",
                                        "expect", "origin", "note"};
  struct reader reader = {arena, place, rules, vector, twin};

  *twin = NULL;
  if (!json_is_object(object)) {
    return place_fault(place, "", "expected an object");
  }
  return place_only(place, object, members, COUNT(members)) &&
         read_words(&reader, object) && read_rules(&reader, object) &&
         read_in(&reader, object) && read_expect(&reader, object);
}
