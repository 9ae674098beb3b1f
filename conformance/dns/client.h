/*
 * dns/client.h - an S-NAPTR client made of libsnarp's walk and a source of
 * answers: what `snarp resolve`, `snarp adapter ref` and the runner's own
 * subject have in common.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_CLIENT_H
#define SNARP_DNS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "answer.h"
#include "snarp/naptr.h"
#include "snarp/walk.h"

enum client_event_what {
  CLIENT_ASKED, /* a query was answered */
  CLIENT_TOOK,  /* a NAPTR record of that answer: `status` 0 where it is one of
                   the choices, else why it is passed over */
  CLIENT_TRIED  /* a target was tried */
};

struct client_event {
  enum client_event_what what;
  const struct snarp_walk_step *step; /* the step that caused it */
  const struct dns_answer *answer;    /* ASKED */
  const struct snarp_naptr *record;   /* TOOK */
  int status;                         /* TOOK */
  bool served;                        /* TRIED */
};

struct client {
  const struct snarp_walk_plan *plan;
  struct snarp_view domain;
  struct dns_source dns;
  /* Tries a target; true where it served. */
  bool (*attempt)(void *ctx, const struct snarp_walk_step *step);
  /* Told what happens, in its order; may be null. */
  void (*event)(void *ctx, const struct client_event *event);
  void *ctx;
  size_t memory; /* octets for the walk; 0 for a default that holds an answer of
                    64 KiB at each depth */
};

/* The default of `memory`. */
size_t client_memory(const struct snarp_walk_plan *plan);

/* Walks to the end; *end is the DONE step, and *at, where the walk was served,
 * the step that did it, with its views in `space` (2 * SNARP_NAME_MAX octets).
 * CNAME records in an answer are followed; an answer with a record whose RDATA
 * cannot be read is none for the time being, as one with RCODE FORMERR. Returns
 * what snarp_walk_init does. */
int client_walk(const struct client *client, struct snarp_walk_step *end,
                struct snarp_walk_step *at, uint8_t space[2 * SNARP_NAME_MAX]);

/* How a DONE step ends in the words of the vectors ("served", "not-offered",
 * "temporary", "limit", "failed"); where a lookup had no answer and a limit was
 * reached, the former. */
const char *client_end_word(const struct snarp_walk_step *end);

#endif
