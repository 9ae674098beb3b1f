/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "pool/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/ops.h"

/* --- the elements */

static struct story_element *find(const struct story *story, json_int_t id) {
  for (size_t i = 0; i < story->n; i++) {
    if (story->elements[i].id == (uint32_t)id) {
      return &story->elements[i];
    }
  }
  return NULL;
}

/* What an element weighs in its policy. */
static double weight_of(const struct story *story, const json_t *step) {
  double most = strcmp(story->dialect, "draft-01") == 0 ? 0xffffff : 0xffffffff;
  const json_t *weight = json_object_get(step, "weight");
  const json_t *load = json_object_get(step, "load");

  if (weight != NULL) {
    return json_number_value(weight);
  }
  return load != NULL ? most - json_number_value(load) : 1;
}

static void write_values(char *values, size_t size, const json_t *step) {
  static const char *const names[] = {"weight", "priority", "load",
                                      "degradation"};
  size_t len = 0;

  values[0] = '\0';
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const json_t *value = json_object_get(step, names[i]);
    if (value != NULL && len < size) {
      len += (size_t)snprintf(values + len, size - len,
                              "%s%s %" JSON_INTEGER_FORMAT, len > 0 ? ", " : "",
                              names[i], json_integer_value(value));
    }
  }
}

static void do_register(struct story *story, const json_t *step) {
  json_int_t id = json_integer_value(json_object_get(step, "register"));
  struct story_element *element = find(story, id);

  if (element == NULL) {
    element = &story->elements[story->n++];
    memset(element, 0, sizeof *element);
    element->id = (uint32_t)id;
    element->cells = take(story->requests + 1);
    memset(element->cells, STORY_AWAY, story->requests + 1);
  }
  element->share = weight_of(story, step);
  write_values(element->values, sizeof element->values, step);
}

static void do_deregister(struct story *story, const json_t *step) {
  struct story_element *element =
      find(story, json_integer_value(json_object_get(step, "deregister")));

  if (element != NULL) {
    element->share = -1;
  }
}

/* --- the requests */

static double weight_sum(const struct story *story) {
  double sum = 0;

  for (size_t i = 0; i < story->n; i++) {
    sum += story->elements[i].share > 0 ? story->elements[i].share : 0;
  }
  return sum;
}

static void mark(struct story *story, size_t request, const json_t *answer) {
  for (size_t i = 0; i < story->n; i++) {
    story->elements[i].cells[request] =
        story->elements[i].share < 0 ? STORY_AWAY : STORY_PASSED;
  }
  for (size_t i = 0; i < json_array_size(answer); i++) {
    struct story_element *element =
        find(story, json_integer_value(json_array_get(answer, i)));
    if (element != NULL) {
      element->cells[request] = i == 0 ? STORY_SELECTED : STORY_BEHIND;
      element->selected += i == 0;
      element->answered++;
    }
  }
}

static void do_answer(struct story *story, size_t request,
                      const json_t *answer) {
  double sum = weight_sum(story);

  mark(story, request, answer);
  for (size_t i = 0; i < story->n; i++) {
    struct story_element *element = &story->elements[i];
    if (json_array_size(answer) > 0 && element->share > 0) {
      element->ideal += element->share / sum;
    }
    double off = (double)element->selected - element->ideal;
    off = off < 0 ? -off : off;
    element->worst = off > element->worst ? off : element->worst;
  }
}

/* The answers of a result: one, or those of `times`. */
static size_t n_answers(const json_t *result) {
  const json_t *answers = json_object_get(result, "answers");

  return answers != NULL ? json_array_size(answers) : json_is_array(result);
}

static const json_t *answer_at(const json_t *result, size_t i) {
  const json_t *answers = json_object_get(result, "answers");

  return answers != NULL ? json_array_get(answers, i) : result;
}

static void follow(struct story *story) {
  const json_t *steps = json_object_get(story->scenario, "steps");
  size_t request = 0;

  for (size_t i = 0; i < json_array_size(steps); i++) {
    const json_t *step = json_array_get(steps, i);
    const json_t *result = json_array_get(story->results, i);
    bool done = json_is_string(result);
    if (done && json_object_get(step, "register") != NULL) {
      do_register(story, step);
    } else if (done) {
      do_deregister(story, step);
    }
    for (size_t j = 0; j < n_answers(result); j++) {
      do_answer(story, request++, answer_at(result, j));
    }
  }
}

/* --- the whole */

static bool run(struct story *story, const json_t *scenario,
                struct fault *fault) {
  json_t *answer;
  const json_t *why;

  story->scenario = need(json_deep_copy(scenario));
  if (json_object_get(story->scenario, "dialect") == NULL) {
    json_object_set_new(story->scenario, "dialect", json_string("rfc5356"));
  }
  answer = need(snarp_ops_answer("pool.run", story->scenario, NULL));
  story->results =
      json_incref(json_object_get(json_object_get(answer, "ok"), "steps"));
  why = json_object_get(answer, "error");
  why = why != NULL ? why : json_object_get(answer, "reject");
  if (story->results == NULL) {
    fault_fill(fault, EXIT_VECTORS, "%s",
               why != NULL ? json_string_value(why) : "not run");
  }
  json_decref(answer);
  return story->results != NULL;
}

/* Counts what there is room to be for; false where it is too much. */
static bool measure(struct story *story, struct fault *fault) {
  const json_t *steps = json_object_get(story->scenario, "steps");
  size_t registered = 0;

  for (size_t i = 0; i < json_array_size(steps); i++) {
    const json_t *step = json_array_get(steps, i);
    const json_t *result = json_array_get(story->results, i);
    registered += json_object_get(step, "register") != NULL;
    story->requests += n_answers(result);
    if (json_object_get(result, "first") != NULL) {
      return fault_set(fault, EXIT_VECTORS,
                       "steps[%zu]: expected times in place of count, to see "
                       "each answer",
                       i);
    }
  }
  if (registered > STORY_ELEMENTS_MAX ||
      story->requests > STORY_CELLS_MAX / (registered + 1)) {
    return fault_set(fault, EXIT_VECTORS,
                     "%zu registrations and %zu requests are too many to draw",
                     registered, story->requests);
  }
  story->elements = take((registered + 1) * sizeof *story->elements);
  return true;
}

bool story_tell(struct story *story, const json_t *scenario,
                struct fault *fault) {
  static const char *const without[] = {"LU", "LUD", "PLU", "PRIO"};

  memset(story, 0, sizeof *story);
  if (!run(story, scenario, fault) || !measure(story, fault)) {
    return false;
  }
  story->policy = json_string_value(json_object_get(story->scenario, "policy"));
  story->dialect =
      json_string_value(json_object_get(story->scenario, "dialect"));
  story->has_ideal = true;
  for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
    story->has_ideal =
        story->has_ideal && strcmp(without[i], story->policy) != 0;
  }
  follow(story);
  return true;
}

void story_free(struct story *story) {
  for (size_t i = 0; i < story->n; i++) {
    free(story->elements[i].cells);
  }
  free(story->elements);
  json_decref(story->scenario);
  json_decref(story->results);
}
