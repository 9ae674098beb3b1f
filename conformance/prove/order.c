/* The order of SRV records: each order of their priorities and weights, with
 * each draw.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any.h"
#include "snarp/srv.h"

enum { RECORDS = 3, PRIORITIES = 2, WEIGHTS = 2 };

/* The draws from all records are below 4 and 3 at most; the last needs none. */
enum { RECORD = PRIORITIES * WEIGHTS, DRAWS = 12 };

static struct snarp_srv records[RECORDS];
static uint32_t arranged[RECORDS];
static uint32_t drawn[RECORDS];
static uint64_t sums[RECORDS + 1];

/* Digit by digit of a number, each draw with its own base. */
static uint64_t each_below(void *ctx, uint64_t bound) {
  uint64_t *digits = ctx;
  uint64_t digit = *digits % bound;

  *digits /= bound;
  return digit;
}

static void draw(const struct snarp_srv *from, size_t n,
                 enum snarp_srv_mode mode) {
  uint32_t *order = arranged + (RECORDS - n);

  snarp_srv_arrange(order, from, n);
  //@ loop unroll DRAWS;
  for (uint64_t draws = 0; draws < DRAWS; draws++) {
    uint64_t digits = draws;
    struct snarp_rng rng = {each_below, &digits};
    snarp_srv_draw(drawn + (RECORDS - n), order, from, n, mode, &rng,
                   sums + (RECORDS - n));
  }
}

static void each(size_t n, unsigned kinds) {
  struct snarp_srv *from = records + (RECORDS - n);

  //@ loop unroll RECORD * RECORD * RECORD;
  for (unsigned kind = 0; kind < kinds; kind++) {
    unsigned digits = kind;
    //@ loop unroll RECORDS;
    for (size_t i = 0; i < n; i++) {
      from[i].priority = (uint16_t)(digits % PRIORITIES);
      from[i].weight = (uint16_t)(digits / PRIORITIES % WEIGHTS);
      from[i].port = (uint16_t)i;
      digits /= RECORD;
    }
    draw(from, n, SNARP_SRV_LITERAL);
    draw(from, n, SNARP_SRV_PROPORTIONAL);
  }
}

void prove(void) {
  each(0, 1);
  each(1, RECORD);
  each(2, RECORD * RECORD);
  each(3, RECORD * RECORD * RECORD);
}
