/*
 * pool/story.h - what happened in a scenario of a pool: who was selected when,
 * and how often beside how often it should have been.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_STORY_H
#define SNARP_POOL_STORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"

/* The most that is drawn: elements, and elements times requests. */
#define STORY_ELEMENTS_MAX 4096
#define STORY_CELLS_MAX ((size_t)64 << 20)

/* What a request meant for an element. */
enum story_cell {
  STORY_AWAY,    /* it was not registered */
  STORY_PASSED,  /* not in the answer */
  STORY_BEHIND,  /* in the answer, not first */
  STORY_SELECTED /* the first of the answer */
};

struct story_element {
  uint32_t id;
  char values[48]; /* "weight 7": as last registered */
  uint8_t *cells;  /* enum story_cell, one a request */
  size_t selected; /* how often it came first */
  size_t answered; /* how often it was in an answer at all */
  double ideal;    /* how often it should have come first */
  double worst;    /* the greatest difference after any request */
  double share;    /* its part of the sum of weights now; private */
};

struct story {
  const char *policy;
  const char *dialect;
  bool has_ideal; /* whether the policy has proportions: not LU, LUD, PLU and
                     PRIO */
  struct story_element *elements; /* n of them, in the order of registration */
  size_t n;
  size_t requests;
  json_t *scenario; /* the story keeps both; private */
  json_t *results;
};

/* Runs a scenario: an object with the members of the op pool.run
 * (docs/vector-format.md); `dialect` may be missing and is then "rfc5356". A
 * fault says what is wrong with the scenario: EXIT_VECTORS. story_free also
 * after a fault. */
bool story_tell(struct story *story, const json_t *scenario,
                struct fault *fault);
void story_free(struct story *story);

/* The story for a terminal, of `width` columns; as JSON; as an SVG picture.
 * Each a new string, free() it. */
char *story_table(const struct story *story, size_t width);
char *story_json(const struct story *story);
char *story_svg(const struct story *story);

#endif
