/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "lint.h"

#include <stdlib.h>

#include "inner.h"

void lint_add(struct lint *lint, enum lint_kind kind,
              const struct dns_node *node, const struct dns_record *record,
              const char *detail) {
  if (lint->n == lint->cap) {
    lint->cap = lint->cap == 0 ? 64 : 2 * lint->cap;
    lint->findings = grow(lint->findings, lint->cap * sizeof *lint->findings);
  }
  lint->findings[lint->n] = (struct lint_finding){kind, node, record, detail};
  lint->n++;
  lint->counts[lint_about(kind)->severity]++;
}

/* By name, then what is about all of its records, then by record. */
static int compare_findings(const void *left, const void *right) {
  const struct lint_finding *a = left;
  const struct lint_finding *b = right;

  if (a->node != b->node) {
    return a->node < b->node ? -1 : 1;
  }
  if (a->record != b->record) {
    if (a->record == NULL || b->record == NULL) {
      return a->record == NULL ? -1 : 1;
    }
    return a->record < b->record ? -1 : 1;
  }
  return (a->kind > b->kind) - (a->kind < b->kind);
}

static void lint_set(struct tree *tree, const struct set *set) {
  for (uint32_t i = set->first; i < set->first + set->n; i++) {
    lint_rule(tree, set->node, &tree->rules[i]);
    lint_target(tree, set->node, &tree->rules[i]);
  }
  tree->lint->n_rules += set->n;
  lint_rrset(tree->lint, set->node, DNS_NAPTR);
}

bool lint_zone(struct lint *lint, const struct dns_zone *zone,
               const struct lint_scope *scope, struct fault *fault) {
  struct tree tree = {.lint = lint, .zone = zone, .scope = scope};
  bool fine = tree_read(&tree, fault);

  for (uint32_t i = 0; fine && i < tree.n_sets; i++) {
    if (tree.sets[i].inside && tree.sets[i].n > 0) {
      lint_set(&tree, &tree.sets[i]);
    }
  }
  fine = fine && lint_offers(&tree, fault);
  tree_free(&tree);
  if (lint->n > 0) {
    qsort(lint->findings, lint->n, sizeof *lint->findings, compare_findings);
  }
  return fine;
}

void lint_free(struct lint *lint) {
  arena_free(&lint->arena);
  free(lint->findings);
}
