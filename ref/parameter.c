/* Parameters of the RSerPool protocols (RFC 5354 3).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/parameter.h"

#include <string.h>

#include "wire.h"

enum { HEADER = 4 };

static size_t padding_of(size_t len) {
  return (4 - len % 4) % 4;
}

/* The length of a parameter that begins at `begin` and fits. */
static size_t read_length(struct wire *in, size_t begin) {
  size_t len = wire_u16_or(in, SNARP_ERR_PARAMETER_SHORT);

  if (len < HEADER) {
    wire_fail(in, begin + 2, SNARP_ERR_PARAMETER_LENGTH);
  } else if (begin + len > in->end) {
    wire_fail(in, begin + 2, SNARP_ERR_PARAMETER_OVERRUN);
  }
  return len;
}

static void pass_padding(struct wire *in, size_t len, bool nested) {
  if (in->rv != 0 || (nested && in->pos == in->end)) {
    return;
  }

  size_t n = padding_of(len);
  if (in->pos + n > in->end) {
    wire_fail(in, in->end, SNARP_ERR_PARAMETER_PADDING);
    return;
  }

  struct snarp_view padding = {in->base + in->pos, n};
  if (!wire_zero(padding)) {
    in->notes |= SNARP_NOTE_PADDING;
  }
  in->pos += n;
}

int snarp_parameter_next(struct snarp_parameter *parameter,
                         struct snarp_parameters *sequence,
                         struct snarp_diag *diag) {
  struct wire in = wire_open(sequence->octets);
  size_t begin = sequence->off;

  memset(parameter, 0, sizeof *parameter);
  if (in.rv != 0) {
    return wire_tell(diag, in.pos, 0, in.rv);
  }
  if (begin >= in.end) {
    return wire_tell(diag, in.end, 0, SNARP_END);
  }

  in.pos = begin;
  uint16_t type = wire_u16_or(&in, SNARP_ERR_PARAMETER_SHORT);
  size_t len = read_length(&in, begin);
  if (in.rv == 0) {
    in.pos = begin + len;
  }
  pass_padding(&in, len, sequence->nested);
  if (in.rv != 0) {
    return wire_tell(diag, in.pos, 0, in.rv);
  }

  parameter->type = type;
  parameter->whole.base = in.base + begin;
  parameter->whole.len = len;
  parameter->value.base = in.base + begin + HEADER;
  parameter->value.len = len - HEADER;
  sequence->off = in.pos;
  return wire_tell(diag, in.pos, in.notes, 0);
}

enum snarp_parameter_action snarp_parameter_action(uint16_t type) {
  return (enum snarp_parameter_action)(type >> 14);
}

int snarp_parameter_write(struct snarp_buf *out, uint16_t type,
                          struct snarp_view value, struct snarp_diag *diag) {
  if (value.len > SNARP_PARAMETER_MAX - HEADER) {
    return wire_tell(diag, 0, 0, SNARP_ERR_INPUT_LONG);
  }

  put_u16(out, type);
  put_u16(out, (unsigned)value.len + HEADER);
  put_octets(out, value);
  for (size_t i = padding_of(value.len); i > 0; i--) {
    put_u8(out, 0);
  }
  return wire_tell(diag, 0, 0, 0);
}
