/*
 * JUnit's XML: a test suite for each subject, a test case for each vector.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <libxml/xmlwriter.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "keep.h"
#include "report.h"
#include "text.h"

struct junit {
  struct report report;
  FILE *out;
  xmlBufferPtr buffer;
  xmlTextWriterPtr xml;
  const struct subject *subject;
  struct keep keep;
};

/* Hands what was written to the file, so that memory stays small. */
static void drain(struct junit *junit) {
  xmlTextWriterFlush(junit->xml);
  fwrite(xmlBufferContent(junit->buffer), 1,
         (size_t)xmlBufferLength(junit->buffer), junit->out);
  xmlBufferEmpty(junit->buffer);
}

/* XML 1.0 has no U+FFFE and U+FFFF. */
static char *clean(const char *text) {
  char *cleaned = copy(text);
  for (char *at = cleaned; (at = strstr(at, "\xef\xbf")) != NULL; at += 2) {
    if (at[2] == '\xbe' || at[2] == '\xbf') {
      memset(at, '?', 3);
    }
  }
  return cleaned;
}

static void attribute(struct junit *junit, const char *name,
                      const char *value) {
  char *cleaned = clean(value);
  xmlTextWriterWriteAttribute(junit->xml, BAD_CAST name, BAD_CAST cleaned);
  free(cleaned);
}

static void number(struct junit *junit, const char *name, size_t value) {
  xmlTextWriterWriteFormatAttribute(junit->xml, BAD_CAST name, "%zu", value);
}

static void start(struct junit *junit, const char *name) {
  xmlTextWriterStartElement(junit->xml, BAD_CAST name);
}

static void finish(struct junit *junit) {
  xmlTextWriterEndElement(junit->xml);
}

static void body(struct junit *junit, const struct result *result) {
  char *rule = keep_rule(result->vector);
  char *request = vector_render_request(result->vector, 1000);
  char *expect = vector_render_expect(result->vector, 1000);
  struct text text = {0};

  text_format(&text, "rule: %s\nrequest: %s\nexpected: %s\n", rule, request,
              expect);
  text_format(&text, "got: %s\nagain: %s --only '%s' %s\n",
              result->got == NULL ? "nothing" : result->got,
              junit->subject->options, result->vector->id,
              junit->subject->target);
  if (result->beside != NULL) {
    text_format(&text, "steps:\n%s", result->beside);
  }
  char *cleaned = clean(text.base);
  xmlTextWriterWriteString(junit->xml, BAD_CAST cleaned);
  free(cleaned);
  free(text.base);
  free(expect);
  free(request);
  free(rule);
}

static bool is_error(enum verdict verdict) {
  return verdict == VERDICT_CRASH || verdict == VERDICT_TIMEOUT ||
         verdict == VERDICT_HARNESS_ERROR;
}

static void put_outcome(struct junit *junit, const struct result *result) {
  const char *name = verdict_name(result->verdict);
  const char *why = result->known != NULL ? result->known
                    : result->why != NULL ? result->why
                                          : name;

  if (verdict_failed(result->verdict)) {
    start(junit, is_error(result->verdict) ? "error" : "failure");
    attribute(junit, "type", name);
    attribute(junit, "message", why);
    body(junit, result);
    finish(junit);
    if (result->stderr_tail != NULL) {
      char *cleaned = clean(result->stderr_tail);
      xmlTextWriterWriteElement(junit->xml, BAD_CAST "system-err",
                                BAD_CAST cleaned);
      free(cleaned);
    }
  } else if (result->verdict != VERDICT_PASS) {
    struct text message = {0};
    text_format(&message, "%s: %s", name, why);
    start(junit, "skipped");
    attribute(junit, "message", message.base);
    finish(junit);
    free(message.base);
  }
}

static void put_case(struct junit *junit, const struct result *result) {
  struct text group = {0};
  text_format(&group, "%s.%s", junit->subject->name,
              op_name(result->vector->op));
  start(junit, "testcase");
  attribute(junit, "classname", group.base);
  attribute(junit, "name", result->vector->id);
  put_outcome(junit, result);
  finish(junit);
  free(group.base);
}

static void put_extra(struct junit *junit, const char *name, const char *tag,
                      const char *message) {
  start(junit, "testcase");
  attribute(junit, "classname", junit->subject->name);
  attribute(junit, "name", name);
  start(junit, tag);
  attribute(junit, "message", message);
  finish(junit);
  finish(junit);
}

static void begin(struct report *report, const struct subject *subject) {
  ((struct junit *)report)->subject = subject;
}

static void result(struct report *report, const struct result *result) {
  keep_add(&((struct junit *)report)->keep, result);
}

static void put_counts(struct junit *junit, const struct summary *summary) {
  size_t errors = summary->total[VERDICT_CRASH] +
                  summary->total[VERDICT_TIMEOUT] +
                  summary->total[VERDICT_HARNESS_ERROR];
  size_t broken = summary->broken != NULL;

  attribute(junit, "name", junit->subject->name);
  number(junit, "tests", junit->keep.n + summary->n_stale + broken);
  number(junit, "failures", summary->failed - errors + summary->n_stale);
  number(junit, "errors", errors + broken);
  number(junit, "skipped", summary->skipped);
  xmlTextWriterWriteFormatAttribute(junit->xml, BAD_CAST "time", "%.3f",
                                    summary->seconds);
}

static void end(struct report *report, const struct summary *summary) {
  struct junit *junit = (struct junit *)report;

  start(junit, "testsuite");
  put_counts(junit, summary);
  for (size_t i = 0; i < junit->keep.n; i++) {
    put_case(junit, &junit->keep.list[i]);
    drain(junit);
  }
  for (size_t i = 0; i < summary->n_stale; i++) {
    put_extra(junit, "known file", "failure", summary->stale[i]);
  }
  if (summary->broken != NULL) {
    put_extra(junit, "adapter", "error", summary->broken);
  }
  finish(junit);
  drain(junit);
  keep_free(&junit->keep);
}

static void missing(struct report *report, const char *name,
                    const char *needs) {
  struct junit *junit = (struct junit *)report;
  struct text message = {0};
  const struct subject absent = {.name = name};

  text_format(&message, "not installed: needs %s", needs == NULL ? "" : needs);
  junit->subject = &absent;
  start(junit, "testsuite");
  attribute(junit, "name", name);
  number(junit, "tests", 1);
  number(junit, "skipped", 1);
  put_extra(junit, "adapter", "skipped", message.base);
  finish(junit);
  drain(junit);
  junit->subject = NULL;
  free(message.base);
}

static void close_report(struct report *report) {
  struct junit *junit = (struct junit *)report;
  xmlTextWriterEndDocument(junit->xml);
  drain(junit);
  xmlFreeTextWriter(junit->xml);
  xmlBufferFree(junit->buffer);
  free(junit);
}

struct report *report_junit(FILE *out, const struct corpus *corpus) {
  struct junit *junit = take(sizeof *junit);
  (void)corpus;
  *junit = (struct junit){.report = {begin, result, end, missing, close_report},
                          .out = out};
  junit->buffer = need(xmlBufferCreate());
  junit->xml = need(xmlNewTextWriterMemory(junit->buffer, 0));
  xmlTextWriterSetIndent(junit->xml, 1);
  xmlTextWriterStartDocument(junit->xml, NULL, "UTF-8", NULL);
  start(junit, "testsuites");
  attribute(junit, "name", "snarp");
  return &junit->report;
}
