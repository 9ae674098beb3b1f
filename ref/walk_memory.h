/*
 * walk_memory.h - the sets on the path of a walk, stacked in its memory.
 *
 * Sets grow from the beginning of the memory; scratch space, for the time of
 * one call, is taken from its end.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_WALK_MEMORY_H
#define SNARP_WALK_MEMORY_H

#include "snarp/walk.h"
#include "walk_rule.h"

/* Something to pursue: the rule of a NAPTR record for one protocol, or the
 * host of an SRV record. */
struct choice {
  struct snarp_view target;
  enum rule_kind kind;
  uint8_t protocol; /* its index in the plan */
  bool has_port;
  uint16_t port;
};

/* A set of records as its choices, in the order in which they are pursued. */
struct frame {
  size_t below; /* as snarp_walk.top */
  size_t used;  /* of the memory, before it */
  struct snarp_view owner;
  bool naptr;
  size_t n;
  size_t at; /* how many were taken up */
  struct choice choices[];
};

/* The frame that lies there; `at` is not 0. */
struct frame *frame_at(const struct snarp_walk *walk, size_t at);

static inline struct frame *frame_top(const struct snarp_walk *walk) {
  return frame_at(walk, walk->top);
}

/* The choice that is being pursued; the walk has a frame. */
static inline const struct choice *choice_at(const struct snarp_walk *walk) {
  const struct frame *frame = frame_top(walk);

  return &frame->choices[frame->at - 1];
}

/* A new frame on top, or null where there is no room. */
struct frame *frame_push(struct snarp_walk *walk, struct snarp_view owner,
                         bool naptr);

/* Adds a choice to the top frame; false where there is no room. */
bool frame_add(struct snarp_walk *walk, struct frame *frame,
               const struct choice *choice);

/* Copies the targets of all choices, once they are all there; false where
 * there is no room. */
bool frame_keep_targets(struct snarp_walk *walk, struct frame *frame);

void frame_pop(struct snarp_walk *walk);

/* Scratch space for n items until walk->size is put back to what it
 * was; null where there is no room. */
void *scratch_take(struct snarp_walk *walk, size_t n, size_t size);

#endif
