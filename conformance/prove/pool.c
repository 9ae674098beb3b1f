/* Pools of all policies but WRR.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_pool.h"

enum { ORDERED = 6, SHARES = 2 };

/* What is no pool. */
static void refuse(void) {
  struct snarp_pool pool;
  struct snarp_pool_element element;

  snarp_pool_init(&pool, any_bool() ? SNARP_DRAFT_01 : SNARP_RFC_5356,
                  (enum snarp_policy_kind)Frama_C_interval(0, UINT8_MAX),
                  any_size(0, SIZE_MAX), NULL, 0);
  snarp_pool_find(&element, &pool, 1);
  snarp_pool_deregister(&pool, 1);
  enter(&pool, pool.kind, 1, 0);
}

static enum snarp_policy_kind any_kind(const enum snarp_policy_kind *kinds,
                                       int n) {
  int kind = Frama_C_interval(0, n - 1);

  //@ split kind;
  return kinds[kind];
}

/* Where each draw leads to a state of its own, one of many is drawn. */
void prove(void) {
  static const enum snarp_policy_kind ordered[ORDERED] = {
      SNARP_POLICY_RR, SNARP_POLICY_RAND, SNARP_POLICY_PRIO,
      SNARP_POLICY_LU, SNARP_POLICY_LUD,  SNARP_POLICY_PLU};
  static const enum snarp_policy_kind shares[SHARES] = {SNARP_POLICY_WRAND,
                                                        SNARP_POLICY_RLU};
  uint32_t n = any_bool() ? PLACES_MAX - 2 : 7;

  switch (Frama_C_interval(0, 4)) {
  case 0:
    refuse();
    break;
  case 1:
    use_few(any_kind(ordered, ORDERED));
    break;
  case 2:
    use_few(any_kind(shares, SHARES));
    break;
  case 3:
    //@ split n;
    use_many(any_kind(ordered, ORDERED), n, PLACES_MAX);
    break;
  default:
    //@ split n;
    use_many(any_kind(shares, SHARES), n, 1);
  }
}
