/*
 * dns/answer.h - answers to DNS queries, wherever they come from.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_ANSWER_H
#define SNARP_DNS_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snarp/base.h"

enum dns_type {
  DNS_A = 1,
  DNS_CNAME = 5,
  DNS_AAAA = 28,
  DNS_SRV = 33,
  DNS_NAPTR = 35
};

/* RCODEs of RFC 1035 4.1.1, and what is no answer at all. */
enum dns_rcode {
  DNS_NOERROR = 0,
  DNS_FORMERR = 1,
  DNS_SERVFAIL = 2,
  DNS_NXDOMAIN = 3,
  DNS_REFUSED = 5,
  DNS_TIMEOUT = 65536
};

/* Classes of RFC 1035 3.2.4 and 3.2.5, RFC 2136 2.4. */
enum dns_class {
  DNS_IN = 1,
  DNS_CH = 3,
  DNS_HS = 4,
  DNS_CLASS_NONE = 254,
  DNS_CLASS_ANY = 255
};

/* A record as it stands in an answer, its names uncompressed. */
struct dns_record {
  struct snarp_view owner;
  uint16_t type;
  uint16_t rrclass; /* enum dns_class */
  uint32_t ttl;     /* seconds */
  struct snarp_view rdata;
};

/* The answer section: the CNAME records from the name asked to where they
 * lead, then the records of the type that was asked, if any; and what else a
 * server may have put there. Owned by the source; good until it is asked
 * again. */
struct dns_answer {
  int rcode; /* enum dns_rcode, or another RCODE */
  const struct dns_record *records;
  size_t n;
  const struct dns_record *additional; /* the additional section */
  size_t n_additional;
};

/* Whatever answers queries of class IN. */
struct dns_source {
  void (*ask)(void *ctx, struct dns_answer *answer, struct snarp_view name,
              uint16_t type);
  void *ctx;
};

/* True for what may be otherwise later: no answer, or an RCODE other than
 * NOERROR and NXDOMAIN. */
static inline bool dns_is_temporary(const struct dns_answer *answer) {
  return answer->rcode != DNS_NOERROR && answer->rcode != DNS_NXDOMAIN;
}

/* Where the CNAME records (class IN) of an answer lead from the name that was
 * asked: a view of that name or of the answer. At most 16 are followed. */
struct snarp_view dns_follow(const struct dns_answer *answer,
                             struct snarp_view name);

/* "NAPTR"; "IN"; "NOERROR", "TIMEOUT". Static strings; null for those not
 * above. */
const char *dns_type_name(uint16_t type);
const char *dns_class_name(uint16_t rrclass);
const char *dns_rcode_name(int rcode);

/* The other way round; false where the name is none of them. */
bool dns_type_find(uint16_t *type, const char *name);
bool dns_class_find(uint16_t *rrclass, const char *name);
bool dns_rcode_find(int *rcode, const char *name);

#endif
