/*
 * live/reply.h - from the octets of a query to those of its answer.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_REPLY_H
#define SNARP_LIVE_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dns/answer.h"
#include "exchange.h"
#include "snarp/base.h"
#include "snarp/name.h"

/* The most that is sent over UDP, however much the client can take; without
 * EDNS it is 512 octets (RFC 1035 4.2.1). */
#define REPLY_UDP_MAX 4096

/* The answer to one message. */
struct reply {
  uint8_t *octets; /* the caller's, free() it; null where nothing is sent */
  size_t len;
  struct exchange exchange; /* its name views `name` */
  uint8_t name[SNARP_NAME_MAX];
};

/*
 * Answers a message from the source: any octets may be given. What is no query
 * is not answered, what cannot be read gets FORMERR, other operations than
 * QUERY get NOTIMP, other classes than IN and transfers REFUSED, other versions
 * of EDNS than 0 BADVERS (RFC 6891 6.1.3). RDATA is sent as the source has it,
 * which need not fit the type. An answer that does not fit is sent
 * without records and with TC; with `truncate` every one over UDP is.
 */
void reply_make(struct reply *reply, const struct dns_source *source,
                struct snarp_view message, bool tcp, bool truncate);

#endif
