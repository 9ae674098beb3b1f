/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "probe_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "snarp/name.h"

enum { RECORDS_MAX = 8, FILL = 0xa5, ALIGNMENT = 16 };

static const struct snarp_view none = {NULL, 0};

static const struct probe_story stories[] = {
    /* the same record once, whatever the order; of two cases one */
    {.zone = {"d. NAPTR 0 0 A EM:p \"\" h.", "d. NAPTR 0 0 A EM:p \"\" H.",
              "d. NAPTR 0 0 a EM:p \"\" h."},
     .steps = "N0 d.;T1 H. - p;T1 h. - p;F0"},
    {.zone = {"d. NAPTR 0 0 a EM:p \"\" h.", "d. NAPTR 0 0 A EM:p \"\" H.",
              "d. NAPTR 0 0 A EM:p \"\" h."},
     .steps = "N0 d.;T1 H. - p;T1 h. - p;F0"},
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" s.", "s. SRV 0 0 7 g.",
              "s. SRV 0 0 8 h.", "s. SRV 0 0 7 g.", "s. SRV 1 0 9 ."},
     .steps = "N0 d.;S1 s.;T1 g. 7 p;T1 h. 8 p;F0"},
    {.zone = {"d. NAPTR 0 0 a EM:p \"\" h.", "d. NAPTR 0 0 a EM:p \"\" H."},
     .steps = "N0 d.;T1 H. - p;F0"},
    {.zone = {"d. NAPTR 0 0 a EM:p \"\" H.", "d. NAPTR 0 0 a EM:p \"\" h."},
     .steps = "N0 d.;T1 H. - p;F0"},
    /* no sets, empty ones, and none for now */
    {.zone = {"d. NAPTR"}, .steps = "N0 d.;N0"},
    {.zone = {"x. NAPTR"}, .steps = "N0 d.;N0"},
    {.zone = {"d. NAPTR LATER"}, .steps = "N0 d.;F0t"},
    {.zone = {"d. NAPTR 0 0 a EM:q \"\" h."}, .steps = "N0 d.;N0"},
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" s.", "d. NAPTR 1 0 \"\" EM:p \"\" b.",
              "d. NAPTR 2 0 a EM:p \"\" h.", "s. SRV", "b. NAPTR", "h. SERVES"},
     .steps = "N0 d.;S1 s.;N1 b.;T1 h. - p;S1"},
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" s.", "d. NAPTR 1 0 \"\" EM:p \"\" b.",
              "s. SRV LATER"},
     .steps = "N0 d.;S1 s.;N1 b.;F0t"},
    /* depths, on the way down and back */
    {.zone = {"d. NAPTR 0 0 \"\" EM:p \"\" a.", "d. NAPTR 1 0 a EM:p \"\" i.",
              "a. NAPTR 0 0 s EM:p \"\" s.", "a. NAPTR 1 0 a EM:p \"\" h.",
              "s. SRV 0 0 7 g."},
     .steps = "N0 d.;N1 a.;S2 s.;T2 g. 7 p;T2 h. - p;T1 i. - p;F0"},
    /* loops end without a limit */
    {.zone = {"d. NAPTR 0 0 \"\" EM:p \"\" d."}, .steps = "N0 d.;F0"},
    {.zone = {"d. NAPTR 0 0 \"\" EM:p \"\" a.",
              "a. NAPTR 0 0 \"\" EM:p \"\" A.",
              "a. NAPTR 1 0 \"\" EM:p \"\" b.",
              "b. NAPTR 0 0 \"\" EM:p \"\" a.",
              "b. NAPTR 1 0 \"\" EM:p \"\" d."},
     .steps = "N0 d.;N1 a.;N2 b.;F0"},
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" d.", "d. SRV 0 0 7 d."},
     .steps = "N0 d.;S1 d.;T1 d. 7 p;F0"},
    /* limits */
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" s.", "d. NAPTR 1 0 \"\" EM:p \"\" t.",
              "d. NAPTR 2 0 a EM:p \"\" h."},
     .steps = "N0 d.;S1 s.;N1 t.;T1 h. - p;F0",
     .max_queries = 3},
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" s.", "d. NAPTR 1 0 \"\" EM:p \"\" t.",
              "d. NAPTR 2 0 a EM:p \"\" h."},
     .steps = "N0 d.;S1 s.;T1 h. - p;F0l",
     .max_queries = 2},
    {.zone = {"d. NAPTR 0 0 s EM:p \"\" s.", "d. NAPTR 1 0 \"\" EM:p \"\" t."},
     .steps = "N0 d.;F0l",
     .max_queries = 1},
    {.zone = {"d. NAPTR 0 0 \"\" EM:p \"\" a.",
              "a. NAPTR 0 0 \"\" EM:p \"\" b.", "a. NAPTR 0 0 s EM:p \"\" s.",
              "s. SRV 0 0 7 h."},
     .steps = "N0 d.;N1 a.;S2 s.;T2 h. 7 p;F0l",
     .max_depth = 2},
    {.zone = {"d. NAPTR 0 0 \"\" EM:p \"\" a.",
              "a. NAPTR 0 0 \"\" EM:p \"\" b."},
     .steps = "N0 d.;N1 a.;N2 b.;F0",
     .max_depth = 3},
    /* protocols as the zone ranks them */
    {.zone = {"d. NAPTR 200 0 a EM:p \"\" g.", "d. NAPTR 100 0 a EM:q \"\" h.",
              "d. NAPTR 150 0 a EM:r \"\" i."},
     .steps = "N0 d.;T1 h. - q;T1 i. - r;T1 g. - p;F0",
     .n_protocols = 3,
     .rank = true},
    {.zone = {"d. NAPTR 0 2 a EM:p \"\" g.", "d. NAPTR 0 1 a EM:q \"\" h.",
              "d. NAPTR 0 3 a EM:r \"\" i."},
     .steps = "N0 d.;T1 h. - q;T1 g. - p;T1 i. - r;F0",
     .n_protocols = 3,
     .rank = true},
    {.zone = {"d. NAPTR 0 0 a EM:p:q \"\" g.", "d. NAPTR 0 0 a EM:q:p \"\" h."},
     .steps = "N0 d.;T1 g. - p;T1 h. - p;T1 g. - q;T1 h. - q;F0",
     .n_protocols = 3,
     .rank = true},
    {.zone = {"d. NAPTR 2 65535 a EM:q \"\" g.", "d. NAPTR 3 0 a EM:p \"\" h.",
              "d. NAPTR 3 1 a EM:q \"\" i.", "d. NAPTR 4 1 a EM:p \"\" i."},
     .steps = "N0 d.;T1 g. - q;T1 i. - q;T1 h. - p;T1 i. - p;F0",
     .n_protocols = 3,
     .rank = true},
    /* URIs */
    {.zone = {"d. NAPTR 0 0 u EM:p !.*!x:y! .", "d. NAPTR 1 0 a EM:p \"\" h.",
              "x:y SERVES"},
     .steps = "N0 d.;T1 x:y p;S1",
     .uri = true},
};

static struct snarp_view view_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

/* --- memory */

static size_t rounded(size_t size) {
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

uint8_t *probe_walk_room(size_t size) {
  uint8_t *room = probe_edge(7, rounded(size));

  memset(room, FILL, rounded(size));
  return room;
}

bool probe_walk_room_kept(size_t size) {
  const uint8_t *room = probe_edge(7, rounded(size));

  for (size_t i = size; i < rounded(size); i++) {
    if (room[i] != FILL) {
      return false;
    }
  }
  return true;
}

/* --- the zone */

/* What stands in a line behind the name and type, or null. */
static const char *rdata_in(const char *line, const char *name,
                            const char *type) {
  char begin[80];
  int n = snprintf(begin, sizeof begin, "%s %s", name, type);

  if (line == NULL || strncmp(line, begin, (size_t)n) != 0 ||
      (line[n] != ' ' && line[n] != '\0')) {
    return NULL;
  }
  return line + n;
}

/* A set of records, in memory that is not theirs for long. */
struct set {
  struct snarp_naptr naptrs[RECORDS_MAX];
  struct snarp_srv srvs[RECORDS_MAX];
  uint8_t octets[RECORDS_MAX][600];
  size_t n;
  bool there;
  bool later;
};

static const char *add_record(struct set *set, const char *rdata, bool naptr) {
  struct snarp_buf space = {set->octets[set->n], sizeof set->octets[0], 0};
  struct snarp_view text = view_of(rdata);

  set->there = true;
  if (*rdata == '\0') {
    return NULL;
  }
  if (strcmp(rdata, " LATER") == 0) {
    set->later = true;
    return NULL;
  }
  PROMISE(
      (naptr ? snarp_naptr_scan(&set->naptrs[set->n], &space, text, none, NULL)
             : snarp_srv_scan(&set->srvs[set->n], &space, text, none, NULL)) ==
          SNARP_OK,
      "a record of a zone is not read");
  set->n++;
  return NULL;
}

static const char *look_up(struct set *set, const struct probe_story *story,
                           const char *name, bool naptr) {
  const char *fault = NULL;

  for (size_t i = 0; i < RECORDS_MAX && fault == NULL; i++) {
    const char *rdata = rdata_in(story->zone[i], name, naptr ? "NAPTR" : "SRV");
    if (rdata != NULL) {
      fault = add_record(set, rdata, naptr);
    }
  }
  return fault;
}

/* --- steps */

static const char *answer_ask(struct snarp_walk *walk,
                              const struct probe_story *story, const char *name,
                              bool naptr) {
  static struct set set; /* or filling it at last would be a dead store */
  const char *fault;
  int rv;

  memset(&set, 0, sizeof set);
  fault = look_up(&set, story, name, naptr);
  if (!set.there || set.later) {
    rv = snarp_walk_tell_absent(walk, set.later);
  } else if (naptr) {
    rv = snarp_walk_tell_naptr(walk, set.n > 0 ? set.naptrs : NULL, set.n);
  } else {
    rv = snarp_walk_tell_srv(walk, set.n > 0 ? set.srvs : NULL, set.n);
  }
  memset(&set, FILL, sizeof set);
  PROMISE(fault != NULL || rv == SNARP_OK, "an answer is not taken");
  return fault;
}

static const char *answer_try(struct snarp_walk *walk,
                              const struct probe_story *story,
                              const char *target) {
  bool serves = false;

  for (size_t i = 0; i < RECORDS_MAX; i++) {
    serves = serves || rdata_in(story->zone[i], target, "SERVES") != NULL;
  }
  PROMISE((serves ? snarp_walk_tell_served(walk)
                  : snarp_walk_tell_failed(walk)) == SNARP_OK,
          "the outcome of an attempt is not taken");
  return NULL;
}

static void show_target(char target[64], const struct snarp_walk_step *step) {
  struct snarp_buf out = {(uint8_t *)target, 63, 0};

  if (step->uri.len > 0 && step->uri.len < out.cap) {
    memcpy(out.base, step->uri.base, step->uri.len);
    out.len = step->uri.len;
  } else if (step->name.len > 0) {
    snarp_name_print(&out, step->name, NULL);
  }
  target[out.len < out.cap ? out.len : out.cap] = '\0';
}

static void show_step(struct text *steps, const struct snarp_walk_step *step,
                      const char *target) {
  if (step->what == SNARP_WALK_DONE) {
    text_format(steps, "%c%zu%s%s",
                step->why <= SNARP_WALK_FAILED ? "SNF"[step->why] : '?',
                step->depth, step->temporary ? "t" : "",
                step->limited ? "l" : "");
    return;
  }
  text_format(steps, "%c%zu %s", "NST"[step->what], step -> depth, target);
  if (step->what == SNARP_WALK_TRY) {
    if (step->has_port) {
      text_format(steps, " %u", step->port);
    } else if (step->uri.len == 0) {
      text_add(steps, " -");
    }
    text_add(steps, " ");
    text_add_n(steps, (const char *)step->protocol.base, step->protocol.len);
  }
  text_add(steps, ";");
}

static const char *take_step(struct snarp_walk *walk,
                             const struct probe_story *story,
                             const struct snarp_walk_step *step,
                             struct text *steps) {
  char target[64];

  show_target(target, step);
  show_step(steps, step, target);
  PROMISE(step->has_port || step->port == 0, "a port comes from nowhere");
  PROMISE(step->domain.len == 3, "a step forgets the domain");
  PROMISE(steps->len < 4000, "a walk does not end");
  switch (step->what) {
  case SNARP_WALK_ASK_NAPTR:
  case SNARP_WALK_ASK_SRV:
    return answer_ask(walk, story, target, step->what == SNARP_WALK_ASK_NAPTR);
  case SNARP_WALK_TRY:
    return answer_try(walk, story, target);
  default:
    return NULL;
  }
}

/* Who draws the lowest number each time. */
static uint64_t lowest(void *ctx, uint64_t bound) {
  (void)ctx;
  (void)bound;
  return 0;
}

const char *probe_story_walk(const struct probe_story *story, size_t size,
                             struct text *steps) {
  static const struct snarp_rng rng = {lowest, NULL};
  static const struct snarp_view protocols[] = {{(const uint8_t *)"p", 1},
                                                {(const uint8_t *)"q", 1},
                                                {(const uint8_t *)"r", 1}};
  struct snarp_walk_plan plan = {
      view_of("EM"),
      protocols,
      story->n_protocols + (story->n_protocols == 0),
      story->rank ? SNARP_WALK_ZONE : SNARP_WALK_CLIENT,
      SNARP_SRV_LITERAL,
      &rng,
      story->uri,
      story->max_depth > 0 ? story->max_depth : SNARP_WALK_DEPTH,
      story->max_queries > 0 ? story->max_queries : SNARP_WALK_QUERIES};
  struct snarp_view domain = {(const uint8_t *)"\1d", 3};
  struct snarp_walk walk;
  struct snarp_walk_step step = {.what = SNARP_WALK_ASK_NAPTR};
  const char *fault = NULL;

  PROMISE(snarp_walk_init(&walk, &plan, domain, probe_walk_room(size), size) ==
              SNARP_OK,
          "a walk does not begin");
  while (fault == NULL && step.what != SNARP_WALK_DONE) {
    snarp_walk_next(&step, &walk);
    fault = take_step(&walk, story, &step, steps);
  }
  PROMISE(probe_walk_room_kept(size), "a walk takes more memory than it has");
  return fault;
}

const char *probe_walk(void) {
  const char *fault = NULL;

  for (size_t i = 0; i < sizeof stories / sizeof *stories && fault == NULL;
       i++) {
    struct text steps = {0};
    fault = probe_story_walk(&stories[i], 4096, &steps);
    if (fault == NULL && strcmp(steps.base, stories[i].steps) != 0) {
      fault = "a walk takes other steps";
    }
    free(steps.base);
  }
  return fault;
}
