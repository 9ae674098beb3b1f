/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "answer.h"

#include <string.h>

#include "snarp/name.h"

#define CNAMES_MAX 16

static const struct dns_record *alias_of(const struct dns_answer *answer,
                                         struct snarp_view name) {
  for (size_t i = 0; i < answer->n; i++) {
    const struct dns_record *record = &answer->records[i];
    if (record->type == DNS_CNAME && record->rrclass == DNS_IN &&
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

static const struct {
  const char *name;
  uint16_t type;
} types[] = {{"A", DNS_A},
             {"CNAME", DNS_CNAME},
             {"AAAA", DNS_AAAA},
             {"SRV", DNS_SRV},
             {"NAPTR", DNS_NAPTR}};

static const struct {
  const char *name;
  uint16_t rrclass;
} classes[] = {{"IN", DNS_IN},
               {"CH", DNS_CH},
               {"HS", DNS_HS},
               {"NONE", DNS_CLASS_NONE},
               {"ANY", DNS_CLASS_ANY}};

static const struct {
  const char *name;
  int rcode;
} rcodes[] = {{"NOERROR", DNS_NOERROR},   {"FORMERR", DNS_FORMERR},
              {"SERVFAIL", DNS_SERVFAIL}, {"NXDOMAIN", DNS_NXDOMAIN},
              {"REFUSED", DNS_REFUSED},   {"TIMEOUT", DNS_TIMEOUT}};

#define COUNT(list) (sizeof(list) / sizeof *(list))

const char *dns_type_name(uint16_t type) {
  for (size_t i = 0; i < COUNT(types); i++) {
    if (types[i].type == type) {
      return types[i].name;
    }
  }
  return NULL;
}

bool dns_type_find(uint16_t *type, const char *name) {
  for (size_t i = 0; i < COUNT(types); i++) {
    if (strcmp(types[i].name, name) == 0) {
      *type = types[i].type;
      return true;
    }
  }
  return false;
}

const char *dns_class_name(uint16_t rrclass) {
  for (size_t i = 0; i < COUNT(classes); i++) {
    if (classes[i].rrclass == rrclass) {
      return classes[i].name;
    }
  }
  return NULL;
}

bool dns_class_find(uint16_t *rrclass, const char *name) {
  for (size_t i = 0; i < COUNT(classes); i++) {
    if (strcmp(classes[i].name, name) == 0) {
      *rrclass = classes[i].rrclass;
      return true;
    }
  }
  return false;
}

const char *dns_rcode_name(int rcode) {
  for (size_t i = 0; i < COUNT(rcodes); i++) {
    if (rcodes[i].rcode == rcode) {
      return rcodes[i].name;
    }
  }
  return NULL;
}

bool dns_rcode_find(int *rcode, const char *name) {
  for (size_t i = 0; i < COUNT(rcodes); i++) {
    if (strcmp(rcodes[i].name, name) == 0) {
      *rcode = rcodes[i].rcode;
      return true;
    }
  }
  return false;
}
