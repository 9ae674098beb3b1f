/*
 * runner/probe_walk.h - stories of a walk: a zone, and the steps that it must
 * take there.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_PROBE_WALK_H
#define SNARP_RUNNER_PROBE_WALK_H

#include "snarp/walk.h"
#include "text.h"

/*
 * The walk begins at "d.", for the service EM and the first of the protocols
 * p, q and r. A line of the zone is owner, type and RDATA; without RDATA the
 * name has no record, with "LATER" there is no answer for now; a host of the
 * type SERVES serves. What has no line is not there.
 *
 * Steps have their letter and depth: N and S with the name that is asked for,
 * T with the host, port and protocol, or the URI and protocol; the end is S, N
 * or F for served, not offered and failed, with t where temporary and l where
 * limited.
 */
struct probe_story {
  const char *zone[8];
  const char *steps;
  size_t n_protocols; /* 0 is 1 */
  size_t max_depth;   /* 0 is SNARP_WALK_DEPTH */
  size_t max_queries; /* 0 is SNARP_WALK_QUERIES */
  bool rank;          /* by the zone's preference */
  bool uri;
};

/* Takes the walk in `size` octets of memory and adds the steps; null, or what
 * does not hold, in static words. */
const char *probe_story_walk(const struct probe_story *story, size_t size,
                             struct text *steps);

/* `size` octets for a walk, aligned, with an edge behind them as near as may
 * be; and whether nobody wrote between the two. */
uint8_t *probe_walk_room(size_t size);
bool probe_walk_room_kept(size_t size);

#endif
