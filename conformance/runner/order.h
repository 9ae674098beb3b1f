/*
 * runner/order.h - between the parts of the family of srv.order.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_ORDER_H
#define SNARP_RUNNER_ORDER_H

#include "answer.h"
#include "snarp/srv.h"
#include "vector.h"

/* What the request holds. */
struct order_in {
  struct snarp_srv *records;
  size_t n;
  uint64_t *draws; /* null where there are none */
  size_t n_draws;
  uint64_t runs; /* 0 where they are not asked for */
};

/* order_direct.c: perform */
int order_perform(struct answer *answer, const struct vector *vector,
                  struct snarp_view octets);

#endif
