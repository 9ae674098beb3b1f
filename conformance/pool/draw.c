/* The story as a table, and as JSON.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool/story.h"
#include "text.h"

/* What the columns before the picture take. */
#define COLUMNS 64
#define PICTURE_MIN 10

#define REFUSALS 10 /* that are listed */

/* The cell that stands for a span of requests: the strongest of them. */
static uint8_t strongest(const struct story_element *element, size_t from,
                         size_t end) {
  uint8_t most = STORY_AWAY;

  for (size_t i = from; i < end; i++) {
    most = element->cells[i] > most ? element->cells[i] : most;
  }
  return most;
}

static void put_picture(struct text *out, const struct story *story,
                        const struct story_element *element, size_t width) {
  static const char marks[] = " .+#";
  size_t n = story->requests < width ? story->requests : width;

  for (size_t i = 0; i < n; i++) {
    size_t from = i * story->requests / n;
    size_t end = (i + 1) * story->requests / n;
    text_format(out, "%c", marks[strongest(element, from, end)]);
  }
}

static void put_element(struct text *out, const struct story *story,
                        const struct story_element *element, size_t width) {
  text_format(out, "%10u  %-24s %8zu", (unsigned)element->id, element->values,
              element->selected);
  if (story->has_ideal) {
    text_format(out, " %9.1f %6.2f  ", element->ideal, element->worst);
  } else {
    text_format(out, " %9s %6s  ", "-", "-");
  }
  put_picture(out, story, element, width);
  text_format(out, "\n");
}

/* The steps that the pool refused, as far as there is patience. */
static void put_refusals(struct text *out, const struct story *story) {
  size_t n = 0;

  for (size_t i = 0; i < json_array_size(story->results); i++) {
    const json_t *why =
        json_object_get(json_array_get(story->results, i), "refused");
    if (why != NULL && ++n <= REFUSALS) {
      text_format(out, "steps[%zu]: refused: %s\n", i, json_string_value(why));
    }
  }
  if (n > REFUSALS) {
    text_format(out, "and %zu more refused\n", n - REFUSALS);
  }
}

char *story_table(const struct story *story, size_t width) {
  struct text out = {0};
  size_t room = width > COLUMNS + PICTURE_MIN ? width - COLUMNS : PICTURE_MIN;

  text_format(&out, "%s (%s), %zu elements, %zu requests\n", story->policy,
              story->dialect, story->n, story->requests);
  put_refusals(&out, story);
  text_format(&out,
              "\n%10s  %-24s %8s %9s %6s  # first, + behind, . passed "
              "over",
              "element", "", "first", "ideal", "worst");
  if (story->requests > room) {
    text_format(&out, "; %.1f requests a column",
                (double)story->requests / (double)room);
  }
  text_add(&out, "\n");
  for (size_t i = 0; i < story->n; i++) {
    put_element(&out, story, &story->elements[i], room);
  }
  return out.base;
}

static json_t *element_json(const struct story *story,
                            const struct story_element *element) {
  json_t *object =
      json_pack("{s:I, s:s, s:I, s:I}", "id", (json_int_t)element->id, "values",
                element->values, "first", (json_int_t)element->selected,
                "answered", (json_int_t)element->answered);

  if (story->has_ideal) {
    json_object_set_new(object, "ideal", json_real(element->ideal));
    json_object_set_new(object, "worst", json_real(element->worst));
  }
  return object;
}

char *story_json(const struct story *story) {
  json_t *elements = json_array();
  json_t *whole;
  char *text;

  for (size_t i = 0; i < story->n; i++) {
    json_array_append_new(elements, element_json(story, &story->elements[i]));
  }
  whole =
      json_pack("{s:s, s:s, s:I, s:o, s:O}", "policy", story->policy, "dialect",
                story->dialect, "requests", (json_int_t)story->requests,
                "elements", elements, "steps", story->results);
  text = json_dumps(whole, JSON_INDENT(2) | JSON_ENSURE_ASCII |
                               JSON_REAL_PRECISION(6));
  json_decref(whole);
  return need(text);
}
