/* Policies of unknown fields.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/policy.h"

#include "any.h"
#include "snarp/parameter.h"

static enum snarp_dialect any_dialect(void) {
  return any_bool() ? SNARP_DRAFT_01 : SNARP_RFC_5356;
}

/* Those that there are, and some that there are not. */
static enum snarp_policy_kind any_kind(void) {
  return (enum snarp_policy_kind)Frama_C_interval(0, SNARP_POLICY_RLU + 2);
}

void prove(void) {
  struct snarp_policy policy = {any_dialect(), any_kind(), any_u32(),
                                any_u32(),     any_u32(),  any_u32(),
                                any_u32(),     any_view()};
  struct snarp_diag diag;

  snarp_policy_check(&policy, &diag);
  snarp_policy_number(any_dialect(), any_kind());
  snarp_policy_most(any_dialect());
  snarp_policy_name(any_kind());
  snarp_parameter_action(any_u16());
}
