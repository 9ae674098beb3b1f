/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/pooluser.h"

enum { ELEMENTS = 5, PLANS = 2000 };

static const char *no_users(enum snarp_policy_kind kind) {
  struct snarp_pooluser_item items[ELEMENTS];
  struct snarp_pooluser user;
  size_t index = 9;

  PROMISE(snarp_pooluser_init(&user, SNARP_POLICY_OPAQUE, items, 1) ==
                  SNARP_ERR_POLICY_UNSUPPORTED &&
              snarp_pooluser_next(&index, &user, NULL) == SNARP_END &&
              index == 0,
          "a pool user has no policy");
  PROMISE(SIZE_MAX == UINT32_MAX ||
              snarp_pooluser_init(&user, kind, items, probe_too_many()) ==
                  SNARP_ERR_ROOM,
          "a pool user has a list of more than there can be");
  PROMISE(snarp_pooluser_init(&user, kind, items, ELEMENTS) == SNARP_OK,
          "a pool user has no list");
  snarp_pooluser_outdate(&user);
  for (size_t i = 0; i < ELEMENTS; i++) {
    PROMISE(snarp_pooluser_failed(&user, i) == SNARP_ERR_ELEMENT_UNKNOWN,
            "an element of an outdated list fails");
  }
  PROMISE(snarp_pooluser_next(&index, &user, NULL) == SNARP_END,
          "an element of an outdated list is used");
  return NULL;
}

/* A list as the header's words have it. */
struct model {
  enum snarp_policy_kind kind;
  uint32_t list[ELEMENTS]; /* those that have not failed, in their order */
  size_t n;
  size_t turn; /* the place of the next one */
};

static bool draws(const struct model *model) {
  return model->kind == SNARP_POLICY_RAND ||
         model->kind == SNARP_POLICY_WRAND || model->kind == SNARP_POLICY_RLU;
}

/* A draw that is not below its bound counts as 0. */
static uint32_t model_next(struct model *model, uint64_t draw) {
  size_t place = draws(model) ? (size_t)draw : model->turn;

  if (draws(model) && draw >= model->n) {
    place = 0;
  }
  if (model->kind == SNARP_POLICY_RR || model->kind == SNARP_POLICY_WRR) {
    model->turn = (model->turn + 1) % model->n;
  }
  return model->list[place];
}

static void model_failed(struct model *model, uint32_t element) {
  size_t place = 0;

  while (model->list[place] != element) {
    place++;
  }
  model->n--;
  if (draws(model)) {
    model->list[place] = model->list[model->n];
    return;
  }
  memmove(&model->list[place], &model->list[place + 1],
          (model->n - place) * sizeof *model->list);
  model->turn -= place < model->turn ? 1u : 0u;
  model->turn = model->n == 0 ? 0 : model->turn % model->n;
}

static uint64_t draw_as_told(void *ctx, uint64_t bound) {
  (void)bound;
  return *(const uint64_t *)ctx;
}

/* `plan` says in base ELEMENTS how often an element is used, and by turns
 * which one fails then. */
static const char *by_plan(enum snarp_policy_kind kind, uint32_t plan) {
  struct model model = {kind, {0, 1, 2, 3, 4}, ELEMENTS, 0};
  struct snarp_pooluser_item items[ELEMENTS];
  struct snarp_pooluser user;
  uint64_t draw = 0;
  const struct snarp_rng rng = {draw_as_told, &draw};

  snarp_pooluser_init(&user, kind, items, ELEMENTS);
  while (model.n > 0) {
    for (uint32_t i = 0; i < 1 + plan % ELEMENTS; i++) {
      size_t index;

      draw = plan / ELEMENTS % (model.n + 1);
      PROMISE(snarp_pooluser_next(&index, &user, &rng) == SNARP_OK &&
                  index == model_next(&model, draw),
              "a pool user takes another element");
    }
    plan = plan / ELEMENTS;

    uint32_t element = model.list[plan % model.n];
    model_failed(&model, element);
    PROMISE(snarp_pooluser_failed(&user, element) == SNARP_OK,
            "an element cannot fail");
    PROMISE(snarp_pooluser_failed(&user, element) == SNARP_ERR_ELEMENT_UNKNOWN,
            "an element fails twice");
    plan = plan / ELEMENTS;
  }
  return NULL;
}

const char *probe_pooluser(const struct vector *vector) {
  enum snarp_policy_kind kind =
      probe_kind(json_object_get(vector->in.json, "policy"));
  const char *fault = no_users(kind);

  for (uint32_t plan = 0; plan < PLANS && fault == NULL; plan++) {
    fault = by_plan(kind, plan * 4909);
  }
  return fault;
}
