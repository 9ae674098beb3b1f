/*
 * JSON lines: a line for each subject, result, summary and missing adapter,
 * told apart by their member "type".
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdlib.h>

#include "fault.h"
#include "keep.h"
#include "report.h"

struct jsonl {
  struct report report;
  FILE *out;
  const char *subject;
};

static void say(struct report *report, json_t *line) {
  FILE *out = ((struct jsonl *)report)->out;
  json_dumpf(line, out, JSON_COMPACT | JSON_ENSURE_ASCII);
  putc('\n', out);
  json_decref(line);
}

static void begin(struct report *report, const struct subject *subject) {
  ((struct jsonl *)report)->subject = subject->name;
  say(report,
      json_pack("{s:s, s:s, s:s*, s:s*, s:s*}", "type", "subject", "subject",
                subject->name, "implementation", subject->implementation,
                "version", subject->version, "check", subject->check));
}

static json_t *rule_ids(const struct vector *vector) {
  json_t *ids = json_array();
  for (size_t i = 0; i < vector->n_rules; i++) {
    json_array_append_new(ids, json_string(vector->rules[i]->id));
  }
  return ids;
}

static void result(struct report *report, const struct result *result) {
  const struct vector *vector = result->vector;
  json_t *details = keep_details(result);
  json_t *line = json_pack(
      "{s:s, s:s*, s:s, s:s, s:s, s:s, s:s, s:o}", "type", "result", "subject",
      ((struct jsonl *)report)->subject, "id", vector->id, "title",
      vector->title, "verdict", verdict_name(result->verdict), "level",
      level_name(vector->level), "role", role_name(op_role(vector->op)),
      "rules", rule_ids(vector));
  json_object_update(line, details);
  json_decref(details);
  say(report, line);
}

static json_t *counts(const size_t *by_verdict) {
  json_t *object = json_object();
  for (int i = 0; i < VERDICTS; i++) {
    json_object_set_new(object, verdict_name((enum verdict)i),
                        json_integer((json_int_t)by_verdict[i]));
  }
  return object;
}

static void end(struct report *report, const struct summary *summary) {
  json_t *levels = json_object();
  json_t *stale = json_array();

  for (int i = 0; i < LEVELS; i++) {
    json_object_set_new(levels, level_name((enum level)i),
                        counts(summary->by_level[i]));
  }
  for (size_t i = 0; i < summary->n_stale; i++) {
    json_array_append_new(stale, json_string(summary->stale[i]));
  }
  say(report,
      json_pack("{s:s, s:s*, s:I, s:I, s:I, s:f, s:o, s:o, s:s*}", "type",
                "summary", "subject", ((struct jsonl *)report)->subject,
                "passed", (json_int_t)summary->passed, "failed",
                (json_int_t)summary->failed, "skipped",
                (json_int_t)summary->skipped, "seconds", summary->seconds,
                "levels", levels, "stale", stale, "broken", summary->broken));
}

static void missing(struct report *report, const char *name,
                    const char *needs) {
  say(report, json_pack("{s:s, s:s, s:s*}", "type", "missing", "subject", name,
                        "needs", needs));
}

static void close_report(struct report *report) {
  free(report);
}

struct report *report_jsonl(FILE *out, const struct corpus *corpus) {
  struct jsonl *jsonl = take(sizeof *jsonl);
  (void)corpus;
  *jsonl = (struct jsonl){.report = {begin, result, end, missing, close_report},
                          .out = out};
  return &jsonl->report;
}
