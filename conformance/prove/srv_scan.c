/* SRV records from text that ends in unknown octets.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_text.h"
#include "snarp/srv.h"

static void scan(struct snarp_view text, struct snarp_view origin) {
  struct snarp_srv srv;
  struct snarp_buf much = any_much;
  struct snarp_diag diag;

  snarp_srv_scan(&srv, &much, text, origin, &diag);
}

/* Eva does not keep how many octets of the room aside a name has filled: where
 * the record is put there, it is the generic form. */
static void scan_aside(struct snarp_view text, struct snarp_view origin) {
  struct snarp_srv srv;
  struct snarp_buf little = any_little;

  snarp_srv_scan(&srv, &little, text, origin, NULL);
}

void prove(void) {
  any_tails(scan, "", 2);
  any_tails(scan, "1 6553", 2);
  any_tails(scan, "1 2 3 ", 2);
  any_tails(scan, "1 2 3 a.", 2);
  any_tails(scan, "\\# ", 2);
  any_tails(scan, "\\# 7 000100020003", 2);
  any_tails(scan_aside, "\\# 7 000100020003", 2);
}
