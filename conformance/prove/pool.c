/* Pools of all policies but WRR.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_pool.h"

enum { KINDS = 8 };

/* What is no pool. */
static void refuse(void) {
  struct snarp_pool pool;
  struct snarp_pool_element element;

  snarp_pool_init(&pool, any_bool() ? SNARP_DRAFT_01 : SNARP_RFC_5356,
                  (enum snarp_policy_kind)Frama_C_interval(0, UINT8_MAX),
                  any_size(0, PLACES_MAX), NULL, 0);
  snarp_pool_find(&element, &pool, 1);
  snarp_pool_deregister(&pool, 1);
  enter(&pool, pool.kind, 1, 0);
}

/* Some number of elements, and a kind for each way in which their number
 * matters; where each draw leads to a state of its own, one is drawn. */
static void use_many_any(void) {
  uint32_t n = any_bool() ? PLACES_MAX - 2 : 7;
  int which = Frama_C_interval(0, 2);

  //@ split n;
  //@ split which;
  if (which == 0) {
    use_many(SNARP_POLICY_WRAND, n, 1);
  } else {
    use_many(which == 1 ? SNARP_POLICY_LU : SNARP_POLICY_LUD, n, PLACES_MAX);
  }
}

void prove(void) {
  static const enum snarp_policy_kind kinds[KINDS] = {
      SNARP_POLICY_RR,  SNARP_POLICY_RAND, SNARP_POLICY_WRAND,
      SNARP_POLICY_RLU, SNARP_POLICY_PRIO, SNARP_POLICY_LU,
      SNARP_POLICY_LUD, SNARP_POLICY_PLU};
  int kind = Frama_C_interval(0, KINDS - 1);

  switch (Frama_C_interval(0, 2)) {
  case 0:
    refuse();
    break;
  case 1:
    //@ split kind;
    use_few(kinds[kind]);
    break;
  default:
    use_many_any();
  }
}
