/* What a pool user does with a list.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/pooluser.h"

#include <string.h>

#include "snarp/rng.h"
#include "unit.h"

enum { LIST_MAX = 32 };

static struct snarp_pooluser begin(enum snarp_policy_kind kind, size_t n) {
  struct snarp_pooluser_item *items =
      (void *)room(n * sizeof(struct snarp_pooluser_item)).base;
  struct snarp_pooluser user;

  IS_STATUS(snarp_pooluser_init(&user, kind, items, n), 0);
  return user;
}

/* The element that comes next, or -1 at the end. */
static int next(struct snarp_pooluser *user, const struct snarp_rng *rng) {
  size_t index = 99;
  int rv = snarp_pooluser_next(&index, user, rng);

  if (rv == SNARP_END) {
    IS_NUMBER(index, 0);
    return -1;
  }
  IS_STATUS(rv, 0);
  return (int)index;
}

static void fail(struct snarp_pooluser *user, size_t index) {
  IS_STATUS(snarp_pooluser_failed(user, index), 0);
}

static void round_robin_begins_again(void) {
  const enum snarp_policy_kind kinds[] = {SNARP_POLICY_RR, SNARP_POLICY_WRR};

  for (size_t i = 0; i < 2; i++) {
    struct snarp_pooluser user = begin(kinds[i], 3);

    for (int turn = 0; turn < 7; turn++) {
      IS_NUMBER(next(&user, NULL), turn % 3);
    }
  }
}

static void round_robin_passes_over_what_failed(void) {
  struct snarp_pooluser user = begin(SNARP_POLICY_RR, 4);

  IS_NUMBER(next(&user, NULL), 0);
  fail(&user, 0); /* the one that was used */
  IS_NUMBER(next(&user, NULL), 1);
  fail(&user, 2); /* the next one */
  IS_NUMBER(next(&user, NULL), 3);
  IS_NUMBER(next(&user, NULL), 1);
  fail(&user, 1);
  IS_NUMBER(next(&user, NULL), 3);
  IS_NUMBER(next(&user, NULL), 3);
  fail(&user, 3);
  IS_NUMBER(next(&user, NULL), -1);
}

static void the_order_given_is_kept(void) {
  const enum snarp_policy_kind kinds[] = {SNARP_POLICY_LU, SNARP_POLICY_LUD,
                                          SNARP_POLICY_PLU, SNARP_POLICY_PRIO};

  for (size_t i = 0; i < 4; i++) {
    struct snarp_pooluser user = begin(kinds[i], 4);

    IS_NUMBER(next(&user, NULL), 0);
    IS_NUMBER(next(&user, NULL), 0);
    fail(&user, 0);
    IS_NUMBER(next(&user, NULL), 1);
    fail(&user, 2);
    IS_NUMBER(next(&user, NULL), 1);
    fail(&user, 1);
    IS_NUMBER(next(&user, NULL), 3);
    fail(&user, 3);
    IS_NUMBER(next(&user, NULL), -1);
  }
}

static void random_policies_draw_each_time(void) {
  const enum snarp_policy_kind kinds[] = {SNARP_POLICY_RAND, SNARP_POLICY_WRAND,
                                          SNARP_POLICY_RLU};
  const uint64_t draws[] = {3, 0, 3, 2, 1, 2, 1, 0};

  for (size_t i = 0; i < 3; i++) {
    struct snarp_tape tape;
    struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 8);
    struct snarp_pooluser user = begin(kinds[i], 4);

    IS_NUMBER(next(&user, &rng), 3);
    IS_NUMBER(next(&user, &rng), 0);
    IS_NUMBER(next(&user, &rng), 3);
    fail(&user, 1); /* 0 3 2 */
    IS_NUMBER(next(&user, &rng), 2);
    IS_NUMBER(next(&user, &rng), 3);
    IS_NUMBER(next(&user, &rng), 2);
    fail(&user, 2); /* 0 3 */
    IS_NUMBER(next(&user, &rng), 3);
    fail(&user, 0); /* 3 */
    IS_NUMBER(next(&user, &rng), 3);
    IS_NUMBER(tape.at, 8);
    IS_NUMBER(tape.wrong, 0);
    fail(&user, 3);
    IS_NUMBER(next(&user, &rng), -1);
    IS_NUMBER(tape.at, 8);
  }
}

static uint64_t bound_itself(void *ctx, uint64_t bound) {
  (void)ctx;
  return bound;
}

static void a_bad_source_leads_nowhere(void) {
  struct snarp_rng bad = {bound_itself, NULL};
  struct snarp_pooluser user = begin(SNARP_POLICY_RAND, 2);

  IS_NUMBER(next(&user, &bad), 0);
}

static void what_failed_does_not_fail_again(void) {
  const enum snarp_policy_kind kinds[] = {SNARP_POLICY_RR, SNARP_POLICY_RAND};

  for (size_t i = 0; i < 2; i++) {
    struct snarp_pooluser user = begin(kinds[i], 2);

    fail(&user, 1);
    IS_STATUS(snarp_pooluser_failed(&user, 1), SNARP_ERR_ELEMENT_UNKNOWN);
    IS_STATUS(snarp_pooluser_failed(&user, 2), SNARP_ERR_ELEMENT_UNKNOWN);
    IS_STATUS(snarp_pooluser_failed(&user, SIZE_MAX),
              SNARP_ERR_ELEMENT_UNKNOWN);
    fail(&user, 0);
    IS_STATUS(snarp_pooluser_failed(&user, 0), SNARP_ERR_ELEMENT_UNKNOWN);
    IS_STATUS(snarp_pooluser_failed(&user, 1), SNARP_ERR_ELEMENT_UNKNOWN);
  }
}

static void a_list_out_of_date_is_at_its_end(void) {
  struct snarp_pooluser user = begin(SNARP_POLICY_RR, 2);

  IS_NUMBER(next(&user, NULL), 0);
  snarp_pooluser_outdate(&user);
  IS_NUMBER(next(&user, NULL), -1);
  IS_STATUS(snarp_pooluser_failed(&user, 0), SNARP_ERR_ELEMENT_UNKNOWN);
}

static void an_empty_list_is_at_its_end(void) {
  struct snarp_pooluser user = begin(SNARP_POLICY_LU, 0);

  IS_NUMBER(next(&user, NULL), -1);
  user = begin(SNARP_POLICY_RAND, 0);
  IS_NUMBER(next(&user, NULL), -1);
}

static void lists_have_bounds(void) {
  struct snarp_pooluser user;

  IS_STATUS(snarp_pooluser_init(&user, SNARP_POLICY_OPAQUE, NULL, 1),
            SNARP_ERR_POLICY_UNSUPPORTED);
  IS_NUMBER(next(&user, NULL), -1);
  if (SIZE_MAX > UINT32_MAX) {
    IS_STATUS(snarp_pooluser_init(&user, SNARP_POLICY_RR, NULL, SIZE_MAX),
              SNARP_ERR_ROOM);
    IS_NUMBER(next(&user, NULL), -1);
  }
}

/* The plainest pool user: what is left of the list, in its order. */
struct plain {
  size_t left[LIST_MAX];
  size_t n;
  size_t at; /* Round Robin */
};

static void plain_fail(struct plain *plain, size_t index, bool random) {
  size_t i = 0;

  while (plain->left[i] != index) {
    i++;
  }
  plain->n--;
  if (random) {
    plain->left[i] = plain->left[plain->n];
    return;
  }
  memmove(&plain->left[i], &plain->left[i + 1],
          (plain->n - i) * sizeof plain->left[0]);
  plain->at -= i < plain->at ? 1 : 0;
  plain->at = plain->at == plain->n ? 0 : plain->at;
}

static int plain_next(struct plain *plain, enum snarp_policy_kind kind,
                      const struct snarp_rng *rng) {
  size_t i = 0;

  if (plain->n == 0) {
    return -1;
  }
  if (kind == SNARP_POLICY_RAND) {
    i = (size_t)rng->below(rng->ctx, plain->n);
  } else if (kind == SNARP_POLICY_RR) {
    i = plain->at;
    plain->at = (plain->at + 1) % plain->n;
  }
  return (int)plain->left[i];
}

static void compare(enum snarp_policy_kind kind, uint64_t number) {
  struct snarp_seed seeds[3];
  struct snarp_rng choices = snarp_rng_from_seed(&seeds[0], number);
  struct snarp_rng draws = snarp_rng_from_seed(&seeds[1], number);
  struct snarp_rng plain_draws = snarp_rng_from_seed(&seeds[2], number);
  size_t n = (size_t)choices.below(choices.ctx, LIST_MAX);
  struct snarp_pooluser user = begin(kind, n);
  struct plain plain = {{0}, n, 0};
  bool same = true;

  for (size_t i = 0; i < n; i++) {
    plain.left[i] = i;
  }
  for (int i = 0; i < 200; i++) {
    same =
        same && next(&user, &draws) == plain_next(&plain, kind, &plain_draws);
    if (plain.n > 0 && choices.below(choices.ctx, 8) == 0) {
      size_t index = plain.left[choices.below(choices.ctx, plain.n)];
      fail(&user, index);
      plain_fail(&plain, index, kind == SNARP_POLICY_RAND);
    }
  }
  CU_ASSERT(same);
}

static void it_does_as_the_plainest_one(void) {
  for (uint64_t number = 0; number < 300; number++) {
    compare(SNARP_POLICY_RR, number);
    compare(SNARP_POLICY_RAND, number);
    compare(SNARP_POLICY_LU, number);
  }
}

CU_TestInfo pooluser_tests[] = {
    {"Round Robin begins again", round_robin_begins_again},
    {"Round Robin passes over what failed",
     round_robin_passes_over_what_failed},
    {"the order given is kept", the_order_given_is_kept},
    {"random policies draw each time", random_policies_draw_each_time},
    {"a bad source leads nowhere", a_bad_source_leads_nowhere},
    {"what failed does not fail again", what_failed_does_not_fail_again},
    {"a list out of date is at its end", a_list_out_of_date_is_at_its_end},
    {"an empty list is at its end", an_empty_list_is_at_its_end},
    {"lists have bounds", lists_have_bounds},
    {"it does as the plainest one", it_does_as_the_plainest_one},
    CU_TEST_INFO_NULL,
};
