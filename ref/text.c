/* Zone-file text, field by field (RFC 1035 5.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "text.h"

#include "wire.h"

/* What an octet may be, beside printable: GAP ends a field, LINE may end a
 * line, RAW is not printable ASCII. */
enum { GAP = 1, LINE = 2, QUOTE = 4, ESCAPE = 8, DOT = 16, RAW = 32 };

enum {
  STOP_QUOTED = LINE | QUOTE | ESCAPE | RAW,
  STOP_BARE = GAP | DOT | STOP_QUOTED
};

static const uint8_t kinds[128] = {
    [0x00] = RAW, [0x01] = RAW,        [0x02] = RAW,        [0x03] = RAW,
    [0x04] = RAW, [0x05] = RAW,        [0x06] = RAW,        [0x07] = RAW,
    [0x08] = RAW, ['\t'] = GAP,        ['\n'] = GAP | LINE, [0x0b] = RAW,
    [0x0c] = RAW, ['\r'] = LINE | RAW, [0x0e] = RAW,        [0x0f] = RAW,
    [0x10] = RAW, [0x11] = RAW,        [0x12] = RAW,        [0x13] = RAW,
    [0x14] = RAW, [0x15] = RAW,        [0x16] = RAW,        [0x17] = RAW,
    [0x18] = RAW, [0x19] = RAW,        [0x1a] = RAW,        [0x1b] = RAW,
    [0x1c] = RAW, [0x1d] = RAW,        [0x1e] = RAW,        [0x1f] = RAW,
    [' '] = GAP,  ['"'] = QUOTE,       ['('] = GAP,         [')'] = GAP,
    ['.'] = DOT,  [';'] = GAP,         ['\\'] = ESCAPE,     [0x7f] = RAW,
};

static unsigned kind_of(uint8_t octet) {
  return octet < sizeof kinds ? kinds[octet] : RAW;
}

static bool is_digit(uint8_t octet) {
  return octet >= '0' && octet <= '9';
}

struct text text_open(struct snarp_view text) {
  struct text in = {text.base, 0, text.len, 0, 0, 0};

  if (text.len > SNARP_INPUT_MAX) {
    text_fail(&in, SNARP_INPUT_MAX, SNARP_ERR_INPUT_LONG);
  }
  return in;
}

void text_fail(struct text *in, size_t pos, int status) {
  if (in->rv == 0) {
    in->rv = status;
    in->pos = pos;
  }
}

/* The octets of the line end that stands here: LF, or CR LF; else 0. A CR
 * alone is an octet like others. */
static size_t line_end(const struct text *in) {
  size_t pos = in->pos;

  if (pos < in->end && in->base[pos] == '\n') {
    return 1;
  }
  if (pos + 1 < in->end && in->base[pos] == '\r' && in->base[pos + 1] == '\n') {
    return 2;
  }
  return 0;
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

bool text_next(struct text *in) {
  if (in->rv != 0) {
    return false;
  }
  while (in->pos < in->end) {
    size_t n = line_end(in);
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

bool text_need(struct text *in) {
  bool found = text_next(in);

  if (!found) {
    text_fail(in, in->pos, SNARP_ERR_FIELD_MISSING);
  }
  return found;
}

bool text_at_gap(const struct text *in) {
  if (in->pos >= in->end) {
    return true;
  }

  unsigned kind = kind_of(in->base[in->pos]);
  return (kind & GAP) != 0 || ((kind & LINE) != 0 && line_end(in) > 0);
}

int text_close(struct text *in, struct snarp_diag *diag) {
  bool extra = text_next(in);

  /* the record has ended; lines behind it may hold blanks and comments */
  while (!extra && in->rv == 0 && in->pos < in->end) {
    in->pos += line_end(in);
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
  if ((kind & RAW) != 0) {
    in->notes |= SNARP_NOTE_RAW_OCTET;
  }
  *octet = in->base[in->pos];
  in->pos++;
  return true;
}

/* The octets up to the next one of a kind to stop at. */
static struct snarp_view take_run(struct text *in, unsigned stop) {
  size_t pos = in->pos;

  while (pos < in->end && (kind_of(in->base[pos]) & stop) == 0) {
    pos++;
  }

  struct snarp_view run = {in->base + in->pos, pos - in->pos};
  in->pos = pos;
  return run;
}

struct snarp_view text_run(struct text *in) {
  return take_run(in, STOP_BARE);
}

bool text_octet(struct text *in, uint8_t *octet, bool *escaped) {
  *escaped = false;
  if (in->rv != 0 || in->pos >= in->end) {
    return false;
  }

  unsigned kind = kind_of(in->base[in->pos]);
  if ((kind & GAP) != 0 || ((kind & LINE) != 0 && line_end(in) > 0)) {
    return false;
  }
  if ((kind & QUOTE) != 0) {
    text_fail(in, in->pos, SNARP_ERR_BLANK_MISSING);
    return false;
  }
  if ((kind & ESCAPE) != 0) {
    *escaped = true;
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

  unsigned kind = kind_of(in->base[in->pos]);
  if ((kind & LINE) != 0 && line_end(in) > 0) {
    text_fail(in, in->pos, SNARP_ERR_QUOTE_NEWLINE);
    return false;
  }
  if ((kind & QUOTE) != 0) {
    in->pos++;
    if (!text_at_gap(in)) {
      text_fail(in, in->pos, SNARP_ERR_BLANK_MISSING);
    }
    return false;
  }
  if ((kind & ESCAPE) != 0) {
    return take_escape(in, octet);
  }
  return take_plain(in, kind, octet);
}

uint16_t text_number(struct text *in, int not_digits, int too_great) {
  uint32_t number = 0;

  if (!text_need(in)) {
    return 0;
  }
  while (!text_at_gap(in)) {
    uint8_t octet = in->base[in->pos];
    if (!is_digit(octet)) {
      text_fail(in, in->pos, not_digits);
      return 0;
    }
    number = number * 10 + octet - '0';
    if (number > UINT16_MAX) {
      text_fail(in, in->pos, too_great);
      return 0;
    }
    in->pos++;
  }
  return (uint16_t)number;
}

static bool string_octet(struct text *in, bool quoted, uint8_t *octet) {
  bool escaped;

  return quoted ? quoted_octet(in, octet) : text_octet(in, octet, &escaped);
}

/* Takes the octets of a string, the closing quote included; at most 255 are
 * stored. */
static size_t take_string(struct text *in, bool quoted,
                          uint8_t octets[SNARP_STRING_MAX]) {
  struct snarp_buf out = {octets, SNARP_STRING_MAX, 0};
  uint8_t octet;

  put_octets(&out, take_run(in, quoted ? STOP_QUOTED : STOP_BARE));
  while (string_octet(in, quoted, &octet)) {
    put_u8(&out, octet);
    put_octets(&out, take_run(in, quoted ? STOP_QUOTED : STOP_BARE));
  }
  return out.len;
}

void text_string(struct text *in, struct snarp_buf *out) {
  uint8_t octets[SNARP_STRING_MAX];

  if (!text_need(in)) {
    return;
  }

  size_t begin = in->pos;
  bool quoted = in->base[begin] == '"';
  if (quoted) {
    in->pos++;
  } else {
    in->notes |= SNARP_NOTE_UNQUOTED;
  }

  struct snarp_view string = {octets, take_string(in, quoted, octets)};
  if (string.len > SNARP_STRING_MAX) {
    text_fail(in, begin, SNARP_ERR_STRING_LONG);
  } else {
    put_string(out, string);
  }
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
