/* Parameters of unknown octets, and the policies in them.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/parameter.h"

#include "any.h"
#include "snarp/policy.h"

enum { EXACT = 24 };

static uint8_t exact[EXACT];

static enum snarp_dialect any_dialect(void) {
  return any_bool() ? SNARP_DRAFT_01 : SNARP_RFC_5356;
}

/* From any place on, also from one behind the end. */
static void read(struct snarp_view octets) {
  struct snarp_parameters sequence = {octets, any_size(0, SIZE_MAX),
                                      any_bool()};
  struct snarp_parameter parameter;
  struct snarp_policy policy;
  struct snarp_diag diag;

  snarp_parameter_next(&parameter, &sequence, &diag);
  snarp_policy_read(&policy, octets, any_dialect(), &diag);

  parameter.type = any_u16();
  parameter.value = octets;
  parameter.whole = octets;
  snarp_policy_read_in(&policy, &parameter, any_dialect(), NULL);
}

void prove(void) {
  struct snarp_view too_long = {any_too_long, sizeof any_too_long};

  read(too_long);
  any_octets(exact, sizeof exact);
  //@ loop unroll EXACT + 1;
  for (size_t len = 0; len <= EXACT; len++) {
    struct snarp_view octets = {exact + (EXACT - len), len};
    read(octets);
  }
}
