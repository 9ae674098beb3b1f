/* S-NAPTR resolution (RFC 3958).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/walk.h"

#include <string.h>

#include "snarp/name.h"
#include "walk_memory.h"
#include "walk_sets.h"

int snarp_walk_init(struct snarp_walk *walk, const struct snarp_walk_plan *plan,
                    struct snarp_view domain, void *memory, size_t size) {
  struct snarp_view name;
  int rv = snarp_name_read(&name, domain, NULL);

  memset(walk, 0, sizeof *walk);
  walk->what = SNARP_WALK_DONE;
  walk->why = SNARP_WALK_FAILED;
  if (rv != 0) {
    return rv;
  }
  if (!plan_is_sound(plan)) {
    return SNARP_ERR_PLAN;
  }
  walk->plan = plan;
  walk->domain = domain;
  walk->memory = memory;
  walk->size = size;
  walk->what = SNARP_WALK_ASK_NAPTR;
  walk->queries = 1;
  return 0;
}

/* --- the step at hand */

static void show_choice(struct snarp_walk_step *step,
                        const struct snarp_walk *walk) {
  const struct choice *choice = choice_at(walk);

  if (choice->kind == RULE_URI) {
    step->uri = choice->target;
  } else {
    step->name = choice->target;
  }
  step->protocol = walk->plan->protocols[choice->protocol];
  step->has_port = choice->has_port;
  step->port = choice->port;
}

void snarp_walk_next(struct snarp_walk_step *step,
                     const struct snarp_walk *walk) {
  memset(step, 0, sizeof *step);
  step->what = walk->what;
  step->domain = walk->domain;
  step->depth = walk->depth;
  if (walk->what == SNARP_WALK_DONE) {
    step->why = walk->why;
    step->temporary = walk->temporary;
    step->limited = walk->limited;
  } else if (walk->top == 0) {
    step->name = walk->domain;
  } else {
    show_choice(step, walk);
  }
}

/* --- going on */

static void finish(struct snarp_walk *walk, enum snarp_walk_why why) {
  walk->what = SNARP_WALK_DONE;
  walk->why = why;
}

/* True where the name stands on the path already: what is below it would be
 * walked again and again. */
static bool is_loop(const struct snarp_walk *walk, struct snarp_view name) {
  size_t at = walk->top;

  while (at != 0) {
    const struct frame *frame = frame_at(walk, at);
    if (snarp_name_compare(frame->owner, name) == 0) {
      return true;
    }
    at = frame->below;
  }
  return false;
}

/* Makes the choice the step at hand; false where its path ends here. */
static bool pursue(struct snarp_walk *walk, const struct choice *choice) {
  bool naptr = choice->kind == RULE_NAPTR;

  if (choice->kind == RULE_HOST || choice->kind == RULE_URI) {
    walk->what = SNARP_WALK_TRY;
    return true;
  }
  if (naptr && is_loop(walk, choice->target)) {
    return false;
  }
  if (walk->queries >= walk->plan->max_queries ||
      (naptr && walk->depth >= walk->plan->max_depth)) {
    walk->limited = true;
    return false;
  }
  walk->queries++;
  walk->what = naptr ? SNARP_WALK_ASK_NAPTR : SNARP_WALK_ASK_SRV;
  return true;
}

/* On to the next choice: of the set at hand, or of the nearest set above it
 * that has one left (2.2.4). */
static void advance(struct snarp_walk *walk) {
  while (walk->top != 0) {
    struct frame *frame = frame_top(walk);
    if (frame->at == frame->n) {
      frame_pop(walk);
      continue;
    }
    frame->at++;
    if (pursue(walk, &frame->choices[frame->at - 1])) {
      return;
    }
  }
  finish(walk, SNARP_WALK_FAILED);
}

/* --- answers */

int snarp_walk_tell_naptr(struct snarp_walk *walk,
                          const struct snarp_naptr *records, size_t n) {
  bool first = walk->top == 0;
  size_t size = walk->size;

  if (walk->what != SNARP_WALK_ASK_NAPTR) {
    return SNARP_ERR_STEP;
  }

  bool held = sets_push_naptr(walk, records, n);
  walk->size = size;
  if (!held) {
    walk->limited = true;
  } else if (first && frame_top(walk)->n == 0) {
    frame_pop(walk);
    finish(walk, SNARP_WALK_NOT_OFFERED);
    return 0;
  }
  advance(walk);
  return 0;
}

int snarp_walk_tell_srv(struct snarp_walk *walk,
                        const struct snarp_srv *records, size_t n) {
  size_t size = walk->size;

  if (walk->what != SNARP_WALK_ASK_SRV) {
    return SNARP_ERR_STEP;
  }
  if (!sets_push_srv(walk, records, n)) {
    walk->limited = true;
  }
  walk->size = size;
  advance(walk);
  return 0;
}

int snarp_walk_tell_absent(struct snarp_walk *walk, bool temporary) {
  if (walk->what != SNARP_WALK_ASK_NAPTR && walk->what != SNARP_WALK_ASK_SRV) {
    return SNARP_ERR_STEP;
  }
  walk->temporary = walk->temporary || temporary;
  if (walk->top == 0) {
    finish(walk, temporary ? SNARP_WALK_FAILED : SNARP_WALK_NOT_OFFERED);
  } else {
    advance(walk);
  }
  return 0;
}

int snarp_walk_tell_failed(struct snarp_walk *walk) {
  if (walk->what != SNARP_WALK_TRY) {
    return SNARP_ERR_STEP;
  }
  advance(walk);
  return 0;
}

int snarp_walk_tell_served(struct snarp_walk *walk) {
  if (walk->what != SNARP_WALK_TRY) {
    return SNARP_ERR_STEP;
  }
  finish(walk, SNARP_WALK_SERVED);
  return 0;
}
