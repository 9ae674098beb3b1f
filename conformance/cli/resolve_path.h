/*
 * cli/resolve_path.h - which records led to a step of a walk.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_RESOLVE_PATH_H
#define SNARP_CLI_RESOLVE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "dns/client.h"

/* The choices of a NAPTR set, in the order in which the walk takes them. */
struct path_set {
  struct arena arena;
  struct snarp_view owner;
  int64_t until;              /* its TTL lasts, by clock_now; 0: no end */
  struct snarp_view protocol; /* for which `at` counts */
  struct snarp_naptr *records;
  size_t n;
  size_t cap;
  bool sorted;
  size_t at; /* behind the choice that is pursued */
};

/* An SRV record, and how often the first of those that have its target and port
 * was used. */
struct path_srv {
  struct snarp_srv record;
  size_t used;
};

/* Set `plan`, all else zero; the other fields may be read. */
struct path {
  const struct snarp_walk_plan *plan;
  struct path_set *sets; /* n_sets from the domain downwards */
  size_t n_sets;
  struct arena srv_arena;
  struct snarp_view srv_owner;
  int64_t srv_until;
  struct path_srv *srvs;
  size_t n_srvs;
  const struct snarp_srv *srv; /* of the last attempt, or null */
};

/* Takes in an event of the walk. For an attempt: call path_try instead, before
 * it is made. */
void path_event(struct path *path, const struct client_event *event);
void path_try(struct path *path, const struct snarp_walk_step *step);

/* The record of set `i` that is pursued, or null. */
const struct snarp_naptr *path_naptr(const struct path *path, size_t i);

/* True where the set of this name is being pursued. */
bool path_has(const struct path *path, struct snarp_view name);

/* True where the TTL of a record on the path of an attempt ran out. A TTL of 0
 * is good for the walk at hand (RFC 1035 3.2.1). */
bool path_expired(const struct path *path, const struct snarp_walk_step *step,
                  int64_t now);

/* Leaves the path as it was at first. */
void path_free(struct path *path);

#endif
