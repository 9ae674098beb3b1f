/* S-NAPTR resolution (RFC 3958).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/walk.h"

#include <stdlib.h>
#include <string.h>

#include "snarp/name.h"
#include "unit.h"

/* A script says what each step must be and how it is answered. */
enum answer { RECORDS, NOTHING, LATER, FAILS, SERVES };

struct script {
  const char *step; /* "NAPTR a.", "SRV a.", "host a. 389 p", "uri x:y p" */
  enum answer answer;
  const char *records[4]; /* zone-file text */
};

static uint8_t names[16][SNARP_NAME_MAX];
static size_t n_names;

static struct snarp_view name(const char *text) {
  struct snarp_view view;
  size_t at = n_names++ % 16;

  IS_STATUS_AT(text, snarp_name_scan(&view, names[at], str(text), NONE, NULL),
               SNARP_OK);
  return view;
}

static void print_step(char *text, const struct snarp_walk_step *step) {
  static const char *const words[] = {"NAPTR", "SRV", "host", "end"};
  struct snarp_buf out = room(SNARP_NAME_MAX * 4);
  struct snarp_view shown;

  if (step->what == SNARP_WALK_DONE) {
    snprintf(text, 200, "end %d%s%s", (int)step->why,
             step->temporary ? " temporary" : "",
             step->limited ? " limited" : "");
    return;
  }
  if (step->uri.len == 0) {
    snarp_name_print(&out, step->name, NULL);
  }
  shown = step->uri.len > 0 ? step->uri : written(&out);
  snprintf(text, 200, "%s %.*s", step->uri.len > 0 ? "uri" : words[step->what],
           (int)shown.len, (const char *)shown.base);
  if (step->what == SNARP_WALK_TRY) {
    size_t len = strlen(text);
    char port[8] = "-";
    if (step->has_port) {
      snprintf(port, sizeof port, "%u", step->port);
    }
    if (step->uri.len == 0) {
      len += (size_t)snprintf(text + len, 200 - len, " %s", port);
    }
    snprintf(text + len, 200 - len, " %.*s", (int)step->protocol.len,
             (const char *)step->protocol.base);
  }
}

static void tell_records(struct snarp_walk *walk, const struct script *line) {
  struct snarp_buf spaces[4];
  struct snarp_naptr naptrs[4];
  struct snarp_srv srvs[4];
  bool naptr = line->step[0] == 'N';
  size_t n = 0;

  for (; n < 4 && line->records[n] != NULL; n++) {
    struct snarp_view text = str(line->records[n]);
    spaces[n] = room(SNARP_NAPTR_RDATA_MAX);
    IS_STATUS_AT(
        line->records[n],
        naptr ? snarp_naptr_scan(&naptrs[n], &spaces[n], text, NONE, NULL)
              : snarp_srv_scan(&srvs[n], &spaces[n], text, NONE, NULL),
        SNARP_OK);
  }
  IS_STATUS(naptr ? snarp_walk_tell_naptr(walk, naptrs, n)
                  : snarp_walk_tell_srv(walk, srvs, n),
            SNARP_OK);
  for (size_t i = 0; i < n; i++) { /* the records may go */
    memset(spaces[i].base, 0xff, spaces[i].cap);
  }
}

static void answer(struct snarp_walk *walk, const struct script *line) {
  switch (line->answer) {
  case RECORDS:
    tell_records(walk, line);
    break;
  case NOTHING:
  case LATER:
    IS_STATUS(snarp_walk_tell_absent(walk, line->answer == LATER), SNARP_OK);
    break;
  case FAILS:
    IS_STATUS(snarp_walk_tell_failed(walk), SNARP_OK);
    break;
  case SERVES:
    IS_STATUS(snarp_walk_tell_served(walk), SNARP_OK);
    break;
  }
}

static const struct snarp_view em = {(const uint8_t *)"EM", 2};
static const struct snarp_view protocols[3] = {{(const uint8_t *)"p", 1},
                                               {(const uint8_t *)"q", 1},
                                               {(const uint8_t *)"r", 1}};

static uint64_t lowest(void *ctx, uint64_t bound) {
  (void)ctx;
  (void)bound;
  return 0;
}

static const struct snarp_rng no_chance = {lowest, NULL};

static struct snarp_walk_plan plan_of(size_t n) {
  struct snarp_walk_plan plan = {em,
                                 protocols,
                                 n,
                                 SNARP_WALK_CLIENT,
                                 SNARP_SRV_LITERAL,
                                 &no_chance,
                                 false,
                                 SNARP_WALK_DEPTH,
                                 SNARP_WALK_QUERIES};

  return plan;
}

static void walks_in(const struct snarp_walk_plan *plan, size_t size,
                     const struct script *script, const char *end) {
  struct snarp_walk walk;
  struct snarp_walk_step step;
  char text[200];
  void *memory = malloc(size);

  IS_STATUS(snarp_walk_init(&walk, plan, name("d."), memory, size), SNARP_OK);
  for (; script->step != NULL; script++) {
    snarp_walk_next(&step, &walk);
    print_step(text, &step);
    CU_ASSERT_STRING_EQUAL(text, script->step);
    if (strcmp(text, script->step) != 0) {
      fprintf(stderr, "got %s, expected %s\n", text, script->step);
      free(memory);
      return;
    }
    answer(&walk, script);
  }
  snarp_walk_next(&step, &walk);
  print_step(text, &step);
  CU_ASSERT_STRING_EQUAL(text, end);
  free(memory);
}

static void walks(const struct snarp_walk_plan *plan,
                  const struct script *script, const char *end) {
  walks_in(plan, 4000, script, end);
}

#define SERVED "end 0"
#define NOT_OFFERED "end 1"
#define FAILED "end 2"

static void records_are_taken_by_order_then_preference(void) {
  static const struct script script[] = {
      {"NAPTR d.",
       RECORDS,
       {"1 9 A EM:p \"\" c.", "0 5 A EM:p \"\" b.", "0 4 a EM:p \"\" a."}},
      {"host a. - p", FAILS, {NULL}},
      {"host b. - p", FAILS, {NULL}},
      {"host c. - p", FAILS, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  walks(&plan, script, FAILED);
}

static void failures_go_back(void) {
  static const struct script script[] = {
      {"NAPTR d.", RECORDS, {"0 0 \"\" EM:p \"\" n.", "0 1 S EM:p \"\" s."}},
      {"NAPTR n.", RECORDS, {"0 0 \"\" EM:p \"\" m.", "0 1 S EM:p \"\" t."}},
      {"NAPTR m.", NOTHING, {NULL}},
      {"SRV t.", RECORDS, {"1 0 7 h.", "0 0 7 g."}},
      {"host g. 7 p", FAILS, {NULL}},
      {"host h. 7 p", FAILS, {NULL}},
      {"SRV s.", LATER, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  walks(&plan, script, FAILED " temporary");
}

static void one_protocol_is_pursued_before_the_next(void) {
  static const struct script script[] = {
      {"NAPTR d.",
       RECORDS,
       {"0 0 A EM:q:p \"\" a.", "0 1 \"\" EM:p \"\" n.", "1 0 A EM:r \"\" c."}},
      {"host a. - p", FAILS, {NULL}},
      {"NAPTR n.", RECORDS, {"0 0 A EM:q \"\" x.", "0 1 A EM:p \"\" b."}},
      {"host b. - p", FAILS, {NULL}},
      {"host a. - q", FAILS, {NULL}},
      {"host c. - r", SERVES, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(3);

  walks(&plan, script, SERVED);
}

static void the_zone_may_rank_protocols(void) {
  static const struct script script[] = {
      {"NAPTR d.",
       RECORDS,
       {"0 9 A EM:p \"\" a.", "0 3 A EM:r \"\" b.", "0 3 A EM:q \"\" c."}},
      {"host c. - q", FAILS, {NULL}},
      {"host b. - r", FAILS, {NULL}},
      {"host a. - p", FAILS, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(3);

  plan.first = SNARP_WALK_ZONE;
  walks(&plan, script, FAILED);
}

static void nothing_offered_is_no_failure(void) {
  static const struct script other[] = {
      {"NAPTR d.", RECORDS, {"0 0 A EM:q \"\" a.", "0 0 A EM \"\" a."}},
      {NULL, FAILS, {NULL}}};
  static const struct script none[] = {{"NAPTR d.", NOTHING, {NULL}},
                                       {NULL, FAILS, {NULL}}};
  static const struct script later[] = {{"NAPTR d.", LATER, {NULL}},
                                        {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  walks(&plan, other, NOT_OFFERED);
  walks(&plan, none, NOT_OFFERED);
  walks(&plan, later, FAILED " temporary");
}

static void loops_end(void) {
  static const struct script script[] = {
      {"NAPTR d.", RECORDS, {"0 0 \"\" EM:p \"\" D.", "0 1 \"\" EM:p \"\" n."}},
      {"NAPTR n.", RECORDS, {"0 0 \"\" EM:p \"\" d.", "0 1 A EM:p \"\" a."}},
      {"host a. - p", FAILS, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  walks(&plan, script, FAILED);
}

static void limits_cut_paths_off(void) {
  static const struct script deep[] = {
      {"NAPTR d.", RECORDS, {"0 0 \"\" EM:p \"\" n."}},
      {"NAPTR n.", RECORDS, {"0 0 \"\" EM:p \"\" m."}},
      {NULL, FAILS, {NULL}}};
  static const struct script many[] = {
      {"NAPTR d.", RECORDS, {"0 0 S EM:p \"\" s.", "0 1 S EM:p \"\" t."}},
      {"SRV s.", NOTHING, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  plan.max_depth = 2;
  walks(&plan, deep, FAILED " limited");
  plan.max_queries = 2;
  walks(&plan, many, FAILED " limited");
}

static void every_size_of_memory_ends(void) {
  static const struct script whole[] = {
      {"NAPTR d.", RECORDS, {"0 0 S EM:p:q \"\" s.", "0 0 S EM:p \"\" s."}},
      {"SRV s.", RECORDS, {"0 1 7 g.", "0 1 7 h."}},
      {"host g. 7 p", SERVES, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(2);

  /* 2 records, one of them for two protocols, and 2 of a deeper set */
  walks_in(&plan, snarp_walk_memory(5 + 2, 3 * 3 + 2 * 3), whole, SERVED);
  for (size_t size = 1; size < 700; size++) {
    struct snarp_walk walk;
    struct snarp_walk_step step;
    void *memory = malloc(size);
    IS_STATUS(snarp_walk_init(&walk, &plan, name("d."), memory, size),
              SNARP_OK);
    tell_records(&walk, &whole[0]);
    snarp_walk_next(&step, &walk);
    if (step.what == SNARP_WALK_ASK_SRV) {
      tell_records(&walk, &whole[1]);
      snarp_walk_next(&step, &walk);
    }
    CU_ASSERT(step.what != SNARP_WALK_DONE || step.limited);
    free(memory);
    unit_free();
  }
  CU_ASSERT_EQUAL(snarp_walk_memory(SIZE_MAX, 0), SIZE_MAX);
  CU_ASSERT_EQUAL(snarp_walk_memory(1, SIZE_MAX), SIZE_MAX);
}

static void targets_of_the_root_are_passed_over(void) {
  static const struct script script[] = {
      {"NAPTR d.", RECORDS, {"0 0 S EM:p \"\" s.", "0 1 S EM:p \"\" t."}},
      {"SRV s.", RECORDS, {"0 0 0 ."}},
      {"SRV t.", RECORDS, {"0 0 0 .", "1 0 7 h.", "1 0 7 H."}},
      {"host H. 7 p", FAILS, {NULL}},
      {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  walks(&plan, script, FAILED);
}

static void uris_are_an_option(void) {
  static const struct script script[] = {
      {"NAPTR d.",
       RECORDS,
       {"0 0 u EM:p !.*!x:y! .", "0 0 U EM:p !.*!x! .", "1 0 A EM:p \"\" a."}},
      {"uri x:y p", FAILS, {NULL}},
      {"host a. - p", FAILS, {NULL}},
      {NULL, FAILS, {NULL}}};
  static const struct script without[] = {
      {"NAPTR d.", RECORDS, {"0 0 u EM:p !.*!x:y! ."}}, {NULL, FAILS, {NULL}}};
  struct snarp_walk_plan plan = plan_of(1);

  walks(&plan, without, NOT_OFFERED);
  plan.uri = true;
  walks(&plan, script, FAILED);
}

static int judge(const char *text, bool uri) {
  struct snarp_buf space = room(SNARP_NAPTR_RDATA_MAX);
  struct snarp_naptr record;

  IS_STATUS_AT(text, snarp_naptr_scan(&record, &space, str(text), NONE, NULL),
               SNARP_OK);
  return snarp_walk_judge(&record, em, protocols[0], uri);
}

static void records_are_judged(void) {
  IS_STATUS(judge("0 0 S em:P \"\" a.", false), SNARP_OK);
  IS_STATUS(judge("0 0 SA EM:p \"\" a.", false), SNARP_ERR_FLAGS_OTHER);
  IS_STATUS(judge("0 0 U EM:p !.*!x:y! .", false), SNARP_ERR_FLAGS_OTHER);
  IS_STATUS(judge("0 0 U EM:p !.*!x:y! .", true), SNARP_OK);
  IS_STATUS(judge("0 0 U EM:p !.*!x:y! a.", true), SNARP_ERR_BOTH);
  IS_STATUS(judge("0 0 U EM:p !^.*!x:y! .", true), SNARP_ERR_URI_FORM);
  IS_STATUS(judge("0 0 U EM:p \"!.*!x:y z!\" .", true), SNARP_ERR_URI_FORM);
  IS_STATUS(judge("0 0 U EM:p !.*!x:y!z! .", true), SNARP_ERR_URI_FORM);
  IS_STATUS(judge("0 0 U EM:p !.*!! .", true), SNARP_ERR_URI_FORM);
  IS_STATUS(judge("0 0 U EM:p !.*!1:y! .", true), SNARP_ERR_URI_FORM);
  IS_STATUS(judge("0 0 A EM:p !.*!x! a.", true), SNARP_ERR_REGEXP_USED);
  IS_STATUS(judge("0 0 A EM:p \"\" .", false), SNARP_ERR_REPLACEMENT_NONE);
  IS_STATUS(judge("0 0 A EM:p: \"\" a.", false), SNARP_ERR_TAG_EMPTY);
  IS_STATUS(judge("0 0 A EM:pp \"\" a.", false), SNARP_ERR_NOT_OFFERED);
}

/* What cannot be written cannot have come from a DNS message. */
static void records_are_writable(void) {
  uint8_t long_field[1 + SNARP_STRING_MAX];
  struct snarp_naptr record = {
      0, 0, str("A"), {long_field, sizeof long_field}, NONE, str("")};
  static const uint8_t name[] = "\1a";

  for (size_t i = 0; i < sizeof long_field; i++) {
    static const uint8_t letters[] = "EM:p";
    long_field[i] = letters[i < 2 ? i : 2 + i % 2];
  }
  record.replacement.base = name;
  record.replacement.len = sizeof name;
  IS_STATUS(snarp_walk_judge(&record, em, protocols[0], false),
            SNARP_ERR_STRING_LONG);
  record.services.len -= 2;
  IS_STATUS(snarp_walk_judge(&record, em, protocols[0], false), SNARP_OK);

  record.replacement.len--;
  IS_STATUS(snarp_walk_judge(&record, em, protocols[0], false),
            SNARP_ERR_NAME_OVERRUN);
}

static void plans_are_checked(void) {
  struct snarp_walk walk;
  struct snarp_walk_step step;
  struct snarp_walk_plan plan = plan_of(1);
  uint8_t memory[8];

  IS_STATUS(snarp_walk_init(&walk, &plan, NONE, memory, 8),
            SNARP_ERR_NAME_MISSING);
  plan.n_protocols = 0;
  IS_STATUS(snarp_walk_init(&walk, &plan, name("d."), memory, 8),
            SNARP_ERR_PLAN);
  snarp_walk_next(&step, &walk);
  IS_NUMBER(step.what, SNARP_WALK_DONE);
  plan = plan_of(1);
  plan.service = str("EM:p");
  IS_STATUS(snarp_walk_init(&walk, &plan, name("d."), memory, 8),
            SNARP_ERR_PLAN);
  plan = plan_of(1);
  plan.max_depth = 0;
  IS_STATUS(snarp_walk_init(&walk, &plan, name("d."), memory, 8),
            SNARP_ERR_PLAN);
}

static void answers_to_other_steps_are_refused(void) {
  struct snarp_walk walk;
  struct snarp_walk_plan plan = plan_of(1);
  struct snarp_walk_step step;
  uint8_t memory[8];

  IS_STATUS(snarp_walk_init(&walk, &plan, name("d."), memory, 8), SNARP_OK);
  IS_STATUS(snarp_walk_tell_srv(&walk, NULL, 0), SNARP_ERR_STEP);
  IS_STATUS(snarp_walk_tell_failed(&walk), SNARP_ERR_STEP);
  IS_STATUS(snarp_walk_tell_served(&walk), SNARP_ERR_STEP);
  snarp_walk_next(&step, &walk);
  IS_NUMBER(step.what, SNARP_WALK_ASK_NAPTR);
  IS_STATUS(snarp_walk_tell_absent(&walk, false), SNARP_OK);
  IS_STATUS(snarp_walk_tell_absent(&walk, false), SNARP_ERR_STEP);
  IS_STATUS(snarp_walk_tell_naptr(&walk, NULL, 0), SNARP_ERR_STEP);
}

CU_TestInfo walk_tests[] = {
    {"records are taken by ORDER, then PREFERENCE",
     records_are_taken_by_order_then_preference},
    {"failures go back", failures_go_back},
    {"one protocol is pursued before the next",
     one_protocol_is_pursued_before_the_next},
    {"the zone may rank protocols", the_zone_may_rank_protocols},
    {"nothing offered is no failure", nothing_offered_is_no_failure},
    {"loops end", loops_end},
    {"limits cut paths off", limits_cut_paths_off},
    {"every size of memory ends", every_size_of_memory_ends},
    {"targets of the root are passed over",
     targets_of_the_root_are_passed_over},
    {"URIs are an option", uris_are_an_option},
    {"records are judged", records_are_judged},
    {"records that cannot be written", records_are_writable},
    {"plans are checked", plans_are_checked},
    {"answers to other steps are refused", answers_to_other_steps_are_refused},
    CU_TEST_INFO_NULL,
};
