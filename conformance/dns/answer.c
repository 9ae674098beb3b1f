/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "answer.h"

#include "snarp/name.h"

#define CNAMES_MAX 16

static const struct dns_record *alias_of(const struct dns_answer *answer,
                                         struct snarp_view name) {
  for (size_t i = 0; i < answer->n; i++) {
    const struct dns_record *record = &answer->records[i];
    if (record->type == DNS_CNAME &&
        snarp_name_compare(record->owner, name) == 0) {
      return record;
    }
  }
  return NULL;
}

struct snarp_view dns_follow(const struct dns_answer *answer,
                             struct snarp_view name) {
  for (size_t hops = 0; hops < CNAMES_MAX; hops++) {
    const struct dns_record *alias = alias_of(answer, name);
    if (alias == NULL) {
      break;
    }
    name = alias->rdata;
  }
  return name;
}

const char *dns_type_name(uint16_t type) {
  switch (type) {
  case DNS_A:
    return "A";
  case DNS_CNAME:
    return "CNAME";
  case DNS_AAAA:
    return "AAAA";
  case DNS_SRV:
    return "SRV";
  case DNS_NAPTR:
    return "NAPTR";
  default:
    return NULL;
  }
}

const char *dns_rcode_name(int rcode) {
  switch (rcode) {
  case DNS_NOERROR:
    return "NOERROR";
  case DNS_FORMERR:
    return "FORMERR";
  case DNS_SERVFAIL:
    return "SERVFAIL";
  case DNS_NXDOMAIN:
    return "NXDOMAIN";
  case DNS_REFUSED:
    return "REFUSED";
  case DNS_TIMEOUT:
    return "TIMEOUT";
  default:
    return NULL;
  }
}
