/* The story as an SVG picture: an element a row, time from left to right, and
 * a bar for how often it came first, with a line where it should have been.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <libxml/xmlwriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool/story.h"

#define ROW 22
#define TOP 52
#define LEFT 250
#define PICTURE 480 /* pixels */
#define GAP 24
#define BAR 160
#define CELLS_MOST 240

struct picture {
  xmlTextWriterPtr out;
  const struct story *story;
  size_t n;    /* cells in a row */
  double cell; /* the width of one */
};

static void attribute(struct picture *picture, const char *name,
                      const char *format, double value) {
  xmlTextWriterWriteFormatAttribute(picture->out, BAD_CAST name, format, value);
}

static void begin(struct picture *picture, const char *name) {
  xmlTextWriterStartElement(picture->out, BAD_CAST name);
}

static void end(struct picture *picture) {
  xmlTextWriterEndElement(picture->out);
}

static void with(struct picture *picture, const char *name, const char *value) {
  xmlTextWriterWriteAttribute(picture->out, BAD_CAST name, BAD_CAST value);
}

static void words(struct picture *picture, double x, double y,
                  const char *text) {
  begin(picture, "text");
  attribute(picture, "x", "%.0f", x);
  attribute(picture, "y", "%.0f", y);
  xmlTextWriterWriteString(picture->out, BAD_CAST text);
  end(picture);
}

static void box(struct picture *picture, const double at[4],
                const char *style) {
  begin(picture, "rect");
  with(picture, "class", style);
  attribute(picture, "x", "%.2f", at[0]);
  attribute(picture, "y", "%.0f", at[1]);
  attribute(picture, "width", "%.2f", at[2]);
  attribute(picture, "height", "%.0f", at[3]);
  end(picture);
}

/* How much of a span of requests the element came first in, from 0 to 1, and
 * how much of it it was there. */
static double part(const struct story_element *element, size_t from, size_t to,
                   uint8_t least) {
  size_t n = 0;

  for (size_t i = from; i < to; i++) {
    n += element->cells[i] >= least;
  }
  return (double)n / (double)(to - from);
}

static void cells(struct picture *picture, const struct story_element *element,
                  double y) {
  size_t requests = picture->story->requests;

  for (size_t i = 0; i < picture->n; i++) {
    size_t from = i * requests / picture->n;
    size_t to = (i + 1) * requests / picture->n;
    double x = LEFT + (double)i * picture->cell;
    double first = part(element, from, to, STORY_SELECTED);
    double there = part(element, from, to, STORY_PASSED);
    double answered = part(element, from, to, STORY_BEHIND);
    if (there > 0) {
      box(picture, (double[]){x, y, picture->cell * there, ROW - 6}, "there");
    }
    if (answered > 0) {
      box(picture, (double[]){x, y, picture->cell * answered, ROW - 6},
          "behind");
    }
    if (first > 0) {
      box(picture, (double[]){x, y, picture->cell * first, ROW - 6}, "first");
    }
  }
}

static void bar(struct picture *picture, const struct story_element *element,
                double most, double y) {
  double left = LEFT + PICTURE + GAP;
  double wide = most > 0 ? BAR * (double)element->selected / most : 0;
  char text[48];

  box(picture, (double[]){left, y, wide, ROW - 6}, "first");
  snprintf(text, sizeof text, "%zu", element->selected);
  words(picture, left + BAR + 8, y + ROW - 10, text);
  if (picture->story->has_ideal && most > 0) {
    double x = left + BAR * element->ideal / most;
    box(picture, (double[]){x - 1, y - 2, 2, ROW - 2}, "ideal");
  }
}

static double greatest(const struct story *story) {
  double most = 0;

  for (size_t i = 0; i < story->n; i++) {
    const struct story_element *element = &story->elements[i];
    double one = (double)element->selected;
    one = one > element->ideal || !story->has_ideal ? one : element->ideal;
    most = one > most ? one : most;
  }
  return most;
}

static void row(struct picture *picture, size_t i, double most) {
  const struct story_element *element = &picture->story->elements[i];
  double y = TOP + (double)i * ROW;
  char text[80];

  snprintf(text, sizeof text, "%u  %s", (unsigned)element->id, element->values);
  words(picture, 12, y + ROW - 10, text);
  if (picture->n > 0) {
    cells(picture, element, y);
  }
  bar(picture, element, most, y);
}

static void head(struct picture *picture) {
  static const char style[] =
      "text{font:13px sans-serif;fill:#222}.there{fill:#e4e4e4}"
      ".behind{fill:#f0b860}.first{fill:#2166ac}.ideal{fill:#b2182b}";
  const struct story *story = picture->story;
  char text[160];

  begin(picture, "style");
  xmlTextWriterWriteString(picture->out, BAD_CAST style);
  end(picture);
  snprintf(text, sizeof text, "%s (%s), %zu elements, %zu requests",
           story->policy, story->dialect, story->n, story->requests);
  words(picture, 12, 22, text);
  words(picture, LEFT, 42, "blue: first; orange: behind; grey: passed over");
  words(picture, LEFT + PICTURE + GAP, 42,
        story->has_ideal ? "how often first; red: ideal" : "how often first");
}

static void draw(struct picture *picture) {
  double width = LEFT + PICTURE + GAP + BAR + 90;
  double height = TOP + (double)picture->story->n * ROW + 12;
  double most = greatest(picture->story);

  xmlTextWriterStartDocument(picture->out, NULL, "UTF-8", NULL);
  begin(picture, "svg");
  with(picture, "xmlns", "http://www.w3.org/2000/svg");
  attribute(picture, "width", "%.0f", width);
  attribute(picture, "height", "%.0f", height);
  head(picture);
  for (size_t i = 0; i < picture->story->n; i++) {
    row(picture, i, most);
  }
  end(picture);
  xmlTextWriterEndDocument(picture->out);
}

char *story_svg(const struct story *story) {
  xmlBufferPtr buffer = need(xmlBufferCreate());
  size_t n = story->requests < CELLS_MOST ? story->requests : CELLS_MOST;
  struct picture picture = {need(xmlNewTextWriterMemory(buffer, 0)), story, n,
                            n > 0 ? PICTURE / (double)n : 0};

  xmlTextWriterSetIndent(picture.out, 1);
  draw(&picture);
  xmlFreeTextWriter(picture.out);

  char *text = copy((const char *)xmlBufferContent(buffer));
  xmlBufferFree(buffer);
  return text;
}
