/*
 * ops/fields.h - a record's fields from JSON and to JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_FIELDS_H
#define SNARP_OPS_FIELDS_H

#include "ops/kind.h"
#include "ops/octets.h"

/* A record and the octets that it views. */
struct snarp_ops_filled {
  union snarp_ops_record record;
  struct snarp_octets octets[SNARP_OPS_FIELDS_MAX];
};

/* What was wrong with a request: the member's name, and what it should have
 * been. Both are static strings.
 */
struct snarp_ops_fault {
  const char *member;
  const char *why; /* null: nothing is wrong */
};

/* Reads all fields of `kind` from the members of `in`. Always free `filled`
 * afterwards.
 */
void snarp_ops_fill(struct snarp_ops_filled *filled,
                    const struct snarp_ops_kind *kind, const json_t *in,
                    struct snarp_ops_fault *fault);
void snarp_ops_free(struct snarp_ops_filled *filled);

/* A new object with the fields of a record; null where memory is short. */
json_t *snarp_ops_to_json(const struct snarp_ops_kind *kind,
                          union snarp_ops_record *record);

#endif
