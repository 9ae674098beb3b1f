/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "bounds.h"

#include <stdlib.h>

#include "inner.h"
#include "snarp/name.h"

static bool has(const struct dns_node *node, uint16_t type) {
  size_t n;

  (void)dns_node_records(node, type, &n);
  return n > 0;
}

/* True if the name is the other one or below it. */
static bool is_at_or_below(struct snarp_view name, struct snarp_view above) {
  while (name.len > above.len) {
    size_t label = 1 + (size_t)name.base[0];
    name.base += label;
    name.len -= label;
  }
  return name.len == above.len && snarp_name_compare(name, above) == 0;
}

/* Of a node and those above it the first one that is at or above the name,
 * plus 1. */
static size_t climb(const struct bounds *bounds, size_t node,
                    struct snarp_view name) {
  while (node != 0 && !is_at_or_below(name, bounds->nodes[node - 1].owner)) {
    node = bounds->parent[node - 1];
  }
  return node;
}

static bool is_below(const struct bounds *bounds, size_t above) {
  return above == 0 ? !bounds->has_soa : bounds->below[above - 1];
}

/* In canonical order a node stands behind those above it, so the one before
 * it is below the next one above, or is that. */
static void read_node(struct bounds *bounds, size_t i) {
  const struct dns_node *node = &bounds->nodes[i];
  size_t above = climb(bounds, i, node->owner);
  bool here = is_below(bounds, above);

  if (has(node, TYPE_SOA)) {
    here = true;
  } else if (bounds->has_soa && has(node, TYPE_NS)) {
    here = false;
  }
  bounds->parent[i] = above;
  bounds->here[i] = here;
  bounds->below[i] = here && !has(node, TYPE_DNAME);
}

void bounds_read(struct bounds *bounds, const struct dns_zone *zone) {
  bounds->nodes = dns_zone_nodes(zone, &bounds->n);
  bounds->here = take(bounds->n * sizeof *bounds->here);
  bounds->below = take(bounds->n * sizeof *bounds->below);
  bounds->parent = take(bounds->n * sizeof *bounds->parent);
  bounds->has_soa = false;
  for (size_t i = 0; i < bounds->n; i++) {
    bounds->has_soa = bounds->has_soa || has(&bounds->nodes[i], TYPE_SOA);
  }
  for (size_t i = 0; i < bounds->n; i++) {
    read_node(bounds, i);
  }
}

void bounds_free(struct bounds *bounds) {
  free(bounds->here);
  free(bounds->below);
  free(bounds->parent);
}

bool bounds_hold(const struct bounds *bounds, struct snarp_view name) {
  size_t low = 0;
  size_t high = bounds->n;

  while (low < high) {
    size_t mid = low + (high - low) / 2;
    int rv = snarp_name_compare(bounds->nodes[mid].owner, name);
    if (rv == 0) {
      return bounds->here[mid];
    }
    if (rv < 0) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return is_below(bounds, climb(bounds, low, name));
}
