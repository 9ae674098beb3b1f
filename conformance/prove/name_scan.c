/* Names from text that ends in unknown octets.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_text.h"
#include "snarp/name.h"

static void scan(struct snarp_view text, struct snarp_view origin) {
  struct snarp_view name;
  struct snarp_diag diag;

  snarp_name_scan(&name, any_space, text, origin, &diag);
}

/* Names in which labels of 63 octets end with `last` unknown ones to come. */
static void scan_long(size_t len) {
  static uint8_t octets[SNARP_NAME_MAX];
  struct snarp_view head = {octets, len};

  for (size_t i = 0; i < sizeof octets; i++) {
    octets[i] = i % (SNARP_LABEL_MAX + 1) == SNARP_LABEL_MAX ? '.' : 'a';
  }
  any_tail(scan, head, 2);
}

/* As an origin, unknown octets of each of the lengths. */
static void complete(struct snarp_view origin) {
  scan(any_head("@"), origin);
  scan(any_head("a"), origin);
}

void prove(void) {
  any_tails(scan, "", 4);
  any_tails(scan, "a.", 3);
  any_tails(scan, "\\", 3);
  any_tails(scan, "( a.\n;b", 3);
  scan_long(SNARP_LABEL_MAX - 1);
  scan_long(SNARP_NAME_MAX - 3);
  any_views(complete);
}
