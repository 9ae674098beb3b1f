/*
 * runner/family.h - what differs between ops: how their requests and results
 * are read, asked, compared and shown. A family is a row of functions, and all
 * else in the runner knows only these.
 *
 * The codecs have their own form (struct record) for the sake of speed. All
 * other families keep requests and results as the JSON they are.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_FAMILY_H
#define SNARP_RUNNER_FAMILY_H

#include <jansson.h>
#include <stdbool.h>

#include "answer.h"
#include "reader.h"
#include "text.h"
#include "vector.h"

struct family {
  /* An op asks questions: it is asked alone, and vectors have a world. */
  bool asks;

  /* Members of an expectation that stand for a result besides "value",
   * null-terminated. */
  const char *results[3];

  /* Reads the request into vector->in, and what options it needs. */
  bool (*read_in)(const struct reader *reader, json_t *in);

  /* Reads a result that is expected. `member` is one of `results` and `object`
   * what holds it, with all its members; or `member` is null and `object` the
   * result itself. */
  bool (*read_value)(const struct reader *reader, struct value *value,
                     const char *member, json_t *object);

  /* Adds the members of the request, without braces. */
  void (*add_input)(struct text *out, const struct vector *vector);

  /* Turns the "ok" of an answer into its value, as answer_result has it. */
  void (*take_result)(struct answer *answer, enum op op, bool whole);

  /* True where the answer has what `want` asks for; else *where is a static
   * word for what differs. */
  bool (*equal)(const struct vector *vector, const struct value *want,
                const struct answer *got, const char **where);

  /* Adds a result, got or expected, as compact JSON of about `cap`
   * characters at most. */
  void (*render)(struct text *out, enum op op, const struct value *value,
                 size_t cap);

  /* Lines that show what was expected and what came side by side, as a new
   * string; null where no such function, or nothing to show, is there. */
  char *(*compare)(const struct vector *vector, const struct answer *got);

  /* Does with libsnarp what the vector asks; a status. */
  int (*perform)(struct answer *answer, const struct vector *vector,
                 struct snarp_view octets);
};

const struct family *family_of(enum op op);

extern const struct family family_codec;
extern const struct family family_service;
extern const struct family family_order;
extern const struct family family_resolve;
extern const struct family family_policy;
extern const struct family family_pool;
extern const struct family family_form;

/* For families that libsnarp does as `snarp adapter ref` does. */
int family_ops_perform(struct answer *answer, const struct vector *vector,
                       struct snarp_view octets);

/* For families that keep JSON: add_input and render. */
void family_json_input(struct text *out, const struct vector *vector);
void family_json_render(struct text *out, enum op op, const struct value *value,
                        size_t cap);

/* Adds JSON in its compact form. */
void text_dump(struct text *out, const json_t *json);

/* Gives the answer of libsnarp its result, which it then owns. */
void answer_set(struct answer *answer, json_t *result);

/* True where both are strings, the same but for the case of ASCII letters. */
bool same_word(const json_t *a, const json_t *b);

#endif
