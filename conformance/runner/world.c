/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "snarp/name.h"
#include "snarp/rng.h"
#include "text.h"

/* --- answers */

void world_begin(struct world *world, const struct scenario *scenario) {
  steps_clear(&world->steps);
  world->scenario = scenario;
}

void world_free(struct world *world) {
  steps_free(&world->steps);
  free(world->records);
  memset(world, 0, sizeof *world);
}

static const struct world_fault *find_fault(const struct scenario *scenario,
                                            struct snarp_view name,
                                            uint16_t type) {
  for (size_t i = 0; i < scenario->n_faults; i++) {
    const struct world_fault *fault = &scenario->faults[i];

    if (fault->type == type && snarp_name_compare(fault->name, name) == 0) {
      return fault;
    }
  }
  return NULL;
}

/* A fault ends the answer at the CNAME records that led to it. */
static void answer_fault(struct dns_answer *answer,
                         const struct world_fault *fault, size_t n) {
  answer->rcode = fault->rcode;
  answer->n =
      fault->rcode == DNS_NOERROR || fault->rcode == DNS_NXDOMAIN ? n : 0;
}

static void answer_plainly(struct dns_answer *answer,
                           const struct scenario *scenario,
                           struct snarp_view name, uint16_t type) {
  const struct world_fault *fault = find_fault(scenario, name, type);
  size_t i = 0;

  scenario->dns.ask(scenario->dns.ctx, answer, name, type);
  while (fault == NULL && type != DNS_CNAME && i < answer->n &&
         answer->records[i].type == DNS_CNAME) {
    fault = find_fault(scenario, answer->records[i++].rdata, type);
  }
  if (fault != NULL) {
    answer_fault(answer, fault, i);
  }
}

static void swap(struct dns_record *a, struct dns_record *b) {
  struct dns_record kept = *a;

  *a = *b;
  *b = kept;
}

static void reverse(struct dns_record *records, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    swap(&records[i], &records[n - 1 - i]);
  }
}

/* The same at every run; n decides. */
static void shuffle(struct dns_record *records, size_t n) {
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, n);

  for (size_t i = n; i > 1; i--) {
    swap(&records[i - 1], &records[rng.below(rng.ctx, i)]);
  }
}

/* Gives the records behind the CNAME records another order. */
static void reorder(const struct world *world, size_t n) {
  size_t first = 0;

  while (first < n && world->records[first].type == DNS_CNAME) {
    first++;
  }
  if (world->scenario->shuffle == 1) {
    reverse(world->records + first, n - first);
  } else {
    shuffle(world->records + first, n - first);
  }
}

const struct world_add *scenario_adds(const struct scenario *scenario,
                                      struct snarp_view name, uint16_t type) {
  for (size_t i = 0; i < scenario->n_adds; i++) {
    const struct world_add *add = &scenario->adds[i];

    if (add->type == type && snarp_name_compare(add->name, name) == 0) {
      return add;
    }
  }
  return NULL;
}

/* Copies the answer section, with room for more records behind it. */
static void take_over(struct world *world, struct dns_answer *answer,
                      size_t more) {
  if (world->cap < answer->n + more) {
    world->cap = answer->n + more;
    world->records = grow(world->records, world->cap * sizeof *world->records);
  }
  if (answer->n > 0) {
    memcpy(world->records, answer->records, answer->n * sizeof *world->records);
  }
  answer->records = world->records;
}

/* A name with an added record exists. */
static void add_records(struct world *world, struct dns_answer *answer,
                        const struct world_add *add) {
  take_over(world, answer, add->answer.n);
  for (size_t i = 0; i < add->answer.n; i++) {
    world->records[answer->n++] = add->answer.records[i];
    answer->rcode = DNS_NOERROR;
  }
  answer->additional = add->additional.records;
  answer->n_additional = add->additional.n;
}

void world_ask(struct world *world, struct dns_answer *answer,
               struct snarp_view name, uint16_t type) {
  const struct world_add *add = scenario_adds(world->scenario, name, type);

  steps_add(&world->steps, step_query(type, name));
  answer_plainly(answer, world->scenario, name, type);
  if (add != NULL && !dns_is_temporary(answer)) {
    add_records(world, answer, add);
  } else if (world->scenario->shuffle != 0) {
    take_over(world, answer, 0);
  }
  if (world->scenario->shuffle != 0) {
    reorder(world, answer->n);
  }
}

static void ask_source(void *ctx, struct dns_answer *answer,
                       struct snarp_view name, uint16_t type) {
  world_ask(ctx, answer, name, type);
}

struct dns_source world_source(struct world *world) {
  return (struct dns_source){ask_source, world};
}

/* --- attempts */

static bool has_records(const struct scenario *scenario, struct snarp_view host,
                        uint16_t type) {
  struct dns_answer answer = {0};

  answer_plainly(&answer, scenario, host, type);
  return answer.rcode == DNS_NOERROR && answer.n > 0 &&
         answer.records[answer.n - 1].type == type;
}

bool scenario_has_address(const struct scenario *scenario,
                          struct snarp_view host) {
  return has_records(scenario, host, DNS_A) ||
         has_records(scenario, host, DNS_AAAA);
}

bool scenario_serves(const struct scenario *scenario, const char *step) {
  for (size_t i = 0; i < scenario->n_serves; i++) {
    if (strcmp(scenario->serves[i], step) == 0) {
      return true;
    }
  }
  return false;
}

bool world_connect(struct world *world, const struct target *target) {
  const struct scenario *scenario = world->scenario;
  char *step = target_step(target);

  steps_add(&world->steps, step);
  return scenario_serves(scenario, step) &&
         (target->uri.len > 0 || scenario_has_address(scenario, target->name));
}
