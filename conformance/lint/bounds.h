/*
 * lint/bounds.h - what a zone can tell of a name: where it begins (SOA), and
 * where it ends (NS, DNAME).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LINT_BOUNDS_H
#define SNARP_LINT_BOUNDS_H

#include "dns/zone.h"

/* All fields are private. */
struct bounds {
  const struct dns_node *nodes;
  size_t n;
  bool *here;     /* the zone has the node's records */
  bool *below;    /* and those of names below it that are not in the file */
  size_t *parent; /* the next node above, plus 1; 0 is none */
  bool has_soa;
};

/* In a file without SOA records, which may hold several domains, every name is
 * the zone's own. */
void bounds_read(struct bounds *bounds, const struct dns_zone *zone);
void bounds_free(struct bounds *bounds);

/* True if the zone knows what records the name has. */
bool bounds_hold(const struct bounds *bounds, struct snarp_view name);

#endif
