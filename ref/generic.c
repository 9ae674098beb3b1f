/* RDATA as hexadecimal digits (RFC 3597 5).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "text.h"

#include "wire.h"

bool text_take_generic(struct text *in) {
  struct text behind = *in;

  behind.pos += 2;
  if (behind.pos > in->end || in->base[in->pos + 1] != '#' ||
      !text_at_gap(&behind)) {
    return false;
  }
  in->pos = behind.pos;
  in->notes |= SNARP_NOTE_GENERIC;
  return true;
}

/* 0 to 15; 16 for what is no hexadecimal digit. */
static unsigned hex_value(uint8_t octet) {
  uint8_t lower = wire_lower(octet);

  if (octet >= '0' && octet <= '9') {
    return octet - (unsigned)'0';
  }
  return lower >= 'a' && lower <= 'f' ? lower - (unsigned)'a' + 10 : 16;
}

/* Takes a word of hexadecimal digits; each pair is an octet. */
static size_t take_hex_word(struct text *in, struct snarp_buf *out) {
  size_t n = 0;

  while (!text_at_gap(in)) {
    unsigned high = hex_value(in->base[in->pos]);
    unsigned low =
        in->pos + 1 < in->end ? hex_value(in->base[in->pos + 1]) : 16;
    if (high > 15 || low > 15) {
      text_fail(in, in->pos, SNARP_ERR_GENERIC_DIGITS);
      return n;
    }
    put_u8(out, high * 16 + low);
    in->pos += 2;
    n++;
  }
  return n;
}

void text_generic_octets(struct text *in, struct snarp_buf *out) {
  size_t promised =
      text_number(in, SNARP_ERR_GENERIC_LENGTH, SNARP_ERR_GENERIC_LENGTH);
  size_t n = 0;

  while (text_next(in)) {
    n += take_hex_word(in, out);
  }
  if (n != promised) {
    text_fail(in, in->pos, SNARP_ERR_GENERIC_COUNT);
  }
}
