/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "probe.h"
#include "snarp/pool.h"

/* Selections of one step that are done; more of them show nothing new. */
#define TIMES_MAX 100

static uint32_t number_of(const json_t *in, const char *member) {
  return (uint32_t)json_integer_value(json_object_get(in, member));
}

/* --- a pool that stays and one that is moved */

struct pair {
  enum snarp_dialect dialect;
  enum snarp_policy_kind kind;
  size_t places; /* at least one for each step */
  struct snarp_pool stays;
  struct snarp_pool moves;
  void *memory[3]; /* of `stays`, and by turns of `moves` */
  size_t turn;
  struct snarp_seed seeds[2];
  uint32_t *ids[2];
};

/* As much memory as a pool takes, and no octet more. */
static const char *make(struct pair *pair) {
  size_t size = snarp_pool_memory(pair->kind, pair->places);
  struct snarp_rng rng = snarp_rng_from_seed(&pair->seeds[0], 1);
  size_t n;

  for (size_t i = 0; i < 3; i++) {
    pair->memory[i] = take(size + 1);
    memset(pair->memory[i], 0x5a, size + 1);
  }
  PROMISE(snarp_pool_init(&pair->stays, pair->dialect, pair->kind, pair->places,
                          pair->memory[0], size) == SNARP_OK,
          "a pool is not made");
  PROMISE(snarp_pool_init(&pair->moves, pair->dialect, pair->kind, pair->places,
                          pair->memory[1], size - 1) == SNARP_ERR_ROOM,
          "a pool is made in memory that is too small");
  PROMISE(snarp_pool_init(&pair->moves, pair->dialect, pair->kind, pair->places,
                          pair->memory[1], size) == SNARP_OK,
          "a pool is not made again");
  PROMISE(snarp_pool_select(pair->ids[0], &n, &pair->stays, 1, &rng) ==
                  SNARP_END &&
              n == 0,
          "a new pool has elements");
  return NULL;
}

static const char *move(struct pair *pair) {
  size_t size = snarp_pool_memory(pair->kind, pair->places);
  size_t n = snarp_pool_count(&pair->moves);
  void *to = pair->memory[2 - pair->turn % 2];

  pair->turn++;
  PROMISE(n == 0 ||
              snarp_pool_move(&pair->moves, n - 1, to, size) == SNARP_ERR_ROOM,
          "a pool is moved to fewer places than it needs");
  PROMISE(snarp_pool_move(&pair->moves, pair->places, to, size - 1) ==
              SNARP_ERR_ROOM,
          "a pool is moved to memory that is too small");
  PROMISE(snarp_pool_move(&pair->moves, pair->places, to, size) == SNARP_OK,
          "a pool is not moved");
  return NULL;
}

static bool same_element(const struct snarp_pool_element *a,
                         const struct snarp_pool_element *b) {
  return a->id == b->id && a->counter == b->counter &&
         probe_same_policy(&a->policy, &b->policy);
}

/* What is told of the elements, by their places and by their identifiers. */
static const char *elements(const struct pair *pair) {
  struct snarp_pool_element one;
  struct snarp_pool_element two;
  size_t n = snarp_pool_count(&pair->stays);

  PROMISE(snarp_pool_count(&pair->moves) == n, "elements are lost in a move");
  for (size_t i = 0; i < n; i++) {
    PROMISE(snarp_pool_at(&one, &pair->stays, i) == SNARP_OK &&
                snarp_pool_find(&two, &pair->stays, one.id) == SNARP_OK &&
                same_element(&one, &two),
            "an element is another one by its identifier");
    PROMISE(snarp_pool_find(&two, &pair->moves, one.id) == SNARP_OK &&
                same_element(&one, &two),
            "an element is another one after a move");
  }
  memset(&one, 0xa5, sizeof one);
  memset(&two, 0xa5, sizeof two);
  PROMISE(snarp_pool_at(&one, &pair->stays, n) == SNARP_END &&
              probe_all_zero(&one, sizeof one),
          "there is an element behind the last one");
  PROMISE(snarp_pool_find(&two, &pair->stays, 0) == SNARP_ERR_ELEMENT_UNKNOWN &&
              probe_all_zero(&two, sizeof two),
          "there is an element without an identifier");
  return NULL;
}

/* What was registered is found. */
static const char *found(const struct pair *pair, uint32_t id,
                         const struct snarp_policy *policy) {
  struct snarp_pool_element element;
  uint8_t octets[2][64];
  struct snarp_buf one = {octets[0], 64, 0};
  struct snarp_buf two = {octets[1], 64, 0};

  PROMISE(snarp_pool_find(&element, &pair->stays, id) == SNARP_OK,
          "an element is not found");
  snarp_policy_write(&one, policy, NULL);
  snarp_policy_write(&two, &element.policy, NULL);
  PROMISE(one.len == two.len && memcmp(octets[0], octets[1], one.len) == 0,
          "an element has not the values that it was registered with");
  return NULL;
}

static const char *enter(struct pair *pair, const json_t *step) {
  const json_t *name = json_object_get(step, "policy");
  struct snarp_policy policy = {.dialect = pair->dialect,
                                .kind = name != NULL ? probe_kind(name)
                                                     : pair->kind,
                                .weight = number_of(step, "weight"),
                                .priority = number_of(step, "priority"),
                                .load = number_of(step, "load"),
                                .degradation = number_of(step, "degradation")};
  struct snarp_policy other = policy;
  uint32_t id = number_of(step, "register");
  int rv = snarp_pool_register(&pair->stays, id, &policy);

  other.dialect =
      pair->dialect == SNARP_DRAFT_01 ? SNARP_RFC_5356 : SNARP_DRAFT_01;
  PROMISE(snarp_pool_register(&pair->moves, id, &policy) == rv,
          "a move decides about a registration");
  PROMISE(rv != SNARP_OK || snarp_pool_register(&pair->stays, id, &other) ==
                                SNARP_ERR_POLICY_INCONSISTENT,
          "a policy of the other dialect is taken");
  return rv == SNARP_OK ? found(pair, id, &policy) : NULL;
}

static const char *leave(struct pair *pair, const json_t *step) {
  uint32_t id = number_of(step, "deregister");
  int rv = snarp_pool_deregister(&pair->stays, id);

  PROMISE(snarp_pool_deregister(&pair->moves, id) == rv,
          "a move decides about a deregistration");
  return NULL;
}

static uint64_t draw_bound(void *ctx, uint64_t bound) {
  (void)ctx;
  return bound;
}

static uint64_t draw_0(void *ctx, uint64_t bound) {
  (void)ctx;
  (void)bound;
  return 0;
}

static const char *select_once(struct pair *pair, size_t k,
                               const struct snarp_rng rngs[2]) {
  size_t n[2];
  int rv = snarp_pool_select(pair->ids[0], &n[0], &pair->stays, k, &rngs[0]);

  PROMISE(snarp_pool_select(pair->ids[1], &n[1], &pair->moves, k, &rngs[1]) ==
                  rv &&
              n[0] == n[1] &&
              memcmp(pair->ids[0], pair->ids[1], n[0] * sizeof(uint32_t)) == 0,
          "a selection is another one after a move");
  return NULL;
}

static const char *answer_request(struct pair *pair, const json_t *step) {
  static const struct snarp_rng bad[2] = {{draw_bound, NULL}, {draw_0, NULL}};
  const json_t *wanted = json_object_get(step, "select");
  size_t k = json_is_integer(wanted) ? (size_t)json_integer_value(wanted)
                                     : SNARP_POOL_ALL;
  size_t times = number_of(step, "times") + number_of(step, "count");
  struct snarp_rng rngs[2] = {snarp_rng_from_seed(&pair->seeds[0], 1),
                              snarp_rng_from_seed(&pair->seeds[1], 1)};
  const char *fault = select_once(pair, k, bad);

  for (size_t i = 1; i < times && i < TIMES_MAX && fault == NULL; i++) {
    fault = select_once(pair, k, rngs);
  }
  return fault;
}

static const char *do_step(struct pair *pair, const json_t *step) {
  const char *fault = move(pair);

  if (fault != NULL) {
    return fault;
  }
  if (json_object_get(step, "register") != NULL) {
    fault = enter(pair, step);
  } else if (json_object_get(step, "deregister") != NULL) {
    fault = leave(pair, step);
  } else {
    fault = answer_request(pair, step);
  }
  return fault != NULL ? fault : elements(pair);
}

/* Until all have left; then the pool is as a new one. */
static const char *empty(struct pair *pair) {
  struct snarp_pool_element element;
  size_t n;

  while (snarp_pool_at(&element, &pair->moves, 0) == SNARP_OK) {
    PROMISE(snarp_pool_deregister(&pair->moves, element.id) == SNARP_OK,
            "an element cannot leave");
  }
  PROMISE(snarp_pool_select(pair->ids[0], &n, &pair->moves, 1, NULL) ==
                  SNARP_END &&
              n == 0,
          "an element is selected from a pool without any");
  PROMISE(snarp_pool_deregister(&pair->moves, 1) == SNARP_ERR_ELEMENT_UNKNOWN,
          "an element leaves that is not there");
  return NULL;
}

static const char *with_pair(struct pair *pair, const json_t *steps) {
  const char *fault = make(pair);

  for (size_t i = 0; i < json_array_size(steps) && fault == NULL; i++) {
    fault = do_step(pair, json_array_get(steps, i));
  }
  return fault != NULL ? fault : empty(pair);
}

/* Pools that cannot be. */
static const char *no_pools(enum snarp_dialect dialect,
                            enum snarp_policy_kind kind) {
  struct snarp_policy policy = {.kind = SNARP_POLICY_OPAQUE};
  struct snarp_pool_element element;
  struct snarp_pool pool;
  uint32_t id;
  size_t n;

  PROMISE(snarp_pool_memory(SNARP_POLICY_OPAQUE, 1) == SIZE_MAX &&
              snarp_pool_init(&pool, dialect, SNARP_POLICY_OPAQUE, 1, NULL,
                              0) == SNARP_ERR_POLICY_UNSUPPORTED,
          "a pool is made for no policy");
  PROMISE(snarp_pool_init(&pool, SNARP_DRAFT_01, SNARP_POLICY_PRIO, 1, NULL,
                          0) == SNARP_ERR_POLICY_DIALECT,
          "a pool is made for a policy of the other dialect");
  PROMISE(snarp_pool_memory(kind, UINT32_MAX) >=
              snarp_pool_memory(kind, UINT32_MAX / 2),
          "a greater pool takes less memory");
  PROMISE(SIZE_MAX == UINT32_MAX ||
              snarp_pool_memory(kind, UINT32_MAX) != SIZE_MAX,
          "a pool of all elements that there can be cannot be");
  PROMISE(snarp_pool_memory(kind, probe_too_many()) == SIZE_MAX &&
              snarp_pool_init(&pool, dialect, kind, probe_too_many(), NULL,
                              SIZE_MAX) == SNARP_ERR_ROOM,
          "a pool is made for more elements than there can be");
  PROMISE(snarp_pool_register(&pool, 1, &policy) == SNARP_ERR_ROOM,
          "a pool without places takes an element");
  PROMISE(snarp_pool_deregister(&pool, 1) == SNARP_ERR_ELEMENT_UNKNOWN &&
              snarp_pool_find(&element, &pool, 1) ==
                  SNARP_ERR_ELEMENT_UNKNOWN &&
              snarp_pool_at(&element, &pool, 0) == SNARP_END &&
              snarp_pool_select(&id, &n, &pool, 0, NULL) == SNARP_OK &&
              snarp_pool_count(&pool) == 0,
          "a pool without places has elements");
  return NULL;
}

const char *probe_pool(const struct vector *vector) {
  const json_t *steps = json_object_get(vector->in.json, "steps");
  size_t places = json_array_size(steps) + 1;
  struct pair pair = {
      .dialect = probe_dialect(vector),
      .kind = probe_kind(json_object_get(vector->in.json, "policy")),
      .places = places};
  const char *fault = no_pools(pair.dialect, pair.kind);

  if (fault != NULL || snarp_policy_number(pair.dialect, pair.kind) == 0) {
    return fault;
  }
  pair.ids[0] = take(places * sizeof(uint32_t));
  pair.ids[1] = take(places * sizeof(uint32_t));
  fault = with_pair(&pair, steps);
  for (size_t i = 0; i < 3; i++) {
    free(pair.memory[i]);
  }
  free(pair.ids[0]);
  free(pair.ids[1]);
  return fault;
}
