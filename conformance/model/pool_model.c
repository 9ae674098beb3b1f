/* Pools by the plainest means.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "pool_model.h"

#include <stdlib.h>
#include <string.h>

void model_init(struct model *model, enum snarp_dialect dialect,
                enum snarp_policy_kind kind) {
  model->dialect = dialect;
  model->kind = kind;
  model->n = 0;
  model->stamp = 1;
}

struct model_element *model_find(struct model *model, uint32_t id) {
  for (size_t i = 0; i < model->n; i++) {
    if (model->elements[i].id == id) {
      return &model->elements[i];
    }
  }
  return NULL;
}

/* The order of a/b and c/d: by their whole parts, then by those of what is
 * left turned upside down. */
static int compare(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  for (int sign = 1;; sign = -sign) {
    uint64_t one = a / b;
    uint64_t other = c / d;
    if (one != other) {
      return one < other ? -sign : sign;
    }

    uint64_t rest = a % b;
    uint64_t other_rest = c % d;
    if (rest == 0 || other_rest == 0) {
      return rest == other_rest ? 0 : rest == 0 ? -sign : sign;
    }
    a = b;
    b = rest;
    c = d;
    d = other_rest;
  }
}

/* --- Weighted Round Robin */

static uint64_t weights(const struct model *model) {
  uint64_t sum = 0;

  for (size_t i = 0; i < model->n; i++) {
    sum += model->elements[i].value;
  }
  return sum;
}

static uint64_t turns(const struct model *model) {
  uint64_t sum = 0;

  for (size_t i = 0; i < model->n; i++) {
    sum += model->elements[i].taken;
  }
  return sum;
}

static bool is_eligible(const struct model *model,
                        const struct model_element *element) {
  return element->taken < element->value &&
         compare(element->taken, element->value, turns(model),
                 weights(model)) <= 0;
}

/* When all have had all of their turns, all begin anew. */
static void end_cycle(struct model *model) {
  if (turns(model) < weights(model)) {
    return;
  }
  for (size_t i = 0; i < model->n; i++) {
    model->elements[i].taken = 0;
    model->elements[i].may = true;
  }
}

/* Whoever has become eligible may take a turn, until it has. */
static void let_in(struct model *model) {
  for (size_t i = 0; i < model->n; i++) {
    struct model_element *element = &model->elements[i];
    element->may = element->may || is_eligible(model, element);
  }
}

/* The greatest number of turns that is at most the cycle's part. */
static uint32_t part_passed(const struct model *model, uint32_t weight) {
  uint64_t low = 0;
  uint64_t high = weight;

  if (weights(model) == 0) {
    return 0;
  }
  while (low < high) {
    uint64_t middle = low + (high - low + 1) / 2;
    if (compare(middle, weight, turns(model), weights(model)) <= 0) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return (uint32_t)low;
}

static bool is_mate(const struct model_element *a,
                    const struct model_element *b) {
  return a->value == b->value && a->taken == b->taken;
}

static int by_queue(const void *a, const void *b) {
  const struct model_element *x = *(struct model_element *const *)a;
  const struct model_element *y = *(struct model_element *const *)b;

  if (x->value != y->value) {
    return x->value < y->value ? -1 : 1;
  }
  if (x->taken != y->taken) {
    return x->taken < y->taken ? -1 : 1;
  }
  return (x->came > y->came) - (x->came < y->came);
}

static size_t list_mates(struct model *model,
                         const struct model_element *element) {
  size_t n = 0;

  for (size_t i = 0; i < model->n; i++) {
    struct model_element *other = &model->elements[i];
    if (other != element && is_mate(other, element)) {
      model->sorted[n] = other;
      n++;
    }
  }
  qsort(model->sorted, n, sizeof(struct model_element *), by_queue);
  return n;
}

/* Goes to the queue of those with its weight and turns, before up to 8 that
 * came to the pool later, and may take a turn where they may. */
static void queue_up(struct model *model, struct model_element *element) {
  size_t n = list_mates(model, element);
  size_t at = n;

  element->may = n > 0 ? model->sorted[0]->may : is_eligible(model, element);
  while (at > 0 && n - at < 8 &&
         model->sorted[at - 1]->stamp > element->stamp) {
    model->sorted[at] = model->sorted[at - 1];
    at--;
  }
  model->sorted[at] = element;
  for (size_t i = 0; i <= n; i++) {
    model->sorted[i]->came = model->stamp++;
  }
}

static void change_weight(struct model *model, struct model_element *element,
                          uint32_t weight) {
  uint32_t old = element->value;

  if (weight == old) {
    return;
  }
  if (old == 0) {
    element->taken = part_passed(model, weight);
    element->stamp = model->stamp++;
    element->value = weight;
    queue_up(model, element);
    return;
  }
  element->taken = (uint32_t)((uint64_t)element->taken * weight / old);
  element->value = weight;
  queue_up(model, element);
  end_cycle(model);
}

/* 0 where an element may take a turn, 1 where it waits within the cycle. */
static int turn_rank(const struct model_element *element) {
  return element->taken == element->value ? 1 : 0;
}

static bool turn_before(const struct model_element *a,
                        const struct model_element *b) {
  uint64_t due_a = a->may || turn_rank(a) == 1 ? 1 : 0;
  uint64_t due_b = b->may || turn_rank(b) == 1 ? 1 : 0;

  if (turn_rank(a) != turn_rank(b)) {
    return turn_rank(a) < turn_rank(b);
  }

  uint64_t taken_a = turn_rank(a) == 1 ? 0 : a->taken;
  uint64_t taken_b = turn_rank(b) == 1 ? 0 : b->taken;
  int rv = compare(taken_a + due_a, a->value, taken_b + due_b, b->value);
  if (rv == 0 && due_a != due_b) {
    return due_a > due_b;
  }
  return rv != 0 ? rv < 0 : a->stamp < b->stamp;
}

static void sort_queues(struct model *model) {
  for (size_t i = 0; i < model->n; i++) {
    model->sorted[i] = &model->elements[i];
  }
  qsort(model->sorted, model->n, sizeof(struct model_element *), by_queue);
}

/* Whether nobody is before it in its queue. */
static bool is_head(const struct model *model, size_t i) {
  return i == 0 || model->sorted[i - 1]->drawn ||
         !is_mate(model->sorted[i - 1], model->sorted[i]);
}

static struct model_element *next_turn(struct model *model, bool may_only) {
  struct model_element *best = NULL;

  for (size_t i = 0; i < model->n; i++) {
    struct model_element *element = model->sorted[i];
    bool may = element->may && element->taken < element->value;
    if (element->value == 0 || element->drawn || !is_head(model, i) ||
        (may_only && !may)) {
      continue;
    }
    if (best == NULL || turn_before(element, best)) {
      best = element;
    }
  }
  return best;
}

static size_t select_turns(uint32_t *ids, struct model *model, size_t k) {
  struct model_element *first;
  size_t n = 0;

  sort_queues(model);
  first = next_turn(model, true);
  for (struct model_element *best = first; best != NULL && n < k;
       best = next_turn(model, false)) {
    best->drawn = true;
    ids[n++] = best->id;
  }
  if (first != NULL) {
    first->taken++;
    queue_up(model, first);
    end_cycle(model);
    let_in(model);
  }
  return n;
}

/* --- the others */

static size_t select_ring(uint32_t *ids, struct model *model, size_t k) {
  size_t n = 0;

  while (n < k && n < model->n) {
    ids[n] = model->elements[n].id;
    n++;
  }
  if (n > 0) {
    struct model_element head = model->elements[0];
    memmove(&model->elements[0], &model->elements[1],
            (model->n - 1) * sizeof head);
    model->elements[model->n - 1] = head;
  }
  return n;
}

static size_t select_deck(uint32_t *ids, struct model *model, size_t k,
                          const struct snarp_rng *rng) {
  size_t n = 0;

  for (; n < k && n < model->n; n++) {
    size_t at = n + (size_t)rng->below(rng->ctx, model->n - n);
    struct model_element element = model->elements[at];
    model->elements[at] = model->elements[n];
    model->elements[n] = element;
    ids[n] = element.id;
  }
  return n;
}

static uint32_t share(const struct model *model,
                      const struct model_element *element) {
  if (element->drawn) {
    return 0;
  }
  if (model->kind == SNARP_POLICY_WRAND) {
    return element->value;
  }
  return (model->dialect == SNARP_DRAFT_01 ? 0xffffff : 0xffffffff) -
         element->value;
}

static size_t select_shares(uint32_t *ids, struct model *model, size_t k,
                            const struct snarp_rng *rng) {
  size_t n = 0;

  for (; n < k; n++) {
    uint64_t sum = 0;
    for (size_t i = 0; i < model->n; i++) {
      sum += share(model, &model->elements[i]);
    }
    if (sum == 0) {
      break;
    }

    uint64_t draw = rng->below(rng->ctx, sum);
    struct model_element *element = model->elements;
    while (draw >= share(model, element)) {
      draw -= share(model, element);
      element++;
    }
    element->drawn = true;
    ids[n] = element->id;
  }
  return n;
}

static uint64_t key(const struct model *model,
                    const struct model_element *element) {
  switch (model->kind) {
  case SNARP_POLICY_PRIO:
    return 0xffffffff - element->value;
  case SNARP_POLICY_PLU:
    return (uint64_t)element->value + element->degradation;
  default:
    return element->value + element->counter;
  }
}

static bool key_before(const struct model *model, const struct model_element *a,
                       const struct model_element *b) {
  if (key(model, a) != key(model, b)) {
    return key(model, a) < key(model, b);
  }
  return a->stamp < b->stamp;
}

static struct model_element *least(struct model *model) {
  struct model_element *best = NULL;

  for (size_t i = 0; i < model->n; i++) {
    struct model_element *element = &model->elements[i];
    if (!element->drawn && (best == NULL || key_before(model, element, best))) {
      best = element;
    }
  }
  return best;
}

static size_t select_least(uint32_t *ids, struct model *model, size_t k) {
  struct model_element *first = least(model);
  struct model_element *element = first;
  size_t n = 0;

  for (; n < k && element != NULL; n++) {
    element->drawn = true;
    ids[n] = element->id;
    element = least(model);
  }
  if (first != NULL && model->kind != SNARP_POLICY_PRIO) {
    first->stamp = model->stamp++;
  }
  if (model->kind == SNARP_POLICY_LUD) {
    for (size_t i = 0; i < n; i++) {
      element = model_find(model, ids[i]);
      element->counter += element->degradation;
      element->stamp =
          element->degradation > 0 ? model->stamp++ : element->stamp;
    }
  }
  return n;
}

size_t model_select(uint32_t *ids, struct model *model, size_t k,
                    const struct snarp_rng *rng) {
  for (size_t i = 0; i < model->n; i++) {
    model->elements[i].drawn = false;
  }
  if (k == 0) {
    return 0;
  }
  switch (model->kind) {
  case SNARP_POLICY_RR:
    return select_ring(ids, model, k);
  case SNARP_POLICY_WRR:
    return select_turns(ids, model, k);
  case SNARP_POLICY_RAND:
    return select_deck(ids, model, k, rng);
  case SNARP_POLICY_WRAND:
  case SNARP_POLICY_RLU:
    return select_shares(ids, model, k, rng);
  default:
    return select_least(ids, model, k);
  }
}

void model_register(struct model *model, uint32_t id, uint32_t value,
                    uint32_t degradation) {
  struct model_element *element = model_find(model, id);
  struct model_element added = {id, 0, 0, 0, 0, 0, false, false, 0};
  uint64_t before;

  if (element == NULL) {
    added.stamp = model->stamp++;
    model->elements[model->n] = added;
    element = &model->elements[model->n];
    model->n++;
  }
  if (model->kind == SNARP_POLICY_WRR) {
    change_weight(model, element, value);
    let_in(model);
  }
  before = key(model, element);
  element->value = value;
  element->degradation = degradation;
  element->counter = 0;
  if (model->kind != SNARP_POLICY_WRR && key(model, element) != before) {
    element->stamp = model->stamp++;
  }
}

void model_deregister(struct model *model, uint32_t id) {
  struct model_element *element = model_find(model, id);
  size_t at = (size_t)(element - model->elements);

  model->n--;
  if (model->kind == SNARP_POLICY_RR) {
    memmove(element, element + 1, (model->n - at) * sizeof *element);
  } else {
    *element = model->elements[model->n];
  }
  if (model->kind == SNARP_POLICY_WRR) {
    end_cycle(model);
    let_in(model);
  }
}
