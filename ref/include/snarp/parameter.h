/*
 * snarp/parameter.h - parameters of the RSerPool protocols (RFC 5354 3): a
 * type, a length, a value, and padding to a multiple of 4 octets.
 *
 *   uint16 Type | uint16 Length | Length - 4 octets of value | 0 to 3 octets
 *
 * Length counts type, length and value, not the padding.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_PARAMETER_H
#define SNARP_PARAMETER_H

#include "snarp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest parameter whose padding, too, fits into SNARP_INPUT_MAX. */
#define SNARP_PARAMETER_MAX 65532

/* What must be done about a parameter whose type is not recognized: its two
 * highest bits (RFC 5354 3, Parameter Type).
 */
enum snarp_parameter_action {
  SNARP_PARAMETER_STOP,        /* 00: discard the message */
  SNARP_PARAMETER_STOP_REPORT, /* 01: and report Unrecognized Parameter */
  SNARP_PARAMETER_SKIP,        /* 10: go on behind the parameter */
  SNARP_PARAMETER_SKIP_REPORT  /* 11: and report Unrecognized Parameter */
};

/* One parameter; its views are of the input. */
struct snarp_parameter {
  uint16_t type;           /* all 16 bits */
  struct snarp_view value; /* without header and padding */
  struct snarp_view whole; /* header and value, as an error cause reports it */
};

/*
 * A sequence of parameters. Set `octets` and `nested`, and `off` to 0. In a
 * sequence nested in another parameter, the padding of the last one is not
 * counted by the Length around it and so is not among `octets` (RFC 5354 2).
 */
struct snarp_parameters {
  struct snarp_view octets;
  size_t off; /* where the next parameter begins */
  bool nested;
};

/*
 * The next parameter; SNARP_END behind the last one. The octets of the padding
 * are ignored, and noted as PADDING where one is not 0. Fails with
 * PARAMETER_SHORT, PARAMETER_LENGTH, PARAMETER_OVERRUN, PARAMETER_PADDING or
 * INPUT_LONG; the sequence then stays at the parameter that failed.
 */
int snarp_parameter_next(struct snarp_parameter *parameter,
                         struct snarp_parameters *sequence,
                         struct snarp_diag *diag);

/* What the two highest bits of a type ask for. */
enum snarp_parameter_action snarp_parameter_action(uint16_t type);

/* Appends a parameter with its padding, all zero. Fails with INPUT_LONG where
 * it would be longer than SNARP_PARAMETER_MAX.
 */
int snarp_parameter_write(struct snarp_buf *out, uint16_t type,
                          struct snarp_view value, struct snarp_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
