/*
 * live/exchange.h - one query that reached the server, and what it was told.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_EXCHANGE_H
#define SNARP_LIVE_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/text.h"
#include "snarp/base.h"

struct exchange {
  bool tcp;
  struct snarp_view name; /* as it was asked; empty where the message holds no
                             question that can be read */
  uint16_t type;
  int rcode;      /* enum dns_rcode, or another; DNS_TIMEOUT: not answered */
  size_t records; /* in the answer section that was sent */
  bool truncated; /* sent with TC and without records */
};

/* "NAPTR", "TYPE65280"; "NOERROR", "TIMEOUT", "RCODE23". */
void exchange_add_type(struct text *out, uint16_t type);
void exchange_add_rcode(struct text *out, int rcode);

/* Adds the exchange as one line of JSON; `at` are seconds since the server
 * began. */
void exchange_add_json(struct text *out, const struct exchange *exchange,
                       double at);

#endif
