/*
 * runner/reader.h - what the readers of one vector share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_READER_H
#define SNARP_RUNNER_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "document.h"
#include "rules.h"
#include "vector.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct zones; /* world.h */

struct reader {
  struct arena *arena;
  const struct place *place;
  const struct rules *rules;
  json_t *kept; /* a list of what JSON must live as long as the arena */
  struct zones *zones;
  struct vector *vector;
  const char *twin; /* the id of the twin, once it was read, or null */
};

/* All return false (or null) with the fault filled where they fail. */

bool reader_wrong(const struct reader *reader, const char *member,
                  const char *expected);

/* Lower-case hexadecimal. */
bool reader_hex(const struct reader *reader, struct snarp_view *octets,
                const json_t *object, const char *member);

/* An integer from `least` to `most`. */
bool reader_number(const struct reader *reader, int64_t *number,
                   const json_t *object, const char *member, int64_t least,
                   int64_t most);

/* A domain name in text form with its final dot, in the arena. */
const char *reader_name(const struct reader *reader, const json_t *object,
                        const char *member);

/* The members of a record of this shape, and no others but `extra`, which may
 * be null. */
bool reader_record(const struct reader *reader, struct record *record,
                   const struct shape *shape, json_t *object,
                   const char *extra);

/* "draws", a list of numbers, which may be missing; where it is there the
 * vector needs the option. */
bool reader_draws(const struct reader *reader, const json_t *in,
                  enum option option);

/* Keeps JSON for as long as the arena lives, and gives it back. */
json_t *reader_keep(const struct reader *reader, json_t *json);

#endif
