/*
 * lint/lint.h - what breaks S-NAPTR (RFC 3958) in a zone.
 *
 * A rule is a NAPTR record here, a set the NAPTR records of one name. Sets are
 * joined by the rules with empty FLAGS, each of which delegates its service
 * and protocols to another set.
 *
 * Time and memory grow as n log n with the zone, whatever stands in it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LINT_LINT_H
#define SNARP_LINT_LINT_H

#include "base/arena.h"
#include "base/fault.h"
#include "dns/zone.h"

enum lint_severity {
  LINT_ERROR,   /* breaks a rule, or leads nowhere */
  LINT_WARNING, /* allowed, but of no use or against advice */
  LINT_NOTE,
  LINT_SEVERITIES
};

enum lint_kind {
#define X(kind, word, severity, cite, says, advice) LINT_##kind,
#include "kinds.def"
#undef X
  LINT_KINDS
};

struct lint_about {
  const char *word; /* "srv-missing" */
  enum lint_severity severity;
  const char *cite;   /* the rule: document and section */
  const char *says;   /* a clause; "%" stands for the finding's detail */
  const char *advice; /* a sentence */
};

const struct lint_about *lint_about(enum lint_kind kind);
const char *lint_severity_word(enum lint_severity severity);

struct lint_finding {
  enum lint_kind kind;
  const struct dns_node *node;
  const struct dns_record *record; /* null: it is about all of the name's */
  const char *detail;
};

/* What is looked at. */
struct lint_scope {
  const char *path;    /* the zone file, for faults */
  const char *from;    /* only the tree that begins at this name; or null */
  const char *service; /* only this service; or null: all */
  const char *const *protocols; /* only these; */
  size_t n_protocols;           /* none: all */
  bool uri;                     /* U-NAPTR (RFC 4848) is allowed */
};

/* All zero at first; the findings are sorted by name and record. */
struct lint {
  struct arena arena;
  struct lint_finding *findings;
  size_t n;
  size_t cap;
  size_t counts[LINT_SEVERITIES];
  size_t n_rules; /* how many NAPTR records were looked at */
};

/* Looks at a zone, which must outlive the lint. False with a fault where the
 * scope is no scope of this zone: EXIT_USAGE, or where the zone names more
 * services and protocols than are looked at: EXIT_VECTORS. lint_free also then.
 */
bool lint_zone(struct lint *lint, const struct dns_zone *zone,
               const struct lint_scope *scope, struct fault *fault);
void lint_free(struct lint *lint);

/* Prints the findings to standard output, one name after the other; of more
 * than ten alike at one name, their number. */
void lint_show_text(const struct lint *lint, const char *path);

/* Prints them all as one JSON object. */
void lint_show_json(const struct lint *lint, const char *path);

/* Prints the table of all kinds. */
void lint_show_kinds(void);

#endif
