/*
 * lint/offers.h - what the sets of a tree offer.
 *
 * An offer is a service and a protocol in a rule that clients can take. A state
 * is what a client has come to: a set, a service and a protocol, with the
 * offers that it has there.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LINT_OFFERS_H
#define SNARP_LINT_OFFERS_H

#include "inner.h"

struct offer {
  struct rule *rule;
  uint8_t app; /* the length of the service, which the field begins with */
  uint8_t off; /* the protocol in the field */
  uint8_t len;
};

enum colour { WHITE, GREY, BLACK };

struct state {
  size_t first; /* its offers, by ORDER and PREFERENCE */
  size_t n;
  size_t next;      /* the offer to go on with */
  size_t at;        /* its place on the path */
  uint32_t lookups; /* from here on, at most LOOKUPS_MAX */
  uint32_t depth;   /* NAPTR lookups below one another */
  enum colour colour;
  bool reached; /* from another one */
};

struct offers {
  struct tree *tree;
  struct offer *list;
  size_t n;
  struct state *states;
  size_t n_states;
  struct state **path;
  size_t n_path;
};

/* Takes the offers of the tree apart. False with the fault where there are more
 * than OFFERS_MAX. offers_free also then. */
#define OFFERS_MAX 8000000
bool offers_read(struct offers *offers, struct tree *tree, struct fault *fault);
void offers_free(struct offers *offers);

struct snarp_view app_of(const struct offer *offer);
struct snarp_view protocol_of(const struct offer *offer);

/* The state of a set for a service and a protocol, or null. */
struct state *find_state(const struct offers *offers, uint32_t set,
                         struct snarp_view app, struct snarp_view protocol);

/* The name of a state, and its service and protocol as text. */
const struct dns_node *node_of(const struct offers *offers,
                               const struct state *state);
const char *state_text(const struct offers *offers, const struct state *state);

/* True for a rule of the tree that a client can take. */
bool is_taken(const struct tree *tree, const struct rule *rule);

/* Tells of loops, of trees that are deep and of those that are wide.
 * (depth.c) */
void lint_depth(struct offers *offers);

#endif
