/*
 * dns/resolver.h - servers on the network as a source of answers.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_RESOLVER_H
#define SNARP_DNS_RESOLVER_H

#include <stdbool.h>

#include "answer.h"
#include "fault.h"

struct resolver;

struct resolver_plan {
  const char *server; /* as endpoint_read reads it; null: the system's */
  int timeout;        /* milliseconds for one server to answer */
  int rounds;         /* how often each server is asked at most */
};

/* A fault has EXIT_USAGE. resolver_free also after one. */
bool resolver_open(struct resolver **resolver, const struct resolver_plan *plan,
                   struct fault *fault);
void resolver_free(struct resolver *resolver);

/* Answers from the first server that has one, asked in their order and then
 * again: over UDP with EDNS, without it where the server does not know it, over
 * TCP where the answer was truncated. CNAME records are followed, at most 16,
 * with more queries where the server does not recurse. DNS_FORMERR where the
 * message, or a NAPTR or SRV record in it, is broken; DNS_SERVFAIL for a mere
 * referral. */
struct dns_source resolver_source(struct resolver *resolver);

/* Who gave the last answer and how: "127.0.0.1:53 over TCP"; empty where nobody
 * did. Good until the next question. */
const char *resolver_heard(const struct resolver *resolver);

#endif
