/*
 * ops/kind.h - what differs between the record types of the vectors: a row
 * each, so that all else is written once.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_KIND_H
#define SNARP_OPS_KIND_H

#include "snarp/base.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

/* The longest RDATA of all kinds. */
#define SNARP_OPS_RDATA_MAX SNARP_NAPTR_RDATA_MAX

union snarp_ops_record {
  struct snarp_naptr naptr;
  struct snarp_srv srv;
};

/* A member of the record: its name in JSON, and where it stands in the union;
 * a uint16_t where `number`, else a struct snarp_view.
 */
struct snarp_ops_field {
  const char *name;
  bool number;
  size_t at;
};

#define SNARP_OPS_FIELDS_MAX 6

/* A record type; the functions are those of libsnarp of the same names. */
struct snarp_ops_kind {
  const char *name; /* the op's beginning: "naptr" */
  uint16_t type;    /* the TYPE of its records */
  size_t n;         /* fields */
  struct snarp_ops_field fields[SNARP_OPS_FIELDS_MAX];
  int (*read)(union snarp_ops_record *record, struct snarp_view rdata,
              struct snarp_diag *diag);
  int (*read_in)(union snarp_ops_record *record, uint8_t space[SNARP_NAME_MAX],
                 struct snarp_view message, size_t off, size_t len,
                 struct snarp_diag *diag);
  int (*write)(struct snarp_buf *out, const union snarp_ops_record *record,
               struct snarp_diag *diag);
  int (*scan)(union snarp_ops_record *record, struct snarp_buf *space,
              struct snarp_view text, struct snarp_view origin,
              struct snarp_diag *diag);
  int (*print)(struct snarp_buf *out, const union snarp_ops_record *record,
               struct snarp_diag *diag);
  int (*check)(const union snarp_ops_record *record, struct snarp_diag *diag);
  int (*canonical)(struct snarp_buf *out, const union snarp_ops_record *record,
                   struct snarp_diag *diag);
  int (*compare)(const union snarp_ops_record *a,
                 const union snarp_ops_record *b);
};

/* The kind whose name is the first `len` characters of `name`; null where
 * there is none.
 */
const struct snarp_ops_kind *snarp_ops_kind_find(const char *name, size_t len);

uint16_t *snarp_ops_number(union snarp_ops_record *record,
                           const struct snarp_ops_field *field);
struct snarp_view *snarp_ops_octets(union snarp_ops_record *record,
                                    const struct snarp_ops_field *field);

#endif
