/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "holds.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

/* Weights are added up and multiplied by counts of answers in 64 bits. */
#define WEIGHTS_MAX ((int64_t)1 << 44)
#define ANSWERS_MAX ((size_t)1 << 18)

/* --- identifiers and the numbers that go with them */

struct tally {
  json_int_t id;
  int64_t given; /* the number in the condition */
  int64_t count;
};

struct tallies {
  struct tally *list;
  size_t n;
};

/* Those of {"7": 3, ...}, or of [7, ...]. */
static struct tallies tallies_of(const json_t *from) {
  size_t n =
      json_is_object(from) ? json_object_size(from) : json_array_size(from);
  struct tallies tallies = {take((n + 1) * sizeof(struct tally)), n};
  const char *name;
  json_t *value;
  size_t i = 0;

  json_object_foreach((json_t *)from, name, value) {
    tallies.list[i++] =
        (struct tally){strtoll(name, NULL, 10), json_integer_value(value), 0};
  }
  json_array_foreach((json_t *)from, i, value) {
    tallies.list[i] = (struct tally){json_integer_value(value), 0, 0};
  }
  return tallies;
}

static struct tally *find(const struct tallies *tallies, const json_t *id) {
  for (size_t i = 0; i < tallies->n; i++) {
    if (tallies->list[i].id == json_integer_value(id)) {
      return &tallies->list[i];
    }
  }
  return NULL;
}

static const json_t *first_of(const json_t *answers, size_t i) {
  return json_array_get(json_array_get(answers, i), 0);
}

/* --- conditions on one answer */

static bool is_in(const json_t *id, const json_t *list, size_t from,
                  size_t end) {
  for (size_t i = from; i < end; i++) {
    if (json_equal(id, json_array_get(list, i))) {
      return true;
    }
  }
  return false;
}

static bool is_distinct(const json_t *argument, const json_t *answer) {
  (void)argument;
  for (size_t i = 1; i < json_array_size(answer); i++) {
    if (is_in(json_array_get(answer, i), answer, 0, i)) {
      return false;
    }
  }
  return true;
}

static bool is_size(const json_t *argument, const json_t *answer) {
  return (json_int_t)json_array_size(answer) == json_integer_value(argument);
}

static bool is_subset(const json_t *argument, const json_t *answer) {
  for (size_t i = 0; i < json_array_size(answer); i++) {
    if (!is_in(json_array_get(answer, i), argument, 0,
               json_array_size(argument))) {
      return false;
    }
  }
  return true;
}

static bool is_set(const json_t *argument, const json_t *answer) {
  return json_array_size(answer) == json_array_size(argument) &&
         is_distinct(NULL, answer) && is_subset(argument, answer);
}

/* Items of inner lists come in any order. */
static bool is_order(const json_t *argument, const json_t *answer) {
  size_t at = 0;

  for (size_t i = 0; i < json_array_size(argument); i++) {
    const json_t *item = json_array_get(argument, i);
    size_t n = json_is_array(item) ? json_array_size(item) : 1;
    for (size_t j = 0; j < n; j++) {
      const json_t *id = json_is_array(item) ? json_array_get(item, j) : item;
      if (!is_in(id, answer, at, at + n)) {
        return false;
      }
    }
    at += n;
  }
  return at == json_array_size(answer);
}

static bool is_ascending(const json_t *argument, const json_t *answer) {
  struct tallies keys = tallies_of(argument);
  int64_t least = 0;
  bool fine = true;

  for (size_t i = 0; fine && i < json_array_size(answer); i++) {
    const struct tally *key = find(&keys, json_array_get(answer, i));
    fine = key != NULL && key->given >= least;
    least = key != NULL ? key->given : 0;
  }
  free(keys.list);
  return fine;
}

/* --- conditions on the first elements of a run of answers */

static bool are_counts(struct tallies *tallies) {
  for (size_t i = 0; i < tallies->n; i++) {
    if (tallies->list[i].count != tallies->list[i].given) {
      return false;
    }
  }
  return true;
}

/* Counts the first of each answer; false where one is not named. */
static bool counts(struct tallies *tallies, const json_t *answers) {
  for (size_t i = 0; i < json_array_size(answers); i++) {
    struct tally *tally = find(tallies, first_of(answers, i));
    if (tally == NULL) {
      return false;
    }
    tally->count++;
  }
  return are_counts(tallies);
}

/* |count - t * weight / sum| < 1, for all after t answers. */
static bool is_near(const struct tallies *tallies, int64_t t, int64_t sum) {
  for (size_t i = 0; i < tallies->n; i++) {
    int64_t off = tallies->list[i].count * sum - t * tallies->list[i].given;
    if (off >= sum || off <= -sum) {
      return false;
    }
  }
  return true;
}

static bool is_prefix(struct tallies *tallies, const json_t *answers) {
  int64_t sum = 0;

  for (size_t i = 0; i < tallies->n; i++) {
    sum += tallies->list[i].given;
  }
  for (size_t i = 0; i < json_array_size(answers); i++) {
    struct tally *tally = find(tallies, first_of(answers, i));
    if (tally == NULL) {
      return false;
    }
    tally->count++;
    if (!is_near(tallies, (int64_t)i + 1, sum)) {
      return false;
    }
  }
  return true;
}

static bool within_one(const struct tallies *tallies) {
  int64_t least = INT64_MAX;
  int64_t most = 0;

  for (size_t i = 0; i < tallies->n; i++) {
    int64_t count = tallies->list[i].count;
    least = count < least ? count : least;
    most = count > most ? count : most;
  }
  return tallies->n == 0 || most - least <= 1;
}

/* These take turns; others may come between. */
static bool is_fair(struct tallies *tallies, const json_t *answers) {
  for (size_t i = 0; i < json_array_size(answers); i++) {
    struct tally *tally = find(tallies, first_of(answers, i));
    if (tally != NULL) {
      tally->count++;
      if (!within_one(tallies)) {
        return false;
      }
    }
  }
  return true;
}

/* --- all conditions */

enum form { FORM_NONE, FORM_NUMBER, FORM_IDS, FORM_GROUPS, FORM_NUMBERS };

static const struct condition {
  const char *name;
  enum form form;
  bool (*one)(const json_t *argument, const json_t *answer);
  bool (*all)(struct tallies *tallies, const json_t *answers);
} conditions[] = {
    {"distinct", FORM_NONE, is_distinct, NULL},
    {"size", FORM_NUMBER, is_size, NULL},
    {"subset", FORM_IDS, is_subset, NULL},
    {"set", FORM_IDS, is_set, NULL},
    {"order", FORM_GROUPS, is_order, NULL},
    {"ascending", FORM_NUMBERS, is_ascending, NULL},
    {"counts", FORM_NUMBERS, NULL, counts},
    {"prefix", FORM_NUMBERS, NULL, is_prefix},
    {"fair", FORM_IDS, NULL, is_fair},
};

/* The condition, and its argument, or null. */
static const struct condition *condition_of(const json_t *item,
                                            const json_t **argument) {
  const char *name = json_string_value(item);

  *argument = NULL;
  if (json_object_size(item) == 1) {
    void *member = json_object_iter((json_t *)item);
    name = json_object_iter_key(member);
    *argument = json_object_iter_value(member);
  }
  for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
    if (name != NULL && strcmp(conditions[i].name, name) == 0) {
      return &conditions[i];
    }
  }
  return NULL;
}

static bool are_ids(const json_t *list, bool groups) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *item = json_array_get(list, i);
    if (!json_is_integer(item) &&
        !(groups && json_is_array(item) && are_ids(item, false))) {
      return false;
    }
  }
  return json_is_array(list);
}

static bool are_numbers(const json_t *object) {
  const char *name;
  json_t *value;
  int64_t sum = 0;

  json_object_foreach((json_t *)object, name, value) {
    sum += json_integer_value(value);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        sum > WEIGHTS_MAX || strspn(name, "0123456789") != strlen(name)) {
      return false;
    }
  }
  return json_object_size(object) > 0;
}

const char *holds_lack(const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *argument;
    const struct condition *condition =
        condition_of(json_array_get(list, i), &argument);
    enum form form = condition != NULL ? condition->form : FORM_NONE;
    if (condition == NULL) {
      return "expected distinct, or size, subset, set, order, ascending, "
             "counts, prefix or fair with what it takes";
    }
    if ((form == FORM_NUMBER && !json_is_integer(argument)) ||
        (form == FORM_IDS && !are_ids(argument, false)) ||
        (form == FORM_GROUPS && !are_ids(argument, true)) ||
        (form == FORM_NUMBERS && !are_numbers(argument))) {
      return "expected a number, a list of identifiers, or numbers by "
             "identifier in \"holds\"";
    }
  }
  return json_array_size(list) > 0 ? NULL : "expected a list of conditions";
}

static bool holds_one(const json_t *item, const json_t *answers) {
  const json_t *argument;
  const struct condition *condition = condition_of(item, &argument);
  bool fine = true;

  if (condition->all != NULL) {
    struct tallies tallies = tallies_of(argument);
    fine = json_array_size(answers) <= ANSWERS_MAX &&
           condition->all(&tallies, answers);
    free(tallies.list);
    return fine;
  }
  for (size_t i = 0; fine && i < json_array_size(answers); i++) {
    fine = condition->one(argument, json_array_get(answers, i));
  }
  return fine;
}

bool holds(const json_t *list, const json_t *answers, const json_t **which) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *item = json_array_get(list, i);
    if (!holds_one(item, answers)) {
      *which = item;
      return false;
    }
  }
  return true;
}
