/* Policies of unknown fields.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/policy.h"

#include "any.h"
#include "snarp/parameter.h"

enum { KINDS = SNARP_POLICY_RLU + 3 };

static enum snarp_dialect any_dialect(void) {
  return any_bool() ? SNARP_DRAFT_01 : SNARP_RFC_5356;
}

/* Those that there are, and some that there are not. */
static enum snarp_policy_kind any_kind(void) {
  return (enum snarp_policy_kind)Frama_C_interval(0, KINDS - 1);
}

/* Kind by kind: what Eva learns of the number holds for OPAQUE alone. */
static void write_as(struct snarp_buf *out, enum snarp_dialect dialect) {
  struct snarp_policy policy = {dialect,   SNARP_POLICY_OPAQUE, any_u32(),
                                any_u32(), any_u32(),           any_u32(),
                                any_u32(), any_view()};
  struct snarp_diag diag;
  struct snarp_buf before = *out;

  //@ loop unroll KINDS;
  for (int kind = 0; kind < KINDS; kind++) {
    policy.kind = (enum snarp_policy_kind)kind;
    snarp_policy_write(out, &policy, &diag);
    *out = before;
  }
  snarp_parameter_write(out, any_u16(), any_view(), &diag);
}

static void write_draft(struct snarp_buf *out) {
  write_as(out, SNARP_DRAFT_01);
}

static void write_rfc(struct snarp_buf *out) {
  write_as(out, SNARP_RFC_5356);
}

void prove(void) {
  struct snarp_policy policy = {any_dialect(), any_kind(), any_u32(),
                                any_u32(),     any_u32(),  any_u32(),
                                any_u32(),     any_view()};
  struct snarp_diag diag;

  any_bufs(write_draft);
  any_bufs(write_rfc);
  snarp_policy_check(&policy, &diag);
  snarp_policy_number(any_dialect(), any_kind());
  snarp_policy_most(any_dialect());
  snarp_policy_name(any_kind());
  snarp_parameter_action(any_u16());
}
