/*
 * kit_octets.h - what the sources of the kit share, for them alone.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef KIT_OCTETS_H
#define KIT_OCTETS_H

#include "kit.h"

/* Ends the adapter with one line on standard error and status 1. */
void kit_die(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

/* Answers to the lines of standard input until it ends: to an echo itself, to
 * all others what `respond` says, which is without "id".
 */
typedef json_t *kit_responder(const void *ctx, const char *op,
                              const json_t *in);
void kit_serve(kit_responder *respond, const void *ctx);

/* Memory of exactly `len` octets for the request at hand, and the end of all
 * such memory.
 */
void *kit_hold(size_t len);
void kit_release(void);

/* A member of a request as octets: of hexadecimal digits; of characters up to
 * U+00ff, with `before` in front of them and a zero octet behind them that is
 * not counted; of a number, two octets. Ends the adapter where the member is
 * not that.
 */
struct kit_octets kit_from_hex(const json_t *in, const char *member);
struct kit_octets kit_from_latin1(const json_t *in, const char *member,
                                  const char *before);
struct kit_octets kit_from_number(const json_t *in, const char *member);

/* Octets as hexadecimal, and as a string of the characters U+0000 to U+00ff. */
json_t *kit_hex(const void *octets, size_t len);
json_t *kit_latin1(const void *octets, size_t len);

/* How a type is written: numbers first, then strings, a name last. */
struct kit_shape {
  uint16_t type;
  const char *prefix; /* of its ops */
  size_t numbers;
  size_t fields;
  const char *field[KIT_FIELDS_MAX];
  const char *line; /* a line of a zone file up to the text */
};

const struct kit_shape *kit_shape_of(uint16_t type);

/* The answer after the library was asked; ends what it was told. */
json_t *kit_answer(struct kit_ask *ask);

#endif
