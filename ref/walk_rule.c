/* The rules of S-NAPTR and U-NAPTR.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "walk_rule.h"

#include "name.h"
#include "regexp.h"
#include "snarp/service.h"
#include "wire.h"

static bool flag_is(struct snarp_view flags, uint8_t letter) {
  struct snarp_view flag = {&letter, 1};

  return wire_compare_lower(flags, flag) == 0;
}

/* The kind that FLAGS stand for (3958 6.4, 4848 4.4). */
static int read_flags(enum rule_kind *kind, struct snarp_view flags, bool uri) {
  if (flags.len == 0) {
    *kind = RULE_NAPTR;
  } else if (flag_is(flags, 's')) {
    *kind = RULE_SRV;
  } else if (flag_is(flags, 'a')) {
    *kind = RULE_HOST;
  } else if (uri && flag_is(flags, 'u')) {
    *kind = RULE_URI;
  } else {
    return SNARP_ERR_FLAGS_OTHER;
  }
  return 0;
}

static bool is_root(struct snarp_view name) {
  return name.len == 1;
}

static int read_uri(struct rule *rule, const struct snarp_naptr *record) {
  if (!regexp_uri(&rule->target, record->regexp)) {
    return SNARP_ERR_URI_FORM;
  }
  return is_root(record->replacement) ? 0 : SNARP_ERR_BOTH;
}

static int read_replacement(struct rule *rule,
                            const struct snarp_naptr *record) {
  rule->target = record->replacement;
  if (record->regexp.len > 0) {
    return SNARP_ERR_REGEXP_USED;
  }
  return is_root(record->replacement) ? SNARP_ERR_REPLACEMENT_NONE : 0;
}

/* 0 if the record can be written; FLAGS that are too long are no flag. */
static int check_record(const struct snarp_naptr *record) {
  if (record->services.len > SNARP_STRING_MAX ||
      record->regexp.len > SNARP_STRING_MAX) {
    return SNARP_ERR_STRING_LONG;
  }
  return name_check(record->replacement);
}

int rule_read(struct rule *rule, const struct snarp_naptr *record, bool uri) {
  int rv = check_record(record);

  if (rv == 0) {
    rv = read_flags(&rule->kind, record->flags, uri);
  }
  if (rv != 0) {
    return rv;
  }
  return rule->kind == RULE_URI ? read_uri(rule, record)
                                : read_replacement(rule, record);
}

/* Whether the field offers the service with any protocol at all. */
static bool offers_any(const struct snarp_service *field,
                       struct snarp_view service) {
  return field->rest.len > 0 && wire_compare_lower(field->app, service) == 0;
}

int snarp_walk_judge(const struct snarp_naptr *record,
                     struct snarp_view service, struct snarp_view protocol,
                     bool uri) {
  struct snarp_service field;
  struct rule rule;
  bool offered;
  int rv = rule_read(&rule, record, uri);

  if (rv == 0) {
    rv = snarp_service_scan(&field, record->services, NULL);
  }
  if (rv != 0) {
    return rv;
  }
  offered = protocol.len == 0
                ? offers_any(&field, service)
                : snarp_service_offers(record->services, service, protocol);
  return offered ? 0 : SNARP_ERR_NOT_OFFERED;
}

static bool is_tag(struct snarp_view tag) {
  struct snarp_service field;

  return tag.len > 0 && snarp_service_scan(&field, tag, NULL) == 0 &&
         field.app.len == tag.len;
}

bool plan_is_sound(const struct snarp_walk_plan *plan) {
  if (plan->n_protocols == 0 || plan->n_protocols > SNARP_WALK_PROTOCOLS_MAX ||
      plan->max_depth == 0 || plan->max_queries == 0 ||
      !is_tag(plan->service)) {
    return false;
  }
  for (size_t i = 0; i < plan->n_protocols; i++) {
    if (!is_tag(plan->protocols[i])) {
      return false;
    }
  }
  return true;
}
