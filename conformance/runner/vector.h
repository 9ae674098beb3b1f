/*
 * runner/vector.h - a vector, ready to be asked and judged.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_VECTOR_H
#define SNARP_RUNNER_VECTOR_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "op.h"
#include "rules.h"
#include "snarp/base.h"
#include "value.h"

struct scenario; /* world.h */

enum expect_kind { EXPECT_VALUE, EXPECT_REJECT, EXPECT_EITHER, EXPECT_ONE_OF };

/* One thing that may happen: a result, or a refusal for one of some reasons. */
struct choice {
  bool reject;
  struct value value;         /* where not reject */
  const char *const *reasons; /* where reject: n_reasons words */
  size_t n_reasons;
};

/* EXPECT_VALUE and EXPECT_REJECT have one choice, EXPECT_EITHER none or one
 * (a value), EXPECT_ONE_OF one or more.
 */
struct expect {
  enum expect_kind kind;
  const struct choice *choices;
  size_t n;
  const char *why; /* EXPECT_EITHER; else null */
};

/* What an op is given. */
struct input {
  bool whole;               /* decode: `octets` is a message */
  struct snarp_view octets; /* decode: rdata or message; scan: the text */
  struct record record;     /* encode, print */
  struct snarp_view owner;  /* encode: its base is null where there is none */
  const char *origin;       /* scan: in text form, never null there */
  json_t *json;             /* all other ops: the request itself */
  const void *own;          /* and what its family made of it, or null */
  const struct scenario *world; /* what answers its questions, or null */
};

/* Where a vector came from: authored, or derived from its parent as ~tN, ~x,
 * ~w, ~p, ~s or ~oN of docs/vector-format.md.
 */
enum derived {
  DERIVED_NOT = 0,
  DERIVED_CUT = 't',
  DERIVED_EXTRA = 'x',
  DERIVED_WRITE = 'w',
  DERIVED_PRINT = 'p',
  DERIVED_SCAN = 's',
  DERIVED_ORDER = 'o' /* ~o1, ~o2 */
};

/* Everything lives in the arena of the corpus. */
struct vector {
  size_t index; /* its place in the corpus */
  const char *id;
  const char *title;
  const char *file; /* the path it was read from */
  const char *note; /* or null */
  const char *born; /* `origin` of the file: "hand", "report", "derived" ... */
  const struct rule *const *rules; /* n_rules, at least 1 */
  size_t n_rules;
  enum op op;
  enum level level; /* of the first rule */
  unsigned needs;   /* options that it needs besides its op: 1 << option */
  struct input in;
  struct expect expect;
  const struct vector *twin;   /* of a reject, else null */
  const struct vector *parent; /* of a derived one, else null */
  enum derived derived;

  bool scanned; /* a ~s scans what this print answers */
  bool aside;   /* only here as the twin of another: asked, not counted */

  /* The request as a line of the protocol is {"id":N and then this, which ends
   * in a line feed. Null for ~s, whose text is the parent's answer.
   */
  const char *request;
  size_t request_len;
};

/* The name of an option that the vector needs and that is not among those
 * offered (1 << option, or-ed), or null. */
const char *vector_lacks(const struct vector *vector, unsigned options);

/* Makes `request` of a vector that is otherwise complete. */
void vector_prepare(struct vector *vector, struct arena *arena);

/* The request line of a vector whose text (Latin-1) was printed by the
 * implementation: a new string as `request` above, free() it; *len is its
 * length.
 */
char *vector_scan_request(const struct vector *vector, struct snarp_view text,
                          size_t *len);

/* Renders the request as one line of JSON without the id, and the expectation,
 * as new strings of at most `cap` characters, free() them.
 */
char *vector_render_request(const struct vector *vector, size_t cap);
/* The world, where there is one, likewise; else null. */
char *vector_render_world(const struct vector *vector, size_t cap);
char *vector_render_expect(const struct vector *vector, size_t cap);

#endif
