/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "inner.h"

enum { ALIASES_MAX = 16, WIDE_MAX = 16 };

/* --- where the records of a name are */

static bool has(const struct dns_node *node, uint16_t type) {
  size_t n = 0;

  (void)dns_node_records(node, type, &n);
  if (n == 0 && type == DNS_A) {
    (void)dns_node_records(node, DNS_AAAA, &n);
  }
  return n > 0;
}

/* The target of the node's CNAME record; false if it has none. */
static bool is_alias(const struct dns_node *node, struct snarp_view *name) {
  size_t n;
  const struct dns_record *record = dns_node_records(node, DNS_CNAME, &n);

  if (n > 0) {
    *name = record->rdata;
  }
  return n > 0;
}

struct landing land(const struct tree *tree, struct snarp_view name,
                    uint16_t type) {
  struct landing landing = {LANDS_NOWHERE, NULL, false};

  for (int i = 0; i <= ALIASES_MAX; i++) {
    const struct dns_node *node = dns_zone_match(tree->zone, name);
    if (node != NULL && has(node, type)) {
      landing.lands = LANDS_HERE;
      landing.node = node;
      return landing;
    }
    if (!bounds_hold(&tree->bounds, name)) {
      landing.lands = LANDS_OUTSIDE;
      return landing;
    }
    if (node == NULL || !is_alias(node, &name)) {
      return landing;
    }
    landing.alias = true;
  }
  return landing;
}

/* --- SRV records */

static void lint_srv_target(struct tree *tree, const struct dns_node *node,
                            const struct dns_record *record,
                            struct snarp_view target) {
  struct landing landing = land(tree, target, DNS_A);

  if (landing.alias) {
    lint_add(tree->lint, LINT_TARGET_ALIAS, node, record,
             name_text(tree->lint, target));
  }
  if (landing.lands == LANDS_OUTSIDE) {
    lint_add(tree->lint, LINT_OUTSIDE, node, record,
             name_text(tree->lint, target));
  } else if (landing.lands == LANDS_NOWHERE) {
    lint_add(tree->lint, LINT_ADDRESS_MISSING, node, record,
             name_text(tree->lint, target));
  }
}

static void lint_srv(struct tree *tree, const struct dns_node *node,
                     const struct dns_record *record, bool alone) {
  struct snarp_srv srv;

  if (snarp_srv_read(&srv, record->rdata, NULL) != 0) {
    return;
  }
  if (srv.target.len > 1) {
    lint_srv_target(tree, node, record, srv.target);
  } else {
    lint_add(tree->lint, alone ? LINT_NO_SERVICE : LINT_NO_SERVICE_AMONG, node,
             record, NULL);
  }
}

static void lint_srv_set(struct tree *tree, const struct dns_node *node) {
  bool *seen = &tree->seen[node - tree->nodes];
  size_t n;
  const struct dns_record *records = dns_node_records(node, DNS_SRV, &n);

  if (*seen) {
    return;
  }
  *seen = true;
  for (size_t i = 0; i < n; i++) {
    lint_srv(tree, node, &records[i], n == 1);
  }
  if (n > WIDE_MAX) {
    lint_add(tree->lint, LINT_WIDE, node, NULL,
             arena_format(&tree->lint->arena, "%zu SRV records", n));
  }
  lint_rrset(tree->lint, node, DNS_SRV);
}

/* --- NAPTR records */

static void lint_missing(struct tree *tree, const struct dns_node *node,
                         const struct rule *rule) {
  static const enum lint_kind kinds[] = {[TO_NAPTR] = LINT_NAPTR_MISSING,
                                         [TO_SRV] = LINT_SRV_MISSING,
                                         [TO_HOST] = LINT_ADDRESS_MISSING};
  enum lint_kind kind =
      rule->landing.lands == LANDS_OUTSIDE ? LINT_OUTSIDE : kinds[rule->leads];

  lint_add(tree->lint, kind, node, rule->record,
           name_text(tree->lint, rule->naptr.replacement));
}

void lint_target(struct tree *tree, const struct dns_node *node,
                 const struct rule *rule) {
  const struct landing *landing = &rule->landing;

  if (rule->leads == NOWHERE || rule->leads == TO_URI) {
    return;
  }
  if (landing->alias) {
    lint_add(tree->lint, LINT_REPLACEMENT_ALIAS, node, rule->record,
             name_text(tree->lint, rule->naptr.replacement));
  }
  if (landing->lands != LANDS_HERE) {
    lint_missing(tree, node, rule);
  } else if (rule->leads == TO_SRV) {
    lint_srv_set(tree, landing->node);
  } else if (rule->leads == TO_NAPTR && tree->bounds.has_soa) {
    lint_add(tree->lint, LINT_RENAMED, node, rule->record, NULL);
  }
}
