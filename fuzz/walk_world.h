/*
 * walk_world.h - a small world for walks, read from a fuzzer's input: a plan,
 * owners with records, what each lookup and each attempt comes to.
 *
 * The input is a head and records of a fixed size, in whose octets every value
 * means something, so that a change of one octet is a change of one thing:
 *
 *   head    0 bits: 0-1 protocols less 1, 2 first, 3 srv_mode, 4 uri, 5 case of
 *             the domain
 *           1 max_depth, 2 max_queries (0 is possible, and refused)
 *           3 which target serves, 4 draws, 5 shuffling, 6 memory
 *           7 the service, 8-11 the protocols
 *           12-23 an owner each: bits 0-1 how NAPTR lookups end, 2-3 SRV
 *   record  0 bits: 0-3 owner, 4 SRV
 *           1 ORDER or PRIORITY, 2 PREFERENCE or WEIGHT, from small sets
 *           3 FLAGS or PORT, 4 the service of the field and its faults
 *           5 the protocols of the field, 6 REGEXP, 7 the target
 *
 * What a record means is known from how it was made, not by reading it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_WALK_WORLD_H
#define SNARP_FUZZ_WALK_WORLD_H

#include "fuzz.h"
#include "snarp/service.h"
#include "snarp/walk.h"

enum {
  WORLD_HEAD = 24,
  WORLD_RECORD = 8,
  WORLD_OWNERS = 12,
  WORLD_RECORDS = 96,
  WORLD_PROTOCOLS = 4,
  WORLD_FIELD = 320 /* octets of a service field */
};

enum lookup { LOOKUP_RECORDS, LOOKUP_ABSENT, LOOKUP_TEMPORARY };

/* Where a record leads. */
enum leads { TO_NAPTR, TO_SRV, TO_HOST, TO_URI, NOWHERE };

struct world_record {
  bool srv;
  size_t owner;
  enum leads leads;   /* as the plan reads it: NOWHERE is passed over */
  size_t target;      /* an owner, or the number of a URI */
  unsigned protocols; /* that it offers for the plan's service: a bit for each
                         protocol of the plan */
  struct snarp_naptr as_naptr;
  struct snarp_srv as_srv;
  uint8_t field[WORLD_FIELD];
};

struct world {
  struct snarp_walk_plan plan; /* but for the rng */
  struct snarp_view protocols[WORLD_PROTOCOLS];
  uint8_t tags[WORLD_PROTOCOLS][SNARP_TAG_MAX]; /* each protocol's own octets */
  struct snarp_view domain; /* the name of owner 0, in either case */
  enum lookup naptr[WORLD_OWNERS];
  enum lookup srv[WORLD_OWNERS];
  uint8_t serves;
  uint8_t draws;
  uint8_t shuffling;
  uint8_t memory;
  struct world_record records[WORLD_RECORDS];
  size_t n_records;
};

/* Reads a world from `size` octets, at least WORLD_HEAD. */
void world_read(struct world *world, const uint8_t *data, size_t size);

/* The owner of that name, and which of its two cases; fails the target if there
 * is none. */
size_t world_owner(struct snarp_view name, bool *upper);

/* The number of a URI that a record can have. */
size_t world_uri(struct snarp_view uri);

/* Whether an attempt succeeds. */
bool world_serves(const struct world *world, bool uri, size_t target,
                  size_t protocol);

#endif
