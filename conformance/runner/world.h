/*
 * runner/world.h - the world of a scenario: answers to its queries, outcomes
 * of its attempts, and a record of both.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_WORLD_H
#define SNARP_RUNNER_WORLD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "dns/answer.h"
#include "reader.h"
#include "steps.h"

struct dns_zone;

/* Zones by name, each loaded once. */
struct zones {
  char *folder; /* vectors/zones, or null where there are none */
  struct zones_entry {
    char *name;
    struct dns_zone *zone;
  } *list;
  size_t n;
};

void zones_free(struct zones *zones);

struct world_fault {
  struct snarp_view name;
  uint16_t type;
  int rcode; /* enum dns_rcode; NOERROR is an answer without records */
};

struct world_section {
  const struct dns_record *records;
  size_t n;
};

/* Records that the answer to a query has besides those of the zone, at the end
 * of its sections. Their RDATA is any octets. */
struct world_add {
  struct snarp_view name;
  uint16_t type;
  struct world_section answer;
  struct world_section additional;
};

/* What `world` of a vector says; in the arena of the corpus. */
struct scenario {
  const json_t *json;    /* as it stands in the file, or null */
  const char *zone;      /* its name in zones/, or null */
  struct dns_source dns; /* what answers without faults and adds */
  const struct world_fault *faults;
  size_t n_faults;
  const struct world_add *adds;
  size_t n_adds;
  const char *const *serves; /* the attempts that succeed, as steps */
  size_t n_serves;
  unsigned shuffle; /* 0: RRsets as they are; 1: reversed; 2: shuffled */
};

/* Reads `world` into vector->in.world (world_read.c). False with the fault
 * filled. */
bool world_read(const struct reader *reader, json_t *world);

/* A scenario under way. All zero is fit to begin. */
struct world {
  const struct scenario *scenario;
  struct steps steps;         /* what was asked and tried, in its order */
  struct dns_record *records; /* the answer being given; private */
  size_t cap;
};

void world_begin(struct world *world, const struct scenario *scenario);
void world_free(struct world *world);

/* Answers a query and records it. A fault at the name, or at one to which its
 * CNAME records lead, counts. Records are added to what the name that was asked
 * gets, where that is an answer. The answer is good until the next. */
void world_ask(struct world *world, struct dns_answer *answer,
               struct snarp_view name, uint16_t type);

/* The same as the source of a client; ctx is the world. */
struct dns_source world_source(struct world *world);

/* Records an attempt; true where it succeeds: it is one that serves, and a host
 * has an address. */
bool world_connect(struct world *world, const struct target *target);

/* What is added to the answer to a query, or null. */
const struct world_add *scenario_adds(const struct scenario *scenario,
                                      struct snarp_view name, uint16_t type);

/* The outcome of a step by itself: false for a host that has no address in the
 * zone. */
bool scenario_has_address(const struct scenario *scenario,
                          struct snarp_view host);
bool scenario_serves(const struct scenario *scenario, const char *step);

#endif
