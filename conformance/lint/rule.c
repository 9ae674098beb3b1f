/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "inner.h"
#include "snarp/walk.h"

static const uint8_t root[1] = {0};

static bool flag_is(struct snarp_view flags, char lower) {
  return flags.len == 1 && (flags.base[0] | 0x20) == lower;
}

/* --- reading */

static enum leads leads_of(struct snarp_view flags) {
  if (flags.len == 0) {
    return TO_NAPTR;
  }
  if (flag_is(flags, 's')) {
    return TO_SRV;
  }
  return flag_is(flags, 'a') ? TO_HOST : TO_URI;
}

static bool names_both(const struct snarp_service *field) {
  return field->app.len > 0 && field->rest.len > 0;
}

void rule_load(struct rule *rule, const struct dns_record *record, bool uri) {
  struct snarp_view app = view_of_string("a");
  struct snarp_view protocol = view_of_string("b");
  struct snarp_service field;

  rule->record = record;
  if (snarp_naptr_read(&rule->naptr, record->rdata, NULL) != 0) {
    rule->leads = NOWHERE;
    return;
  }

  struct snarp_naptr other = rule->naptr;
  other.services = view_of_string("a:b");
  rule->leads = snarp_walk_judge(&other, app, protocol, uri) == 0
                    ? leads_of(rule->naptr.flags)
                    : NOWHERE;
  rule->offers = snarp_service_scan(&field, rule->naptr.services, NULL) == 0 &&
                 names_both(&field);
}

/* --- the scope */

static bool is_wanted(const struct lint_scope *scope,
                      struct snarp_view protocol) {
  for (size_t i = 0; i < scope->n_protocols; i++) {
    if (same_tag(protocol, view_of_string(scope->protocols[i]))) {
      return true;
    }
  }
  return scope->n_protocols == 0;
}

static bool service_in_scope(const struct lint_scope *scope,
                             struct snarp_view app) {
  return scope->service == NULL ||
         same_tag(app, view_of_string(scope->service));
}

bool offer_in_scope(const struct lint_scope *scope, struct snarp_view app,
                    struct snarp_view protocol) {
  return service_in_scope(scope, app) && is_wanted(scope, protocol);
}

bool rule_in_scope(const struct lint_scope *scope, const struct rule *rule) {
  struct snarp_service field;
  struct snarp_view protocol;

  if (snarp_service_scan(&field, rule->naptr.services, NULL) != 0) {
    return true;
  }
  if (field.rest.len == 0) {
    return service_in_scope(scope, field.app);
  }
  while (snarp_service_next(&protocol, &field) == 0) {
    if (offer_in_scope(scope, field.app, protocol)) {
      return true;
    }
  }
  return false;
}

/* --- what is wrong with it */

/* A rule and where its findings go. */
struct told {
  struct lint *lint;
  const struct dns_node *node;
  const struct rule *rule;
};

static void tell(const struct told *told, enum lint_kind kind,
                 const char *detail) {
  lint_add(told->lint, kind, told->node, told->rule->record, detail);
}

static bool has_other_octet(struct snarp_view flags) {
  for (size_t i = 0; i < flags.len; i++) {
    uint8_t lower = flags.base[i] | 0x20;
    bool letter = lower >= 'a' && lower <= 'z';
    bool digit = flags.base[i] >= '0' && flags.base[i] <= '9';
    if (!letter && !digit) {
      return true;
    }
  }
  return false;
}

static void lint_flags(const struct told *told, bool uri) {
  struct snarp_view flags = told->rule->naptr.flags;

  if (has_other_octet(flags)) {
    tell(told, LINT_FLAGS_OCTET, NULL);
  } else if (flags.len > 1) {
    tell(told, LINT_FLAGS_MANY, NULL);
  } else if (flags.len == 1 && !flag_is(flags, 's') && !flag_is(flags, 'a') &&
             !(uri && flag_is(flags, 'u'))) {
    tell(told, LINT_FLAGS_OTHER, NULL);
  }
}

/* What is wrong with the form of a REGEXP whatever it is for. */
static void lint_expression(const struct told *told) {
  struct snarp_naptr other = told->rule->naptr;

  other.flags.len = 0;
  other.replacement.base = root;
  other.replacement.len = sizeof root;
  switch (snarp_naptr_check(&other, NULL)) {
  case SNARP_ERR_REGEXP_DELIMITER:
    tell(told, LINT_REGEXP_DELIMITER, NULL);
    break;
  case SNARP_ERR_REGEXP_PARTS:
    tell(told, LINT_REGEXP_PARTS, NULL);
    break;
  case SNARP_ERR_REGEXP_FLAG:
    tell(told, LINT_REGEXP_FLAG, NULL);
    break;
  case SNARP_ERR_REGEXP_BACKREF:
    tell(told, LINT_REGEXP_BACKREF, NULL);
    break;
  default:
    break;
  }
}

static bool has_uri(const struct snarp_naptr *naptr) {
  struct snarp_naptr other = *naptr;

  other.services = view_of_string("a:b");
  return snarp_walk_judge(&other, view_of_string("a"), view_of_string("b"),
                          true) != SNARP_ERR_URI_FORM;
}

static void lint_rewrite(const struct told *told, bool uri) {
  const struct snarp_naptr *naptr = &told->rule->naptr;
  bool replaced = naptr->replacement.len > 1;

  uri = uri && flag_is(naptr->flags, 'u');
  if (naptr->regexp.len > 0 && replaced) {
    tell(told, LINT_BOTH, NULL);
  }
  if (naptr->regexp.len > 0 && !uri) {
    tell(told, LINT_REGEXP_USED, NULL);
    lint_expression(told);
  }
  if (uri && !has_uri(naptr)) {
    tell(told, LINT_URI_FORM, NULL);
  }
  if (!uri && naptr->regexp.len == 0 && !replaced) {
    tell(told, LINT_REPLACEMENT_NONE, NULL);
  }
}

/* The tag that has the octet at that offset, as text. */
static const char *tag_at(const struct told *told, size_t off) {
  struct snarp_view field = told->rule->naptr.services;
  size_t from = off;
  size_t end = off;

  while (from > 0 && field.base[from - 1] != ':') {
    from--;
  }
  while (end < field.len && field.base[end] != ':') {
    end++;
  }

  struct snarp_view tag = {field.base + from, end - from};
  return octets_text(told->lint, tag);
}

static void lint_field(const struct told *told,
                       const struct snarp_service *field, uint32_t notes) {
  if ((notes & SNARP_NOTE_TAG_X) != 0) {
    tell(told, LINT_TAG_X, NULL);
  }
  if (field->app.len == 0) {
    tell(told, field->rest.len == 0 ? LINT_SERVICE_EMPTY : LINT_SERVICE_NONE,
         NULL);
  } else if (field->rest.len == 0) {
    tell(told, LINT_PROTOCOL_NONE, NULL);
  }
}

static void lint_services(const struct told *told) {
  struct snarp_service field;
  struct snarp_diag diag;
  int rv = snarp_service_scan(&field, told->rule->naptr.services, &diag);

  switch (rv) {
  case SNARP_OK:
    lint_field(told, &field, diag.notes);
    break;
  case SNARP_ERR_TAG_EMPTY:
    tell(told, LINT_TAG_EMPTY, NULL);
    break;
  case SNARP_ERR_TAG_FIRST:
    tell(told, LINT_TAG_FIRST, tag_at(told, diag.off));
    break;
  case SNARP_ERR_TAG_LONG:
    tell(told, LINT_TAG_LONG, tag_at(told, diag.off));
    break;
  default:
    tell(told, LINT_TAG_OCTET, tag_at(told, diag.off));
    break;
  }
}

void lint_rule(struct tree *tree, const struct dns_node *node,
               const struct rule *rule) {
  struct told told = {tree->lint, node, rule};

  lint_flags(&told, tree->scope->uri);
  lint_rewrite(&told, tree->scope->uri);
  lint_services(&told);
}
