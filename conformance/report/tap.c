/*
 * TAP 14, one test point a vector and subject. What neither passed nor failed
 * is a SKIP, an expected failure a TODO.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "keep.h"
#include "report.h"
#include "text.h"

struct tap {
  struct report report;
  FILE *out;
  const char *subject;
  const struct subject *whole;
  size_t n;
};

/* A description or reason: what TAP would read as more is escaped. */
static void put_words(FILE *out, const char *words) {
  for (; *words != 0; words++) {
    if (*words == '#' || *words == '\\') {
      putc('\\', out);
    }
    putc(*words, out);
  }
}

static void put_point(struct tap *tap, bool ok, const char *id,
                      const char *title, const char *directive,
                      const char *reason) {
  fprintf(tap->out, "%s %zu - ", ok ? "ok" : "not ok", ++tap->n);
  put_words(tap->out, tap->subject);
  fputs(": ", tap->out);
  put_words(tap->out, id);
  fputs(" - ", tap->out);
  put_words(tap->out, title);
  if (directive != NULL) {
    fprintf(tap->out, " # %s ", directive);
    put_words(tap->out, reason);
  }
  putc('\n', tap->out);
}

/* A JSON string is a YAML scalar. */
static void put_yaml(FILE *out, const char *name, const char *value) {
  if (value != NULL) {
    json_t *string = json_string(value);
    fprintf(out, "  %s: ", name);
    json_dumpf(string, out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    putc('\n', out);
    json_decref(string);
  }
}

static void put_block(struct tap *tap, const struct result *result) {
  char *rule = keep_rule(result->vector);
  char *request = vector_render_request(result->vector, 1000);
  char *expect = vector_render_expect(result->vector, 1000);
  struct text again = {0};

  text_format(&again, "%s --only '%s' %s", tap->whole->options,
              result->vector->id, tap->whole->target);
  fputs("  ---\n", tap->out);
  put_yaml(tap->out, "verdict", verdict_name(result->verdict));
  put_yaml(tap->out, "why", result->why);
  put_yaml(tap->out, "rule", rule);
  put_yaml(tap->out, "request", request);
  put_yaml(tap->out, "expected", expect);
  put_yaml(tap->out, "got", result->got);
  put_yaml(tap->out, "steps", result->beside);
  put_yaml(tap->out, "stderr", result->stderr_tail);
  put_yaml(tap->out, "again", again.base);
  fputs("  ...\n", tap->out);
  free(again.base);
  free(expect);
  free(request);
  free(rule);
}

static void begin(struct report *report, const struct subject *subject) {
  struct tap *tap = (struct tap *)report;
  tap->subject = subject->name;
  tap->whole = subject;
}

static const char *or_verdict(const char *words, const struct result *result) {
  return words != NULL ? words : verdict_name(result->verdict);
}

static void result(struct report *report, const struct result *result) {
  struct tap *tap = (struct tap *)report;
  const struct vector *vector = result->vector;
  struct text reason = {0};

  if (result->verdict == VERDICT_PASS) {
    put_point(tap, true, vector->id, vector->title, NULL, NULL);
  } else if (verdict_failed(result->verdict)) {
    put_point(tap, false, vector->id, vector->title, NULL, NULL);
    put_block(tap, result);
  } else if (result->verdict == VERDICT_EXPECTED_FAIL) {
    put_point(tap, false, vector->id, vector->title, "TODO",
              or_verdict(result->known, result));
  } else {
    text_format(&reason, "%s: %s", verdict_name(result->verdict),
                or_verdict(result->why, result));
    put_point(tap, true, vector->id, vector->title, "SKIP", reason.base);
    free(reason.base);
  }
}

static void end(struct report *report, const struct summary *summary) {
  struct tap *tap = (struct tap *)report;
  for (size_t i = 0; i < summary->n_stale; i++) {
    put_point(tap, false, "known file", summary->stale[i], NULL, NULL);
  }
  if (summary->broken != NULL) {
    put_point(tap, false, "adapter", summary->broken, NULL, NULL);
  }
}

static void missing(struct report *report, const char *name,
                    const char *needs) {
  struct tap *tap = (struct tap *)report;
  tap->subject = name;
  put_point(tap, true, "adapter", "not installed", "SKIP needs",
            needs == NULL ? "" : needs);
}

static void close_report(struct report *report) {
  struct tap *tap = (struct tap *)report;
  fprintf(tap->out, "1..%zu\n", tap->n);
  free(tap);
}

struct report *report_tap(FILE *out, const struct corpus *corpus) {
  struct tap *tap = take(sizeof *tap);
  (void)corpus;
  *tap = (struct tap){.report = {begin, result, end, missing, close_report},
                      .out = out};
  fputs("TAP version 14\n", out);
  return &tap->report;
}
