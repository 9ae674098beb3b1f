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

#include "wire.h"

struct text {
  const uint8_t *base;
  size_t pos; /* the next octet; where it failed, the octet at fault */
  size_t end;
  size_t depth;   /* parentheses open here */
  uint32_t notes; /* enum snarp_note */
  int rv;         /* the first failure, or 0 */
};

/* What an octet may be, beside printable: GAP ends a field, LINE may end a
 * line, RAW is not printable ASCII. */
enum {
  TEXT_DOT = 1,
  TEXT_GAP = 2,
  TEXT_LINE = 4,
  TEXT_QUOTE = 8,
  TEXT_ESCAPE = 16,
  TEXT_RAW = 32
};

/* Where a run of octets that stand for themselves ends, in a quoted string and
 * in a field without quotes. */
enum {
  TEXT_STOP_QUOTED = TEXT_LINE | TEXT_QUOTE | TEXT_ESCAPE | TEXT_RAW,
  TEXT_STOP_BARE = TEXT_GAP | TEXT_DOT | TEXT_STOP_QUOTED
};

extern const uint8_t text_kinds[256];

/* Fails at `pos`; only the first failure counts. */
static inline void text_fail(struct text *in, size_t pos, int status) {
  if (in->rv == 0) {
    in->rv = status;
    in->pos = pos;
  }
}

static inline struct text text_open(struct snarp_view text) {
  struct text in = {text.base, 0, text.len, 0, 0, 0};

  if (text.len > SNARP_INPUT_MAX) {
    text_fail(&in, SNARP_INPUT_MAX, SNARP_ERR_INPUT_LONG);
  }
  return in;
}

/* The octets of the line end that stands at the cursor, which is not at the
 * end: LF, or CR LF; else 0. A CR alone is an octet like others. */
static inline size_t text_line_end(const struct text *in) {
  size_t pos = in->pos;

  if (in->base[pos] == '\n') {
    return 1;
  }
  if (pos + 1 < in->end && in->base[pos] == '\r' && in->base[pos + 1] == '\n') {
    return 2;
  }
  return 0;
}

/* True if the cursor is behind a field: at a blank, the end of a line, a
 * comment, a parenthesis or the end. */
static inline bool text_at_gap(const struct text *in) {
  if (in->pos >= in->end) {
    return true;
  }

  unsigned kind = text_kinds[in->base[in->pos]];
  return (kind & TEXT_GAP) != 0 ||
         ((kind & TEXT_LINE) != 0 && text_line_end(in) > 0);
}

/* Ends reading: FIELD_EXTRA if a field is left, PAREN_OPEN if a parenthesis
 * is. Fills diag, gives the status. */
int text_close(struct text *in, struct snarp_diag *diag);

/* Goes to the next field, whatever stands before it; false if there is none,
 * or after a failure. */
bool text_seek(struct text *in);

/* The same; nearly always one blank stands before the field, or nothing. */
static inline bool text_next(struct text *in) {
  size_t pos = in->pos;

  if (pos < in->end && in->base[pos] == ' ') {
    pos++;
  }
  if (in->rv == 0 && pos < in->end &&
      (text_kinds[in->base[pos]] & (TEXT_GAP | TEXT_LINE)) == 0) {
    in->pos = pos;
    return true;
  }
  return text_seek(in);
}

/* As text_next, where a field must come: else FIELD_MISSING. */
static inline bool text_need(struct text *in) {
  bool found = text_next(in);

  if (!found) {
    text_fail(in, in->pos, SNARP_ERR_FIELD_MISSING);
  }
  return found;
}

/* Takes the octets before the next one of a kind to stop at, as many as there
 * is room for, and appends them. */
static inline void text_run(struct text *in, unsigned stop,
                            struct snarp_buf *out) {
  const uint8_t *from = in->base + in->pos;
  uint8_t *to = out->base + out->len;
  size_t room = out->len < out->cap ? out->cap - out->len : 0;
  size_t left = in->end - in->pos;
  size_t most = left < room ? left : room;
  size_t n = 0;

  while (n < most && (text_kinds[from[n]] & stop) == 0) {
    to[n] = from[n];
    n++;
  }
  in->pos += n;
  out->len += n;
}

/* Takes the octet that an unquoted field has next, decoding an escape. False
 * at the end of the field or after a failure. */
bool text_octet(struct text *in, uint8_t *octet);

/* A field of decimal digits, at most 65535; what it fails with where it is
 * something else, or greater. */
uint16_t text_number(struct text *in, int not_digits, int too_great);

/* A number of 16 bits (RFC 3403 4.3). */
static inline uint16_t text_u16(struct text *in) {
  return text_number(in, SNARP_ERR_NUMBER, SNARP_ERR_NUMBER_RANGE);
}

/* A character-string, quoted or not, appended behind its length octet; there
 * must be room for the longest one. The view is of what was appended. */
struct snarp_view text_string(struct text *in, struct snarp_buf *out);

/* Takes the token \# if it stands here, at the beginning of a field. */
bool text_take_generic(struct text *in);

/* Takes the token \# if the next field is that (RFC 3597 5). */
static inline bool text_generic(struct text *in) {
  return text_next(in) && in->base[in->pos] == '\\' && text_take_generic(in);
}

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
