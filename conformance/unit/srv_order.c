/* The choice between SRV records (RFC 2782).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "snarp/rng.h"
#include "snarp/srv.h"
#include "unit.h"

enum { RECORDS_MAX = 300 };

static struct snarp_srv record(uint16_t priority, uint16_t weight,
                               const char *target) {
  struct snarp_srv srv = {priority, weight, 1, hex(target)};

  return srv;
}

static const char *const targets[] = {"0161 00", "0162 00", "0163 00",
                                      "0164 00"};

/* Records of one priority with these weights, in canonical order of target. */
static void with_weights(struct snarp_srv *records, const uint16_t *weights,
                         size_t n) {
  for (size_t i = 0; i < n; i++) {
    records[i] = record(0, weights[i], targets[i]);
  }
}

static void draw(uint32_t *drawn, const struct snarp_srv *records, size_t n,
                 enum snarp_srv_mode mode, const struct snarp_rng *rng) {
  uint32_t arranged[RECORDS_MAX];
  uint64_t sums[RECORDS_MAX + 1];

  snarp_srv_arrange(arranged, records, n);
  snarp_srv_draw(drawn, arranged, records, n, mode, rng, sums);
}

/* Draws by a tape that must just suffice. */
static void is_drawn(const struct snarp_srv *records, size_t n,
                     enum snarp_srv_mode mode, const uint64_t *draws,
                     size_t n_draws, const uint32_t *want) {
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, n_draws);
  uint32_t drawn[RECORDS_MAX];

  draw(drawn, records, n, mode, &rng);
  CU_ASSERT(memcmp(drawn, want, n * sizeof *want) == 0);
  IS_NUMBER(tape.at, n_draws);
  IS_NUMBER(tape.wrong, 0);
}

static void lower_priorities_come_first(void) {
  struct snarp_srv records[3] = {record(2, 9, targets[0]),
                                 record(0, 1, targets[1]),
                                 record(1, 0, targets[2])};
  uint32_t want[3] = {1, 2, 0};

  is_drawn(records, 3, SNARP_SRV_LITERAL, NULL, 0, want);
}

static void the_first_running_sum_is_selected(void) {
  static const uint16_t weights[] = {1, 2, 4};
  static const uint32_t first[] = {0, 0, 1, 1, 2, 2, 2, 2};
  struct snarp_srv records[3];

  with_weights(records, weights, 3);
  for (uint64_t number = 0; number < 8; number++) {
    uint64_t draws[2] = {number, 0};
    struct snarp_tape tape;
    struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 2);
    uint32_t drawn[3];
    draw(drawn, records, 3, SNARP_SRV_LITERAL, &rng);
    IS_NUMBER(drawn[0], first[number]);
    IS_NUMBER(tape.wrong, 0);
  }
}

static void weight_0_is_selected_by_0(void) {
  static const uint16_t weights[] = {5, 0, 0};
  uint64_t zero[2] = {0, 0};
  uint64_t one[1] = {1};
  uint32_t zeros_first[3] = {1, 2, 0};
  uint32_t zeros_last[3] = {0, 1, 2};
  struct snarp_srv records[3];

  with_weights(records, weights, 3);
  is_drawn(records, 3, SNARP_SRV_LITERAL, zero, 2, zeros_first);
  is_drawn(records, 3, SNARP_SRV_LITERAL, one, 1, zeros_last);
}

static void in_proportion_0_comes_last(void) {
  static const uint16_t weights[] = {0, 1, 1};
  uint64_t draws[2] = {1, 0};
  uint32_t want[3] = {2, 1, 0};
  struct snarp_srv records[3];

  with_weights(records, weights, 3);
  is_drawn(records, 3, SNARP_SRV_PROPORTIONAL, draws, 2, want);
}

static void a_tape_that_is_wrong_is_told(void) {
  static const uint16_t weights[] = {1, 1};
  uint64_t draws[1] = {3};
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 1);
  struct snarp_srv records[2];
  uint32_t drawn[2];

  with_weights(records, weights, 2);
  draw(drawn, records, 2, SNARP_SRV_LITERAL, &rng);
  IS_NUMBER(tape.wrong, 1);
}

/* Compares with the text, done on a list. */
static void plain_draw(uint32_t *drawn, const uint32_t *arranged,
                       const struct snarp_srv *records, size_t n,
                       const struct snarp_rng *rng) {
  uint32_t list[RECORDS_MAX];
  size_t left = n;

  memcpy(list, arranged, n * sizeof *list);
  for (size_t i = 0; i < n; i++) {
    uint64_t sum = 0;
    uint64_t running = 0;
    size_t at = 0;
    for (size_t j = 0; j < left; j++) {
      sum += records[list[j]].weight;
    }
    uint64_t number = left > 1 && sum > 0 ? rng->below(rng->ctx, sum + 1) : 0;
    for (running = records[list[0]].weight; running < number;
         running += records[list[at]].weight) {
      at++;
    }
    drawn[i] = list[at];
    memmove(list + at, list + at + 1, (left - at - 1) * sizeof *list);
    left--;
  }
}

static void it_is_the_algorithm_of_the_text(void) {
  struct snarp_seed chance;
  struct snarp_rng rng = snarp_rng_from_seed(&chance, 2782);
  struct snarp_srv records[40];

  for (size_t round = 0; round < 500; round++) {
    size_t n = 1 + (size_t)rng.below(rng.ctx, 40);
    uint32_t arranged[40];
    uint32_t want[40];
    uint32_t got[40];
    uint64_t sums[41];
    struct snarp_seed seeds[2];
    struct snarp_rng one = snarp_rng_from_seed(&seeds[0], round);
    struct snarp_rng other = snarp_rng_from_seed(&seeds[1], round);
    for (size_t i = 0; i < n; i++) {
      uint16_t weight = (uint16_t)(rng.below(rng.ctx, 3) * 7);
      records[i] = record(0, weight, targets[i % 4]);
      records[i].port = (uint16_t)i;
    }
    snarp_srv_arrange(arranged, records, n);
    plain_draw(want, arranged, records, n, &one);
    snarp_srv_draw(got, arranged, records, n, SNARP_SRV_LITERAL, &other, sums);
    CU_ASSERT(memcmp(got, want, n * sizeof *want) == 0);
    unit_free();
  }
}

static void the_order_of_the_set_does_not_matter(void) {
  static const uint16_t weights[] = {3, 0, 7, 3};
  struct snarp_srv records[4];
  struct snarp_srv turned[4];
  uint32_t one[4];
  uint32_t other[4];

  with_weights(records, weights, 4);
  for (size_t i = 0; i < 4; i++) {
    turned[i] = records[3 - i];
  }
  for (uint64_t number = 0; number < 100; number++) {
    struct snarp_seed seeds[2];
    struct snarp_rng rngs[2] = {snarp_rng_from_seed(&seeds[0], number),
                                snarp_rng_from_seed(&seeds[1], number)};
    draw(one, records, 4, SNARP_SRV_LITERAL, &rngs[0]);
    draw(other, turned, 4, SNARP_SRV_LITERAL, &rngs[1]);
    for (size_t i = 0; i < 4; i++) {
      IS_NUMBER(one[i], 3 - other[i]);
    }
  }
}

CU_TestInfo srv_order_tests[] = {
    {"lower priorities come first", lower_priorities_come_first},
    {"the first running sum is selected", the_first_running_sum_is_selected},
    {"weight 0 is selected by 0", weight_0_is_selected_by_0},
    {"in proportion, weight 0 comes last", in_proportion_0_comes_last},
    {"a tape that is wrong is told", a_tape_that_is_wrong_is_told},
    {"it is the algorithm of the text", it_is_the_algorithm_of_the_text},
    {"the order of the set does not matter",
     the_order_of_the_set_does_not_matter},
    CU_TEST_INFO_NULL,
};
