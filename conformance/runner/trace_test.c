/* Traces against what a client did. In the world of these tests every host but
 * "none." has an address.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner_test.h"
#include "trace_read.h"
#include "world.h"

static void ask_hosts(void *ctx, struct dns_answer *answer,
                      struct snarp_view name, uint16_t type) {
  static const struct dns_record record = {.type = DNS_A};
  bool none = name.len > 4 && memcmp(name.base, "\4none", 5) == 0;

  (void)ctx;
  *answer = (struct dns_answer){
      .rcode = DNS_NOERROR, .records = &record, .n = type == DNS_A && !none};
}

static const struct scenario hosts = {.dns = {ask_hosts, NULL}};

/* A trace and the memory that it views. */
struct given {
  struct arena arena;
  struct trace trace;
  struct steps steps;
};

static bool read_trace(struct given *given, const char *text) {
  json_t *json = json_loads(text, 0, NULL);
  struct vector vector = {.op = OP_RESOLVE, .in = {.world = &hosts}};
  struct fault fault = {0};
  struct place place = {"test", "", &fault};
  struct reader reader = {&given->arena, &place,  NULL, NULL,
                          NULL,          &vector, NULL};
  bool ok;

  CU_ASSERT_PTR_NOT_NULL_FATAL(json);
  ok = trace_read(&reader, &given->trace, json);
  json_decref(json);
  return ok;
}

/* "N a; S b; C h" stands for queries of NAPTR and SRV and an attempt. */
static void read_steps(struct steps *steps, const char *text) {
  static const char *const kinds[][2] = {
      {"N", "NAPTR %.*s."}, {"S", "SRV %.*s."},   {"A", "A %.*s."},
      {"Q", "AAAA %.*s."},  {"L", "CNAME %.*s."}, {"C", "connect %.*s. 1 p"},
  };

  while (*text != '\0') {
    int n = (int)strcspn(text + 2, ";");

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      if (*text == *kinds[i][0]) {
        char step[64];

        snprintf(step, sizeof step, kinds[i][1], n, text + 2);
        steps_add(steps, copy(step));
      }
    }
    text += 2 + n;
    text += *text == ';' ? 2 : 0;
  }
}

static void give(struct given *given, const char *trace, const char *steps) {
  memset(given, 0, sizeof *given);
  CU_ASSERT_TRUE_FATAL(read_trace(given, trace));
  read_steps(&given->steps, steps);
}

static void take_back(struct given *given) {
  steps_free(&given->steps);
  arena_free(&given->arena);
}

struct row {
  const char *steps;
  bool fits;
};

static void compare_rows(const char *trace, const struct row *rows, size_t n,
                         bool eager) {
  for (size_t i = 0; i < n; i++) {
    struct given given;
    struct trace_match match;

    give(&given, trace, rows[i].steps);
    trace_compare(&match, &given.trace, &given.steps, eager);
    if (match.fits != rows[i].fits) {
      printf("\n  %s: %s", trace, rows[i].steps);
    }
    CU_ASSERT_EQUAL(match.fits, rows[i].fits);
    trace_match_free(&match);
    take_back(&given);
  }
}

#define N_ROWS(rows) (sizeof(rows) / sizeof *(rows))
#define N(name) "[\"NAPTR\",\"" name ".\"]"
#define S(name) "[\"SRV\",\"" name ".\"]"
#define C(name) "[\"connect\",\"" name ".\",1,\"P\"]"

static void keeps_order(void) {
  static const struct row rows[] = {{"N a; S b; C h; C i", true},
                                    {"N a; S b; C i; C h", false},
                                    {"N a; C h; S b; C i", false},
                                    {"N a; S b; C h", false},
                                    {"N a; S b; C h; C i; C j", false},
                                    {"S b; N a; C h; C i", false},
                                    {"", false},
                                    {"N a; S b; C h; C h; C i", false}};

  compare_rows("[" N("a") "," S("b") "," C("h") "," C("i") "]", rows,
               N_ROWS(rows), false);
}

static void lets_free_queries_pass(void) {
  static const struct row rows[] = {{"N a; A h; Q h; C h; N a; C i", true},
                                    {"L a; N a; C h; C i; N a; N a; A i", true},
                                    {"N a; N b; C h; C i", false},
                                    {"N a; S a; C h; C i", false}};

  compare_rows("[" N("a") "," C("h") "," C("i") "]", rows, N_ROWS(rows), false);
}

/* What stands a second time in the trace was asked already. */
static void asks_once(void) {
  static const struct row rows[] = {{"N a; S b; C h; C i", true},
                                    {"N a; S b; C h; S b; C i", true},
                                    {"N a; C h; S b; C i", false}};

  compare_rows("[" N("a") "," S("b") "," C("h") "," S("b") "," C("i") "]", rows,
               N_ROWS(rows), false);
}

static void takes_sequences_in_any_order(void) {
  static const struct row rows[] = {
      {"N a; S b; C h; S c; C i; C j; C k", true},
      {"N a; S c; C i; C j; S b; C h; C k", true},
      {"N a; S b; S c; C h; C i; C j; C k", false},
      {"N a; S c; C i; S b; C h; C j; C k", false},
      {"N a; S c; C j; C i; S b; C h; C k", false},
      {"N a; S b; C h; C k; S c; C i; C j", false},
      {"N a; S b; C h; C k", false}};

  compare_rows("[" N("a") ",{\"any\":[[" S("b") "," C("h") "],[" S("c") "," C(
                   "i") "," C("j") "]]}," C("k") "]",
               rows, N_ROWS(rows), false);
}

/* Sequences that need the same query: whoever comes first asks it. */
static void shares_a_query(void) {
  static const struct row rows[] = {{"S b; C h; C i", true},
                                    {"S b; C i; C h", true},
                                    {"C h; S b; C i", false}};

  compare_rows("[{\"any\":[[" S("b") "," C("h") "],[" S("b") "," C("i") "]]}]",
               rows, N_ROWS(rows), false);
}

static void nests_groups(void) {
  static const struct row rows[] = {
      {"S b; C h; C i; C k; C j", true},  {"C j; S b; C i; C h; C k", true},
      {"S b; C i; C h; C k; C j", true},  {"S b; C h; C j; C i; C k", false},
      {"S b; C h; C i; C j; C k", false}, {"C j; S b; C h; C k; C i", false}};

  compare_rows("[{\"any\":[[" S("b") ",{\"any\":[[" C("h") "],[" C(
                   "i") "]]}," C("k") "],[" C("j") "]]}]",
               rows, N_ROWS(rows), false);
}

static void need_not_try_without_address(void) {
  static const struct row rows[] = {
      {"N a; C h; C i", true},         {"N a; C none; C h; C i", true},
      {"N a; C i; C none; C h", true}, {"N a; C h; C none; C i", true},
      {"N a; C h; C i; C none", true}, {"N a; C h; C none; C none; C i", false},
      {"N a; C none; C h", false}};

  compare_rows(
      "[" N("a") ",{\"any\":[[" C("none") "],[" C("h") "],[" C("i") "]]}]",
      rows, N_ROWS(rows), false);
}

static void is_eager_where_told(void) {
  static const struct row rows[] = {{"N a; S c; S b; C h; C i", true},
                                    {"C h; C i", true},
                                    {"N a; C h; S b; C i", true},
                                    {"N a; S b; C i; C h", false},
                                    {"N a; S b; C h", false}};

  compare_rows("[" N("a") "," C("h") "," S("b") "," C("i") "]", rows,
               N_ROWS(rows), true);
}

/* 255 sequences that begin alike, in the reverse order, and with one missing:
 * both ends are found. */
static void bounds_its_work(void) {
  struct text trace = {0};
  struct text steps = {0};

  text_add(&trace, "[{\"any\":[");
  for (int i = 0; i < 255; i++) {
    text_format(&trace, "%s[" S("b") ",[\"connect\",\"h%d.\",1,\"p\"]]",
                i == 0 ? "" : ",", i);
    text_format(&steps, "%sC h%d", i == 0 ? "S b; " : "; ", 254 - i);
  }
  text_add(&trace, "]}]");
  compare_rows(trace.base, &(struct row){steps.base, true}, 1, false);
  *strrchr(steps.base, ';') = '\0';
  compare_rows(trace.base, &(struct row){steps.base, false}, 1, false);
  free(trace.base);
  free(steps.base);
}

static void shows_the_first_difference(void) {
  struct given given;
  struct trace_match match;
  char *beside;

  give(&given, "[" N("a") ",{\"any\":[[" C("h") "],[" C("i") "]]}," C("j") "]",
       "N a; C i; C j");
  trace_compare(&match, &given.trace, &given.steps, false);
  beside = trace_beside(&given.trace, &match, false);
  CU_ASSERT_EQUAL(match.differs, 2);
  CU_ASSERT_STRING_EQUAL(
      beside, "  expected                                     got\n"
              "  NAPTR a.                                     NAPTR a.\n"
              "  connect i. 1 p                               connect i. 1 p\n"
              "> connect h. 1 p                               connect j. 1 p\n"
              "  connect j. 1 p                               \n");
  free(beside);
  trace_match_free(&match);
  take_back(&given);
}

static void refuses_what_is_no_trace(void) {
  static const char *const rows[] = {"{}",
                                     "[1]",
                                     "[[]]",
                                     "[[\"NAPTR\"]]",
                                     "[[\"MX\",\"a.\"]]",
                                     "[[\"NAPTR\",\"a..b.\"]]",
                                     "[[\"NAPTR\",\"a.\",\"b.\"]]",
                                     "[[\"connect\",\"a.\"]]",
                                     "[[\"connect\",\"a.\",65536,\"p\"]]",
                                     "[[\"connect\",\"a.\",1,\"\"]]",
                                     "[{\"any\":[]}]",
                                     "[{\"any\":[[]]}]",
                                     "[{\"any\":[[],[1]]}]",
                                     "[{\"any\":[[],[]],\"all\":[]}]"};

  for (size_t i = 0; i < N_ROWS(rows); i++) {
    struct given given = {0};

    if (read_trace(&given, rows[i])) {
      printf("\n  accepted: %s", rows[i]);
      CU_FAIL("a trace that is none was accepted");
    }
    arena_free(&given.arena);
  }
}

CU_TestInfo trace_tests[] = {
    {"keeps order", keeps_order},
    {"lets free queries pass", lets_free_queries_pass},
    {"asks once", asks_once},
    {"takes sequences in any order", takes_sequences_in_any_order},
    {"shares a query", shares_a_query},
    {"nests groups", nests_groups},
    {"need not try without address", need_not_try_without_address},
    {"is eager where told", is_eager_where_told},
    {"bounds its work", bounds_its_work},
    {"shows the first difference", shows_the_first_difference},
    {"refuses what is no trace", refuses_what_is_no_trace},
    CU_TEST_INFO_NULL};
