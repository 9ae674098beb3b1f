/* The order in which SRV records are tried (RFC 2782). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "ops/job.h"
#include "snarp/srv.h"

#define RUNS_MAX 1000000

/* Records and the room for their order. */
struct ordering {
  struct snarp_ops_filled *filled;
  struct snarp_srv *records;
  uint32_t *arranged;
  uint32_t *drawn;
  uint64_t *sums;
  size_t n;
};

static bool fill(struct ordering *ordering, struct job *job) {
  const json_t *list = json_object_get(job->in, "records");

  if (!json_is_array(list)) {
    return job_fault(job, "records", "expected a list");
  }
  ordering->n = json_array_size(list);
  ordering->filled = take(ordering->n * sizeof *ordering->filled);
  ordering->records = take(ordering->n * sizeof *ordering->records);
  ordering->arranged = take(ordering->n * sizeof *ordering->arranged);
  ordering->drawn = take(ordering->n * sizeof *ordering->drawn);
  ordering->sums = take((ordering->n + 1) * sizeof *ordering->sums);
  for (size_t i = 0; i < ordering->n; i++) {
    snarp_ops_fill(&ordering->filled[i], job->kind, json_array_get(list, i),
                   &job->fault);
    if (job->fault.why != NULL) {
      return false;
    }
    ordering->records[i] = ordering->filled[i].record.srv;
  }
  snarp_srv_arrange(ordering->arranged, ordering->records, ordering->n);
  return true;
}

static void empty(struct ordering *ordering) {
  for (size_t i = 0; i < ordering->n; i++) {
    snarp_ops_free(&ordering->filled[i]);
  }
  free(ordering->filled);
  free(ordering->records);
  free(ordering->arranged);
  free(ordering->drawn);
  free(ordering->sums);
}

/* A new list of indexes. */
static json_t *draw(struct ordering *ordering, const struct snarp_rng *rng) {
  json_t *order = json_array();

  snarp_srv_draw(ordering->drawn, ordering->arranged, ordering->records,
                 ordering->n, SNARP_SRV_LITERAL, rng, ordering->sums);
  for (size_t i = 0; i < ordering->n; i++) {
    json_array_append_new(order, json_integer(ordering->drawn[i]));
  }
  return order;
}

/* Counts an order in the list of pairs; `places` says where each one is. */
static void count(json_t *orders, json_t *places, json_t *order) {
  char *key = need(json_dumps(order, JSON_COMPACT));
  const json_t *place = json_object_get(places, key);

  if (place == NULL) {
    json_object_set_new(places, key,
                        json_integer((json_int_t)json_array_size(orders)));
    json_array_append_new(orders, json_pack("[O, i]", order, 1));
  } else {
    json_t *pair = json_array_get(orders, (size_t)json_integer_value(place));
    json_t *n = json_array_get(pair, 1);
    json_integer_set(n, json_integer_value(n) + 1);
  }
  free(key);
}

static void draw_often(struct job *job, struct ordering *ordering,
                       const json_t *runs) {
  struct snarp_rng rng;
  struct job_draws draws;
  json_t *places = json_object();
  json_t *orders = json_array();

  job_draws(job, &draws);
  rng = draws.rng;
  for (json_int_t i = 0; i < json_integer_value(runs); i++) {
    json_t *order = draw(ordering, &rng);
    count(orders, places, order);
    json_decref(order);
  }
  json_decref(places);
  job->ok = json_pack("{s:o}", "orders", orders);
}

static void draw_once(struct job *job, struct ordering *ordering) {
  struct job_draws draws;

  if (!job_draws(job, &draws)) {
    return;
  }
  json_t *order = draw(ordering, &draws.rng);
  if (job_draws_fit(job, &draws, true)) {
    job->ok = json_pack("{s:O}", "order", order);
  }
  json_decref(order);
  free(draws.draws);
}

void srv_order(struct job *job) {
  struct ordering ordering = {0};
  const json_t *runs = json_object_get(job->in, "runs");
  json_int_t n = json_integer_value(runs);

  if (runs != NULL && (!json_is_integer(runs) || n < 1 || n > RUNS_MAX)) {
    job_fault(job, "runs", "expected a number from 1 to 1000000");
  } else if (runs != NULL && json_object_get(job->in, "draws") != NULL) {
    job_fault(job, "runs", "expected no draws besides");
  } else if (fill(&ordering, job)) {
    if (runs != NULL) {
      draw_often(job, &ordering, runs);
    } else {
      draw_once(job, &ordering);
    }
  }
  empty(&ordering);
}
