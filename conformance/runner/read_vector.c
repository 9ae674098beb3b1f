/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "read_vector.h"

#include <stdio.h>
#include <string.h>

#include "family.h"
#include "world.h"

static bool read_in(const struct reader *reader, const json_t *object) {
  json_t *in = json_object_get(object, "in");

  return json_is_object(in) ? family_of(reader->vector->op)->read_in(reader, in)
                            : reader_wrong(reader, "in", "expected an object");
}

/* The member of an expectation that holds a result in its family's own way,
 * or null. */
static const char *own_result(const struct reader *reader,
                              const json_t *object) {
  const struct family *family = family_of(reader->vector->op);

  for (size_t i = 0; family->results[i] != NULL; i++) {
    if (json_object_get(object, family->results[i]) != NULL) {
      return family->results[i];
    }
  }
  return NULL;
}

/* A result by itself, or the object that has it in its family's own way. */
static bool read_value(const struct reader *reader, struct value *value,
                       json_t *object) {
  if (!json_is_object(object)) {
    return reader_wrong(reader, "expect", "expected the result as an object");
  }
  return family_of(reader->vector->op)
      ->read_value(reader, value, own_result(reader, object), object);
}

static bool read_reasons(const struct reader *reader, struct choice *choice,
                         const json_t *list) {
  const char **words;
  size_t i;
  json_t *word;

  if (!json_is_array(list) || json_array_size(list) == 0) {
    return reader_wrong(reader, "expect.reject",
                        "expected a list of reason words");
  }
  choice->reject = true;
  choice->n_reasons = json_array_size(list);
  words = arena_take(reader->arena, choice->n_reasons * sizeof *words);
  json_array_foreach(list, i, word) {
    if (!json_is_string(word)) {
      return reader_wrong(reader, "expect.reject", "expected reason words");
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
  if (own_result(reader, object) != NULL) {
    return read_value(reader, &choice->value, object);
  }
  return read_reasons(reader, choice, json_object_get(object, "reject"));
}

static bool expect_one_of(const struct reader *reader, struct expect *expect,
                          const json_t *list) {
  struct choice *choices;
  size_t i;
  json_t *object;

  if (!json_is_array(list) || json_array_size(list) < 2) {
    return reader_wrong(reader, "expect.one_of",
                        "expected a list of two or more");
  }
  expect->kind = EXPECT_ONE_OF;
  expect->n = json_array_size(list);
  choices = arena_take(reader->arena, expect->n * sizeof *choices);
  expect->choices = choices;
  json_array_foreach(list, i, object) {
    if (!json_is_object(object) ||
        (json_object_size(object) != 1 && own_result(reader, object) == NULL)) {
      return reader_wrong(reader, "expect.one_of",
                          "expected value or reject in each");
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

static bool expect_one(struct reader *reader, struct expect *expect,
                       json_t *object) {
  struct choice *choice = arena_take(reader->arena, sizeof *choice);
  const char *twin;

  expect->choices = choice;
  expect->n = 1;
  expect->kind = EXPECT_VALUE;
  if (json_object_get(object, "value") != NULL) {
    return read_value(reader, &choice->value, json_object_get(object, "value"));
  }
  if (own_result(reader, object) != NULL) {
    return read_value(reader, &choice->value, object);
  }
  expect->kind = EXPECT_REJECT;
  twin = place_string(reader->place, object, "twin");
  if (twin == NULL) {
    return false;
  }
  reader->twin = arena_copy(reader->arena, twin, strlen(twin));
  return read_reasons(reader, choice, json_object_get(object, "reject"));
}

static bool read_expect(struct reader *reader, const json_t *object) {
  static const char *const kinds[] = {"value", "reject", "either", "one_of"};
  static const char *const members[] = {"value",  "reject", "twin",
                                        "either", "why",    "one_of"};
  struct expect *expect = &reader->vector->expect;
  json_t *found = json_object_get(object, "expect");
  json_t *either = json_object_get(found, "either");
  json_t *one_of = json_object_get(found, "one_of");
  bool own = own_result(reader, found) != NULL;
  size_t n = own;

  for (size_t i = 0; i < COUNT(kinds); i++) {
    n += json_object_get(found, kinds[i]) != NULL;
  }
  if (n != 1) {
    return reader_wrong(reader, "expect",
                        "expected one of value, reject, either, one_of, or a "
                        "member of the op");
  }
  if (!own && !place_only(reader->place, found, members, COUNT(members))) {
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
    return reader_wrong(reader, "rules", "expected at least one rule");
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
      return reader_wrong(reader, "rules", message);
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

/* A dialect, where it matters; the request says the same. */
static bool read_profile(const struct reader *reader, const json_t *object) {
  const json_t *profile = json_object_get(object, "profile");
  const json_t *dialect =
      json_object_get(json_object_get(object, "in"), "dialect");

  return profile == NULL ||
         (json_is_string(profile) && json_equal(profile, dialect)) ||
         reader_wrong(reader, "profile", "expected the dialect of the request");
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
    return reader_wrong(
        reader, "id", "expected the op, a slash, lower-case words and hyphens");
  }
  vector->id = arena_copy(arena, id, strlen(id));
  vector->title = arena_copy(arena, title, strlen(title));
  vector->born = arena_copy(arena, born, strlen(born));
  vector->note = note == NULL ? NULL : arena_copy(arena, note, strlen(note));
  return true;
}

/* The world of an op that asks. */
static bool read_world(const struct reader *reader, const json_t *object) {
  json_t *world = json_object_get(object, "world");

  if (!family_of(reader->vector->op)->asks) {
    return world == NULL ||
           reader_wrong(reader, "world", "the op has no world");
  }
  return world_read(reader, world);
}

bool read_vector(struct reader *reader, json_t *object) {
  static const char *const members[] = {"id",     "title", "rules",
                                        "in",     "world", "expect",
                                        "origin", "note",  "profile"};

  reader->twin = NULL;
  if (!json_is_object(object)) {
    return place_fault(reader->place, "", "expected an object");
  }
  return place_only(reader->place, object, members, COUNT(members)) &&
         read_words(reader, object) && read_rules(reader, object) &&
         read_profile(reader, object) && read_in(reader, object) &&
         read_world(reader, object) && read_expect(reader, object);
}
