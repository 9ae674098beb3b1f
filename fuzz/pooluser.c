/* Pool users in steps (pooluser_steps.h), against a list in order.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/pooluser.h"

#include <stdlib.h>
#include <string.h>

#include "pooluser_steps.h"
#include "source.h"

/* What has not failed; for policies that draw in the order of the contract, for
 * the others in that of the list. */
struct list {
  size_t left[POOLUSER_LIST];
  size_t n;
  size_t head; /* RR, WRR: the place of the next one */
};

struct run {
  enum snarp_policy_kind kind;
  struct snarp_pooluser user;
  struct snarp_pooluser_item *items;
  struct list list;
  size_t last;
  struct source source;
  struct source model_source;
};

static bool draws(enum snarp_policy_kind kind) {
  return kind == SNARP_POLICY_RAND || kind == SNARP_POLICY_WRAND ||
         kind == SNARP_POLICY_RLU;
}

/* --- the model */

static size_t next_of(struct run *run) {
  const struct source *source = &run->model_source;
  struct list *list = &run->list;
  size_t place = list->head;

  if (draws(run->kind)) {
    place = (size_t)source->rng.below(source->rng.ctx, list->n);
  } else if (run->kind == SNARP_POLICY_RR || run->kind == SNARP_POLICY_WRR) {
    list->head = (list->head + 1) % list->n;
  }
  return list->left[place];
}

/* False where it is not there. */
static bool take_out(struct run *run, size_t element) {
  struct list *list = &run->list;
  size_t place = 0;

  while (place < list->n && list->left[place] != element) {
    place++;
  }
  if (place == list->n) {
    return false;
  }

  list->n--;
  if (draws(run->kind)) {
    list->left[place] = list->left[list->n];
    return true;
  }
  memmove(&list->left[place], &list->left[place + 1],
          (list->n - place) * sizeof list->left[0]);
  if (place < list->head) {
    list->head--;
  }
  if (list->head == list->n) {
    list->head = 0;
  }
  return true;
}

/* --- steps */

static void new_list(struct run *run, size_t n) {
  size_t size = n * sizeof *run->items;

  free(run->items);
  run->items = malloc(size + 1);
  FUZZ_HOLDS(run->items != NULL);
  fuzz_spoil(run->items, size);
  FUZZ_HOLDS(snarp_pooluser_init(&run->user, SNARP_POLICY_OPAQUE, run->items,
                                 n) == SNARP_ERR_POLICY_UNSUPPORTED);
  FUZZ_HOLDS(snarp_pooluser_failed(&run->user, 0) == SNARP_ERR_ELEMENT_UNKNOWN);
  FUZZ_HOLDS(snarp_pooluser_init(&run->user, run->kind, run->items, n) == 0);
  run->list.n = n;
  run->list.head = 0;
  for (size_t i = 0; i < n; i++) {
    run->list.left[i] = i;
  }
}

static void use_next(struct run *run) {
  const struct snarp_rng *rng = draws(run->kind) ? &run->source.rng : NULL;
  size_t index = SIZE_MAX;
  int rv = snarp_pooluser_next(&index, &run->user, rng);

  if (run->list.n == 0) {
    FUZZ_HOLDS(rv == SNARP_END);
  } else {
    FUZZ_HOLDS(rv == 0 && index == next_of(run));
    run->last = index;
  }
  source_same(&run->source, &run->model_source);
}

static void fail_one(struct run *run, size_t element) {
  int want = take_out(run, element) ? 0 : SNARP_ERR_ELEMENT_UNKNOWN;

  FUZZ_HOLDS(snarp_pooluser_failed(&run->user, element) == want);
}

static void do_step(struct run *run, const uint8_t *step) {
  switch ((enum pooluser_step)(step[0] % 8)) {
  case STEP_FAILED:
    fail_one(run, step[1] == 255 ? SIZE_MAX : step[1]);
    return;
  case STEP_LAST_FAILED:
  case STEP_LAST_FAILED_TOO:
    fail_one(run, run->last);
    return;
  case STEP_OUTDATE:
    snarp_pooluser_outdate(&run->user);
    run->list.n = 0;
    run->list.head = 0;
    return;
  case STEP_LIST:
    new_list(run, step[1]);
    return;
  default:
    for (size_t i = 0; i <= step[0] / 8u; i++) {
      use_next(run);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct run run = {.items = NULL};

  if (size < POOLUSER_HEAD) {
    return 0;
  }

  size_t n = (size - POOLUSER_HEAD) / POOLUSER_STEP;
  run.kind = (enum snarp_policy_kind)(SNARP_POLICY_RR + data[0] % 128 % 9);
  source_begin(&run.source, data[2], data[0] >= 128, UINT64_MAX);
  source_begin(&run.model_source, data[2], data[0] >= 128, 0);
  new_list(&run, data[1]);
  for (size_t i = 0; i < n && i < POOLUSER_STEPS; i++) {
    do_step(&run, data + POOLUSER_HEAD + i * POOLUSER_STEP);
  }
  free(run.items);
  return 0;
}
