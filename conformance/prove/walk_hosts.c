/* Walks to sets of two hosts: sums of weights wrap on purpose.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_walk.h"

void prove(void) {
  struct snarp_walk_plan plan = plan_of(SNARP_WALK_CLIENT, 1);

  use(&plan, MEMORY, 1, RECORDS, 2);
}
