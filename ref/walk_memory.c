/* The memory of a walk.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "walk_memory.h"

#include <string.h>

/* Everything lies at a multiple of it. */
enum { ALIGNMENT = 16 };

static size_t align_up(size_t n) {
  return (n + (ALIGNMENT - 1)) / ALIGNMENT * ALIGNMENT;
}

/* True if `n` items fit behind `at`, which is not behind the end: what is used
 * ends before the scratch, which begins at a multiple of ALIGNMENT. */
static bool fits(const struct snarp_walk *walk, size_t at, size_t n,
                 size_t size) {
  return n <= (walk->size - at) / size;
}

struct frame *frame_at(const struct snarp_walk *walk, size_t at) {
  void *place = walk->memory + (at - 1);

  return place;
}

struct frame *frame_push(struct snarp_walk *walk, struct snarp_view owner,
                         bool naptr) {
  size_t at = align_up(walk->used);

  if (!fits(walk, at, 1, sizeof(struct frame))) {
    return NULL;
  }

  struct frame *frame = frame_at(walk, at + 1);
  frame->below = walk->top;
  frame->used = walk->used;
  frame->owner = owner;
  frame->naptr = naptr;
  frame->n = 0;
  frame->at = 0;
  walk->top = at + 1;
  walk->used = at + sizeof(struct frame);
  walk->depth += naptr ? 1 : 0;
  return frame;
}

bool frame_add(struct snarp_walk *walk, struct frame *frame,
               const struct choice *choice) {
  if (!fits(walk, walk->used, 1, sizeof *choice)) {
    return false;
  }
  frame->choices[frame->n] = *choice;
  frame->n++;
  walk->used += sizeof *choice;
  return true;
}

bool frame_keep_targets(struct snarp_walk *walk, struct frame *frame) {
  for (size_t i = 0; i < frame->n; i++) {
    struct snarp_view *target = &frame->choices[i].target;
    if (!fits(walk, walk->used, target->len, 1)) {
      return false;
    }
    memcpy(walk->memory + walk->used, target->base, target->len);
    target->base = walk->memory + walk->used;
    walk->used += target->len;
  }
  return true;
}

void frame_pop(struct snarp_walk *walk) {
  const struct frame *frame = frame_top(walk);

  walk->depth -= frame->naptr ? 1 : 0;
  walk->used = frame->used;
  walk->top = frame->below;
}

void *scratch_take(struct snarp_walk *walk, size_t n, size_t size) {
  if (!fits(walk, walk->used, n, size)) {
    return NULL;
  }

  size_t at = (walk->size - n * size) / ALIGNMENT * ALIGNMENT;
  if (at < walk->used) {
    return NULL;
  }
  walk->size = at;
  return walk->memory + at;
}

size_t snarp_walk_memory(size_t records, size_t octets) {
  /* most is taken where each record is a set of its own, behind an end that is
   * not aligned, and the last set is empty; in any other, the frames that there
   * are less leave room for the scratch of the records that are more */
  size_t last = align_up(sizeof(struct frame)) + ALIGNMENT;
  size_t record =
      sizeof(struct frame) + (ALIGNMENT - 1) + sizeof(struct choice);

  if (records > (SIZE_MAX - last) / record ||
      octets > SIZE_MAX - last - records * record) {
    return SIZE_MAX;
  }
  return last + records * record + octets;
}
