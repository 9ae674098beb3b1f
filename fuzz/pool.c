/* Pools in steps (pool_steps.h), against the plain model of the unit tests.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "pool_model.h"
#include "pool_steps.h"
#include "pool_turns.h"
#include "source.h"

enum { PROOFS_MAX = 4 };

struct run {
  struct snarp_pool pool;
  void *memory;
  struct source source;
  struct source model_source;
  size_t selections;
  size_t proofs;
};

/* It is large. */
static struct model model;

/* Memory of exactly that size, in which nothing may be read. */
static void *new_memory(size_t size) {
  void *memory = malloc(size);

  FUZZ_HOLDS(memory != NULL);
  fuzz_spoil(memory, size);
  return memory;
}

/* --- what octets mean */

static uint32_t id_of(uint8_t octet) {
  uint32_t number = octet % POOL_IDS;

  switch (octet / POOL_IDS) {
  case 0:
    return number;
  case 1:
    return number * 0x04000000;
  case 2:
    return number == 0 ? 0 : UINT32_MAX - (POOL_IDS - 1) + number;
  default:
    return number * 0x0e8b2f51;
  }
}

/* Small ones, powers of 2, and some up to the greatest. */
static uint32_t value_of(uint8_t octet) {
  if (octet < 160) {
    return octet;
  }
  if (octet < 192) {
    return (uint32_t)1 << (octet - 160);
  }
  if (octet < 224) {
    return 0xffffff - (uint32_t)(223 - octet);
  }
  return UINT32_MAX - (uint32_t)(255 - octet);
}

static struct snarp_policy policy_of(const struct snarp_pool *pool,
                                     const uint8_t *step) {
  uint32_t value = value_of(step[2]);
  struct snarp_policy policy = {.dialect = pool->dialect,
                                .kind = pool->kind,
                                .number = step[3],
                                .weight = value,
                                .priority = value,
                                .load = value,
                                .degradation = value_of(step[3])};

  return policy;
}

static bool has_value(enum snarp_policy_kind kind) {
  return kind != SNARP_POLICY_RR && kind != SNARP_POLICY_RAND;
}

static bool has_degradation(enum snarp_policy_kind kind) {
  return kind == SNARP_POLICY_LUD || kind == SNARP_POLICY_PLU;
}

static bool draws(enum snarp_policy_kind kind) {
  return kind == SNARP_POLICY_RAND || kind == SNARP_POLICY_WRAND ||
         kind == SNARP_POLICY_RLU;
}

/* --- elements */

static uint32_t value_told(const struct snarp_policy *policy) {
  switch (policy->kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    FUZZ_HOLDS(policy->priority == 0 && policy->load == 0);
    return policy->weight;
  case SNARP_POLICY_PRIO:
    FUZZ_HOLDS(policy->weight == 0 && policy->load == 0);
    return policy->priority;
  default:
    FUZZ_HOLDS(policy->weight == 0 && policy->priority == 0);
    return policy->load;
  }
}

static void prove_element(const struct run *run,
                          const struct snarp_pool_element *element) {
  const struct snarp_policy *policy = &element->policy;
  const struct model_element *want = model_find(&model, element->id);
  enum snarp_policy_kind kind = model.kind;

  fuzz_defined(element, sizeof *element);
  FUZZ_HOLDS(want != NULL);
  FUZZ_HOLDS(policy->dialect == run->pool.dialect && policy->kind == kind);
  FUZZ_HOLDS(policy->number == snarp_policy_number(policy->dialect, kind));
  FUZZ_HOLDS(policy->data.base == NULL && policy->data.len == 0);
  FUZZ_HOLDS(value_told(policy) == (has_value(kind) ? want->value : 0));
  FUZZ_HOLDS(policy->degradation ==
             (has_degradation(kind) ? want->degradation : 0));
  FUZZ_HOLDS(element->counter ==
             (kind == SNARP_POLICY_WRR ? want->taken : want->counter));
}

static void prove_found(const struct run *run, uint32_t id) {
  struct snarp_pool_element element;

  fuzz_spoil(&element, sizeof element);
  int rv = snarp_pool_find(&element, &run->pool, id);
  if (model_find(&model, id) == NULL) {
    FUZZ_HOLDS(rv == SNARP_ERR_ELEMENT_UNKNOWN && element.id == 0);
  } else {
    FUZZ_HOLDS(rv == 0 && element.id == id);
    prove_element(run, &element);
  }
}

static void prove_all(const struct run *run) {
  struct snarp_pool_element element;
  size_t n = 0;

  while (snarp_pool_at(&element, &run->pool, n) == 0) {
    prove_element(run, &element);
    prove_found(run, element.id);
    n++;
  }
  FUZZ_HOLDS(n == model.n && n == snarp_pool_count(&run->pool));
}

/* --- selection */

static bool is_selectable(const struct model_element *element) {
  switch (model.kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    return element->value > 0;
  case SNARP_POLICY_RLU:
    return element->value < snarp_policy_most(model.dialect);
  default:
    return true;
  }
}

/* What the policy sorts by, ascending; 0 where it does not. */
static uint64_t key_of(const struct model_element *element) {
  switch (model.kind) {
  case SNARP_POLICY_PRIO:
    return UINT32_MAX - element->value;
  case SNARP_POLICY_LU:
    return element->value;
  case SNARP_POLICY_LUD:
    return element->value + element->counter;
  case SNARP_POLICY_PLU:
    return (uint64_t)element->value + element->degradation;
  default:
    return 0;
  }
}

static bool is_among(const uint32_t *ids, size_t n, uint32_t id) {
  while (n > 0 && ids[n - 1] != id) {
    n--;
  }
  return n > 0;
}

/* What holds whatever the order between equals: as many as there can be, each
 * once, sorted, and none left out that belongs before the last one. */
static void prove_answer(const uint32_t *ids, size_t n, size_t k) {
  uint64_t last = 0;
  size_t most = 0;

  for (size_t i = 0; i < n; i++) {
    const struct model_element *element = model_find(&model, ids[i]);
    FUZZ_HOLDS(element != NULL && is_selectable(element));
    FUZZ_HOLDS(!is_among(ids, i, ids[i]));
    FUZZ_HOLDS(key_of(element) >= last);
    last = key_of(element);
  }
  for (size_t i = 0; i < model.n; i++) {
    const struct model_element *element = &model.elements[i];
    most += is_selectable(element) ? 1 : 0;
    FUZZ_HOLDS(n == 0 || key_of(element) >= last ||
               is_among(ids, n, element->id));
  }
  FUZZ_HOLDS(n == (k < most ? k : most));
}

static void select_once(struct run *run, size_t k) {
  uint32_t want[POOL_IDS];
  size_t room = k < model.n ? k : model.n;
  uint32_t *ids = new_memory(room * sizeof *ids + 1);
  size_t n = SIZE_MAX;
  int rv = snarp_pool_select(ids, &n, &run->pool, k,
                             draws(model.kind) ? &run->source.rng : NULL);

  FUZZ_HOLDS(n <= room);
  fuzz_defined(ids, n * sizeof *ids);
  FUZZ_HOLDS(rv == (k > 0 && n == 0 ? SNARP_END : 0));
  prove_answer(ids, n, k);
  FUZZ_HOLDS(model_select(want, &model, k, &run->model_source.rng) == n);
  FUZZ_HOLDS(memcmp(ids, want, n * sizeof *ids) == 0);
  source_same(&run->source, &run->model_source);
  free(ids);
}

static void do_select(struct run *run, const uint8_t *step) {
  size_t k = step[0] / 8 == 31 ? SNARP_POOL_ALL : step[0] / 8;

  for (size_t i = 0; i <= step[2] % 16u; i++) {
    if (run->selections < POOL_SELECTIONS) {
      run->selections++;
      select_once(run, k);
    }
  }
}

/* --- the other steps */

static int expect_register(const struct run *run, uint32_t id,
                           const struct snarp_policy *policy) {
  uint32_t most = snarp_policy_most(run->pool.dialect);

  if (id == 0) {
    return SNARP_ERR_ELEMENT_ID;
  }
  if (policy->kind != model.kind || policy->dialect != run->pool.dialect) {
    return SNARP_ERR_POLICY_INCONSISTENT;
  }
  if ((has_value(model.kind) && policy->load > most) ||
      (has_degradation(model.kind) && policy->degradation > most)) {
    return SNARP_ERR_VALUE_RANGE;
  }
  if (model_find(&model, id) == NULL && model.n == run->pool.cap) {
    return SNARP_ERR_ROOM;
  }
  return 0;
}

static void register_one(struct run *run, uint32_t id,
                         const struct snarp_policy *policy) {
  int want = expect_register(run, id, policy);

  FUZZ_HOLDS(snarp_pool_register(&run->pool, id, policy) == want);
  if (want == 0) {
    model_register(&model, id, policy->load, policy->degradation);
  }
  prove_found(run, id);
}

static void do_deregister(struct run *run, uint32_t id) {
  bool known = model_find(&model, id) != NULL;

  FUZZ_HOLDS(snarp_pool_deregister(&run->pool, id) ==
             (known ? 0 : SNARP_ERR_ELEMENT_UNKNOWN));
  if (known) {
    model_deregister(&model, id);
  }
  prove_found(run, id);
}

/* To more or less room, after which its old memory is not its any more. */
static void do_move(struct run *run, uint8_t octet) {
  size_t n = octet % POOL_IDS;
  size_t missing = octet / 128;
  size_t size = snarp_pool_memory(model.kind, n) - missing;
  void *memory = new_memory(size);
  bool fits = n >= model.n && missing == 0;

  FUZZ_HOLDS(snarp_pool_move(&run->pool, n, memory, size) ==
             (fits ? 0 : SNARP_ERR_ROOM));
  free(fits ? run->memory : memory);
  if (fits) {
    run->memory = memory;
  }
  prove_all(run);
}

static void do_other(struct run *run, const uint8_t *step) {
  struct snarp_policy policy = policy_of(&run->pool, step);

  switch (step[0] / 8 % OTHERS) {
  case OTHER_POLICY:
    policy.kind =
        model.kind == SNARP_POLICY_RR ? SNARP_POLICY_WRR : SNARP_POLICY_RR;
    register_one(run, id_of(step[1]), &policy);
    return;
  case OTHER_DIALECT:
    policy.dialect =
        policy.dialect == SNARP_DRAFT_01 ? SNARP_RFC_5356 : SNARP_DRAFT_01;
    register_one(run, id_of(step[1]), &policy);
    return;
  case OTHER_FIND:
    prove_found(run, id_of(step[1]));
    return;
  default:
    if (model.kind == SNARP_POLICY_WRR && run->proofs < PROOFS_MAX) {
      run->proofs++;
      prove_turns(&run->pool);
    }
  }
}

static void do_step(struct run *run, const uint8_t *step) {
  struct snarp_policy policy;

  switch ((enum pool_step)(step[0] % 8)) {
  case STEP_REGISTER:
  case STEP_REGISTER_TOO:
    policy = policy_of(&run->pool, step);
    register_one(run, id_of(step[1]), &policy);
    return;
  case STEP_DEREGISTER:
    do_deregister(run, id_of(step[1]));
    return;
  case STEP_MOVE:
    do_move(run, step[1]);
    return;
  case STEP_OTHER:
    do_other(run, step);
    return;
  default:
    do_select(run, step);
  }
}

/* --- runs */

/* A pool that could not be made has no elements and takes none. */
static void prove_empty(struct snarp_pool *pool,
                        const struct snarp_policy *policy) {
  uint32_t id = 1;
  size_t n = 1;

  FUZZ_HOLDS(snarp_pool_count(pool) == 0);
  FUZZ_HOLDS(snarp_pool_select(&id, &n, pool, 1, NULL) == SNARP_END && n == 0);
  FUZZ_HOLDS(snarp_pool_register(pool, 1, policy) < 0);
  FUZZ_HOLDS(snarp_pool_deregister(pool, 1) == SNARP_ERR_ELEMENT_UNKNOWN);
}

/* Begins with memory that is an octet too small, then with just enough. */
static bool begin(struct run *run, const uint8_t *head) {
  enum snarp_dialect dialect =
      head[0] % 2 == 0 ? SNARP_DRAFT_01 : SNARP_RFC_5356;
  enum snarp_policy_kind kind =
      (enum snarp_policy_kind)(SNARP_POLICY_RR + head[0] / 2 % 16 % 9);
  size_t n = head[1] % POOL_IDS;
  size_t size = snarp_pool_memory(kind, n);
  bool exists = snarp_policy_number(dialect, kind) != 0;
  struct snarp_policy policy = {.dialect = dialect, .kind = kind};

  source_begin(&run->source, head[2], (head[0] & 32) != 0, UINT64_MAX);
  source_begin(&run->model_source, head[2], (head[0] & 32) != 0, 0);
  run->memory = new_memory(size);
  FUZZ_HOLDS(snarp_pool_init(&run->pool, dialect, kind, n, run->memory,
                             exists ? size - 1 : size) ==
             (exists ? SNARP_ERR_ROOM : SNARP_ERR_POLICY_DIALECT));
  prove_empty(&run->pool, &policy);
  if (exists) {
    FUZZ_HOLDS(
        snarp_pool_init(&run->pool, dialect, kind, n, run->memory, size) == 0);
    model_init(&model, dialect, kind);
  }
  return exists;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct run run = {.memory = NULL};
  size_t n = size < POOL_HEAD ? 0 : (size - POOL_HEAD) / POOL_STEP;

  if (size < POOL_HEAD) {
    return 0;
  }
  if (begin(&run, data)) {
    for (size_t i = 0; i < n && i < POOL_STEPS; i++) {
      do_step(&run, data + POOL_HEAD + i * POOL_STEP);
    }
    prove_all(&run);
    if (model.kind == SNARP_POLICY_WRR) {
      prove_turns(&run.pool);
    }
  }
  free(run.memory);
  return 0;
}
