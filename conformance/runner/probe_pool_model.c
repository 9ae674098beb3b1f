/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "pool_model.h"
#include "probe.h"

/* A pool with the vector's policy beside the plain model, in random operations:
 * each vector has its own. */

enum {
  OPERATIONS = 200,
  ENTERS = 60,
  TURNS = 20,
  RUNS_OF_TURNS = 4,
  PLACES = 64,
  EACH_MOVES = 16,
  MEETING = 8
};

#define UNTOUCHED 0x5a5a5a5au

struct beside {
  struct snarp_pool pool;
  struct model *model;
  void *memory[2];
  size_t moves;
  struct snarp_seed seeds[3];
  struct snarp_rng draws;
  struct snarp_rng model_draws;
  struct snarp_rng choices;
  uint32_t n_ids;
  uint32_t n_values; /* few, so that some are equal */
  bool greatest;     /* often near the greatest one */
};

static uint32_t choose(const struct beside *beside, uint32_t bound) {
  return (uint32_t)beside->choices.below(beside->choices.ctx, bound);
}

/* Times 2^32 over the golden ratio it is 1: what mixes bits by that number
 * finds multiples of it side by side. */
#define UNMIX 0x0e8b2f51u

static uint32_t choose_id(const struct beside *beside) {
  uint32_t number = 1 + choose(beside, beside->n_ids);

  switch (number % 4) {
  case 0:
    return number << 25;
  case 1:
    return number;
  default:
    return number * UNMIX;
  }
}

/* Each second one is 16 times the one before it and 1: of such two the times of
 * their turns are the same for 32 bits, and are not. */
static uint32_t great_weight(uint32_t value, uint32_t most) {
  uint32_t weight = 65521 + value / 2;

  if (value % 5 == 4) {
    return most - value;
  }
  return value % 2 == 0 ? weight : 16 * weight + 1;
}

static uint32_t choose_value(const struct beside *beside) {
  uint32_t most = snarp_policy_most(beside->pool.dialect);
  uint32_t value = choose(beside, beside->n_values);

  if (beside->pool.kind == SNARP_POLICY_WRR) {
    if (beside->greatest) {
      return great_weight(value, most);
    }
    return choose(beside, 100) == 0 ? most - value : value;
  }
  switch (choose(beside, beside->greatest ? 3 : 8)) {
  case 0:
    return most - value;
  case 1:
    return choose(beside, most);
  default:
    return value;
  }
}

/* Great ones are round, so that counters differ in their first bits alone. */
static uint32_t choose_degradation(const struct beside *beside,
                                   uint32_t value) {
  if (!beside->greatest) {
    return choose(beside, beside->n_values);
  }
  return beside->pool.dialect == SNARP_DRAFT_01 ? value
                                                : choose(beside, 4) << 30;
}

/* As it is told: values that the policy does not have are 0. */
static struct snarp_policy policy_of(const struct snarp_pool *pool,
                                     uint32_t value, uint32_t degradation) {
  struct snarp_policy policy = {.dialect = pool->dialect, .kind = pool->kind};

  policy.number = snarp_policy_number(pool->dialect, pool->kind);
  switch (pool->kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    policy.weight = value;
    break;
  case SNARP_POLICY_PRIO:
    policy.priority = value;
    break;
  case SNARP_POLICY_LUD:
  case SNARP_POLICY_PLU:
    policy.degradation = degradation;
    policy.load = value;
    break;
  case SNARP_POLICY_LU:
  case SNARP_POLICY_RLU:
    policy.load = value;
    break;
  default:
    break;
  }
  return policy;
}

static const char *enter(struct beside *beside) {
  uint32_t id = choose_id(beside);
  uint32_t value = choose_value(beside);
  uint32_t degradation = choose_degradation(beside, value);
  struct snarp_policy policy = policy_of(&beside->pool, value, degradation);
  bool full = model_find(beside->model, id) == NULL &&
              beside->model->n == beside->pool.cap;

  PROMISE(snarp_pool_register(&beside->pool, id, &policy) ==
              (full ? SNARP_ERR_ROOM : SNARP_OK),
          "an element is registered in another way");
  if (!full) {
    model_register(beside->model, id, value, degradation);
  }
  return NULL;
}

static const char *leave(struct beside *beside) {
  uint32_t id = choose_id(beside);
  bool known = model_find(beside->model, id) != NULL;

  PROMISE(snarp_pool_deregister(&beside->pool, id) ==
              (known ? SNARP_OK : SNARP_ERR_ELEMENT_UNKNOWN),
          "an element leaves in another way");
  if (known) {
    model_deregister(beside->model, id);
  }
  return NULL;
}

static const char *answer_once(struct beside *beside, size_t k) {
  uint32_t ids[PLACES + 1];
  uint32_t wanted[PLACES + 1];
  size_t n = beside->model->n < k ? beside->model->n : k;
  size_t n_wanted =
      model_select(wanted, beside->model, k, &beside->model_draws);
  size_t room = n;
  int rv;

  ids[room] = UNTOUCHED;
  rv = snarp_pool_select(ids, &n, &beside->pool, k, &beside->draws);
  PROMISE(rv == (n_wanted == 0 ? SNARP_END : SNARP_OK) && n == n_wanted &&
              memcmp(ids, wanted, n * sizeof *ids) == 0,
          "a pool selects other elements than the plain model");
  PROMISE(ids[room] == UNTOUCHED, "a pool selects more than it was asked for");
  PROMISE(beside->seeds[0].state == beside->seeds[1].state,
          "a pool takes more draws or less");
  return NULL;
}

/* Turns come and go: under WRR there are several answers. */
static const char *answer(struct beside *beside) {
  static const size_t ks[] = {1, 1, 1, 2, 3, 5, 17, SNARP_POOL_ALL};
  size_t k = ks[choose(beside, sizeof ks / sizeof *ks)];
  size_t times = beside->pool.kind == SNARP_POLICY_WRR && k <= 2 ? TURNS : 1;
  const char *fault = NULL;

  for (size_t i = 0; i < times && fault == NULL; i++) {
    fault = answer_once(beside, k);
  }
  return fault;
}

static uint64_t counter_of(const struct beside *beside,
                           const struct model_element *element) {
  return beside->pool.kind == SNARP_POLICY_WRR ? element->taken
                                               : element->counter;
}

static const char *look_at(const struct beside *beside,
                           const struct snarp_pool_element *element) {
  const struct model_element *wanted = model_find(beside->model, element->id);
  struct snarp_pool_element found;
  struct snarp_policy policy;

  PROMISE(wanted != NULL && counter_of(beside, wanted) == element->counter,
          "an element has another counter than in the plain model");
  policy = policy_of(&beside->pool, wanted->value, wanted->degradation);
  PROMISE(probe_same_policy(&element->policy, &policy),
          "an element has another policy than it was registered with");
  PROMISE(snarp_pool_find(&found, &beside->pool, element->id) == SNARP_OK &&
              found.id == element->id && found.counter == element->counter,
          "an element is not found");
  return NULL;
}

static const char *look_at_all(const struct beside *beside) {
  struct snarp_pool_element element;
  const char *fault = NULL;
  size_t n = 0;

  while (fault == NULL &&
         snarp_pool_at(&element, &beside->pool, n) == SNARP_OK) {
    fault = look_at(beside, &element);
    n++;
  }
  PROMISE(fault != NULL || n == beside->model->n,
          "a pool has lost elements, or found some");
  return fault;
}

/* The bits of a number below PLACES, one by one or at every other place. */
static uint32_t spread(uint32_t number, bool apart) {
  uint32_t bits = 0;

  for (unsigned i = 0; i < 6; i++) {
    bits |= (number >> i & 1u) << (apart ? 14 + 2 * i : i);
  }
  return bits;
}

/* As many identifiers as there are places, the same but for a few
 * bits: come, the greatest bits first, and leave in the same order. The last
 * one is like none, for it is found anew when the first one leaves its place.
 */
static const char *meet(struct beside *beside, bool apart) {
  struct snarp_policy policy = policy_of(&beside->pool, 1, 1);
  struct snarp_pool_element element;
  uint32_t ids[PLACES];

  for (uint32_t i = 0; i < PLACES; i++) {
    ids[i] = (spread(PLACES - 2 - i, apart) | 1u << 10) * UNMIX;
    if (i == PLACES - 1) {
      ids[i] = 1;
    }
    PROMISE(snarp_pool_register(&beside->pool, ids[i], &policy) == SNARP_OK,
            "an element does not come to those that it is like");
  }
  for (uint32_t i = 0; i < PLACES; i++) {
    for (uint32_t j = i; j < PLACES && i % MEETING == 1; j++) {
      PROMISE(snarp_pool_find(&element, &beside->pool, ids[j]) == SNARP_OK &&
                  element.id == ids[j],
              "an element is not found among those that it is like");
    }
    PROMISE(snarp_pool_deregister(&beside->pool, ids[i]) == SNARP_OK,
            "an element does not leave those that it is like");
  }
  return NULL;
}

/* To other memory, for less or more elements. What was there is spoilt. */
static const char *move(struct beside *beside) {
  size_t room = snarp_pool_memory(beside->pool.kind, PLACES);
  size_t n = beside->model->n + choose(beside, 30);
  size_t size;

  n = n < PLACES ? n : PLACES;
  size = snarp_pool_memory(beside->pool.kind, n);
  beside->moves++;
  PROMISE(snarp_pool_move(&beside->pool, n, beside->memory[beside->moves % 2],
                          size) == SNARP_OK,
          "a pool does not move");
  memset(beside->memory[(beside->moves + 1) % 2], 0x5a, room);
  return look_at_all(beside);
}

static const char *operate(struct beside *beside) {
  const char *fault = NULL;

  for (size_t i = 0; i < OPERATIONS && fault == NULL; i++) {
    uint32_t choice = choose(beside, 100);

    if (i % EACH_MOVES == 0) {
      fault = move(beside);
    }
    if (fault != NULL) {
      return fault;
    }
    fault = i < ENTERS    ? enter(beside)
            : choice < 50 ? answer(beside)
            : choice < 85 ? enter(beside)
                          : leave(beside);
  }
  return fault != NULL ? fault : look_at_all(beside);
}

static const char *begin(struct beside *beside, enum snarp_dialect dialect,
                         enum snarp_policy_kind kind, uint32_t seed) {
  static const uint32_t n_ids[] = {5, 12, 30, 120};
  static const uint32_t n_values[] = {2, 3, 20, 1000};
  size_t size = snarp_pool_memory(kind, PLACES);

  beside->draws = snarp_rng_from_seed(&beside->seeds[0], seed);
  beside->model_draws = snarp_rng_from_seed(&beside->seeds[1], seed);
  beside->choices = snarp_rng_from_seed(&beside->seeds[2], seed);
  beside->n_ids = n_ids[choose(beside, 4)];
  beside->n_values = n_values[choose(beside, 4)];
  beside->greatest = choose(beside, 2) == 0;
  beside->memory[0] = take(size);
  beside->memory[1] = take(size);
  beside->model = take(sizeof *beside->model);
  model_init(beside->model, dialect, kind);
  memset(beside->memory[0], 0x5a, size);
  PROMISE(snarp_pool_init(&beside->pool, dialect, kind, PLACES,
                          beside->memory[0], size) == SNARP_OK,
          "a pool is not made");
  return NULL;
}

static const char *run_beside(enum snarp_dialect dialect,
                              enum snarp_policy_kind kind, size_t seed) {
  struct beside beside = {.moves = 0};
  const char *fault = begin(&beside, dialect, kind, (uint32_t)seed);

  if (fault == NULL) {
    fault = meet(&beside, choose(&beside, 2) == 0);
  }
  if (fault == NULL) {
    fault = operate(&beside);
  }
  free(beside.model);
  free(beside.memory[0]);
  free(beside.memory[1]);
  return fault;
}

const char *probe_pool_model(const struct vector *vector) {
  enum snarp_dialect dialect = probe_dialect(vector);
  enum snarp_policy_kind kind =
      probe_kind(json_object_get(vector->in.json, "policy"));
  size_t runs = kind == SNARP_POLICY_WRR ? RUNS_OF_TURNS : 1;
  const char *fault = NULL;

  if (snarp_policy_number(dialect, kind) == 0) {
    return NULL;
  }
  for (size_t i = 0; i < runs && fault == NULL; i++) {
    fault = run_beside(dialect, kind, vector->index * RUNS_OF_TURNS + i);
  }
  return fault;
}
