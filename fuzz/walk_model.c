/* A plain model of walks.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "walk_model.h"

#include <stdlib.h>
#include <string.h>

#include "snarp/name.h"

struct trace trace_new(void) {
  struct trace trace = {NULL, 0, 0, SNARP_WALK_FAILED, false, false};

  return trace;
}

void trace_free(struct trace *trace) {
  free(trace->events);
}

void trace_add(struct trace *trace, struct event event) {
  if (trace->n == trace->room) {
    trace->room = 2 * trace->room + 16;
    struct event *more =
        realloc(trace->events, trace->room * sizeof *trace->events);
    FUZZ_HOLDS(more != NULL);
    trace->events = more;
  }
  trace->events[trace->n] = event;
  trace->n++;
}

bool trace_same_event(const struct event *a, const struct event *b) {
  return a->what == b->what && a->uri == b->uri && a->target == b->target &&
         a->protocol == b->protocol && a->depth == b->depth &&
         a->has_port == b->has_port && a->port == b->port;
}

struct model {
  struct trace *trace;
  const struct world *world;
  bool serve;
  bool done;
  size_t queries;
  size_t path[SNARP_WALK_DEPTH]; /* the owners of the sets above */
  size_t depth;
};

/* Records of a set that matter, in the order in which they are taken. */
struct set {
  const struct world_record *records[WORLD_RECORDS];
  size_t n;
};

static void try_target(struct model *model, struct event event) {
  event.what = SNARP_WALK_TRY;
  event.depth = model->depth;
  trace_add(model->trace, event);
  if (model->serve &&
      world_serves(model->world, event.uri, event.target, event.protocol)) {
    model->trace->why = SNARP_WALK_SERVED;
    model->done = true;
  }
}

/* A query; false where it may not be asked any more or yields nothing. */
static bool ask(struct model *model, enum snarp_walk_what what, size_t owner,
                size_t protocol) {
  const struct world *world = model->world;
  struct event event = {.what = what,
                        .target = owner,
                        .protocol = protocol,
                        .depth = model->depth};
  enum lookup lookup =
      what == SNARP_WALK_ASK_NAPTR ? world->naptr[owner] : world->srv[owner];

  if (model->queries == world->plan.max_queries) {
    model->trace->limited = true;
    return false;
  }
  model->queries++;
  trace_add(model->trace, event);
  if (lookup == LOOKUP_TEMPORARY) {
    model->trace->temporary = true;
  }
  return lookup == LOOKUP_RECORDS;
}

/* --- SRV records */

static bool srv_before(const struct snarp_srv *a, const struct snarp_srv *b) {
  if (a->priority != b->priority) {
    return a->priority < b->priority;
  }
  if ((a->weight == 0) != (b->weight == 0)) {
    return a->weight == 0;
  }
  return snarp_srv_compare(a, b) < 0;
}

/* Puts the record where it belongs, unless it is there already. */
static void insert_srv(struct set *set, const struct world_record *record) {
  size_t at = 0;

  while (at < set->n &&
         srv_before(&set->records[at]->as_srv, &record->as_srv)) {
    at++;
  }
  if (at < set->n &&
      snarp_srv_compare(&set->records[at]->as_srv, &record->as_srv) == 0) {
    return;
  }
  memmove(set->records + at + 1, set->records + at,
          (set->n - at) * sizeof set->records[0]);
  set->records[at] = record;
  set->n++;
}

/* How many records of the lowest priority there are, and their weights' sum. */
static size_t lowest(const struct set *set, uint64_t *sum) {
  size_t n = 0;

  *sum = 0;
  while (n < set->n &&
         set->records[n]->as_srv.priority == set->records[0]->as_srv.priority) {
    *sum += set->records[n]->as_srv.weight;
    n++;
  }
  return n;
}

/* RFC 2782, Weight: the first one whose running sum is not less than a random
 * number. */
static const struct world_record *draw(const struct model *model,
                                       struct set *set) {
  const struct snarp_walk_plan *plan = &model->world->plan;
  uint64_t sum;
  uint64_t running = 0;
  uint64_t random = 0;
  size_t at = 0;

  if (lowest(set, &sum) > 1 && sum > 0) {
    random = plan->srv_mode == SNARP_SRV_LITERAL
                 ? plan->rng->below(plan->rng->ctx, sum + 1)
                 : plan->rng->below(plan->rng->ctx, sum) + 1;
  }
  running = set->records[0]->as_srv.weight;
  while (running < random) {
    at++;
    running += set->records[at]->as_srv.weight;
  }

  const struct world_record *drawn = set->records[at];
  set->n--;
  memmove(set->records + at, set->records + at + 1,
          (set->n - at) * sizeof set->records[0]);
  return drawn;
}

static void walk_srv(struct model *model, size_t owner, size_t protocol) {
  const struct world *world = model->world;
  struct set set = {.n = 0};
  struct set drawn = {.n = 0};

  if (!ask(model, SNARP_WALK_ASK_SRV, owner, protocol)) {
    return;
  }
  for (size_t i = 0; i < world->n_records; i++) {
    const struct world_record *record = &world->records[i];
    if (record->srv && record->owner == owner && record->leads == TO_HOST) {
      insert_srv(&set, record);
    }
  }
  while (set.n > 0) {
    drawn.records[drawn.n] = draw(model, &set);
    drawn.n++;
  }
  for (size_t i = 0; i < drawn.n && !model->done; i++) {
    struct event event = {.target = drawn.records[i]->target,
                          .protocol = protocol,
                          .has_port = true,
                          .port = drawn.records[i]->as_srv.port};
    try_target(model, event);
  }
}

/* --- NAPTR records */

/* By ORDER, then PREFERENCE, then the octets of the rest. */
static void insert_naptr(struct set *set, const struct world_record *record) {
  size_t at = 0;

  while (at < set->n && snarp_naptr_compare(&set->records[at]->as_naptr,
                                            &record->as_naptr) < 0) {
    at++;
  }
  if (at < set->n && snarp_naptr_compare(&set->records[at]->as_naptr,
                                         &record->as_naptr) == 0) {
    return;
  }
  memmove(set->records + at + 1, set->records + at,
          (set->n - at) * sizeof set->records[0]);
  set->records[at] = record;
  set->n++;
}

static struct set naptr_set(const struct world *world, size_t owner,
                            size_t protocol) {
  struct set set = {.n = 0};

  for (size_t i = 0; i < world->n_records; i++) {
    const struct world_record *record = &world->records[i];
    if (!record->srv && record->owner == owner && record->leads != NOWHERE &&
        (record->protocols >> protocol & 1) != 0) {
      insert_naptr(&set, record);
    }
  }
  return set;
}

static void walk_set(struct model *model, size_t owner, const struct set *set,
                     size_t protocol);

static void walk_naptr(struct model *model, size_t owner, size_t protocol) {
  for (size_t i = 0; i < model->depth; i++) {
    if (model->path[i] == owner) {
      return;
    }
  }
  if (model->depth == model->world->plan.max_depth) {
    model->trace->limited = true;
    return;
  }
  if (ask(model, SNARP_WALK_ASK_NAPTR, owner, protocol)) {
    struct set set = naptr_set(model->world, owner, protocol);
    walk_set(model, owner, &set, protocol);
  }
}

/* Each record to its end before the next (2.2.4). */
static void walk_set(struct model *model, size_t owner, const struct set *set,
                     size_t protocol) {
  model->path[model->depth] = owner;
  model->depth++;
  for (size_t i = 0; i < set->n && !model->done; i++) {
    const struct world_record *record = set->records[i];
    struct event event = {.uri = record->leads == TO_URI,
                          .target = record->target,
                          .protocol = protocol};
    if (record->leads == TO_NAPTR) {
      walk_naptr(model, record->target, protocol);
    } else if (record->leads == TO_SRV) {
      walk_srv(model, record->target, protocol);
    } else {
      try_target(model, event);
    }
  }
  model->depth--;
}

/* --- the first set */

static uint32_t rank(const struct set *set) {
  const struct snarp_naptr *best = &set->records[0]->as_naptr;

  return (uint32_t)best->order << 16 | best->preference;
}

/* Of the protocols that are left in the first set the one to pursue next: by
 * the plan, or by its best record (2.2.5, RFC 5928 3). */
static size_t next_protocol(const struct world *world, const struct set *sets) {
  size_t chosen = WORLD_PROTOCOLS;

  for (size_t i = 0; i < world->plan.n_protocols; i++) {
    if (sets[i].n > 0 &&
        (chosen == WORLD_PROTOCOLS || (world->plan.first == SNARP_WALK_ZONE &&
                                       rank(&sets[i]) < rank(&sets[chosen])))) {
      chosen = i;
    }
  }
  return chosen;
}

static void walk_first(struct model *model) {
  const struct world *world = model->world;
  struct set sets[WORLD_PROTOCOLS] = {{.n = 0}};
  size_t protocol;

  if (!ask(model, SNARP_WALK_ASK_NAPTR, 0, WORLD_PROTOCOLS)) {
    if (!model->trace->temporary) {
      model->trace->why = SNARP_WALK_NOT_OFFERED;
    }
    return;
  }
  for (size_t i = 0; i < world->plan.n_protocols; i++) {
    sets[i] = naptr_set(world, 0, i);
  }
  if (next_protocol(world, sets) == WORLD_PROTOCOLS) {
    model->trace->why = SNARP_WALK_NOT_OFFERED;
  }
  while (!model->done &&
         (protocol = next_protocol(world, sets)) < WORLD_PROTOCOLS) {
    walk_set(model, 0, &sets[protocol], protocol);
    sets[protocol].n = 0;
  }
}

void model_walk(struct trace *trace, const struct world *world, bool serve) {
  struct model model = {.trace = trace, .world = world, .serve = serve};

  trace->n = 0;
  trace->why = SNARP_WALK_FAILED;
  trace->temporary = false;
  trace->limited = false;
  walk_first(&model);
}
