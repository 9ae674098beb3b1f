/*
 * dns/zone.h - a zone from a master file, read by ldns, as a source of
 * answers.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_ZONE_H
#define SNARP_DNS_ZONE_H

#include <stdbool.h>
#include <stddef.h>

#include "answer.h"
#include "fault.h"

struct dns_zone;

/* A name of the zone with the records that it owns, sorted by type; the
 * records of one type stand as in the file. */
struct dns_node {
  struct snarp_view owner;
  const struct dns_record *records;
  size_t n;
};

/* Loads a master file. It need not have a SOA record: a scenario's zone may
 * hold several domains, and then every name that is not in it does not exist.
 * A fault names the file and the line: EXIT_USAGE where it cannot be read, else
 * EXIT_VECTORS. dns_zone_free also after a fault. */
bool dns_zone_load(struct dns_zone **zone, const char *path,
                   struct fault *fault);
void dns_zone_free(struct dns_zone *zone);

/* The nodes in canonical order; and the node of a name, in any case, or null.
 */
const struct dns_node *dns_zone_nodes(const struct dns_zone *zone, size_t *n);
const struct dns_node *dns_zone_find(const struct dns_zone *zone,
                                     struct snarp_view name);

/* The node whose records answer for the name: its own, or that of a wildcard
 * (RFC 4592); null where there is none. */
const struct dns_node *dns_zone_match(const struct dns_zone *zone,
                                      struct snarp_view name);

/* The records of one type at a node; *n of them. */
const struct dns_record *dns_node_records(const struct dns_node *node,
                                          uint16_t type, size_t *n);

/* Answers from the zone, following CNAME records (at most 16; a loop of them
 * gives those that were followed) and wildcards (RFC 4592). NXDOMAIN where no
 * name at or below the last one asked exists, else NOERROR. */
struct dns_source dns_zone_source(struct dns_zone *zone);

#endif
