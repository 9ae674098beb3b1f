/*
 * runner/op.h - the ops, and the fields of the two record types.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_OP_H
#define SNARP_RUNNER_OP_H

#include <stdbool.h>
#include <stddef.h>

enum verb { VERB_DECODE, VERB_ENCODE, VERB_SCAN, VERB_PRINT };
enum kind { KIND_NAPTR, KIND_SRV };

/* Numbers, not enumerators, for they count in several enumerations. */
#define VERBS 4
#define KINDS 2

/* An op is kind * VERBS + verb. */
enum op {
  OP_NAPTR_DECODE,
  OP_NAPTR_ENCODE,
  OP_NAPTR_SCAN,
  OP_NAPTR_PRINT,
  OP_SRV_DECODE,
  OP_SRV_ENCODE,
  OP_SRV_SCAN,
  OP_SRV_PRINT,
  OPS
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

const struct shape *shape_of(enum op op);
enum verb verb_of(enum op op);

/* "naptr.decode" */
const char *op_name(enum op op);

/* True and *op set where `name` is an op. */
bool op_find(enum op *op, const char *name);

/* Who performs the op: "decoder", "encoder", "zone reader", "zone writer". */
const char *op_role(enum op op);

/* The cap of the op's option: ".../message", ".../message", ".../origin";
 * null for print, which has none.
 */
const char *op_option(enum op op);

#endif
