/*
 * runner/value.h - what an op results in.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_VALUE_H
#define SNARP_RUNNER_VALUE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "op.h"
#include "snarp/base.h"
#include "text.h"

/* A record; numbers and fields as in the shape of its kind. A number may be
 * any that JSON can hold: it is what an implementation claims.
 */
struct record {
  int64_t numbers[3];
  struct snarp_view fields[4];
};

enum value_kind {
  VALUE_RECORDS, /* decode: one record, or with `message` a list */
  VALUE_RDATA,   /* encode, scan, print */
  VALUE_JSON     /* all other ops */
};

/* The octets are someone else's. */
struct value {
  enum value_kind kind;
  bool list;              /* the records are the NAPTRs of a message */
  struct record *records; /* n of them */
  size_t n;
  struct snarp_view rdata;
  bool quoted_known;  /* whether `quoted` was told (print) */
  bool quoted;        /* the three strings stood in quotes */
  const json_t *json; /* VALUE_JSON: the result; in an expectation what holds
                         it, where it is none by itself ("trace") */
  const void *own;    /* and what its family made of it, or null */
};

/* True where an op of a codec that gave `got` gave what `want` asks for.
 * `quoted` is only compared where `want` tells it. On false *where, if not
 * null, is a static word for the first member that differs ("flags", "rdata",
 * "records").
 */
bool value_equal(const struct shape *shape, const struct value *want,
                 const struct value *got, const char **where);

/* Adds the members of a record, without braces, as compact JSON. */
void record_render(struct text *out, const struct shape *shape,
                   const struct record *record);

/* Adds such a value as compact JSON; records past `cap` characters are left
 * out. */
void value_render(struct text *out, const struct shape *shape,
                  const struct value *value, size_t cap);

#endif
