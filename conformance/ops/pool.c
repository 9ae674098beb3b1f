/* What a name server selects: pool.run.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "ops/policy.h"
#include "ops/pool_count.h"
#include "snarp/pool.h"

#define ELEMENTS_MIN 16 /* the places of a pool at first */
#define TIMES_MAX 100000
#define COUNT_MAX 10000000

struct run {
  struct job *job;
  struct snarp_pool pool;
  enum snarp_dialect dialect;
  void *memory;
  uint32_t *ids; /* room for all elements */
  size_t places;
  struct job_draws draws;
};

/* --- registration */

static void keep_places(struct run *run, void *memory, size_t n) {
  free(run->memory);
  run->memory = memory;
  run->ids = grow(run->ids, n * sizeof *run->ids);
  run->places = n;
}

static int make_pool(struct run *run, enum snarp_policy_kind kind) {
  int rv = snarp_pool_init(&run->pool, run->dialect, kind, 0, NULL, 0);

  if (rv == SNARP_ERR_ROOM) { /* no room for nothing, but else it could be */
    size_t size = snarp_pool_memory(kind, ELEMENTS_MIN);
    void *memory = take(size);
    rv = snarp_pool_init(&run->pool, run->dialect, kind, ELEMENTS_MIN, memory,
                         size);
    keep_places(run, memory, ELEMENTS_MIN);
  }
  return rv;
}

static void double_places(struct run *run) {
  size_t size = snarp_pool_memory(run->pool.kind, 2 * run->places);
  void *memory = take(size);

  snarp_pool_move(&run->pool, 2 * run->places, memory, size);
  keep_places(run, memory, 2 * run->places);
}

static json_t *told(int status) {
  return status == SNARP_OK
             ? json_string("ok")
             : json_pack("{s:s, s:s}", "refused", snarp_status_text(status),
                         "reason", snarp_status_word(status));
}

static bool id_member(struct run *run, uint32_t *id, const json_t *value) {
  json_int_t n = json_integer_value(value);

  *id = (uint32_t)n;
  return (json_is_integer(value) && n >= 0 && n <= UINT32_MAX) ||
         job_fault(run->job, "steps", "expected an identifier of 32 bits");
}

static json_t *do_register(struct run *run, const json_t *step) {
  struct snarp_policy policy = {.dialect = run->dialect};
  struct snarp_octets data = {NULL, 0};
  const json_t *name = json_object_get(step, "policy");
  json_t *result = NULL;
  uint32_t id;

  name = name != NULL ? name : json_object_get(run->job->in, "policy");
  if (id_member(run, &id, json_object_get(step, "register")) &&
      policy_from_json(run->job, &policy, &data, name, step)) {
    int rv = snarp_pool_register(&run->pool, id, &policy);
    if (rv == SNARP_ERR_ROOM) {
      double_places(run);
      rv = snarp_pool_register(&run->pool, id, &policy);
    }
    result = told(rv);
  }
  free(data.base);
  return result;
}

static json_t *do_deregister(struct run *run, const json_t *step) {
  uint32_t id;

  return id_member(run, &id, json_object_get(step, "deregister"))
             ? told(snarp_pool_deregister(&run->pool, id))
             : NULL;
}

/* --- selection */

static bool wanted_member(struct run *run, size_t *k, const json_t *value) {
  const char *word = json_string_value(value);
  json_int_t n = json_integer_value(value);

  if (word != NULL && strcmp(word, "all") == 0) {
    *k = SNARP_POOL_ALL;
    return true;
  }
  *k = (size_t)n;
  return (json_is_integer(value) && n >= 0) ||
         job_fault(run->job, "steps", "expected a number to select, or all");
}

static bool often_member(struct run *run, size_t *n, const json_t *value,
                         json_int_t most) {
  json_int_t times = json_integer_value(value);

  *n = (size_t)times;
  return (json_is_integer(value) && times >= 1 && times <= most) ||
         job_fault(run->job, "steps", "expected how often, and not too often");
}

/* One answer, in run->ids. */
static size_t select_once(struct run *run, size_t k) {
  size_t n = 0;

  snarp_pool_select(run->ids, &n, &run->pool, k, &run->draws.rng);
  return n;
}

static json_t *select_list(struct run *run, size_t k) {
  size_t n = select_once(run, k);
  json_t *list = json_array();

  for (size_t i = 0; i < n; i++) {
    json_array_append_new(list, json_integer((json_int_t)run->ids[i]));
  }
  return list;
}

static json_t *select_times(struct run *run, size_t k, const json_t *value) {
  json_t *answers;
  size_t n;

  if (!often_member(run, &n, value, TIMES_MAX)) {
    return NULL;
  }
  answers = json_array();
  for (size_t i = 0; i < n; i++) {
    json_array_append_new(answers, select_list(run, k));
  }
  return json_pack("{s:o}", "answers", answers);
}

static json_t *select_counted(struct run *run, size_t k, const json_t *value) {
  struct pool_count *count;
  json_t *result;
  size_t n;

  if (!often_member(run, &n, value, COUNT_MAX)) {
    return NULL;
  }
  count = pool_count_new();
  for (size_t i = 0; i < n; i++) {
    size_t found = select_once(run, k);
    pool_count_add(count, run->ids, found);
  }
  result = pool_count_json(count);
  pool_count_free(count);
  return result;
}

static json_t *do_select(struct run *run, const json_t *step) {
  const json_t *times = json_object_get(step, "times");
  const json_t *count = json_object_get(step, "count");
  size_t k;

  if (!wanted_member(run, &k, json_object_get(step, "select"))) {
    return NULL;
  }
  if (times != NULL) {
    return select_times(run, k, times);
  }
  return count != NULL ? select_counted(run, k, count) : select_list(run, k);
}

/* --- all */

static const struct {
  const char *member;
  json_t *(*perform)(struct run *run, const json_t *step);
} verbs[] = {{"register", do_register},
             {"deregister", do_deregister},
             {"select", do_select}};

static json_t *perform(struct run *run, const json_t *step) {
  for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
    if (json_object_get(step, verbs[i].member) != NULL) {
      return verbs[i].perform(run, step);
    }
  }
  job_fault(run->job, "steps", "expected register, deregister or select");
  return NULL;
}

static bool begin(struct run *run) {
  enum snarp_policy_kind kind =
      policy_kind(json_object_get(run->job->in, "policy"));

  return policy_dialect(run->job, &run->dialect) &&
         job_draws(run->job, &run->draws) &&
         job_accepted(run->job, make_pool(run, kind), 0);
}

static json_t *perform_all(struct run *run) {
  const json_t *steps = json_object_get(run->job->in, "steps");
  json_t *results = json_array();
  const json_t *step;
  size_t i;

  if (!json_is_array(steps)) {
    job_fault(run->job, "steps", "expected a list");
  }
  json_array_foreach((json_t *)steps, i, step) {
    json_t *result = perform(run, step);
    if (result == NULL) {
      break;
    }
    json_array_append_new(results, result);
  }
  return results;
}

void pool_run(struct job *job) {
  struct run run = {.job = job};
  json_t *results = begin(&run) ? perform_all(&run) : NULL;

  if (results != NULL && job->fault.why == NULL &&
      job_draws_fit(job, &run.draws, true)) {
    job->ok = json_pack("{s:O}", "steps", results);
  }
  json_decref(results);
  free(run.draws.draws);
  free(run.memory);
  free(run.ids);
}
