/*
 * runner/lines.h - cuts what an adapter writes into lines, in bounded memory.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_LINES_H
#define SNARP_RUNNER_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snarp/base.h"

/* The longest line of the protocol, without its line feed. */
#define LINE_MAX_LEN ((size_t)1 << 20)

/* All zero is empty; the fields are private. */
struct lines {
  char *base;
  size_t cap;
  size_t len;  /* octets held */
  size_t at;   /* where the next line begins */
  size_t seen; /* up to where no line feed was found */
};

/* Room for at least 1 and at most 64 KiB more octets: sets *room. Null where
 * the line that has begun is already longer than LINE_MAX_LEN. Lines that were
 * given out before are no longer valid.
 */
char *lines_room(struct lines *lines, size_t *room);

/* Tells that n octets were put into the room. */
void lines_added(struct lines *lines, size_t n);

/* The next whole line without its line feed, and without a carriage return
 * before that; false where there is none yet. Valid until lines_room.
 */
bool lines_next(struct lines *lines, struct snarp_view *line);

/* What stands behind the last whole line. */
struct snarp_view lines_rest(const struct lines *lines);

void lines_free(struct lines *lines);

#endif
