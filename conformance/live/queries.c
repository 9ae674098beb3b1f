/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "queries.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* True where the query is this one of a trace, in JSON. */
static bool is_query(const char *step, const json_t *json) {
  struct target target;
  char *query;
  bool same;

  if (json_array_size(json) != 2 ||
      target_query(&target, json_array_get(json, 1), json_array_get(json, 0)) !=
          NULL) {
    return false;
  }
  query = target_step(&target);
  same = strcmp(query, step) == 0;
  free(query);
  return same;
}

static bool has_query(const json_t *trace, const char *step) {
  size_t i;
  json_t *json;

  json_array_foreach(trace, i, json) {
    size_t j;
    json_t *sequence;

    if (is_query(step, json)) {
      return true;
    }
    json_array_foreach(json_object_get(json, "any"), j, sequence) {
      if (has_query(sequence, step)) {
        return true;
      }
    }
  }
  return false;
}

static bool is_expected(const struct vector *vector, const char *step) {
  for (size_t i = 0; i < vector->expect.n; i++) {
    const struct choice *choice = &vector->expect.choices[i];
    const json_t *trace = json_object_get(choice->value.json, "trace");

    if (!choice->reject && (trace == NULL || has_query(trace, step))) {
      return true;
    }
  }
  return vector->expect.n == 0;
}

bool queries_begin(const struct vector *vector, const struct steps *steps) {
  json_t *first =
      json_pack("[s, O]", "NAPTR", json_object_get(vector->in.json, "domain"));
  bool found = false;

  for (size_t i = 0; i < steps->n && !found; i++) {
    found = is_query(steps->list[i], first);
  }
  json_decref(first);
  return found;
}

static bool is_among(const struct steps *steps, const char *step) {
  for (size_t i = 0; i < steps->n; i++) {
    if (strcmp(steps->list[i], step) == 0) {
      return true;
    }
  }
  return false;
}

const char *queries_stray(const struct vector *vector,
                          const struct steps *steps,
                          const struct steps *allowed) {
  for (size_t i = 0; i < steps->n; i++) {
    const char *step = steps->list[i];

    if (step_is_query(step) && !step_is_free(step) &&
        !is_expected(vector, step) && !is_among(allowed, step)) {
      return step;
    }
  }
  return NULL;
}
