/* Domain names from unknown octets.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/name.h"

#include "any.h"

static void read(struct snarp_view octets) {
  struct snarp_view name;
  struct snarp_diag diag;

  snarp_name_read(&name, octets, &diag);
  snarp_name_read_in(&name, any_space, octets, any_size(0, SIZE_MAX), &diag);
}

void prove(void) {
  struct snarp_view name;

  snarp_name_compare(any_view(), any_view());
  snarp_name_read(&name, any_view(), NULL);
  any_views(read);
}
