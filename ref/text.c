/* Zone-file text, field by field (RFC 1035 5.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "text.h"

#include "wire.h"

/* Short names, for the table alone. */
enum {
  R = TEXT_RAW,
  G = TEXT_GAP,
  N = TEXT_LINE,
  C = TEXT_LINE | TEXT_RAW,
  Q = TEXT_QUOTE,
  E = TEXT_ESCAPE,
  D = TEXT_DOT
};

/* clang-format off */
const uint8_t text_kinds[256] = {
    R, R, R, R, R, R, R, R, R, G, N, R, R, C, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    G, 0, Q, 0, 0, 0, 0, 0, G, G, 0, 0, 0, 0, D, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, G, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, E, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
};
/* clang-format on */

static bool is_digit(uint8_t octet) {
  return octet >= '0' && octet <= '9';
}

static void skip_comment(struct text *in) {
  while (in->pos < in->end && in->base[in->pos] != '\n') {
    in->pos++;
  }
}

static void open_paren(struct text *in) {
  if (in->depth > 0) {
    in->notes |= SNARP_NOTE_PAREN_NESTED;
  }
  in->depth++;
  in->pos++;
}

static void close_paren(struct text *in) {
  if (in->depth == 0) {
    text_fail(in, in->pos, SNARP_ERR_PAREN_CLOSE);
    return;
  }
  in->depth--;
  in->pos++;
}

/* Passes over what may stand at the cursor between fields; false if it is
 * none of that. */
static bool skip_gap(struct text *in) {
  switch (in->base[in->pos]) {
  case ' ':
  case '\t':
    in->pos++;
    return true;
  case ';':
    skip_comment(in);
    return true;
  case '(':
    open_paren(in);
    return true;
  case ')':
    close_paren(in);
    return in->rv == 0;
  default:
    return false;
  }
}

bool text_seek(struct text *in) {
  if (in->rv != 0) {
    return false;
  }
  while (in->pos < in->end) {
    size_t n = text_line_end(in);
    if (n > 0 && in->depth == 0) {
      return false;
    }
    in->pos += n;
    if (n == 0 && !skip_gap(in)) {
      return in->rv == 0;
    }
  }
  return false;
}

int text_close(struct text *in, struct snarp_diag *diag) {
  bool extra = text_next(in);

  /* the record has ended; lines behind it may hold blanks and comments */
  while (!extra && in->rv == 0 && in->pos < in->end) {
    in->pos += text_line_end(in);
    extra = text_next(in);
  }
  if (extra) {
    text_fail(in, in->pos, SNARP_ERR_FIELD_EXTRA);
  } else if (in->depth > 0) {
    text_fail(in, in->pos, SNARP_ERR_PAREN_OPEN);
  }
  return wire_tell(diag, in->pos, in->rv == 0 ? in->notes : 0, in->rv);
}

/* Takes the escape at the cursor: \DDD or \X. */
static bool take_escape(struct text *in, uint8_t *octet) {
  size_t pos = in->pos + 1;
  unsigned number = 0;
  size_t n = 0;

  if (pos >= in->end) {
    text_fail(in, in->pos, SNARP_ERR_ESCAPE_END);
    return false;
  }
  while (n < 3 && pos < in->end && is_digit(in->base[pos])) {
    number = number * 10 + in->base[pos] - '0';
    pos++;
    n++;
  }
  if (n == 0) {
    number = in->base[pos];
    pos++;
  } else if (n < 3) {
    text_fail(in, in->pos, SNARP_ERR_ESCAPE_DIGITS);
    return false;
  } else if (number > 255) {
    text_fail(in, in->pos, SNARP_ERR_ESCAPE_RANGE);
    return false;
  }

  in->pos = pos;
  *octet = (uint8_t)number;
  return true;
}

static bool take_plain(struct text *in, unsigned kind, uint8_t *octet) {
  if ((kind & TEXT_RAW) != 0) {
    in->notes |= SNARP_NOTE_RAW_OCTET;
  }
  *octet = in->base[in->pos];
  in->pos++;
  return true;
}

bool text_octet(struct text *in, uint8_t *octet) {
  if (text_at_gap(in)) {
    return false;
  }

  unsigned kind = text_kinds[in->base[in->pos]];
  if ((kind & TEXT_QUOTE) != 0) {
    text_fail(in, in->pos, SNARP_ERR_BLANK_MISSING);
    return false;
  }
  if ((kind & TEXT_ESCAPE) != 0) {
    return take_escape(in, octet);
  }
  return take_plain(in, kind, octet);
}

/* The octet that a quoted string has next; false at its closing quote, which
 * is taken, or after a failure. */
static bool quoted_octet(struct text *in, uint8_t *octet) {
  if (in->pos >= in->end) {
    text_fail(in, in->pos, SNARP_ERR_QUOTE_OPEN);
    return false;
  }

  unsigned kind = text_kinds[in->base[in->pos]];
  if ((kind & TEXT_LINE) != 0 && text_line_end(in) > 0) {
    text_fail(in, in->pos, SNARP_ERR_QUOTE_NEWLINE);
    return false;
  }
  if ((kind & TEXT_QUOTE) != 0) {
    in->pos++;
    if (!text_at_gap(in)) {
      text_fail(in, in->pos, SNARP_ERR_BLANK_MISSING);
    }
    return false;
  }
  if ((kind & TEXT_ESCAPE) != 0) {
    return take_escape(in, octet);
  }
  return take_plain(in, kind, octet);
}

uint16_t text_number(struct text *in, int not_digits, int too_great) {
  uint32_t number = 0;

  if (!text_need(in)) {
    return 0;
  }

  size_t pos = in->pos;
  while (pos < in->end && is_digit(in->base[pos])) {
    number = number * 10 + in->base[pos] - '0';
    if (number > UINT16_MAX) {
      text_fail(in, pos, too_great);
      return 0;
    }
    pos++;
  }
  in->pos = pos;
  if (!text_at_gap(in)) {
    text_fail(in, in->pos, not_digits);
    return 0;
  }
  return (uint16_t)number;
}

/* Takes the octets of a string, the closing quote included; what does not fit
 * is counted. */
static void take_quoted(struct text *in, struct snarp_buf *out) {
  uint8_t octet;

  text_run(in, TEXT_STOP_QUOTED, out);
  while (quoted_octet(in, &octet)) {
    put_u8(out, octet);
    text_run(in, TEXT_STOP_QUOTED, out);
  }
}

static void take_bare(struct text *in, struct snarp_buf *out) {
  uint8_t octet;

  text_run(in, TEXT_STOP_BARE, out);
  while (text_octet(in, &octet)) {
    put_u8(out, octet);
    text_run(in, TEXT_STOP_BARE, out);
  }
}

struct snarp_view text_string(struct text *in, struct snarp_buf *out) {
  struct snarp_view view = {NULL, 0};

  if (!text_need(in)) {
    return view;
  }

  size_t begin = in->pos;
  uint8_t *length = out->base + out->len;
  struct snarp_buf string = {length + 1, SNARP_STRING_MAX, 0};
  if (in->base[begin] == '"') {
    in->pos++;
    take_quoted(in, &string);
  } else {
    in->notes |= SNARP_NOTE_UNQUOTED;
    take_bare(in, &string);
  }

  if (string.len > SNARP_STRING_MAX) {
    text_fail(in, begin, SNARP_ERR_STRING_LONG);
    return view;
  }
  *length = (uint8_t)string.len;
  out->len += 1 + string.len;
  view.base = string.base;
  view.len = string.len;
  return view;
}

int text_check_flags(struct snarp_view octets, size_t *off) {
  for (size_t i = 0; i < octets.len; i++) {
    uint8_t lower = wire_lower(octets.base[i]);
    if (!is_digit(lower) && (lower < 'a' || lower > 'z')) {
      *off = i;
      return SNARP_ERR_FLAGS_OCTET;
    }
  }
  return 0;
}

void put_decimal(struct snarp_buf *out, unsigned number) {
  uint8_t digits[10];
  size_t at = sizeof digits;

  do {
    at--;
    digits[at] = (uint8_t)('0' + number % 10);
    number /= 10;
  } while (number > 0);

  struct snarp_view view = {digits + at, sizeof digits - at};
  put_octets(out, view);
}

void put_escape(struct snarp_buf *out, unsigned octet) {
  put_u8(out, '\\');
  put_u8(out, '0' + octet / 100);
  put_u8(out, '0' + octet / 10 % 10);
  put_u8(out, '0' + octet % 10);
}

void put_quoted(struct snarp_buf *out, struct snarp_view octets) {
  put_u8(out, '"');
  for (size_t i = 0; i < octets.len; i++) {
    uint8_t octet = octets.base[i];
    if (octet < ' ' || octet > '~') {
      put_escape(out, octet);
    } else {
      if (octet == '"' || octet == '\\') {
        put_u8(out, '\\');
      }
      put_u8(out, octet);
    }
  }
  put_u8(out, '"');
}
