/* NAPTR records from text that ends in unknown octets.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_text.h"
#include "snarp/naptr.h"

static void scan(struct snarp_view text, struct snarp_view origin) {
  struct snarp_naptr naptr;
  struct snarp_buf little = any_little;
  struct snarp_buf much = any_much;
  struct snarp_diag diag;

  snarp_naptr_scan(&naptr, &little, text, origin, &diag);
  snarp_naptr_scan(&naptr, &much, text, origin, NULL);
}

/* A string to which few octets are missing until it is too long. */
static void scan_long(void) {
  static uint8_t octets[SNARP_STRING_MAX + 4] = {'1', ' ', '2', ' ', '"'};
  struct snarp_view head = {octets, sizeof octets};

  for (size_t i = 5; i < sizeof octets; i++) {
    octets[i] = 'a';
  }
  any_tail(scan, head, 2);
}

void prove(void) {
  any_tails(scan, "", 2);
  any_tails(scan, "1 2 ", 2);
  any_tails(scan, "1 2 \"", 2);
  any_tails(scan, "1 2 \"\" \"\" a", 2);
  any_tails(scan, "1 2 \"\" \"\" \"\" ", 3);
  any_tails(scan, "\\# ", 2);
  any_tails(scan, "\\# 8 00010002000000", 2);
  scan_long();
}
