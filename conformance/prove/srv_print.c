/* SRV records as text, with unknown targets.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_name.h"
#include "snarp/srv.h"

static void print(struct snarp_view target) {
  struct snarp_srv srv = {any_u16(), any_u16(), any_u16(), target};
  struct snarp_buf little = any_little;
  struct snarp_buf much = any_much;
  struct snarp_diag diag;

  snarp_srv_print(&little, &srv, &diag);
  snarp_srv_print(&much, &srv, NULL);
}

void prove(void) {
  any_names(print);
}
