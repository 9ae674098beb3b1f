/*
 * The family of runs of steps: pool.run and pooluser.run.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "answer_inner.h"
#include "dialect.h"
#include "dist.h"
#include "family.h"
#include "holds.h"
#include "same.h"

/* How many steps before the first that differs are shown. */
#define STEPS_SHOWN 6

static bool is_pool(enum op op) {
  return op == OP_POOL_RUN;
}

/* --- requests */

static bool is_count(const json_t *value) {
  return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool are_ids(const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (!is_count(json_array_get(list, i))) {
      return false;
    }
  }
  return json_is_array(list);
}

static bool is_select(const json_t *step) {
  const json_t *k = json_object_get(step, "select");
  const char *word = json_string_value(k);
  const json_t *times = json_object_get(step, "times");
  const json_t *count = json_object_get(step, "count");

  return (is_count(k) || (word != NULL && strcmp(word, "all") == 0)) &&
         (times == NULL || is_count(times)) &&
         (count == NULL || (is_count(count) && times == NULL &&
                            json_integer_value(count) >= DIST_RUNS_MIN));
}

static bool is_pool_step(const json_t *step) {
  return json_object_get(step, "select") != NULL
             ? is_select(step)
             : is_count(json_object_get(step, "register")) ||
                   is_count(json_object_get(step, "deregister"));
}

static bool is_pooluser_step(const json_t *step) {
  return are_ids(json_object_get(step, "list")) ||
         is_count(json_object_get(step, "next")) ||
         json_is_true(json_object_get(step, "failed")) ||
         json_is_true(json_object_get(step, "expire"));
}

static bool read_steps(const struct reader *reader, const json_t *in) {
  const json_t *steps = place_array(reader->place, in, "steps");
  struct vector *vector = reader->vector;

  for (size_t i = 0; i < json_array_size(steps); i++) {
    const json_t *step = json_array_get(steps, i);
    if (!(is_pool(vector->op) ? is_pool_step(step) : is_pooluser_step(step))) {
      return reader_wrong(reader, "steps",
                          "expected steps as in docs/vector-format.md");
    }
    if (json_object_get(step, "count") != NULL) {
      vector->needs |= 1U << OPTION_POOL_COUNT;
    }
  }
  return steps != NULL;
}

static bool read_in(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"dialect", "policy", "steps", "draws"};
  bool pool = is_pool(reader->vector->op);

  reader->vector->in.json = reader_keep(reader, in);
  return place_only(reader->place, in, members, COUNT(members)) &&
         dialect_read(reader, in) &&
         reader_draws(reader, in,
                      pool ? OPTION_POOL_DRAWS : OPTION_POOLUSER_DRAWS) &&
         place_string(reader->place, in, "policy") != NULL &&
         read_steps(reader, in);
}

/* --- expectations */

static bool are_fractions(const json_t *object, uint64_t runs) {
  const char *name;
  json_t *value;

  json_object_foreach((json_t *)object, name, value) {
    struct fraction fraction;
    if (!json_is_string(value) ||
        !fraction_read(&fraction, json_string_value(value)) ||
        fraction.of >= UINT32_MAX / runs) {
      return false;
    }
  }
  return json_is_object(object);
}

static bool is_dist(const json_t *dist, const json_t *step) {
  const json_t *count = json_object_get(step, "count");
  const json_t *pairs = json_object_get(dist, "pairs");
  uint64_t runs = (uint64_t)json_integer_value(count);

  return count != NULL && are_fractions(json_object_get(dist, "first"), runs) &&
         (pairs == NULL || are_fractions(pairs, runs));
}

static bool are_lists(const json_t *answers) {
  for (size_t i = 0; i < json_array_size(answers); i++) {
    if (!are_ids(json_array_get(answers, i))) {
      return false;
    }
  }
  return json_is_array(answers);
}

/* What is wrong with the expectation of a step, or null. */
static const char *step_lack(const json_t *want, const json_t *step) {
  const json_t *holds = json_object_get(want, "holds");
  const json_t *dist = json_object_get(want, "dist");

  if (holds != NULL) {
    return holds_lack(holds);
  }
  if (dist != NULL) {
    return is_dist(dist, step)
               ? NULL
               : "expected fractions as \"1/3\" by identifier, and a count in "
                 "the request";
  }
  return json_is_string(want) || are_ids(want) ||
                 json_is_array(json_object_get(want, "refused")) ||
                 are_lists(json_object_get(want, "answers"))
             ? NULL
             : "expected ok, refused, a list, answers, holds or dist";
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  static const char *const members[] = {"steps"};
  const json_t *list = json_object_get(object, "steps");
  const json_t *steps = json_object_get(reader->vector->in.json, "steps");

  (void)member;
  value->kind = VALUE_JSON;
  value->json = reader_keep(reader, object);
  if (json_array_size(list) != json_array_size(steps)) {
    return reader_wrong(reader, "steps", "expected as many as in the request");
  }
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *lacks =
        step_lack(json_array_get(list, i), json_array_get(steps, i));
    if (lacks != NULL) {
      return reader_wrong(reader, "steps", lacks);
    }
  }
  return place_only(reader->place, object, members, COUNT(members));
}

/* --- answers */

static bool are_counts(const json_t *object) {
  const char *name;
  json_t *value;

  json_object_foreach((json_t *)object, name, value) {
    if (!is_count(value)) {
      return false;
    }
  }
  return json_is_object(object);
}

static bool is_result(const json_t *got) {
  return json_is_string(got) || are_ids(got) ||
         json_is_string(json_object_get(got, "refused")) ||
         are_lists(json_object_get(got, "answers")) ||
         (are_counts(json_object_get(got, "first")) &&
          are_counts(json_object_get(got, "pairs")));
}

static void take_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const json_t *steps = json_object_get(ok, "steps");

  (void)op;
  (void)whole;
  answer->value.kind = VALUE_JSON;
  answer->value.json = ok;
  for (size_t i = 0; i < json_array_size(steps); i++) {
    if (!is_result(json_array_get(steps, i))) {
      steps = NULL;
    }
  }
  if (!json_is_array(steps)) {
    answer_expected(answer, "steps", "a list with a result for each step");
  }
}

/* --- comparison */

/* The reason that was given, if any, is one of those expected. */
static bool same_refusal(const json_t *want, const json_t *got) {
  const char *reason = json_string_value(json_object_get(got, "reason"));

  for (size_t i = 0; reason != NULL && i < json_array_size(want); i++) {
    const char *word = json_string_value(json_array_get(want, i));
    if (word != NULL && strcmp(word, reason) == 0) {
      return true;
    }
  }
  return reason == NULL && json_is_string(json_object_get(got, "refused"));
}

static uint64_t sum_of(const json_t *counts) {
  const char *name;
  json_t *value;
  uint64_t sum = 0;

  json_object_foreach((json_t *)counts, name, value) {
    sum += (uint64_t)json_integer_value(value);
  }
  return sum;
}

/* Each fits its probability, and none came that has none. */
static bool fits(const json_t *fractions, const json_t *counts, uint64_t runs) {
  const char *name;
  json_t *value;
  uint64_t named = 0;

  json_object_foreach((json_t *)fractions, name, value) {
    struct fraction fraction = {0, 1};
    uint64_t count =
        (uint64_t)json_integer_value(json_object_get(counts, name));
    fraction_read(&fraction, json_string_value(value));
    if (!fraction_fits(fraction, count, runs)) {
      return false;
    }
    named += count;
  }
  return named == sum_of(counts);
}

static bool same_dist(const json_t *want, const json_t *got,
                      const json_t *step) {
  const json_t *pairs = json_object_get(want, "pairs");
  uint64_t runs = (uint64_t)json_integer_value(json_object_get(step, "count"));

  return fits(json_object_get(want, "first"), json_object_get(got, "first"),
              runs) &&
         (pairs == NULL || fits(pairs, json_object_get(got, "pairs"), runs));
}

/* The answers of a result: those of `times`, or the one; a new reference. */
static json_t *answers_of(const json_t *got) {
  json_t *answers = json_object_get(got, "answers");

  return answers != NULL ? json_incref(answers) : json_pack("[O]", got);
}

static bool holds_of(const json_t *want, const json_t *got) {
  json_t *answers;
  const json_t *which;
  bool fine;

  if (!json_is_array(got) && json_object_get(got, "answers") == NULL) {
    return false;
  }
  answers = answers_of(got);
  fine = holds(want, answers, &which);
  json_decref(answers);
  return fine;
}

static bool same_step(const json_t *want, const json_t *got,
                      const json_t *step) {
  const json_t *refused = json_object_get(want, "refused");
  const json_t *conditions = json_object_get(want, "holds");
  const json_t *dist = json_object_get(want, "dist");
  const char *where;

  if (refused != NULL) {
    return same_refusal(refused, got);
  }
  if (conditions != NULL) {
    return holds_of(conditions, got);
  }
  return dist != NULL ? same_dist(dist, got, step)
                      : same_json(want, got, &where);
}

/* The first step that differs; the number of all where none does. */
static size_t first_other(const struct vector *vector, const json_t *want,
                          const json_t *got) {
  const json_t *steps = json_object_get(vector->in.json, "steps");
  const json_t *wanted = json_object_get(want, "steps");
  const json_t *came = json_object_get(got, "steps");
  size_t i = 0;

  while (i < json_array_size(steps) &&
         same_step(json_array_get(wanted, i), json_array_get(came, i),
                   json_array_get(steps, i))) {
    i++;
  }
  return i;
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  const json_t *steps = json_object_get(vector->in.json, "steps");
  size_t n = json_array_size(steps);

  *where = "steps";
  return json_array_size(json_object_get(got->value.json, "steps")) == n &&
         first_other(vector, want->json, got->value.json) == n;
}

/* --- what is shown of a failure */

static void show_item(struct text *out, const char *head, const json_t *item) {
  struct text line = {0};

  text_dump(&line, item);
  text_cut(&line, 100);
  text_format(out, "%s%s\n", head, line.base);
  free(line.base);
}

/* The steps up to the first that differs, and that one beside what came. */
static char *compare(const struct vector *vector, const struct answer *got) {
  const json_t *steps = json_object_get(vector->in.json, "steps");
  const json_t *want =
      vector->expect.n > 0 ? vector->expect.choices[0].value.json : NULL;
  const json_t *came = json_object_get(got->value.json, "steps");
  struct text out = {0};
  size_t i;

  if (want == NULL || got->kind != ANSWER_OK) {
    return NULL;
  }
  i = first_other(vector, want, got->value.json);
  if (i == json_array_size(steps)) {
    return NULL;
  }
  for (size_t j = i < STEPS_SHOWN ? 0 : i - STEPS_SHOWN; j < i; j++) {
    show_item(&out, "  ", json_array_get(steps, j));
    show_item(&out, "    ", json_array_get(came, j));
  }
  show_item(&out, "> ", json_array_get(steps, i));
  show_item(&out, "    expected ",
            json_array_get(json_object_get(want, "steps"), i));
  show_item(&out, "    got      ", json_array_get(came, i));
  return out.base;
}

const struct family family_pool = {.results = {"steps"},
                                   .read_in = read_in,
                                   .read_value = read_value,
                                   .add_input = family_json_input,
                                   .take_result = take_result,
                                   .equal = equal,
                                   .render = family_json_render,
                                   .compare = compare,
                                   .perform = family_ops_perform};
