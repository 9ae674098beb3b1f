/* A pool user's choice from a list (the Pool User Considerations).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/pooluser.h"

#include <string.h>

/* The place, or the one before, of an element that is out. Indexes are less. */
#define OUT UINT32_MAX

/*
 * Random policies have a list without order: of item i, a is the element at
 * place i, and b the place of element i. All others have a circular list: a is
 * the next element, b the one before.
 */
static bool is_random(enum snarp_policy_kind kind) {
  return kind == SNARP_POLICY_RAND || kind == SNARP_POLICY_WRAND ||
         kind == SNARP_POLICY_RLU;
}

static bool goes_round(enum snarp_policy_kind kind) {
  return kind == SNARP_POLICY_RR || kind == SNARP_POLICY_WRR;
}

int snarp_pooluser_init(struct snarp_pooluser *user,
                        enum snarp_policy_kind kind,
                        struct snarp_pooluser_item *items, size_t n) {
  bool random = is_random(kind);

  memset(user, 0, sizeof *user);
  if (snarp_policy_number(SNARP_RFC_5356, kind) == 0) {
    return SNARP_ERR_POLICY_UNSUPPORTED;
  }
  if (n > UINT32_MAX) {
    return SNARP_ERR_ROOM;
  }

  for (size_t i = 0; i < n; i++) {
    size_t next = i + 1 < n ? i + 1 : 0;
    size_t prev = i > 0 ? i - 1 : n - 1;
    items[i].a = (uint32_t)(random ? i : next);
    items[i].b = (uint32_t)(random ? i : prev);
  }
  user->kind = kind;
  user->items = items;
  user->n = (uint32_t)n;
  user->size = (uint32_t)n;
  return 0;
}

static uint32_t draw_element(const struct snarp_pooluser *user,
                             const struct snarp_rng *rng) {
  uint64_t draw = rng->below(rng->ctx, user->n);

  return user->items[draw < user->n ? (size_t)draw : 0].a;
}

int snarp_pooluser_next(size_t *index, struct snarp_pooluser *user,
                        const struct snarp_rng *rng) {
  *index = 0;
  if (user->n == 0) {
    return SNARP_END;
  }
  if (is_random(user->kind)) {
    *index = draw_element(user, rng);
    return 0;
  }

  *index = user->head;
  if (goes_round(user->kind)) {
    user->head = user->items[user->head].a;
  }
  return 0;
}

/* The last element of the list takes its place. */
static void leave_list(struct snarp_pooluser *user, uint32_t element) {
  struct snarp_pooluser_item *items = user->items;
  uint32_t place = items[element].b;
  uint32_t last = items[user->n].a;

  items[place].a = last;
  items[last].b = place;
  items[element].b = OUT;
}

static void leave_circle(struct snarp_pooluser *user, uint32_t element) {
  struct snarp_pooluser_item *items = user->items;

  items[items[element].b].a = items[element].a;
  items[items[element].a].b = items[element].b;
  if (user->head == element) {
    user->head = items[element].a;
  }
  items[element].b = OUT;
}

int snarp_pooluser_failed(struct snarp_pooluser *user, size_t index) {
  if (index >= user->size || user->items[index].b == OUT) {
    return SNARP_ERR_ELEMENT_UNKNOWN;
  }

  user->n--;
  if (is_random(user->kind)) {
    leave_list(user, (uint32_t)index);
  } else {
    leave_circle(user, (uint32_t)index);
  }
  return 0;
}

void snarp_pooluser_outdate(struct snarp_pooluser *user) {
  user->n = 0;
  user->size = 0;
}
