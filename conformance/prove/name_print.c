/* Names as text, from unknown ones.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_name.h"
#include "snarp/name.h"

static void print(struct snarp_view name) {
  struct snarp_buf none = {NULL, 0, 0};
  struct snarp_buf little = any_little;
  struct snarp_buf much = any_much;
  struct snarp_diag diag;

  snarp_name_print(&none, name, &diag);
  snarp_name_print(&little, name, NULL);
  snarp_name_print(&much, name, &diag);
}

void prove(void) {
  any_names(print);
}
