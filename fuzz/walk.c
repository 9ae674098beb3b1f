/* Walks through small worlds (walk_world.h), against a model of them.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snarp/name.h"
#include "walk_model.h"

/* How a world is walked. */
struct way {
  const struct world *world;
  size_t size;    /* octets of memory */
  bool serve;     /* else every attempt fails */
  bool backwards; /* which of two orders records are told in */
  bool prove;     /* also what a step and a wrong answer may not change */
};

/* --- answers, in blocks that are gone after the call */

/* A copy of the view behind `*at`. */
static struct snarp_view keep(uint8_t **at, struct snarp_view view) {
  struct snarp_view kept = {*at, view.len};

  if (view.len > 0) {
    memcpy(*at, view.base, view.len);
  }
  *at += view.len;
  return kept;
}

static size_t octets_of(const struct world_record *record) {
  const struct snarp_naptr *naptr = &record->as_naptr;

  return record->as_srv.target.len + naptr->flags.len + naptr->services.len +
         naptr->regexp.len + naptr->replacement.len;
}

/* The numbers of an owner's records, in the order in which they are told. */
struct told {
  size_t records[WORLD_RECORDS];
  size_t n;
  size_t octets;
};

static struct told told_of(const struct way *way, size_t owner, bool srv) {
  const struct world *world = way->world;
  struct told told = {.n = 0};

  for (size_t i = 0; i < world->n_records; i++) {
    if (world->records[i].srv == srv && world->records[i].owner == owner) {
      told.records[told.n] = i;
      told.n++;
      told.octets += octets_of(&world->records[i]);
    }
  }
  for (size_t i = 0; way->backwards && i < told.n; i++) {
    size_t other = told.n - 1 - (i + world->shuffling) % (told.n - i);
    size_t record = told.records[i];
    told.records[i] = told.records[other];
    told.records[other] = record;
  }
  return told;
}

static int tell_naptr(struct snarp_walk *walk, const struct world *world,
                      const struct told *told) {
  struct snarp_naptr *set = malloc(told->n * sizeof *set + 1);
  uint8_t *octets = malloc(told->octets + 1);
  uint8_t *at = octets;

  FUZZ_HOLDS(set != NULL && octets != NULL);
  for (size_t i = 0; i < told->n; i++) {
    set[i] = world->records[told->records[i]].as_naptr;
    set[i].flags = keep(&at, set[i].flags);
    set[i].services = keep(&at, set[i].services);
    set[i].regexp = keep(&at, set[i].regexp);
    set[i].replacement = keep(&at, set[i].replacement);
  }

  int rv = snarp_walk_tell_naptr(walk, set, told->n);
  free(octets);
  free(set);
  return rv;
}

static int tell_srv(struct snarp_walk *walk, const struct world *world,
                    const struct told *told) {
  struct snarp_srv *set = malloc(told->n * sizeof *set + 1);
  uint8_t *octets = malloc(told->octets + 1);
  uint8_t *at = octets;

  FUZZ_HOLDS(set != NULL && octets != NULL);
  for (size_t i = 0; i < told->n; i++) {
    set[i] = world->records[told->records[i]].as_srv;
    set[i].target = keep(&at, set[i].target);
  }

  int rv = snarp_walk_tell_srv(walk, set, told->n);
  free(octets);
  free(set);
  return rv;
}

/* --- steps */

static struct event event_of(const struct way *way,
                             const struct snarp_walk_step *step) {
  const struct snarp_walk_plan *plan = &way->world->plan;
  struct event event = {.what = step->what,
                        .uri = step->uri.len > 0,
                        .depth = step->depth,
                        .has_port = step->has_port,
                        .port = step->port};

  FUZZ_HOLDS(!event.uri || (step->name.len == 0 && plan->uri));
  event.target =
      event.uri ? world_uri(step->uri) : world_owner(step->name, &event.upper);
  while (event.protocol < plan->n_protocols &&
         step->protocol.base != plan->protocols[event.protocol].base) {
    event.protocol++;
  }
  if (event.protocol == plan->n_protocols) {
    FUZZ_HOLDS(step->protocol.len == 0);
    event.protocol = WORLD_PROTOCOLS;
  } else {
    FUZZ_HOLDS(fuzz_equal(step->protocol, plan->protocols[event.protocol]));
  }
  return event;
}

static int answer(const struct way *way, struct snarp_walk *walk,
                  const struct event *event) {
  bool naptr = event->what == SNARP_WALK_ASK_NAPTR;

  if (event->what == SNARP_WALK_TRY) {
    return way->serve && world_serves(way->world, event->uri, event->target,
                                      event->protocol)
               ? snarp_walk_tell_served(walk)
               : snarp_walk_tell_failed(walk);
  }

  enum lookup lookup =
      naptr ? way->world->naptr[event->target] : way->world->srv[event->target];
  if (lookup != LOOKUP_RECORDS) {
    return snarp_walk_tell_absent(walk, lookup == LOOKUP_TEMPORARY);
  }

  struct told told = told_of(way, event->target, !naptr);
  return naptr ? tell_naptr(walk, way->world, &told)
               : tell_srv(walk, way->world, &told);
}

static bool same_view(struct snarp_view a, struct snarp_view b) {
  return a.base == b.base && a.len == b.len;
}

static bool same_step(const struct snarp_walk_step *a,
                      const struct snarp_walk_step *b) {
  return a->what == b->what && same_view(a->name, b->name) &&
         same_view(a->uri, b->uri) && same_view(a->protocol, b->protocol) &&
         a->has_port == b->has_port && a->port == b->port &&
         same_view(a->domain, b->domain) && a->depth == b->depth &&
         a->why == b->why && a->temporary == b->temporary &&
         a->limited == b->limited;
}

static bool same_state(const struct snarp_walk *a, const struct snarp_walk *b) {
  return a->size == b->size && a->used == b->used && a->top == b->top &&
         a->depth == b->depth && a->queries == b->queries &&
         a->what == b->what && a->why == b->why &&
         a->temporary == b->temporary && a->limited == b->limited;
}

/* Answers to other steps are refused and change nothing, nor does asking for
 * the step again. */
static void prove_step(struct snarp_walk *walk,
                       const struct snarp_walk_step *step) {
  struct snarp_walk before = *walk;
  struct snarp_walk_step again;
  uint8_t *memory = malloc(walk->size + 1);
  bool ask_naptr = step->what == SNARP_WALK_ASK_NAPTR;
  bool ask_srv = step->what == SNARP_WALK_ASK_SRV;
  bool attempt = step->what == SNARP_WALK_TRY;

  FUZZ_HOLDS(memory != NULL);
  memcpy(memory, walk->memory, walk->used);
  FUZZ_HOLDS(ask_naptr ||
             snarp_walk_tell_naptr(walk, NULL, 0) == SNARP_ERR_STEP);
  FUZZ_HOLDS(ask_srv || snarp_walk_tell_srv(walk, NULL, 0) == SNARP_ERR_STEP);
  FUZZ_HOLDS(ask_naptr || ask_srv ||
             snarp_walk_tell_absent(walk, true) == SNARP_ERR_STEP);
  FUZZ_HOLDS(attempt || snarp_walk_tell_failed(walk) == SNARP_ERR_STEP);
  FUZZ_HOLDS(attempt || snarp_walk_tell_served(walk) == SNARP_ERR_STEP);
  snarp_walk_next(&again, walk);
  FUZZ_HOLDS(same_state(&before, walk));
  FUZZ_HOLDS(memcmp(memory, walk->memory, walk->used) == 0);
  FUZZ_HOLDS(same_step(step, &again));
  free(memory);
}

static void prove_end(struct trace *trace, const struct snarp_walk_step *step) {
  FUZZ_HOLDS(step->name.len == 0 && step->uri.len == 0);
  FUZZ_HOLDS(step->protocol.len == 0);
  trace->why = step->why;
  trace->temporary = step->temporary;
  trace->limited = step->limited;
}

/* Walks a world in memory of exactly that size. */
static void walk_world(struct trace *trace, const struct way *way) {
  const struct world *world = way->world;
  const struct snarp_walk_plan *plan = &world->plan;
  uint8_t *memory = malloc(way->size > 0 ? way->size : 1);
  struct snarp_walk walk;
  struct snarp_walk_step step;
  size_t queries = 0;

  trace->n = 0;
  FUZZ_HOLDS(memory != NULL);
  if (way->prove) { /* it is compared, with what lies between its fields */
    memset(memory, 0xa5, way->size);
  }
  FUZZ_HOLDS(snarp_walk_init(&walk, plan, world->domain, memory, way->size) ==
             0);
  for (;;) {
    snarp_walk_next(&step, &walk);
    FUZZ_HOLDS(fuzz_equal(step.domain, world->domain));
    FUZZ_HOLDS(step.depth <= plan->max_depth);
    if (way->prove) {
      prove_step(&walk, &step);
    }
    if (step.what == SNARP_WALK_DONE) {
      break;
    }

    struct event event = event_of(way, &step);
    trace_add(trace, event);
    queries += event.what != SNARP_WALK_TRY;
    FUZZ_HOLDS(queries <= plan->max_queries);
    FUZZ_HOLDS(answer(way, &walk, &event) == 0);
    FUZZ_HOLDS(walk.used <= walk.size && walk.size == way->size);
  }
  prove_end(trace, &step);
  free(memory);
}

/* --- traces */

static bool same_trace(const struct trace *a, const struct trace *b) {
  bool same = a->n == b->n && a->why == b->why &&
              a->temporary == b->temporary && a->limited == b->limited;

  for (size_t i = 0; same && i < a->n; i++) {
    same = trace_same_event(&a->events[i], &b->events[i]);
  }
  return same;
}

/* In the case of names too. */
static bool alike(const struct trace *a, const struct trace *b) {
  bool same = same_trace(a, b);

  for (size_t i = 0; same && i < a->n; i++) {
    same = a->events[i].upper == b->events[i].upper;
  }
  return same;
}

static void print_trace(const char *whose, const struct trace *trace) {
  fprintf(stderr, "%s: why %d, temporary %d, limited %d\n", whose, trace->why,
          trace->temporary, trace->limited);
  for (size_t i = 0; i < trace->n; i++) {
    const struct event *event = &trace->events[i];
    fprintf(stderr,
            "  what %d target %zu protocol %zu depth %zu port %d:%u%s\n",
            event->what, event->target, event->protocol, event->depth,
            event->has_port, event->port, event->uri ? " URI" : "");
  }
}

static void prove_same(const struct trace *model, const struct trace *walked) {
  if (!same_trace(model, walked)) {
    print_trace("model", model);
    print_trace("walk", walked);
    fuzz_fail("the walk is as the model has it", __LINE__);
  }
}

/* True if `part` has no event that `whole` has not, and in its order. */
static bool is_part(const struct trace *part, const struct trace *whole) {
  size_t at = 0;

  for (size_t i = 0; i < part->n; i++) {
    while (at < whole->n &&
           !trace_same_event(&part->events[i], &whole->events[at])) {
      at++;
    }
    if (at == whole->n) {
      return false;
    }
    at++;
  }
  return true;
}

/* What snarp_walk_memory says of the world: each set once, the records of the
 * first set once more for each protocol. */
static size_t memory_for(const struct world *world) {
  size_t records = 0;
  size_t octets = 0;

  for (size_t i = 0; i < world->n_records; i++) {
    const struct world_record *record = &world->records[i];
    size_t times = 1;
    for (unsigned left = record->owner == 0 ? record->protocols : 0; left != 0;
         left >>= 1) {
      times += left & 1;
    }
    records += times;
    octets += times * (record->as_srv.target.len + record->as_naptr.regexp.len +
                       record->as_naptr.replacement.len);
  }
  return snarp_walk_memory(records, octets);
}

/* --- properties */

static uint64_t draw_zero(void *ctx, uint64_t bound) {
  (void)ctx;
  FUZZ_HOLDS(bound > 0);
  return 0;
}

static void walk_seeded(struct trace *trace, const struct way *way,
                        struct snarp_rng *rng, struct snarp_seed *seed) {
  *rng = snarp_rng_from_seed(seed, way->world->draws);
  walk_world(trace, way);
}

/* With enough memory the walk is the model's, and in whatever order records
 * come it is the same to the letter. */
static void prove_model(struct world *world, struct trace *model,
                        struct trace *walked) {
  struct way way = {world, memory_for(world), true, false, true};
  struct trace again = trace_new();
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, world->draws);

  world->plan.rng = &rng;
  model_walk(model, world, true);
  walk_seeded(walked, &way, &rng, &seed);
  prove_same(model, walked);

  way.backwards = true;
  way.prove = false;
  walk_seeded(&again, &way, &rng, &seed);
  FUZZ_HOLDS(alike(walked, &again));
  trace_free(&again);
}

/* Less memory cuts paths off and says so, and does nothing else. A query that
 * was saved may be spent elsewhere, so a limited walk has less to prove. */
static void prove_less_memory(struct world *world, struct trace *model,
                              struct trace *walked) {
  struct way way = {world, 0, false, false, false};
  struct snarp_rng zero = {draw_zero, NULL};
  size_t most = memory_for(world);

  world->plan.rng = &zero;
  model_walk(model, world, false);
  for (size_t size = world->memory % 16; size < most; size += 1 + most / 8) {
    way.size = size;
    walk_world(walked, &way);
    FUZZ_HOLDS(model->limited || is_part(walked, model));
    FUZZ_HOLDS(walked->limited || same_trace(walked, model));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < WORLD_HEAD) {
    return 0;
  }

  struct world *world = malloc(sizeof *world);
  struct trace model = trace_new();
  struct trace walked = trace_new();
  struct snarp_walk walk;

  FUZZ_HOLDS(world != NULL);
  world_read(world, data, size);
  if (world->plan.max_depth == 0 || world->plan.max_queries == 0) {
    FUZZ_HOLDS(snarp_walk_init(&walk, &world->plan, world->domain, NULL, 0) ==
               SNARP_ERR_PLAN);
  } else {
    prove_model(world, &model, &walked);
    prove_less_memory(world, &model, &walked);
  }
  trace_free(&walked);
  trace_free(&model);
  free(world);
  return 0;
}
