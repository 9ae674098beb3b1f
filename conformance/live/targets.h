/*
 * live/targets.h - what a program prints, as attempts of a client.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_TARGETS_H
#define SNARP_LIVE_TARGETS_H

#include <jansson.h>
#include <stddef.h>

#include "dns/answer.h"
#include "snarp/base.h"

struct targets_plan {
  const struct snarp_view *protocols; /* that the program was asked */
  size_t n_protocols;
  json_t *expected;         /* a list of ["connect", host, port, protocol] */
  struct dns_source source; /* for the addresses of hosts */
};

/* Adds to the list all ["connect", ...] of a trace, those of its groups too. */
void targets_expected(json_t *list, const json_t *trace);

/* A new list of ["connect", ...], one for each line of the output that names a
 * target. What a line leaves open is taken from what is expected of the same
 * host and port: its protocol, a port that is the protocol's default, a host
 * that it names by its address. */
json_t *targets_read(const struct targets_plan *plan, struct snarp_view output);

#endif
