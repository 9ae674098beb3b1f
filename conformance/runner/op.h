/*
 * runner/op.h - the ops, their options, and the fields of the two record
 * types.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_OP_H
#define SNARP_RUNNER_OP_H

#include <stdbool.h>
#include <stddef.h>

/* What an op of a codec does; VERB_NONE is that of all others. */
enum verb { VERB_DECODE, VERB_ENCODE, VERB_SCAN, VERB_PRINT, VERB_NONE };
enum kind { KIND_NAPTR, KIND_SRV };

/* Numbers, not enumerators, for they count in several enumerations. */
#define VERBS 4
#define KINDS 2

/* The op of a codec is kind * VERBS + verb; the others follow. */
enum op {
  OP_NAPTR_DECODE,
  OP_NAPTR_ENCODE,
  OP_NAPTR_SCAN,
  OP_NAPTR_PRINT,
  OP_SRV_DECODE,
  OP_SRV_ENCODE,
  OP_SRV_SCAN,
  OP_SRV_PRINT,
  OP_SERVICE_PARSE,
  OP_SERVICE_MATCH,
  OP_SRV_ORDER,
  OP_RESOLVE,
  OP_POLICY_DECODE,
  OP_POLICY_ENCODE,
  OP_POOL_RUN,
  OP_POOLUSER_RUN,
  OP_NAPTR_CHECK,
  OP_NAPTR_CANONICAL,
  OP_NAPTR_SORT,
  OP_SRV_CHECK,
  OP_SRV_CANONICAL,
  OP_SRV_SORT,
  OP_SERVICE_PRINT,
  OPS
};

/* What an adapter may offer besides its ops (docs/adapter-protocol.md). Sets
 * of them are bits: 1 << option.
 */
enum option {
  OPTION_NAPTR_DECODE_MESSAGE,
  OPTION_NAPTR_ENCODE_MESSAGE,
  OPTION_NAPTR_SCAN_ORIGIN,
  OPTION_SRV_DECODE_MESSAGE,
  OPTION_SRV_ENCODE_MESSAGE,
  OPTION_SRV_SCAN_ORIGIN,
  OPTION_ORDER_DRAWS,
  OPTION_ORDER_RUNS,
  OPTION_RESOLVE_DRAWS,
  OPTION_RESOLVE_ZONE,
  OPTION_RESOLVE_URI,
  OPTION_RESOLVE_CLASS,
  OPTION_RESOLVE_WHY,   /* changes how an answer is judged, no vector */
  OPTION_RESOLVE_EAGER, /* needs one of these two */
  OPTION_POLICY_DECODE_DRAFT,
  OPTION_POLICY_DECODE_RFC,
  OPTION_POLICY_SEQUENCE,
  OPTION_POLICY_ENCODE_DRAFT,
  OPTION_POLICY_ENCODE_RFC,
  OPTION_POOL_DRAFT,
  OPTION_POOL_RFC,
  OPTION_POOL_DRAWS,
  OPTION_POOL_COUNT,
  OPTION_POOLUSER_DRAFT,
  OPTION_POOLUSER_RFC,
  OPTION_POOLUSER_DRAWS,
  OPTIONS
};

/* Who performs an op. */
enum role {
  ROLE_DECODER,
  ROLE_ENCODER,
  ROLE_ZONE_READER,
  ROLE_ZONE_WRITER,
  ROLE_CLIENT,
  ROLE_NAME_SERVER,
  ROLE_POOL_USER,
  ROLES
};

/* The members of a record in JSON, in the order of the RDATA. The last field
 * is the domain name, those before it are character-strings.
 */
struct shape {
  const char *name; /* "naptr" */
  size_t n_numbers;
  const char *numbers[3]; /* 16-bit fields */
  size_t n_fields;
  const char *fields[4];
  const char *texts[4]; /* their presentation form in an answer */
};

/* Of an op without records: the shape of SRV. */
const struct shape *shape_of(enum op op);
enum verb verb_of(enum op op);

/* "naptr.decode" */
const char *op_name(enum op op);

/* True and *op set where `name` is an op. */
bool op_find(enum op *op, const char *name);

enum role op_role(enum op op);
const char *role_name(enum role role); /* "zone reader" */

/* "naptr.decode/message" */
const char *option_name(enum option option);

#endif
