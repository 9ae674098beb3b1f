/* What a pool user picks from the lists that it receives: pooluser.run.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "ops/policy.h"
#include "snarp/pooluser.h"

#define NEXT_MAX 100000

struct run {
  struct job *job;
  enum snarp_policy_kind kind;
  struct snarp_pooluser user;
  struct snarp_pooluser_item *items;
  uint32_t *ids; /* of the list, in its order */
  size_t n;
  size_t last; /* the index of the element used last; n where none was */
  struct job_draws draws;
};

static bool wrong(struct run *run, const char *why) {
  return job_fault(run->job, "steps", why);
}

/* A new list from the name server. */
static json_t *do_list(struct run *run, const json_t *value) {
  size_t n = json_array_size(value);

  run->items = grow(run->items, n * sizeof *run->items + 1);
  run->ids = grow(run->ids, n * sizeof *run->ids + 1);
  run->n = run->last = n;
  for (size_t i = 0; i < n; i++) {
    const json_t *id = json_array_get(value, i);
    json_int_t number = json_integer_value(id);
    if (!json_is_integer(id) || number < 0 || number > UINT32_MAX) {
      wrong(run, "expected a list of identifiers of 32 bits");
      return NULL;
    }
    run->ids[i] = (uint32_t)number;
  }
  snarp_pooluser_init(&run->user, run->kind, run->items, n);
  return json_string("ok");
}

/* Appends the element to use next; false where there is none. */
static bool use_next(struct run *run, json_t *used) {
  size_t index;

  if (snarp_pooluser_next(&index, &run->user, &run->draws.rng) != SNARP_OK) {
    run->last = run->n;
    return false;
  }
  run->last = index;
  json_array_append_new(used, json_integer((json_int_t)run->ids[index]));
  return true;
}

static json_t *do_next(struct run *run, const json_t *value) {
  json_int_t n = json_integer_value(value);
  json_t *used;

  if (!json_is_integer(value) || n < 1 || n > NEXT_MAX) {
    wrong(run, "expected how many elements are used, at most 100000");
    return NULL;
  }
  used = json_array();
  for (json_int_t i = 0; i < n && use_next(run, used); i++) {
  }
  return used;
}

static json_t *do_failed(struct run *run, const json_t *value) {
  json_t *used;

  if (!json_is_true(value) || run->last == run->n) {
    wrong(run, "expected \"failed\": true behind an element that was used");
    return NULL;
  }
  snarp_pooluser_failed(&run->user, run->last);
  used = json_array();
  use_next(run, used);
  return used;
}

static json_t *do_expire(struct run *run, const json_t *value) {
  if (!json_is_true(value)) {
    wrong(run, "expected \"expire\": true");
    return NULL;
  }
  snarp_pooluser_outdate(&run->user);
  return json_string("ok");
}

static const struct {
  const char *member;
  json_t *(*perform)(struct run *run, const json_t *value);
} verbs[] = {{"list", do_list},
             {"next", do_next},
             {"failed", do_failed},
             {"expire", do_expire}};

static json_t *perform(struct run *run, const json_t *step) {
  for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
    const json_t *value = json_object_get(step, verbs[i].member);
    if (value != NULL) {
      return verbs[i].perform(run, value);
    }
  }
  wrong(run, "expected list, next, failed or expire");
  return NULL;
}

static bool begin(struct run *run) {
  enum snarp_dialect dialect;

  run->kind = policy_kind(json_object_get(run->job->in, "policy"));
  return policy_dialect(run->job, &dialect) &&
         job_draws(run->job, &run->draws) &&
         job_accepted(run->job,
                      snarp_pooluser_init(&run->user, run->kind, NULL, 0), 0);
}

void pooluser_run(struct job *job) {
  struct run run = {.job = job};
  const json_t *steps = json_object_get(job->in, "steps");
  json_t *results = json_array();
  bool going = begin(&run);

  if (going && !json_is_array(steps)) {
    going = wrong(&run, "expected a list");
  }
  for (size_t i = 0; going && i < json_array_size(steps); i++) {
    json_t *result = perform(&run, json_array_get(steps, i));
    going = result != NULL && json_array_append_new(results, result) == 0;
  }
  if (going && job_draws_fit(job, &run.draws, true)) {
    job->ok = json_pack("{s:O}", "steps", results);
  }
  json_decref(results);
  free(run.draws.draws);
  free(run.items);
  free(run.ids);
}
