/* Pools of WRR.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_pool.h"

void prove(void) {
  switch (Frama_C_interval(0, 2)) {
  case 0:
    use_few(SNARP_POLICY_WRR);
    break;
  case 1:
    use_many(SNARP_POLICY_WRR, PLACES_MAX - 2, PLACES_MAX);
    break;
  default:
    use_many(SNARP_POLICY_WRR, 7, PLACES_MAX);
  }
}
