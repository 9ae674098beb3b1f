/* The smallest user of libsnarp.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/srv.h"

int main(void) {
  const uint8_t rdata[] = {0, 1, 0, 2, 0, 80, 0};
  struct snarp_srv srv;
  int rv = snarp_srv_read(&srv, (struct snarp_view){rdata, sizeof rdata}, NULL);

  return rv == SNARP_OK && srv.port == 80 ? 0 : 1;
}
