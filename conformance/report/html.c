/*
 * One self-contained HTML file: page.html with the results in it as JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "keep.h"
#include "page.h"
#include "report.h"

/* How much of a request and an expectation is shown. */
#define SHOWN 4000

struct html {
  struct report report;
  FILE *out;
  const struct corpus *corpus;
  json_t *subjects;
  json_t *missing;
  json_t *subject; /* the one being judged */
  json_t *details; /* by index of the vector */
  char *letters;   /* a verdict for each vector of the corpus */
};

/* In the order of enum verdict; '.' is a vector that was not asked. */
static const char letter[VERDICTS + 1] = "PFIRNEUXTHS";

static void begin(struct report *report, const struct subject *subject) {
  struct html *html = (struct html *)report;
  html->subject =
      json_pack("{s:s, s:s*, s:s*, s:s*}", "name", subject->name,
                "implementation", subject->implementation, "version",
                subject->version, "check", subject->check);
  html->details = json_object();
  html->letters = take(html->corpus->n + 1);
  memset(html->letters, '.', html->corpus->n);
  html->letters[html->corpus->n] = 0;
}

static void result(struct report *report, const struct result *result) {
  struct html *html = (struct html *)report;
  json_t *details = keep_details(result);
  char index[32];

  html->letters[result->vector->index] = letter[result->verdict];
  if (json_object_size(details) > 0) {
    snprintf(index, sizeof index, "%zu", result->vector->index);
    json_object_set(html->details, index, details);
  }
  json_decref(details);
}

static void end(struct report *report, const struct summary *summary) {
  struct html *html = (struct html *)report;
  json_t *stale = json_array();

  for (size_t i = 0; i < summary->n_stale; i++) {
    json_array_append_new(stale, json_string(summary->stale[i]));
  }
  json_t *rest = json_pack(
      "{s:s, s:o, s:o, s:I, s:I, s:I, s:s*}", "letters", html->letters,
      "details", html->details, "stale", stale, "passed",
      (json_int_t)summary->passed, "failed", (json_int_t)summary->failed,
      "skipped", (json_int_t)summary->skipped, "broken", summary->broken);
  json_object_update(html->subject, rest);
  json_decref(rest);
  json_array_append_new(html->subjects, html->subject);
  free(html->letters);
}

static void missing(struct report *report, const char *name,
                    const char *needs) {
  json_array_append_new(((struct html *)report)->missing,
                        json_pack("{s:s, s:s*}", "name", name, "needs", needs));
}

static json_t *rules_json(const struct rules *rules) {
  json_t *list = json_array();
  for (size_t i = 0; i < rules->n; i++) {
    const struct rule *rule = &rules->list[i];
    json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}",
                                          "id", rule->id, "spec", rule->spec,
                                          "section", rule->section, "level",
                                          level_name(rule->level), "roles",
                                          rule->roles, "says", rule->says));
  }
  return list;
}

static json_t *vector_json(const struct corpus *corpus,
                           const struct vector *vector) {
  char *request = vector_render_request(vector, SHOWN);
  char *expect = vector_render_expect(vector, SHOWN);
  char *world = vector_render_world(vector, SHOWN);
  json_t *rules = json_array();
  json_t *object = json_pack(
      "{s:s, s:s, s:s, s:s, s:s*, s:s, s:o, s:s*}", "id", vector->id, "title",
      vector->title, "op", op_name(vector->op), "request", request, "world",
      world, "expect", expect, "rules", rules, "note", vector->note);

  for (size_t i = 0; i < vector->n_rules; i++) {
    ptrdiff_t index = vector->rules[i] - corpus->rules.list;
    json_array_append_new(rules, json_integer((json_int_t)index));
  }
  if (vector->twin != NULL) {
    json_object_set_new(object, "twin",
                        json_integer((json_int_t)vector->twin->index));
  }
  free(world);
  free(expect);
  free(request);
  return object;
}

/* "<" never stands in the data, so nothing in it can end its element. */
static int put_escaped(const char *chars, size_t n, void *out) {
  for (size_t i = 0; i < n; i++) {
    if (chars[i] == '<') {
      fputs("\\u003c", out);
    } else {
      putc(chars[i], out);
    }
  }
  return 0;
}

static void put_member(struct html *html, const char *name, json_t *value) {
  fprintf(html->out, "\"%s\":", name);
  json_dump_callback(value, put_escaped, html->out,
                     JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ENCODE_ANY);
  json_decref(value);
}

static void put_data(struct html *html) {
  putc('{', html->out);
  put_member(html, "rules", rules_json(&html->corpus->rules));
  putc(',', html->out);
  put_member(html, "subjects", html->subjects);
  putc(',', html->out);
  put_member(html, "missing", html->missing);
  fputs(",\"vectors\":[", html->out);
  for (size_t i = 0; i < html->corpus->n; i++) {
    json_t *vector = vector_json(html->corpus, html->corpus->vectors[i]);
    fputs(i == 0 ? "\n" : ",\n", html->out);
    json_dump_callback(vector, put_escaped, html->out,
                       JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(vector);
  }
  fputs("]}", html->out);
}

static void close_report(struct report *report) {
  struct html *html = (struct html *)report;
  const char *page = (const char *)report_page;
  const char *mark = strstr(page, "@DATA@");

  fwrite(page, 1, (size_t)(mark - page), html->out);
  put_data(html);
  fputs(mark + strlen("@DATA@"), html->out);
  free(html);
}

struct report *report_html(FILE *out, const struct corpus *corpus) {
  struct html *html = take(sizeof *html);
  *html = (struct html){.report = {begin, result, end, missing, close_report},
                        .out = out,
                        .corpus = corpus,
                        .subjects = json_array(),
                        .missing = json_array()};
  return &html->report;
}
