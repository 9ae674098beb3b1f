/*
 * lint/inner.h - what the files of this room share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LINT_INNER_H
#define SNARP_LINT_INNER_H

#include "bounds.h"
#include "lint.h"
#include "snarp/naptr.h"
#include "snarp/service.h"
#include "snarp/srv.h"

/* Types that matter here alone. */
enum { TYPE_NS = 2, TYPE_SOA = 6, TYPE_DNAME = 39 };

/* Where a name's records are. */
enum lands {
  LANDS_NOWHERE, /* the zone should have them and has not */
  LANDS_HERE,    /* at the node */
  LANDS_OUTSIDE  /* the zone cannot tell */
};

struct landing {
  enum lands lands;
  const struct dns_node *node;
  bool alias; /* by way of a CNAME record */
};

enum leads { NOWHERE, TO_NAPTR, TO_SRV, TO_HOST, TO_URI };

#define NO_SET UINT32_MAX

/* A NAPTR record of the scope. */
struct rule {
  const struct dns_record *record;
  struct snarp_naptr naptr;
  enum leads leads; /* NOWHERE: clients pass it over */
  bool offers;      /* its field names a service and protocols */
  bool reached;     /* from a record above */
  bool told_equal;  /* so that each is told of once, */
  bool told_loop;   /* not once for each protocol */
  struct landing landing;
  uint32_t set; /* where it stands */
  uint32_t to;  /* the set that it delegates to, or NO_SET */
};

/* The NAPTR records of one name that the service and protocols of the scope
 * leave in, in the order of the file. */
struct set {
  const struct dns_node *node;
  uint32_t first; /* its rules */
  uint32_t n;
  bool inside;    /* in the tree that is looked at */
  bool delegated; /* a rule of that tree leads to it */
};

/* The zone, taken apart; sets in canonical order of their names. */
struct tree {
  struct lint *lint;
  const struct dns_zone *zone;
  const struct lint_scope *scope;
  const struct dns_node *nodes;
  size_t n_nodes;
  struct bounds bounds;
  struct rule *rules;
  uint32_t n_rules;
  struct set *sets;
  uint32_t n_sets;
  uint32_t from; /* the set of the scope's name, or NO_SET */
  bool *seen;    /* nodes whose SRV records were looked at */
};

/* --- tree.c */

/* Takes the zone apart. False with the fault where the scope's name has no
 * NAPTR records. tree_free also then. */
bool tree_read(struct tree *tree, struct fault *fault);
void tree_free(struct tree *tree);

/* --- rule.c */

/* Reads what the record says; all but what only the tree knows. */
void rule_load(struct rule *rule, const struct dns_record *record, bool uri);

/* True if the scope leaves them in. */
bool rule_in_scope(const struct lint_scope *scope, const struct rule *rule);
bool offer_in_scope(const struct lint_scope *scope, struct snarp_view app,
                    struct snarp_view protocol);

/* Tells what is wrong with a rule by itself. */
void lint_rule(struct tree *tree, const struct dns_node *node,
               const struct rule *rule);

/* --- target.c */

/* Where the records of that type are that a name has; DNS_A stands for both
 * types of addresses. */
struct landing land(const struct tree *tree, struct snarp_view name,
                    uint16_t type);

/* Tells what is wrong with what a rule leads to. */
void lint_target(struct tree *tree, const struct dns_node *node,
                 const struct rule *rule);

/* --- rrset.c */

/* Tells of records of that type that are the same, or differ in their TTL. */
void lint_rrset(struct lint *lint, const struct dns_node *node, uint16_t type);

/* --- states.c */

/* Tells what is wrong with the tree as a whole. False with the fault where it
 * is too large. */
bool lint_offers(struct tree *tree, struct fault *fault);

/* --- text.c */

/* Text in the lint's memory: a name with its final dot; octets as ASCII, what
 * is not printable as \DDD. */
const char *name_text(struct lint *lint, struct snarp_view name);
const char *octets_text(struct lint *lint, struct snarp_view octets);
/* "EM:ProtA", of tags that follow the grammar. */
const char *offer_text(struct lint *lint, struct snarp_view app,
                       struct snarp_view protocol);

/* The same in any case of ASCII letters: less than, equal to or greater than
 * 0. */
int compare_tags(struct snarp_view a, struct snarp_view b);
bool same_tag(struct snarp_view a, struct snarp_view b);
struct snarp_view view_of_string(const char *string);

/* --- lint.c */

/* Adds a finding; `detail` must live as long as the lint. */
void lint_add(struct lint *lint, enum lint_kind kind,
              const struct dns_node *node, const struct dns_record *record,
              const char *detail);

#endif
