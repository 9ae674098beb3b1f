/*
 * runner/answer.h - one line of an adapter's output, read and made comparable.
 *
 * Total: any octets may be given; memory stays in proportion to the line.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_ANSWER_H
#define SNARP_RUNNER_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "op.h"
#include "snarp/base.h"
#include "value.h"

/* The deepest nesting of JSON that is read, and how many characters of a
 * refusal's words are kept.
 */
#define ANSWER_DEPTH 32
#define ANSWER_WORDS 200

struct world; /* world.h */

enum answer_kind {
  ANSWER_OK,
  ANSWER_REJECT,
  ANSWER_UNSUPPORTED,
  ANSWER_ASK,        /* a question: `ask` */
  ANSWER_WRONG,      /* accepted, but its text says nothing: `words` says why */
  ANSWER_UNPROMISED, /* libsnarp broke a promise: `words` says which (probe.h)
                      */
  ANSWER_BROKEN      /* not an answer: `words` says what was expected */
};

/* All zero is empty; memory is reused from one line to the next. */
struct answer {
  enum answer_kind kind;
  bool has_id;
  uint64_t id;
  struct value value;               /* ANSWER_OK, after answer_result */
  char words[ANSWER_WORDS * 4 + 1]; /* UTF-8, of ANSWER_WORDS characters */
  char reason[257];                 /* "" where none was given */
  struct snarp_view text;           /* what print answered, Latin-1 */
  const json_t *ask;                /* ANSWER_ASK */

  /* Told to the answer by who reads it: what the implementation offers besides
   * its ops (1 << option); and where the op asks, the world of the scenario,
   * which has the steps. */
  unsigned options;
  struct world *world;

  /* private */
  json_t *root;
  struct record *records;
  size_t records_cap;
  uint8_t *space;
  size_t space_cap;
  size_t space_len;
};

/* Reads a line: kind, id, words, reason. ANSWER_BROKEN where it is no JSON
 * object, is nested too deep, or is none of the answers of the protocol;
 * has_id is set where an id could be read all the same.
 */
void answer_read(struct answer *answer, struct snarp_view line);

/* Turns the result of an ANSWER_OK into `value`, by the op that was asked and
 * whether it was asked about a whole message. The kind becomes ANSWER_BROKEN
 * where the result has not the members of the op, and ANSWER_WRONG where a
 * text in it cannot be read.
 */
void answer_result(struct answer *answer, enum op op, bool whole);

/* True where it is the answer to an echo of these octets, as `octets` and as
 * `text`.
 */
bool answer_echo(struct answer *answer, struct snarp_view octets);

void answer_free(struct answer *answer);

/* An adapter's hello. */
struct hello {
  char name[257]; /* UTF-8 of at most 64 characters */
  char version[257];
  bool ops[OPS];
  unsigned options; /* 1 << option, or-ed */
};

/* Reads the answer to hello; false with *expected set to a static line where
 * it is none. Caps that are not known are passed over.
 */
bool hello_read(struct hello *hello, struct snarp_view line,
                const char **expected);

#endif
