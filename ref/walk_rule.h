/*
 * walk_rule.h - what a NAPTR record asks of a walk (RFC 3958 6, RFC 4848 4).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_WALK_RULE_H
#define SNARP_WALK_RULE_H

#include "snarp/walk.h"

enum rule_kind {
  RULE_NAPTR, /* go on with the NAPTR records of the target */
  RULE_SRV,   /* the SRV records of the target */
  RULE_HOST,  /* the target is a host */
  RULE_URI    /* the target is a URI */
};

struct rule {
  enum rule_kind kind;
  struct snarp_view target; /* views the record */
};

/* 0 if the record is a valid rule, else why it is none; see snarp_walk_judge.
 */
int rule_read(struct rule *rule, const struct snarp_naptr *record, bool uri);

/* True if the plan is within its bounds and all tags in it are tags. */
bool plan_is_sound(const struct snarp_walk_plan *plan);

#endif
