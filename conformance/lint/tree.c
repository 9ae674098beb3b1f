/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "inner.h"
#include "snarp/name.h"

/* --- reading */

/* The zone's file is bounded, and so are these counts (dns/master.h). */
static void count_records(struct tree *tree) {
  size_t n;

  for (size_t i = 0; i < tree->n_nodes; i++) {
    (void)dns_node_records(&tree->nodes[i], DNS_NAPTR, &n);
    tree->n_rules += (uint32_t)n;
    tree->n_sets += n > 0;
  }
}

static void read_set(struct tree *tree, const struct dns_node *node) {
  size_t n;
  const struct dns_record *records = dns_node_records(node, DNS_NAPTR, &n);
  struct set *set = &tree->sets[tree->n_sets];

  if (n == 0) {
    return;
  }
  set->node = node;
  set->first = tree->n_rules;
  for (size_t i = 0; i < n; i++) {
    struct rule *rule = &tree->rules[tree->n_rules];
    rule_load(rule, &records[i], tree->scope->uri);
    rule->set = tree->n_sets;
    rule->to = NO_SET;
    tree->n_rules += rule_in_scope(tree->scope, rule);
  }
  set->n = tree->n_rules - set->first;
  tree->n_sets++;
}

static void read_sets(struct tree *tree) {
  count_records(tree);
  tree->rules = take((size_t)(tree->n_rules + 1) * sizeof *tree->rules);
  tree->sets = take((size_t)tree->n_sets * sizeof *tree->sets);
  tree->n_rules = 0;
  tree->n_sets = 0;
  for (size_t i = 0; i < tree->n_nodes; i++) {
    read_set(tree, &tree->nodes[i]);
  }
}

/* The set of a node that has NAPTR records. */
static uint32_t find_set(const struct tree *tree, const struct dns_node *node) {
  uint32_t low = 0;
  uint32_t high = tree->n_sets;

  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (tree->sets[mid].node < node) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

static void read_landings(struct tree *tree) {
  static const uint16_t types[] = {
      [TO_NAPTR] = DNS_NAPTR, [TO_SRV] = DNS_SRV, [TO_HOST] = DNS_A};

  for (uint32_t i = 0; i < tree->n_rules; i++) {
    struct rule *rule = &tree->rules[i];
    if (rule->leads == NOWHERE || rule->leads == TO_URI) {
      continue;
    }
    rule->landing = land(tree, rule->naptr.replacement, types[rule->leads]);
    if (rule->leads == TO_NAPTR && rule->landing.lands == LANDS_HERE) {
      rule->to = find_set(tree, rule->landing.node);
    }
  }
}

/* --- the part that is looked at */

static bool find_from(struct tree *tree, struct fault *fault) {
  static const uint8_t root[1] = {0};
  const char *from = tree->scope->from;
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view name;
  struct snarp_view origin = {root, sizeof root};

  if (snarp_name_scan(&name, space, view_of_string(from), origin, NULL) != 0) {
    return fault_set(fault, EXIT_USAGE, "lint: %s: expected a domain name",
                     from);
  }

  struct landing landing = land(tree, name, DNS_NAPTR);
  if (landing.lands != LANDS_HERE) {
    return fault_set(fault, EXIT_USAGE,
                     "lint: %s: has no NAPTR records in this zone", from);
  }
  tree->from = find_set(tree, landing.node);
  return true;
}

/* Marks the sets that can be reached, breadth first. */
static void mark_inside(struct tree *tree) {
  uint32_t *queue = take((size_t)tree->n_sets * sizeof *queue);
  uint32_t n = 0;

  for (uint32_t i = 0; i < tree->n_sets; i++) {
    tree->sets[i].inside = tree->from == NO_SET || tree->from == i;
    if (tree->sets[i].inside) {
      queue[n++] = i;
    }
  }
  for (uint32_t at = 0; at < n; at++) {
    const struct set *set = &tree->sets[queue[at]];
    for (uint32_t i = set->first; i < set->first + set->n; i++) {
      uint32_t to = tree->rules[i].to;
      if (to == NO_SET) {
        continue;
      }
      tree->sets[to].delegated = true;
      if (!tree->sets[to].inside) {
        tree->sets[to].inside = true;
        queue[n++] = to;
      }
    }
  }
  free(queue);
}

bool tree_read(struct tree *tree, struct fault *fault) {
  tree->nodes = dns_zone_nodes(tree->zone, &tree->n_nodes);
  tree->seen = take(tree->n_nodes * sizeof *tree->seen);
  tree->from = NO_SET;
  bounds_read(&tree->bounds, tree->zone);
  read_sets(tree);
  if (tree->scope->from != NULL && !find_from(tree, fault)) {
    return false;
  }
  read_landings(tree);
  mark_inside(tree);
  return true;
}

void tree_free(struct tree *tree) {
  bounds_free(&tree->bounds);
  free(tree->rules);
  free(tree->sets);
  free(tree->seen);
}
