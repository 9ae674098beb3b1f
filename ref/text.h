/*
 * text.h - zone-file text of one record (RFC 1035 5.1): a cursor over its
 * fields, and the writers of strings and numbers.
 *
 * Fields are divided by blanks; parentheses let a record go on over the end of
 * a line; a semicolon begins a comment. As in wire.h, the first failure is
 * remembered and reported by text_close.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_TEXT_H
#define SNARP_TEXT_H

#include "snarp/base.h"

struct text {
  const uint8_t *base;
  size_t pos; /* the next octet; where it failed, the octet at fault */
  size_t end;
  size_t depth;   /* parentheses open here */
  uint32_t notes; /* enum snarp_note */
  int rv;         /* the first failure, or 0 */
};

struct text text_open(struct snarp_view text);

/* Ends reading: FIELD_EXTRA if a field is left, PAREN_OPEN if a parenthesis
 * is. Fills diag, gives the status. */
int text_close(struct text *in, struct snarp_diag *diag);

/* Fails at `pos`; only the first failure counts. */
void text_fail(struct text *in, size_t pos, int status);

/* Goes to the next field; false if there is none, or after a failure. */
bool text_next(struct text *in);

/* As text_next, where a field must come: else FIELD_MISSING. */
bool text_need(struct text *in);

/* True if the cursor is behind a field: at a blank, the end of a line, a
 * comment, a parenthesis or the end. */
bool text_at_gap(const struct text *in);

/* Takes the octets that an unquoted field has next, up to a dot or one that
 * needs text_octet. */
struct snarp_view text_run(struct text *in);

/* Takes the octet that an unquoted field has next, decoding an escape;
 * `escaped` tells whether it was one. False at the end of the field or after
 * a failure. */
bool text_octet(struct text *in, uint8_t *octet, bool *escaped);

/* A field of decimal digits, at most 65535; what it fails with where it is
 * something else, or greater. */
uint16_t text_number(struct text *in, int not_digits, int too_great);

/* A number of 16 bits (RFC 3403 4.3). */
static inline uint16_t text_u16(struct text *in) {
  return text_number(in, SNARP_ERR_NUMBER, SNARP_ERR_NUMBER_RANGE);
}

/* A character-string, quoted or not, appended behind its length octet. */
void text_string(struct text *in, struct snarp_buf *out);

/* Takes the token \# if the next field is that (RFC 3597 5). */
bool text_generic(struct text *in);

/* What follows \#: a length and words of hexadecimal digits, appended. */
void text_generic_octets(struct text *in, struct snarp_buf *out);

/* 0 if all octets are letters and digits, as FLAGS has them (RFC 3403 4.1),
 * else FLAGS_OCTET, and where. */
int text_check_flags(struct snarp_view octets, size_t *off);

void put_decimal(struct snarp_buf *out, unsigned number);

/* \DDD (RFC 1035 5.1). */
void put_escape(struct snarp_buf *out, unsigned octet);

/* A character-string in quotes. */
void put_quoted(struct snarp_buf *out, struct snarp_view octets);

#endif
