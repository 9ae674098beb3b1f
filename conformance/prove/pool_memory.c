/* The memory of pools: any number of elements.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any.h"
#include "snarp/pool.h"

void prove(void) {
  snarp_pool_memory((enum snarp_policy_kind)Frama_C_interval(0, UINT8_MAX),
                    any_size(0, SIZE_MAX));
}
