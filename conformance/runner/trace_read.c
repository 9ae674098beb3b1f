/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "trace_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

static bool trace_wrong(const struct reader *reader, const char *expected) {
  char message[80];

  snprintf(message, sizeof message, "expected %s in a step", expected);
  return reader_wrong(reader, "expect.trace", message);
}

static bool read_step(const struct reader *reader, struct trace *trace,
                      struct trace_node *node, const json_t *list) {
  const char *word = json_string_value(json_array_get(list, 0));
  bool connect = word != NULL && strcmp(word, "connect") == 0;
  struct target target;
  const char *expected;
  char *step;

  if (!connect && json_array_size(list) != 2) {
    return trace_wrong(reader, "a type and a name");
  }
  expected = connect ? target_connect(&target, list, 1)
                     : target_query(&target, json_array_get(list, 1),
                                    json_array_get(list, 0));
  if (expected != NULL) {
    return trace_wrong(reader, expected);
  }
  step = target_step(&target);
  node->step = arena_copy(reader->arena, step, strlen(step));
  node->index = trace->n_steps++;
  node->optional = connect && target.uri.len == 0 &&
                   !scenario_has_address(reader->vector->in.world, target.name);
  free(step);
  return true;
}

static bool read_list(const struct reader *reader, struct trace *trace,
                      struct trace_list *list, const json_t *json);

static bool read_group(const struct reader *reader, struct trace *trace,
                       struct trace_node *node, json_t *object) {
  static const char *const members[] = {"any"};
  const json_t *any = json_object_get(object, "any");
  size_t n = json_array_size(any);
  struct trace_list *lists = arena_take(reader->arena, (n + 1) * sizeof *lists);

  node->any = lists;
  node->n = n;
  if (n < 2) {
    return reader_wrong(reader, "expect.trace",
                        "expected a group of two sequences or more as \"any\"");
  }
  for (size_t i = 0; i < n; i++) {
    if (!read_list(reader, trace, &lists[i], json_array_get(any, i))) {
      return false;
    }
  }
  return place_only(reader->place, object, members, COUNT(members));
}

static bool read_list(const struct reader *reader, struct trace *trace,
                      struct trace_list *list, const json_t *json) {
  size_t n = json_array_size(json);
  struct trace_node *nodes = arena_take(reader->arena, (n + 1) * sizeof *nodes);

  if (!json_is_array(json)) {
    return reader_wrong(reader, "expect.trace", "expected a list of steps");
  }
  list->nodes = nodes;
  list->n = n;
  for (size_t i = 0; i < n; i++) {
    json_t *item = json_array_get(json, i);

    if (json_is_object(item) ? !read_group(reader, trace, &nodes[i], item)
                             : !read_step(reader, trace, &nodes[i], item)) {
      return false;
    }
  }
  return true;
}

bool trace_read(const struct reader *reader, struct trace *trace,
                const json_t *json) {
  trace->n_steps = 0;
  return read_list(reader, trace, &trace->list, json);
}
