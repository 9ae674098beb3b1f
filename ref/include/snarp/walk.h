/*
 * snarp/walk.h - S-NAPTR resolution (RFC 3958) as a state machine.
 *
 * From a domain, an application service and application protocols to hosts and
 * ports, in the order in which they are to be tried. The walk asks and tries;
 * queries and connections are the caller's. Several walks may be under way at
 * once (2.2.5, last paragraph), each with its own memory.
 *
 *   snarp_walk_init(&walk, &plan, domain, memory, size);
 *   for (;;) {
 *     snarp_walk_next(&step, &walk);
 *     step.what is
 *     SNARP_WALK_ASK_NAPTR: ask for step.name, then
 *       snarp_walk_tell_naptr or snarp_walk_tell_absent
 *     SNARP_WALK_ASK_SRV: ask for step.name, then
 *       snarp_walk_tell_srv or snarp_walk_tell_absent
 *     SNARP_WALK_TRY: look up the addresses of step.name, connect, check the
 *       credentials for step.domain, then
 *       snarp_walk_tell_served or snarp_walk_tell_failed
 *     SNARP_WALK_DONE: stop
 *   }
 *
 * The order: one protocol is pursued to its end before the next (2.2.5); in
 * each set by ORDER, then PREFERENCE (2.2.1), across all values of ORDER;
 * depth first, and back to the next record of the set above after whatever
 * fails below (2.2.4). Records that are equal in both are taken in their
 * canonical order, records that are the same once, so that the order in which
 * an RRset came does not matter.
 *
 * RFC 3402 3.3 (note 2): where the TTL of a record on the path runs out before
 * the walk is done, begin a new one.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_WALK_H
#define SNARP_WALK_H

#include "snarp/base.h"
#include "snarp/naptr.h"
#include "snarp/rng.h"
#include "snarp/srv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many protocols a walk can have. */
#define SNARP_WALK_PROTOCOLS_MAX 64

/* Limits that serve any zone which RFC 3958 3.2 would call well kept. */
#define SNARP_WALK_DEPTH 16
#define SNARP_WALK_QUERIES 128

/* Whose preference decides which protocol is pursued first (2.2.5). */
enum snarp_walk_first {
  SNARP_WALK_CLIENT, /* the order of the plan */
  SNARP_WALK_ZONE    /* each protocol's best record in the first set, by ORDER
                        and PREFERENCE; the order of the plan between equals
                        (RFC 5928 3) */
};

/* What is wanted. The plan and what it views must outlive the walk. */
struct snarp_walk_plan {
  struct snarp_view service;          /* an application service tag */
  const struct snarp_view *protocols; /* application protocol tags */
  size_t n_protocols;                 /* 1 to SNARP_WALK_PROTOCOLS_MAX */
  enum snarp_walk_first first;
  enum snarp_srv_mode srv_mode;
  const struct snarp_rng *rng; /* draws as snarp_srv_draw does, for each set of
                                  SRV records when it is told */
  bool uri;           /* U-NAPTR (RFC 4848): flag "U" and !.*!URI! too */
  size_t max_depth;   /* NAPTR lookups below one another; at least 1 */
  size_t max_queries; /* NAPTR and SRV lookups in all; at least 1 */
};

enum snarp_walk_what {
  SNARP_WALK_ASK_NAPTR,
  SNARP_WALK_ASK_SRV,
  SNARP_WALK_TRY,
  SNARP_WALK_DONE
};

/* Why a walk ended. */
enum snarp_walk_why {
  SNARP_WALK_SERVED,      /* the caller told so */
  SNARP_WALK_NOT_OFFERED, /* the first set has no matching record: no fault of
                             the domain's (2.2.4) */
  SNARP_WALK_FAILED       /* every path failed */
};

/* The next step. Its views are good until the next call for this walk. */
struct snarp_walk_step {
  enum snarp_walk_what what;
  struct snarp_view name;     /* ASK: the owner; TRY: the host, empty for a URI
                               */
  struct snarp_view uri;      /* TRY: of a U-NAPTR rule, else empty */
  struct snarp_view protocol; /* as the plan has it; empty for the first ASK and
                                 for DONE */
  bool has_port;              /* TRY: the port came from an SRV record */
  uint16_t port;              /* TRY: 0 where it is the protocol's default */
  struct snarp_view domain;   /* the domain of the walk, for which the server
                                 must have credentials (2.2.4, 8) */
  size_t depth;               /* how many NAPTR sets are above */
  enum snarp_walk_why why;    /* DONE */
  bool temporary;             /* DONE: a lookup failed for the time being */
  bool limited;               /* DONE: a limit of the plan, or the memory, cut
                                 paths off */
};

/* A walk; all fields are private. */
struct snarp_walk {
  const struct snarp_walk_plan *plan;
  struct snarp_view domain;
  uint8_t *memory;
  size_t size;
  size_t used;
  size_t top; /* where the frame at hand lies, plus 1; 0 is none */
  size_t depth;
  size_t queries;
  enum snarp_walk_what what; /* the step at hand */
  enum snarp_walk_why why;
  bool temporary;
  bool limited;
};

/* How much memory sets take that hold `records` records with names or URIs of
 * `octets` octets in all: enough for a walk whose path never holds more. A
 * record of the first set counts once for each protocol that it offers, and
 * at least once. SIZE_MAX where it is more than that. */
size_t snarp_walk_memory(size_t records, size_t octets);

/*
 * Begins a walk at `domain`, a name as in snarp/name.h, which must outlive it
 * as the plan must. `memory` is the caller's, of `size` octets, aligned for
 * any type; it holds the sets on the path from the domain. What does not fit
 * makes its path fail, as `limited`. Fails with PLAN where the plan is out of
 * its bounds or a tag in it is none, or as snarp_name_read does; the walk is
 * then DONE, as FAILED.
 */
int snarp_walk_init(struct snarp_walk *walk, const struct snarp_walk_plan *plan,
                    struct snarp_view domain, void *memory, size_t size);

/* The next step. Until it is answered, the same again. */
void snarp_walk_next(struct snarp_walk_step *step,
                     const struct snarp_walk *walk);

/*
 * Answers to ASK: the records of the name, aliases already followed, 0 or more
 * of them, in any order, n below 2^32. What they view may go after the call.
 * Records that cannot be written are passed over. All tell calls fail with
 * STEP, changing nothing, where the step at hand is another.
 */
int snarp_walk_tell_naptr(struct snarp_walk *walk,
                          const struct snarp_naptr *records, size_t n);
int snarp_walk_tell_srv(struct snarp_walk *walk,
                        const struct snarp_srv *records, size_t n);

/* The lookup did not yield the records: there are none, or for now there is no
 * answer. */
int snarp_walk_tell_absent(struct snarp_walk *walk, bool temporary);

/* Answers to TRY. Failure is whatever 2.2.4 calls so: no address, no
 * connection, no credentials for the domain. */
int snarp_walk_tell_failed(struct snarp_walk *walk);
int snarp_walk_tell_served(struct snarp_walk *walk);

/*
 * Why a walk passes over a record, for traces: 0 if it does not, else
 * FLAGS_OTHER (6.4), REGEXP_USED (6.6), REPLACEMENT_NONE, TAG_* (the service
 * field breaks the grammar of 6.5), NOT_OFFERED (2.2.2), with `uri` URI_FORM
 * (RFC 4848 2.2), or what snarp_naptr_write says of it. An empty `protocol`
 * stands for any.
 */
int snarp_walk_judge(const struct snarp_naptr *record,
                     struct snarp_view service, struct snarp_view protocol,
                     bool uri);

#ifdef __cplusplus
}
#endif

#endif
