/*
 * cli/resolve.h - what the parts of `snarp resolve` share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_RESOLVE_H
#define SNARP_CLI_RESOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "dns/client.h"
#include "dns/resolver.h"
#include "fault.h"
#include "resolve_options.h"
#include "resolve_path.h"

enum outcome {
  OUTCOME_LISTED, /* not tried */
  OUTCOME_FAILED,
  OUTCOME_SERVED
};

/* A target of the walk; all texts are in the arena. */
struct candidate {
  const char *host; /* or the URI */
  bool uri;
  bool has_port; /* it came from an SRV record */
  uint16_t port; /* else the protocol's default; 0 where that is not known */
  struct snarp_view protocol;
  const char **addresses;
  size_t n_addresses;
  bool addresses_known; /* there was an answer about them */
  const char **from;    /* records, the first one at the domain */
  size_t n_from;
  enum outcome outcome;
  const char *why; /* FAILED */
  const char *at;  /* SERVED: the address */
};

struct resolve {
  struct resolve_options options;
  struct snarp_walk_plan plan;
  struct snarp_view domain;
  uint8_t domain_space[SNARP_NAME_MAX];
  struct snarp_rng rng;
  struct snarp_seed seed;
  struct dns_source dns;
  struct resolver *resolver; /* null where a zone answers */
  struct dns_zone *zone;
  struct path path;
  struct arena arena;
  struct candidate *candidates;
  size_t n;
  size_t cap;
  bool deaf;    /* a query for addresses was not answered */
  bool gave_up; /* at --attempts */
  size_t begun; /* how many candidates there were when the walk began */
  int restarts;
  bool restart; /* a TTL ran out: the walk is to begin anew */
  struct fault fault;
};

/* Adds the target of the step to the candidates, with its addresses; with
 * --connect tries them. True where it served, or to stop (resolve_try.c). */
bool resolve_try(struct resolve *resolve, const struct snarp_walk_step *step);

/* Prints the candidates as a table, a line each or JSON (resolve_print.c). */
void resolve_table(const struct resolve *resolve);
void resolve_plain(const struct resolve *resolve);
void resolve_json(const struct resolve *resolve, const char *end);

/* Tells an event, or the addresses of a host, on standard error, where --trace
 * asks for it (resolve_trace.c). */
void resolve_trace(const struct resolve *resolve,
                   const struct client_event *event);
void resolve_trace_host(const struct resolve *resolve, struct snarp_view host,
                        uint16_t type, const struct dns_answer *answer);

/* A name, a record's RDATA as text in the arena. */
const char *resolve_name(struct arena *arena, struct snarp_view name);
const char *resolve_naptr(struct arena *arena, const struct snarp_naptr *naptr);
const char *resolve_srv(struct arena *arena, const struct snarp_srv *srv);

#endif
