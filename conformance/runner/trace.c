/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "trace.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "text.h"

/* How many comparisons are made before a trace counts as different: many times
 * what any trace without ambiguous groups takes. */
#define COMPARISONS_MAX 2000000

/* What is shown of it: a column's width, and how many steps before and behind
 * the first that differs. */
#define COLUMN 44
#define AROUND 20

/* Where a comparison stands: within a list, which is the whole trace or one of
 * the sequences of a group, and what comes behind that. */
struct frame {
  const struct trace_list *list;
  size_t at;
  const struct trace_node *group; /* that the list is a sequence of, or null */
  bool *used;                     /* which sequences of it were begun */
  size_t from;                    /* what had been done when it began */
  const struct frame *behind;     /* where it goes on */
};

struct matcher {
  struct trace_match *match;
  bool eager;
  bool *state; /* by index: the steps met on the way to here */
  size_t n_steps;
  size_t left; /* comparisons */
};

static bool was_done(const struct steps *done, size_t n, const char *step) {
  for (size_t i = 0; i < n; i++) {
    if (strcmp(done->list[i], step) == 0) {
      return true;
    }
  }
  return false;
}

/* A step that need not come now. */
static bool is_free(const struct matcher *matcher,
                    const struct trace_node *node, size_t done) {
  if (!step_is_query(node->step)) {
    return node->optional;
  }
  return matcher->eager || step_is_free(node->step) ||
         was_done(&matcher->match->done, done, node->step);
}

/* Keeps the way that led farthest. */
static void reached(struct matcher *matcher, size_t done) {
  struct trace_match *match = matcher->match;

  if (done >= match->differs) {
    match->differs = done;
    memcpy(match->met, matcher->state, matcher->n_steps * sizeof *match->met);
  }
}

static bool go_on(struct matcher *matcher, const struct frame *frame,
                  size_t done);

static bool take_step(struct matcher *matcher, const struct frame *frame,
                      const struct trace_node *node, size_t done) {
  struct frame next = *frame;
  const struct steps *list = &matcher->match->done;

  next.at++;
  if (done < list->n && strcmp(list->list[done], node->step) == 0) {
    bool fits;

    matcher->state[node->index] = true;
    reached(matcher, done + 1);
    fits = go_on(matcher, &next, done + 1);
    matcher->state[node->index] = false;
    if (fits) {
      return true;
    }
  }
  return is_free(matcher, node, done) && go_on(matcher, &next, done);
}

/* True where nothing of the list need come now. */
static bool is_void(const struct matcher *matcher,
                    const struct trace_list *list, size_t done) {
  for (size_t i = 0; i < list->n; i++) {
    const struct trace_node *node = &list->nodes[i];

    if (node->step != NULL && !is_free(matcher, node, done)) {
      return false;
    }
    for (size_t j = 0; node->step == NULL && j < node->n; j++) {
      if (!is_void(matcher, &node->any[j], done)) {
        return false;
      }
    }
  }
  return true;
}

/* The sequences of a group that were not begun, in every order in which each
 * takes something of what was done; those that are void once, stay so, and can
 * be put last.
 */
static bool take_group(struct matcher *matcher, const struct trace_node *group,
                       bool *used, const struct frame *behind, size_t done) {
  bool voids = true;

  for (size_t i = 0; i < group->n; i++) {
    struct frame frame = {&group->any[i], 0, group, used, done, behind};
    bool fits;

    if (used[i]) {
      continue;
    }
    voids = voids && is_void(matcher, &group->any[i], done);
    used[i] = true;
    fits = go_on(matcher, &frame, done);
    used[i] = false;
    if (fits || matcher->left == 0) {
      return fits;
    }
  }
  return voids && go_on(matcher, behind, done);
}

static bool take_node(struct matcher *matcher, const struct frame *frame,
                      size_t done) {
  const struct trace_node *node = &frame->list->nodes[frame->at];
  struct frame behind = *frame;
  bool *used;
  bool fits;

  if (node->step != NULL) {
    return take_step(matcher, frame, node, done);
  }
  behind.at++;
  used = take(node->n * sizeof *used);
  fits = take_group(matcher, node, used, &behind, done);
  free(used);
  return fits;
}

static bool go_on(struct matcher *matcher, const struct frame *frame,
                  size_t done) {
  if (matcher->left == 0) {
    return false;
  }
  matcher->left--;
  if (frame->at < frame->list->n) {
    return take_node(matcher, frame, done);
  }
  if (frame->group != NULL) {
    return done > frame->from &&
           take_group(matcher, frame->group, frame->used, frame->behind, done);
  }
  return done == matcher->match->done.n;
}

static void keep_done(struct steps *done, const struct steps *steps,
                      bool eager) {
  for (size_t i = 0; i < steps->n; i++) {
    char *step = steps->list[i];
    bool query = step_is_query(step);

    if (!query ||
        (!eager && !step_is_free(step) && !was_done(done, done->n, step))) {
      steps_add(done, step);
    }
  }
}

void trace_compare(struct trace_match *match, const struct trace *trace,
                   const struct steps *steps, bool eager) {
  struct matcher matcher = {match, eager, take(trace->n_steps), trace->n_steps,
                            COMPARISONS_MAX};
  struct frame frame = {&trace->list, 0, NULL, NULL, 0, NULL};

  memset(match, 0, sizeof *match);
  match->met = take(trace->n_steps);
  keep_done(&match->done, steps, eager);
  match->fits = go_on(&matcher, &frame, 0);
  free(matcher.state);
}

void trace_match_free(struct trace_match *match) {
  free(match->done.list);
  free(match->met);
  memset(match, 0, sizeof *match);
}

/* --- shown */

static void list_missing(struct steps *missing, const struct trace_list *list,
                         const struct trace_match *match, bool eager) {
  for (size_t i = 0; i < list->n; i++) {
    const struct trace_node *node = &list->nodes[i];

    for (size_t j = 0; node->step == NULL && j < node->n; j++) {
      list_missing(missing, &node->any[j], match, eager);
    }
    if (node->step != NULL && !match->met[node->index] &&
        !(eager && step_is_query(node->step)) &&
        !(step_is_query(node->step) &&
          was_done(&match->done, match->differs, node->step))) {
      steps_add(missing, (char *)node->step);
    }
  }
}

static const char *step_at(const struct steps *steps, size_t i) {
  return i < steps->n ? steps->list[i] : "";
}

void trace_row(struct text *out, bool mark, const char *want, const char *got) {
  text_format(out, "%c %-*s %s\n", mark ? '>' : ' ', COLUMN, want, got);
}

char *trace_beside(const struct trace *trace, const struct trace_match *match,
                   bool eager) {
  const struct steps *done = &match->done;
  struct steps missing = {0};
  struct text out = {0};
  size_t from = match->differs > AROUND ? match->differs - AROUND : 0;
  size_t n;

  list_missing(&missing, &trace->list, match, eager);
  n = missing.n + match->differs > done->n ? missing.n + match->differs
                                           : done->n;
  trace_row(&out, false, "expected", "got");
  if (from > 0) {
    text_format(&out, "  (%zu more)\n", from);
  }
  for (size_t i = from; i < n && i <= match->differs + AROUND; i++) {
    const char *want = i < match->differs
                           ? done->list[i]
                           : step_at(&missing, i - match->differs);

    trace_row(&out, !match->fits && i == match->differs, want,
              step_at(done, i));
  }
  if (n > match->differs + AROUND + 1) {
    text_format(&out, "  (%zu more)\n", n - match->differs - AROUND - 1);
  }
  free(missing.list);
  return out.base;
}
