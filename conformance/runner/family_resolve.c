/*
 * The family of snaptr.resolve.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_inner.h"
#include "family.h"
#include "resolve.h"
#include "snarp/name.h"
#include "trace_read.h"
#include "world.h"

#define DRAWS_MAX 4096
#define DRAW_MAX ((int64_t)1 << 48)

static const char *const ends[] = {"served", "not-offered", "failed",
                                   "temporary", "limit"};

/* --- corpus: the request */

static struct snarp_view view_of(const json_t *string) {
  return (struct snarp_view){(const uint8_t *)json_string_value(string),
                             json_string_length(string)};
}

static bool read_domain(const struct reader *reader, struct wish *wish,
                        json_t *in) {
  const char *name = reader_name(reader, in, "domain");
  struct snarp_view text;
  uint8_t *space = arena_take(reader->arena, SNARP_NAME_MAX);

  if (name == NULL) {
    return false;
  }
  text = (struct snarp_view){(const uint8_t *)name, strlen(name)};
  return snarp_name_scan(&wish->domain, space, text, (struct snarp_view){0},
                         NULL) == SNARP_OK ||
         reader_wrong(reader, "domain", "expected a domain name");
}

static bool read_protocols(const struct reader *reader, struct wish *wish,
                           json_t *in) {
  json_t *list = place_array(reader->place, in, "protocols");
  size_t n = json_array_size(list);
  struct snarp_view *protocols =
      arena_take(reader->arena, (n + 1) * sizeof *protocols);

  if (list == NULL) {
    return false;
  }
  if (n == 0 || n > SNARP_WALK_PROTOCOLS_MAX) {
    return reader_wrong(reader, "protocols", "expected 1 to 64 protocols");
  }
  for (size_t i = 0; i < n; i++) {
    if (!json_is_string(json_array_get(list, i))) {
      return reader_wrong(reader, "protocols", "expected strings");
    }
    protocols[i] = view_of(json_array_get(list, i));
  }
  wish->plan.protocols = protocols;
  wish->plan.n_protocols = n;
  return true;
}

static bool read_prefer(const struct reader *reader, struct wish *wish,
                        json_t *in) {
  const char *prefer = place_string(reader->place, in, "prefer");

  if (prefer == NULL) {
    return false;
  }
  wish->plan.first =
      strcmp(prefer, "zone") == 0 ? SNARP_WALK_ZONE : SNARP_WALK_CLIENT;
  if (wish->plan.first == SNARP_WALK_ZONE) {
    reader->vector->needs |= 1U << OPTION_RESOLVE_ZONE;
  }
  return wish->plan.first == SNARP_WALK_ZONE || strcmp(prefer, "client") == 0 ||
         reader_wrong(reader, "prefer", "expected client or zone");
}

static bool read_draws(const struct reader *reader, struct wish *wish,
                       json_t *in) {
  const json_t *list = json_object_get(in, "draws");
  size_t n = json_array_size(list);

  if (list == NULL) {
    return true;
  }
  if (!json_is_array(list) || n > DRAWS_MAX) {
    return reader_wrong(reader, "draws", "expected a list of numbers");
  }
  reader->vector->needs |= 1U << OPTION_RESOLVE_DRAWS;
  wish->draws = arena_take(reader->arena, (n + 1) * sizeof *wish->draws);
  wish->n_draws = n;
  for (size_t i = 0; i < n; i++) {
    const json_t *draw = json_array_get(list, i);

    if (!json_is_integer(draw) || json_integer_value(draw) < 0 ||
        json_integer_value(draw) > DRAW_MAX) {
      return reader_wrong(reader, "draws", "expected numbers of at most 2^48");
    }
    wish->draws[i] = (uint64_t)json_integer_value(draw);
  }
  return true;
}

static bool read_uri(const struct reader *reader, struct wish *wish,
                     json_t *in) {
  const json_t *uri = json_object_get(in, "uri");

  wish->plan.uri = json_is_true(uri);
  if (wish->plan.uri) {
    reader->vector->needs |= 1U << OPTION_RESOLVE_URI;
  }
  return uri == NULL || json_is_boolean(uri) ||
         reader_wrong(reader, "uri", "expected true or false");
}

static bool read_in(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"domain", "service", "protocols",
                                        "prefer", "draws",   "uri"};
  struct wish *wish = arena_take(reader->arena, sizeof *wish);

  reader->vector->in.json = reader_keep(reader, in);
  reader->vector->in.own = wish;
  if (!place_only(reader->place, in, members, COUNT(members)) ||
      !read_domain(reader, wish, in) ||
      place_string(reader->place, in, "service") == NULL) {
    return false;
  }
  wish->plan.service = view_of(json_object_get(in, "service"));
  wish->plan.srv_mode = SNARP_SRV_LITERAL;
  wish->plan.max_depth = SNARP_WALK_DEPTH;
  wish->plan.max_queries = SNARP_WALK_QUERIES;
  return read_protocols(reader, wish, in) && read_prefer(reader, wish, in) &&
         read_draws(reader, wish, in) && read_uri(reader, wish, in);
}

/* --- corpus: results */

static bool is_end(const char *word) {
  size_t i = 0;

  while (word != NULL && i < COUNT(ends) && strcmp(ends[i], word) != 0) {
    i++;
  }
  return word != NULL && i < COUNT(ends);
}

/* What a result lacks, or null. */
static const char *lack(const json_t *result) {
  const char *end = json_string_value(json_object_get(result, "end"));

  if (!is_end(end)) {
    return "end";
  }
  if (strcmp(end, "served") != 0) {
    return NULL;
  }
  if (!json_is_string(json_object_get(result, "protocol"))) {
    return "protocol";
  }
  if (json_is_string(json_object_get(result, "uri"))) {
    return NULL;
  }
  if (!json_is_string(json_object_get(result, "host"))) {
    return "host";
  }
  return json_is_integer(json_object_get(result, "port")) ? NULL : "port";
}

static const char *expected_of(const char *member) {
  return strcmp(member, "end") == 0
             ? "served, not-offered, failed, temporary or limit"
         : strcmp(member, "port") == 0 ? "a number"
                                       : "a string";
}

static bool read_trace(const struct reader *reader, struct value *value,
                       json_t *object) {
  static const char *const members[] = {"trace", "end"};
  struct trace *trace = arena_take(reader->arena, sizeof *trace);
  const char *end = place_string(reader->place, object, "end");

  value->own = trace;
  if (end == NULL) {
    return false;
  }
  if (!is_end(end)) {
    return reader_wrong(reader, "expect.end",
                        "expected served, not-offered, failed, temporary or "
                        "limit");
  }
  return place_only(reader->place, object, members, COUNT(members)) &&
         trace_read(reader, trace, json_object_get(object, "trace"));
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  static const char *const members[] = {"end", "host", "port", "protocol",
                                        "uri"};
  const char *lacks;
  char message[96];

  value->kind = VALUE_JSON;
  value->json = reader_keep(reader, object);
  if (member != NULL) {
    return read_trace(reader, value, object);
  }
  lacks = lack(object);
  if (lacks != NULL) {
    snprintf(message, sizeof message, "expected %s", expected_of(lacks));
    return reader_wrong(reader, lacks, message);
  }
  return place_only(reader->place, object, members, COUNT(members));
}

/* --- answers */

static void take_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const char *lacks = lack(ok);

  (void)op;
  (void)whole;
  answer->value.kind = VALUE_JSON;
  answer->value.json = ok;
  if (lacks != NULL) {
    answer_expected(answer, lacks, expected_of(lacks));
  }
}

/* The attempt that a result names, as a step; null where it names none. */
static char *served_step(const json_t *result) {
  const json_t *uri = json_object_get(result, "uri");
  json_t *list =
      uri != NULL
          ? json_pack("[O, O]", uri, json_object_get(result, "protocol"))
          : json_pack("[O, O, O]", json_object_get(result, "host"),
                      json_object_get(result, "port"),
                      json_object_get(result, "protocol"));
  struct target target;
  char *step =
      target_connect(&target, list, 0) == NULL ? target_step(&target) : NULL;

  json_decref(list);
  return step;
}

static bool same_end(const char *want, const char *got, unsigned options) {
  bool vague = (options >> OPTION_RESOLVE_WHY & 1) == 0 &&
               strcmp(got, "failed") == 0 && strcmp(want, "served") != 0;

  return vague || strcmp(want, got) == 0;
}

static const char *end_of(const json_t *json) {
  return json_string_value(json_object_get(json, "end"));
}

/* True where the result names the attempt `step`. */
static bool same_target(const json_t *result, const char *step) {
  char *served = served_step(result);
  bool same = served != NULL && step != NULL && strcmp(served, step) == 0;

  free(served);
  return same;
}

static const char *last_attempt(const struct steps *steps) {
  for (size_t i = steps->n; i > 0; i--) {
    if (!step_is_query(steps->list[i - 1])) {
      return steps->list[i - 1];
    }
  }
  return NULL;
}

static bool is_eager(unsigned options) {
  return (options >> OPTION_RESOLVE_EAGER & 1) != 0;
}

static bool same_trace(const struct trace *trace, const struct answer *got) {
  struct trace_match match;
  bool fits;

  trace_compare(&match, trace, &got->world->steps, is_eager(got->options));
  fits = match.fits;
  trace_match_free(&match);
  return fits;
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  const json_t *result = got->value.json;
  bool served = strcmp(end_of(result), "served") == 0;
  char *step;
  bool same;

  (void)vector;
  *where = "trace";
  if (want->own != NULL && !same_trace(want->own, got)) {
    return false;
  }
  *where = "end";
  if (!same_end(end_of(want->json), end_of(result), got->options)) {
    return false;
  }
  *where = "target";
  if (!served || want->own != NULL) {
    return !served || same_target(result, last_attempt(&got->world->steps));
  }
  step = served_step(want->json);
  same = same_target(result, step);
  free(step);
  return same;
}

/* How it ends, once the steps fit. */
static void add_end(struct text *out, const json_t *want,
                    const struct answer *got, bool fits) {
  const char *end = end_of(got->value.json);
  char left[32];
  char right[32];

  snprintf(left, sizeof left, "end: %s", end_of(want));
  snprintf(right, sizeof right, "end: %s", end);
  trace_row(out, fits && !same_end(end_of(want), end, got->options), left,
            right);
}

static char *compare(const struct vector *vector, const struct answer *got) {
  const struct expect *expect = &vector->expect;
  struct text out = {0};

  for (size_t i = 0; i < expect->n && got->world != NULL; i++) {
    const struct trace *trace = expect->choices[i].value.own;
    struct trace_match match;
    char *beside;

    if (trace == NULL) {
      continue;
    }
    trace_compare(&match, trace, &got->world->steps, is_eager(got->options));
    beside = trace_beside(trace, &match, is_eager(got->options));
    text_add(&out, out.len > 0 ? "or\n" : "");
    text_add(&out, beside);
    free(beside);
    add_end(&out, expect->choices[i].value.json, got, match.fits);
    trace_match_free(&match);
  }
  return out.base;
}

const struct family family_resolve = {.asks = true,
                                      .results = {"trace"},
                                      .read_in = read_in,
                                      .read_value = read_value,
                                      .add_input = family_json_input,
                                      .take_result = take_result,
                                      .equal = equal,
                                      .render = family_json_render,
                                      .compare = compare,
                                      .perform = resolve_perform};
