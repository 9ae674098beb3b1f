/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "dns/answer.h"
#include "fault.h"
#include "probe.h"
#include "snarp/name.h"
#include "snarp/service.h"
#include "snarp/walk.h"
#include "world.h"

/* A small zone: the domain leads to `inner`, that to SRV records, and these to
 * two hosts and to what is no name; and records that cannot be written. */
static const uint8_t inner_name[] = "\5inner\4test";
static const uint8_t srv_name[] = "\3srv\4test";
static const uint8_t host_names[2][8] = {"\1a\4test", "\1b\4test"};
static const uint8_t no_name[] = {5, 'x'};
static const uint8_t long_string[SNARP_STRING_MAX + 1];

static const struct snarp_view inner = {inner_name, sizeof inner_name};
static const struct snarp_view broken = {no_name, sizeof no_name};
static const struct snarp_view overlong = {long_string, sizeof long_string};

#define MEMORY_MAX 2048

struct trial {
  struct snarp_walk_plan plan;
  struct snarp_view protocol;
  struct snarp_view domain;
  struct snarp_rng rng;
  struct snarp_naptr records[4];
  struct snarp_srv targets[3];
  uint8_t space[SNARP_NAME_MAX];
  uint8_t field[SNARP_STRING_MAX];
};

static uint64_t always_0(void *ctx, uint64_t bound) {
  (void)ctx;
  (void)bound;
  return 0;
}

static struct snarp_view text_of(const json_t *string) {
  return (struct snarp_view){(const uint8_t *)json_string_value(string),
                             json_string_length(string)};
}

static struct snarp_naptr to_name(struct snarp_view services, const char *flag,
                                  struct snarp_view name) {
  return (struct snarp_naptr){
      1, 1, {(const uint8_t *)flag, strlen(flag)}, services, {NULL, 0}, name};
}

/* False where the request is none that a walk takes. */
static bool prepare(struct trial *trial, const json_t *in) {
  static const struct snarp_view none = {NULL, 0};
  struct snarp_buf field = {trial->field, sizeof trial->field, 0};
  struct snarp_view service = text_of(json_object_get(in, "service"));
  struct snarp_view domain = text_of(json_object_get(in, "domain"));

  trial->protocol =
      text_of(json_array_get(json_object_get(in, "protocols"), 0));
  trial->rng = (struct snarp_rng){always_0, NULL};
  trial->plan = (struct snarp_walk_plan){.service = service,
                                         .protocols = &trial->protocol,
                                         .n_protocols = 1,
                                         .rng = &trial->rng,
                                         .max_depth = 4,
                                         .max_queries = 8};
  if (snarp_name_scan(&trial->domain, trial->space, domain, none, NULL) !=
          SNARP_OK ||
      snarp_name_compare(trial->domain, inner) == 0 ||
      snarp_service_print(&field, service, &trial->protocol, 1, NULL) !=
          SNARP_OK) {
    return false;
  }

  struct snarp_view services = {trial->field, field.len};
  struct snarp_view srv = {srv_name, sizeof srv_name};
  trial->records[0] = to_name(services, "", inner);
  trial->records[1] = to_name(services, "", broken);
  trial->records[2] = to_name(overlong, "", inner);
  trial->records[3] = to_name(services, "s", srv);
  trial->targets[0] = (struct snarp_srv){2, 0, 5, {host_names[0], 8}};
  trial->targets[1] = (struct snarp_srv){1, 0, 6, {host_names[1], 8}};
  trial->targets[2] = (struct snarp_srv){0, 0, 7, broken};
  return true;
}

static bool same_step(const struct snarp_walk_step *a,
                      const struct snarp_walk_step *b) {
  return a->what == b->what && a->name.base == b->name.base &&
         a->name.len == b->name.len && a->uri.base == b->uri.base &&
         a->protocol.base == b->protocol.base && a->has_port == b->has_port &&
         a->port == b->port && a->depth == b->depth && a->why == b->why &&
         a->temporary == b->temporary && a->limited == b->limited;
}

/* Answers that are to another step change nothing. */
static bool refuses_others(struct snarp_walk *walk) {
  struct snarp_walk_step before;
  struct snarp_walk_step after;
  bool naptr = walk->what == SNARP_WALK_ASK_NAPTR;
  bool srv = walk->what == SNARP_WALK_ASK_SRV;
  bool attempt = walk->what == SNARP_WALK_TRY;
  bool all = true;

  snarp_walk_next(&before, walk);
  if (!naptr) {
    all = snarp_walk_tell_naptr(walk, NULL, 0) == SNARP_ERR_STEP;
  }
  if (!srv) {
    all = all && snarp_walk_tell_srv(walk, NULL, 0) == SNARP_ERR_STEP;
  }
  if (!naptr && !srv) {
    all = all && snarp_walk_tell_absent(walk, true) == SNARP_ERR_STEP;
  }
  if (!attempt) {
    all = all && snarp_walk_tell_served(walk) == SNARP_ERR_STEP &&
          snarp_walk_tell_failed(walk) == SNARP_ERR_STEP;
  }
  snarp_walk_next(&after, walk);
  return all && same_step(&before, &after);
}

static void answer_step(struct snarp_walk *walk, const struct trial *trial,
                        const struct snarp_walk_step *step) {
  if (step->what == SNARP_WALK_ASK_SRV) {
    snarp_walk_tell_srv(walk, trial->targets, 3);
  } else if (step->depth > 0) {
    snarp_walk_tell_naptr(walk, trial->records + 3, 1);
  } else {
    snarp_walk_tell_naptr(walk, trial->records, 3);
  }
}

/* Walks in that much memory; the ports that were tried as digits. */
static const char *walk_in(const struct trial *trial, void *memory, size_t size,
                           unsigned *ports, bool *limited) {
  struct snarp_walk walk;
  struct snarp_walk_step step;

  *ports = 0;
  PROMISE(snarp_walk_init(&walk, &trial->plan, trial->domain, memory, size) ==
              SNARP_OK,
          "a walk does not begin");
  for (snarp_walk_next(&step, &walk); step.what != SNARP_WALK_DONE;
       snarp_walk_next(&step, &walk)) {
    PROMISE(refuses_others(&walk), "a walk takes an answer to another step");
    if (step.what == SNARP_WALK_TRY) {
      *ports = 10 * *ports + step.port;
      snarp_walk_tell_failed(&walk);
    } else {
      answer_step(&walk, trial, &step);
    }
  }
  PROMISE(refuses_others(&walk), "a walk takes an answer to no step");
  PROMISE(step.why == SNARP_WALK_FAILED && !step.temporary,
          "a walk ends otherwise in other memory");
  *limited = step.limited;
  return NULL;
}

/* In memory that is too small paths are cut off, and this is told. */
static const char *memories(const struct trial *trial) {
  size_t enough = snarp_walk_memory(3, 3 * 12) + 2 * snarp_walk_memory(4, 32);
  unsigned ports;
  bool limited = true;
  const char *fault = NULL;

  for (size_t size = 0; size < MEMORY_MAX && fault == NULL; size += 5) {
    void *memory = take(size + 1);
    fault = walk_in(trial, memory, size, &ports, &limited);
    free(memory);
    if (fault == NULL) {
      PROMISE(limited ? ports == 0 || ports == 6 : ports == 65,
              "a walk tries other targets in other memory");
      PROMISE(!limited || size < enough, "a walk needs more memory than told");
    }
  }
  PROMISE(fault != NULL || !limited, "a walk is limited in all memory");
  PROMISE(snarp_walk_memory(SIZE_MAX, 0) == SIZE_MAX &&
              snarp_walk_memory(1, SIZE_MAX) == SIZE_MAX,
          "memory for more than there can be");
  return fault;
}

/* --- plans */

static bool refused(const struct trial *trial,
                    const struct snarp_walk_plan *plan) {
  struct snarp_walk walk;
  struct snarp_walk_step step;
  int rv = snarp_walk_init(&walk, plan, trial->domain, NULL, 0);

  snarp_walk_next(&step, &walk);
  return rv == SNARP_ERR_PLAN && step.what == SNARP_WALK_DONE;
}

static const char *plans(const struct trial *trial) {
  static const uint8_t two_tags[] = "a:b";
  static const struct snarp_view none = {NULL, 0};
  static const struct snarp_view pair = {two_tags, 3};
  static const struct snarp_view colon = {two_tags + 1, 1};
  struct snarp_walk_plan plan = trial->plan;
  struct snarp_walk walk;

  plan.n_protocols = 0;
  PROMISE(refused(trial, &plan), "a plan without protocols is taken");
  plan.n_protocols = SNARP_WALK_PROTOCOLS_MAX + 1;
  PROMISE(refused(trial, &plan), "a plan with 65 protocols is taken");
  plan.n_protocols = 1;
  plan.max_depth = 0;
  PROMISE(refused(trial, &plan), "a plan without depth is taken");
  plan.max_depth = 1;
  plan.max_queries = 0;
  PROMISE(refused(trial, &plan), "a plan without queries is taken");
  plan.max_queries = 1;
  plan.protocols = &pair;
  PROMISE(refused(trial, &plan), "a plan with a protocol of two is taken");
  plan.protocols = &colon;
  PROMISE(refused(trial, &plan), "a plan with a broken protocol is taken");
  plan.protocols = &none;
  PROMISE(refused(trial, &plan), "a plan with an empty protocol is taken");
  plan = trial->plan;
  plan.service = none;
  PROMISE(refused(trial, &plan), "a plan without a service is taken");
  PROMISE(snarp_walk_init(&walk, &trial->plan, broken, NULL, 0) ==
              SNARP_ERR_NAME_OVERRUN,
          "a walk begins at what is no name");
  return NULL;
}

/* --- why a record is passed over */

static const char *judged(const struct trial *trial, struct snarp_naptr record,
                          bool uri) {
  static const struct snarp_view any = {NULL, 0};
  struct snarp_view service = trial->plan.service;
  int one = snarp_walk_judge(&record, service, trial->protocol, uri);
  int whole = snarp_walk_judge(&record, service, any, uri);
  struct snarp_naptr other = record;

  PROMISE(one == whole || one == SNARP_ERR_NOT_OFFERED,
          "a record is offered with a protocol and not with any");
  if (whole == SNARP_OK) {
    other.services = service;
    PROMISE(snarp_walk_judge(&other, service, any, uri) ==
                SNARP_ERR_NOT_OFFERED,
            "a service without protocols is offered");
  }
  other = record;
  other.services = overlong;
  PROMISE(snarp_walk_judge(&other, service, any, uri) == SNARP_ERR_STRING_LONG,
          "a record with too long SERVICES is judged");
  other = record;
  other.regexp = overlong;
  PROMISE(snarp_walk_judge(&other, service, any, uri) == SNARP_ERR_STRING_LONG,
          "a record with a too long REGEXP is judged");
  other = record;
  other.replacement = broken;
  PROMISE(snarp_walk_judge(&other, service, any, uri) == SNARP_ERR_NAME_OVERRUN,
          "a record with a broken REPLACEMENT is judged");
  return NULL;
}

/* The records of the first set. */
static const char *judge_all(const struct trial *trial,
                             const struct vector *vector) {
  const struct dns_source *dns = &vector->in.world->dns;
  bool uri = json_is_true(json_object_get(vector->in.json, "uri"));
  struct dns_answer answer = {.rcode = DNS_TIMEOUT};
  struct snarp_naptr record;
  const char *fault = judged(trial, trial->records[3], uri);

  dns->ask(dns->ctx, &answer, trial->domain, DNS_NAPTR);
  for (size_t i = 0; i < answer.n && fault == NULL; i++) {
    if (answer.records[i].type == DNS_NAPTR &&
        snarp_naptr_read(&record, answer.records[i].rdata, NULL) == SNARP_OK) {
      fault = judged(trial, record, uri);
    }
  }
  return fault;
}

/* Facts are the same whatever the vector, and asked once. */
static const char *facts(void) {
  static const char *fault;
  static bool asked;

  if (!asked) {
    asked = true;
    fault = probe_walk_plan();
    if (fault == NULL) {
      fault = probe_walk();
    }
    if (fault == NULL) {
      fault = probe_walk_memory();
    }
  }
  return fault;
}

const char *probe_resolve(const struct vector *vector) {
  struct trial trial;
  const char *fault;

  if (vector->derived != DERIVED_NOT || !prepare(&trial, vector->in.json)) {
    return NULL;
  }
  fault = facts();
  if (fault == NULL) {
    fault = memories(&trial);
  }
  if (fault == NULL) {
    fault = plans(&trial);
  }
  return fault != NULL ? fault : judge_all(&trial, vector);
}
