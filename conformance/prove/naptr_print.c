/* NAPTR records as text, with unknown replacements and unknown strings.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_name.h"
#include "snarp/naptr.h"

static struct snarp_view string;

static void print(struct snarp_view replacement) {
  struct snarp_naptr naptr = {any_u16(), any_u16(), string,
                              string,    string,    replacement};
  struct snarp_buf little = any_little;
  struct snarp_buf much = any_much;
  struct snarp_diag diag;

  snarp_naptr_print(&little, &naptr, &diag);
  snarp_naptr_print(&much, &naptr, NULL);
}

static void print_strings(struct snarp_view octets) {
  struct snarp_view root = {any_space, 1};

  any_space[0] = 0;
  string = octets;
  print(root);
}

void prove(void) {
  static uint8_t longest[SNARP_STRING_MAX];
  struct snarp_view most = {longest, sizeof longest};
  struct snarp_view one = {longest, 1};

  any_octets(longest, sizeof longest);
  any_views(print_strings);
  print_strings(most);
  string = one;
  any_names(print);
}
