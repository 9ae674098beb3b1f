/* Walks in memory of each size that matters, and what is no plan or domain.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any_walk.h"

/* Sizes that do not suffice, and some that do. */
enum { LITTLE = 208, GRAIN = 16 };

/* Domains that are none, and plans that are out of their bounds. */
static void refuse(struct snarp_view octets) {
  struct snarp_view protocols[1] = {{tags[0], 1}};
  struct snarp_walk_plan plan = {
      protocols[0],         protocols, any_size(0, 1), SNARP_WALK_CLIENT,
      SNARP_SRV_LITERAL,    &any_rng,  any_bool(),     any_size(0, SIZE_MAX),
      any_size(0, SIZE_MAX)};
  struct snarp_walk walk;
  struct snarp_walk_step step;

  tags[0][0] = any_letter();
  snarp_walk_init(&walk, &plan, octets, memory, MEMORY);
  snarp_walk_next(&step, &walk);
  plan.n_protocols = any_size(SNARP_WALK_PROTOCOLS_MAX + 1, SIZE_MAX);
  snarp_walk_init(&walk, &plan, octets, memory, MEMORY);
  snarp_walk_tell_absent(&walk, any_bool());
}

/* One of them: states that one has led to are of no use to another. */
void prove(void) {
  struct snarp_walk_plan one = plan_of(SNARP_WALK_CLIENT, 1);
  struct snarp_walk_plan two = plan_of(SNARP_WALK_ZONE, 2);
  size_t little = any_size(0, LITTLE / GRAIN);

  switch (Frama_C_interval(0, 3)) {
  case 0:
    any_views(refuse);
    break;
  case 1:
    use(&one, MEMORY, RECORDS, 1, STEPS);
    break;
  case 2:
    use(&two, MEMORY, RECORDS, 1, 1);
    break;
  default:
    //@ split little;
    use(&one, little * GRAIN, RECORDS, 1, 2);
  }
}
