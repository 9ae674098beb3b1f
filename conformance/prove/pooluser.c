/* A pool user's lists of all policies, and what may become of them.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/pooluser.h"

#include "any.h"

enum { ELEMENTS = 3, STEPS = 4 };

static struct snarp_pooluser_item items[ELEMENTS];

/* An element, one that may be out, or one that there is not. */
static void step(struct snarp_pooluser *user) {
  size_t index = any_size(0, ELEMENTS);

  //@ split index;
  if (index < ELEMENTS) {
    snarp_pooluser_failed(user, index);
  } else if (any_bool()) {
    snarp_pooluser_failed(user, any_size(ELEMENTS, SIZE_MAX));
  } else {
    snarp_pooluser_next(&index, user, &any_rng);
  }
}

static void use(struct snarp_pooluser_item *list, size_t n,
                enum snarp_policy_kind kind) {
  struct snarp_pooluser user;

  snarp_pooluser_init(&user, kind, list, n);
  //@ loop unroll STEPS;
  for (int i = 0; i < STEPS; i++) {
    step(&user);
  }
  snarp_pooluser_outdate(&user);
  step(&user);
}

/* A kind for each way in which elements are picked, and all for a look. */
void prove(void) {
  struct snarp_pooluser user;

  snarp_pooluser_init(&user,
                      (enum snarp_policy_kind)Frama_C_interval(0, UINT8_MAX),
                      items, any_size(0, ELEMENTS));
  //@ loop unroll ELEMENTS + 1;
  for (size_t n = 0; n <= ELEMENTS; n++) {
    use(items + (ELEMENTS - n), n, SNARP_POLICY_OPAQUE);
    use(items + (ELEMENTS - n), n, SNARP_POLICY_RR);
    use(items + (ELEMENTS - n), n, SNARP_POLICY_RAND);
    use(items + (ELEMENTS - n), n, SNARP_POLICY_LU);
  }
}
