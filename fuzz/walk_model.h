/*
 * walk_model.h - what a walk does, and a second, plain account of what it
 * should do: RFC 3958 2.2 with recursion, nested loops and no thought for
 * memory.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_WALK_MODEL_H
#define SNARP_FUZZ_WALK_MODEL_H

#include "walk_world.h"

/* A query or an attempt. */
struct event {
  enum snarp_walk_what what;
  bool uri;
  size_t target;   /* an owner, or the number of a URI */
  size_t protocol; /* of the plan; WORLD_PROTOCOLS at the first query */
  size_t depth;
  bool has_port;
  uint16_t port;
  bool upper; /* the name stands in its other case; a model cannot know */
};

struct trace {
  struct event *events;
  size_t n;
  size_t room;
  enum snarp_walk_why why;
  bool temporary;
  bool limited;
};

/* An empty trace, which grows. */
struct trace trace_new(void);
void trace_free(struct trace *trace);
void trace_add(struct trace *trace, struct event event);
bool trace_same_event(const struct event *a, const struct event *b);

/* The trace of a walk through the world. `serve` false: every attempt fails. */
void model_walk(struct trace *trace, const struct world *world, bool serve);

#endif
