/*
 * dns/query.h - one question to one server, its answer in wire form.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_QUERY_H
#define SNARP_DNS_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "endpoint.h"
#include "snarp/base.h"

#define QUERY_MAX (12 + SNARP_NAME_MAX + 4 + 11)
#define QUERY_ANSWER_MAX 65535

/* A question of class IN, recursion desired. `octets` and `len` are the
 * message; it begins behind two octets of room for its length over TCP.
 */
struct query {
  uint16_t id;
  uint16_t type;
  struct snarp_view name; /* in `octets` */
  size_t len;
  uint8_t octets[2 + QUERY_MAX];
};

/* With EDNS (RFC 6891) it says that answers of 1 232 octets arrive. */
void query_make(struct query *query, uint16_t id, struct snarp_view name,
                uint16_t type, bool edns);

/* Asks over UDP or TCP; `answer` has room for QUERY_ANSWER_MAX octets. Over
 * UDP what is no answer to this question is passed over. False where none came
 * in time.
 */
bool query_udp(const struct query *query, const struct endpoint *server,
               int64_t deadline, uint8_t *answer, size_t *len);
bool query_tcp(const struct query *query, const struct endpoint *server,
               int64_t deadline, uint8_t *answer, size_t *len);

/* True where a message answers the question: ID, QR, OPCODE, and the question
 * itself, which may be missing where the RCODE is an error.
 */
bool query_fits(const struct query *query, struct snarp_view message);

#endif
