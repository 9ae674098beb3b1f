/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#include "fault.h"

#define ROOM ((size_t)64 * 1024)

/* A line, its line end, and a read that goes past it. */
#define CAP_MAX (LINE_MAX_LEN + 2 + ROOM)

static void move_down(struct lines *lines) {
  if (lines->at > 0) {
    memmove(lines->base, lines->base + lines->at, lines->len - lines->at);
    lines->len -= lines->at;
    lines->seen -= lines->at;
    lines->at = 0;
  }
}

char *lines_room(struct lines *lines, size_t *room) {
  move_down(lines);
  if (lines->len > LINE_MAX_LEN + 1) {
    return NULL;
  }
  if (lines->cap - lines->len < ROOM) {
    size_t cap = lines->cap == 0 ? 2 * ROOM : 2 * lines->cap;

    lines->cap = cap < CAP_MAX ? cap : CAP_MAX;
    lines->base = grow(lines->base, lines->cap);
  }
  *room = lines->cap - lines->len;
  if (*room > ROOM) {
    *room = ROOM;
  }
  return lines->base + lines->len;
}

void lines_added(struct lines *lines, size_t n) {
  lines->len += n;
}

bool lines_next(struct lines *lines, struct snarp_view *line) {
  char *from = lines->base + lines->seen;
  char *feed;

  if (lines->seen == lines->len) {
    return false;
  }
  feed = memchr(from, '\n', lines->len - lines->seen);
  if (feed == NULL) {
    lines->seen = lines->len;
    return false;
  }
  line->base = (const uint8_t *)lines->base + lines->at;
  line->len = (size_t)(feed - lines->base) - lines->at;
  if (line->len > 0 && line->base[line->len - 1] == '\r') {
    line->len--;
  }
  lines->at = lines->seen = (size_t)(feed - lines->base) + 1;
  return true;
}

struct snarp_view lines_rest(const struct lines *lines) {
  struct snarp_view rest = {NULL, lines->len - lines->at};

  if (rest.len > 0) {
    rest.base = (const uint8_t *)lines->base + lines->at;
  }
  return rest;
}

void lines_free(struct lines *lines) {
  free(lines->base);
  memset(lines, 0, sizeof *lines);
}
