/*
 * snarp/policy.h - the Pool Member Selection Policy Parameter, in two dialects:
 * draft-ietf-rserpool-policies-01 (an octet for the policy, 24 bits for each
 * value) and RFC 5356 (32 bits for each).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POLICY_H
#define SNARP_POLICY_H

#include "snarp/base.h"
#include "snarp/parameter.h"

#ifdef __cplusplus
extern "C" {
#endif

enum snarp_dialect {
  SNARP_DRAFT_01, /* parameter type 0x6; values up to 0xffffff */
  SNARP_RFC_5356  /* parameter type 0x8; values up to 0xffffffff */
};

enum snarp_policy_kind {
  SNARP_POLICY_OPAQUE, /* none of those below: a number and octets */
  SNARP_POLICY_RR,     /* Round Robin */
  SNARP_POLICY_WRR,    /* Weighted Round Robin: weight */
  SNARP_POLICY_RAND,   /* Random */
  SNARP_POLICY_WRAND,  /* Weighted Random: weight */
  SNARP_POLICY_PRIO,   /* Priority, in RFC 5356 only: priority */
  SNARP_POLICY_LU,     /* Least Used: load */
  SNARP_POLICY_LUD,    /* Least Used with Degradation: load, degradation */
  SNARP_POLICY_PLU,    /* Priority Least Used: load, degradation */
  SNARP_POLICY_RLU     /* Randomized Least Used: load */
};

/* A policy and its values. Values that the kind does not have are 0 when read
 * and ignored when written.
 */
struct snarp_policy {
  enum snarp_dialect dialect;
  enum snarp_policy_kind kind;
  uint32_t number;        /* the Policy (Type) on the wire; written only where
                             the kind is OPAQUE, else it follows from it */
  uint32_t weight;        /* 0: no service */
  uint32_t priority;      /* larger is higher */
  uint32_t load;          /* 0 to 100 %, which is snarp_policy_most() */
  uint32_t degradation;   /* of the load, on the same scale */
  struct snarp_view data; /* OPAQUE: all octets behind the number; in the draft
                             at least 3 */
};

/*
 * Reads one parameter with its header and padding. A policy with a number that
 * the dialect does not know is OPAQUE, noted as POLICY_UNKNOWN; among these
 * are the delay-sensitive ones of draft-dreibholz-rserpool-delay. Reserved bits
 * that are not 0 are noted as RESERVED. In the draft the figure of Randomized
 * Least Used has parameter type 0x7: that is read, and noted as RLU_TYPE.
 *
 * Fails as snarp_parameter_next does, with PARAMETER_TYPE, POLICY_SHORT,
 * POLICY_LONG, POLICY_INVALID, or with PARAMETER_TRAILING where octets follow.
 */
int snarp_policy_read(struct snarp_policy *policy, struct snarp_view octets,
                      enum snarp_dialect dialect, struct snarp_diag *diag);

/* Reads a parameter of a sequence. Offsets count from where it begins. */
int snarp_policy_read_in(struct snarp_policy *policy,
                         const struct snarp_parameter *parameter,
                         enum snarp_dialect dialect, struct snarp_diag *diag);

/*
 * Appends the parameter: reserved bits 0, type 0x6 or 0x8. Fails as
 * snarp_policy_check does, except with POLICY_UNSUPPORTED.
 */
int snarp_policy_write(struct snarp_buf *out, const struct snarp_policy *policy,
                       struct snarp_diag *diag);

/*
 * Tests that the dialect can express the policy. Fails with
 * - POLICY_DIALECT: the dialect does not have it (Priority in the draft);
 * - VALUE_RANGE: a value, or the number, does not fit its field;
 * - POLICY_INVALID: the number is 0 or, in RFC 5356, 0x40000000;
 * - POLICY_NUMBER: OPAQUE, with the number of a policy that is known;
 * - POLICY_SHORT, INPUT_LONG: less than 3 octets of data in the draft, more
 *   than SNARP_PARAMETER_MAX in all;
 * - POLICY_UNSUPPORTED: a number that the IETF reserves. Those for private use,
 *   0x80000000 and above in RFC 5356, may be used.
 */
int snarp_policy_check(const struct snarp_policy *policy,
                       struct snarp_diag *diag);

/* The number on the wire of a policy kind; 0 where the dialect has none. */
uint32_t snarp_policy_number(enum snarp_dialect dialect,
                             enum snarp_policy_kind kind);

/* The greatest value of a field, which for a load is 100 % (2.1; RFC 5356
 * 3.1). Loads are never scaled from one dialect to the other.
 */
uint32_t snarp_policy_most(enum snarp_dialect dialect);

/* The short name, such as "WRR"; "opaque" for all others. A static string. */
const char *snarp_policy_name(enum snarp_policy_kind kind);

#ifdef __cplusplus
}
#endif

#endif
