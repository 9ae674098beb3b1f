/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "probe_walk.h"

#include "probe.h"

/* --- sizes */

static const char *sums(void) {
  size_t none = snarp_walk_memory(0, 0);
  size_t one = snarp_walk_memory(1, 0) - none;
  size_t most = (SIZE_MAX - none) / one;
  size_t rest = SIZE_MAX - none - most * one;

  PROMISE(snarp_walk_memory(3, 5) == none + 3 * one + 5 &&
              snarp_walk_memory(most, 0) == SIZE_MAX - rest &&
              snarp_walk_memory(most, rest) == SIZE_MAX &&
              snarp_walk_memory(most - 1, one) == SIZE_MAX - rest &&
              snarp_walk_memory(0, SIZE_MAX - none) == SIZE_MAX,
          "the memory for a walk is no sum");
  PROMISE(snarp_walk_memory(most, rest + 1) == SIZE_MAX &&
              snarp_walk_memory(most + 1, 0) == SIZE_MAX &&
              snarp_walk_memory(0, SIZE_MAX - none + 1) == SIZE_MAX &&
              snarp_walk_memory(SIZE_MAX, SIZE_MAX) == SIZE_MAX &&
              snarp_walk_memory(1, SIZE_MAX) == SIZE_MAX,
          "the memory for a walk wraps around");
  return NULL;
}

/* --- a path of many sets */

enum { SETS = 40, LABELS = 40 };

struct path {
  uint8_t names[SETS + 1][LABELS + 2];
  size_t len; /* of each name */
};

static struct snarp_view name_at(const struct path *path, size_t i) {
  return (struct snarp_view){path->names[i], path->len};
}

static void lay(struct path *path, size_t label) {
  memset(path, 0, sizeof *path);
  path->len = label + 2;
  for (size_t i = 0; i <= SETS; i++) {
    memset(path->names[i], 'x', label + 1);
    path->names[i][0] = (uint8_t)label;
    path->names[i][1] = (uint8_t)('a' + i % 16);
    path->names[i][2] = (uint8_t)('a' + i / 16);
  }
}

/* From one name to the next, and to an SRV set that is empty. */
static const char *walk_path(const struct path *path, size_t n) {
  static const struct snarp_view protocol = {(const uint8_t *)"p", 1};
  struct snarp_walk_plan plan = {{(const uint8_t *)"EM", 2},
                                 &protocol,
                                 1,
                                 0,
                                 0,
                                 NULL,
                                 false,
                                 SETS + 1,
                                 SETS + 1};
  size_t size = snarp_walk_memory(n, n * path->len);
  struct snarp_walk walk;
  struct snarp_walk_step step;

  PROMISE(size < PROBE_EDGE_MAX, "a walk needs too much memory");
  snarp_walk_init(&walk, &plan, name_at(path, 0), probe_walk_room(size), size);
  for (size_t i = 0; i < n; i++) {
    bool last = i + 1 == n;
    struct snarp_naptr record = {0,
                                 0,
                                 {(const uint8_t *)"s", last},
                                 {(const uint8_t *)"EM:p", 4},
                                 {NULL, 0},
                                 name_at(path, i + 1)};
    snarp_walk_tell_naptr(&walk, &record, 1);
    snarp_walk_next(&step, &walk);
    PROMISE(step.what == (last ? SNARP_WALK_ASK_SRV : SNARP_WALK_ASK_NAPTR) &&
                step.depth == i + 1,
            "a path does not fit in the memory that is told for it");
  }
  if (n > 0) {
    snarp_walk_tell_srv(&walk, NULL, 0);
  } else {
    snarp_walk_tell_naptr(&walk, NULL, 0);
  }
  snarp_walk_next(&step, &walk);
  PROMISE(step.what == SNARP_WALK_DONE && !step.limited,
          "its last set does not fit in the memory that is told for a path");
  return NULL;
}

static const char *paths(void) {
  const char *fault = NULL;
  struct path path;

  for (size_t label = 2; label <= LABELS && fault == NULL; label++) {
    lay(&path, label);
    for (size_t n = 0; n <= SETS && fault == NULL; n += 1 + n / 3) {
      fault = walk_path(&path, n);
    }
  }
  return fault;
}

/* --- memory that is too small, and just large enough */

#define NAPTR(rest) "d. NAPTR " rest
#define LONG "a.long.name.that.takes.a.large.part.of.the.memory."

static const struct probe_story stories[] = {
    {.zone = {NAPTR("0 0 a EM:p \"\" f."), NAPTR("1 0 a EM:p \"\" g."),
              NAPTR("2 0 a EM:p \"\" h.")},
     .steps = "N0 d.;T1 f. - p;T1 g. - p;T1 h. - p;F0"},
    {.zone = {NAPTR("0 0 a EM:p \"\" f."), NAPTR("1 0 a EM:p \"\" " LONG)},
     .steps = "N0 d.;T1 f. - p;T1 " LONG " - p;F0"},
    {.zone = {NAPTR("0 0 a EM:p \"\" h."), NAPTR("0 1 a EM:p \"\" h."),
              NAPTR("0 2 a EM:p \"\" h."), NAPTR("0 3 a EM:p \"\" h.")},
     .steps = "N0 d.;T1 h. - p;T1 h. - p;T1 h. - p;T1 h. - p;F0",
     .n_protocols = 3,
     .rank = true},
};

/* Sets that follow one another take the same memory. */
static const struct probe_story turns[] = {
    {.zone = {NAPTR("0 0 s EM:p \"\" s."), NAPTR("0 1 s EM:p \"\" s."),
              NAPTR("0 2 s EM:p \"\" s."), NAPTR("0 3 s EM:p \"\" s."),
              "s. SRV 0 0 7 g.", "s. SRV 0 0 8 h.", "s. SRV 0 0 9 i."},
     .steps = "N0 d.;S1 s.;T1 g. 7 p;T1 h. 8 p;T1 i. 9 p;"
              "S1 s.;T1 g. 7 p;T1 h. 8 p;T1 i. 9 p;"
              "S1 s.;T1 g. 7 p;T1 h. 8 p;T1 i. 9 p;"
              "S1 s.;T1 g. 7 p;T1 h. 8 p;T1 i. 9 p;F0"},
    {.zone = {NAPTR("0 0 s EM:p \"\" s."), NAPTR("0 1 s EM:p \"\" t."),
              NAPTR("0 2 \"\" EM:p \"\" a."), "a. NAPTR 0 0 a EM:p \"\" h.",
              "s. SRV", "t. SRV 0 0 7 h."},
     .steps = "N0 d.;S1 s.;S1 t.;T1 h. 7 p;N1 a.;T2 h. - p;F0"},
};

/* All of its steps, or where a set does not fit those that are left without
 * it. `whole` is set where all were taken. */
static const char *walk_in(const struct probe_story *story, size_t size,
                           const char *none, bool *whole) {
  struct text steps = {0};
  const char *fault = probe_story_walk(story, size, &steps);

  if (fault == NULL) {
    *whole = strcmp(steps.base, story->steps) == 0;
    fault = *whole || none == NULL || strcmp(steps.base, none) == 0
                ? NULL
                : "a set that does not fit is pursued";
  }
  free(steps.base);
  return fault;
}

static const char *all_or_nothing(const struct probe_story *story) {
  size_t enough = snarp_walk_memory(4, 4 * 52);
  const char *fault = NULL;
  bool whole = false;

  for (size_t size = 0; size <= enough && fault == NULL; size++) {
    bool before = whole;
    fault = walk_in(story, size, "N0 d.;F0l", &whole);
    PROMISE(fault != NULL || whole || !before, "more memory holds less");
  }
  PROMISE(fault != NULL || whole, "a walk needs more memory than is told");
  return fault;
}

/* In all memory that holds the longest of its paths. */
static const char *in_turn(const struct probe_story *story, size_t records) {
  const char *fault = NULL;
  size_t enough = snarp_walk_memory(records, 3 * records);
  bool whole = true;

  for (size_t more = 0; more < 32 && fault == NULL && whole; more++) {
    fault = walk_in(story, enough + more, NULL, &whole);
  }
  PROMISE(fault != NULL || whole, "what was popped is kept in the memory");
  return fault;
}

const char *probe_walk_memory(void) {
  const char *fault = sums();

  for (size_t i = 0; i < 3 && fault == NULL; i++) {
    fault = all_or_nothing(&stories[i]);
  }
  if (fault == NULL) {
    fault = in_turn(&turns[0], 7);
  }
  if (fault == NULL) {
    fault = in_turn(&turns[1], 4);
  }
  return fault != NULL ? fault : paths();
}
