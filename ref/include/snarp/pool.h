/*
 * snarp/pool.h - a pool of elements, and which of them a name server (ENRP
 * server) hands out under each policy: draft-ietf-rserpool-policies-01 and
 * RFC 5356.
 *
 *   size_t size = snarp_pool_memory(SNARP_POLICY_WRR, 1000);
 *   snarp_pool_init(&pool, SNARP_RFC_5356, SNARP_POLICY_WRR, 1000,
 *                   memory, size);
 *   snarp_pool_register(&pool, id, &policy);      for each element
 *   snarp_pool_select(ids, &n, &pool, 3, &rng);   for each request
 *
 * A pool lies in the caller's memory and holds up to 2^32 - 1 elements. Each
 * operation takes O(log n) for each element that it is about; an identifier or
 * a value is found in as many steps as it has bits at most, however peers
 * choose them. A selection takes constant time for each element under RR, RAND,
 * PRIO, LU and PLU; under WRR it takes O(log n) on the average of a cycle.
 * There is no chance but the draws given, and an answer never has an element
 * twice.
 *
 * What each policy selects:
 *
 * RR     The elements from the head of a circular list. Then the head moves on
 *        by one, whatever the number requested (3.1.2). A new element is put
 *        before the head, as the last of the round; where the head leaves, its
 *        successor is the head.
 * WRR    A cycle has as many turns as the sum of weights, and each element has
 *        as many of them as its weight. In a pool that does not change, every
 *        beginning of a cycle has, for each element, its ideal number of turns
 *        with an error of less than one (3.2.2: as distributed as possible).
 *        The first one selected takes its turn. Behind it come others that it
 *        does not consume: those who may have a turn now by when it is due,
 *        those who wait from when they may, and of equal times those who may
 *        first, then who came to the pool first. A change of the pool does not
 *        begin a new cycle; the cycle at hand keeps its exact counts and may
 *        exceed the error, and from then on those of one weight may stand in
 *        another order. Weight 0 is never selected.
 * RAND   Different elements, each as likely as the others, in the order drawn.
 * WRAND  Different elements in the order drawn: the first in proportion to its
 *        weight, each other one to its share among those not yet drawn. Weight
 *        0 is never selected, even if the answer becomes shorter for it.
 * RLU    As WRAND, with 100 % - load as the weight (4.4.2).
 * PRIO   Descending by priority (RFC 5356 4.5.2).
 * LU     Ascending by load (4.1.2).
 * LUD    Ascending by load + counter (4.2.2). Each element returned adds its
 *        degradation to its counter, which each registration and
 *        re-registration sets to 0. A counter is 64 bits and stays at its
 *        greatest value.
 * PLU    Ascending by load + degradation (4.3.2).
 *
 * Under these four, elements with the same value stand in a queue. One that
 * comes to the value, by registration, re-registration or degradation, goes to
 * its end; and under LU, LUD and PLU so does the first element of each answer,
 * which is the round robin that the texts ask for.
 *
 * The draw contract: RAND, WRAND and RLU take one draw for each element that
 * is returned, in this order; the other policies take none. The elements stand
 * in a list: a new one is added to its end, and the last one takes the place
 * of one that leaves.
 * - RAND: for i = 0, 1, ... a draw d with bound n - i; the elements at i and
 *   i + d change places, and the one now at i is returned.
 * - WRAND, RLU: a draw d whose bound is the sum of weights not yet drawn;
 *   returned is the first element of the list, among those not yet drawn, at
 *   which the running sum of weights is greater than d.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_H
#define SNARP_POOL_H

#include "snarp/base.h"
#include "snarp/policy.h"
#include "snarp/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To select as many elements as there are. */
#define SNARP_POOL_ALL SIZE_MAX

/* The ranks of a pool in an order; private. */
struct snarp_pool_heap {
  struct snarp_pool_item *items;  /* of each rank */
  struct snarp_pool_links *links; /* in the list of the least */
  uint32_t head;                  /* of this list */
  uint32_t listed;
  uint32_t *numbers; /* the others, in a heap */
  uint32_t n;
};

/* A pool; all fields are private. */
struct snarp_pool {
  enum snarp_dialect dialect;
  enum snarp_policy_kind kind;
  uint32_t n;       /* elements, which have the places 0 to n - 1 */
  uint32_t cap;     /* places */
  unsigned id_bits; /* of an identifier, to choose the tree that it is in */
  uint32_t *trees;
  struct snarp_pool_node *nodes;
  uint32_t *values;               /* weight, priority or load */
  uint64_t sequence;              /* WRR: how many have come */
  uint64_t *arrivals;             /* WRR: when each element came */
  struct snarp_pool_heap heap;    /* WRR */
  struct snarp_pool_heap waiting; /* WRR */
  struct snarp_pool_turn *front;  /* where a walk through heaps is */
  uint64_t sum;                   /* of weights: WRR, WRAND, RLU */
  uint64_t *sums;                 /* WRAND, RLU */
  uint64_t turn;                  /* WRR: turns taken in this cycle */
  uint32_t cycle;                 /* WRR */
  uint32_t head;                  /* RR */
  struct snarp_pool_links *links; /* RR, WRR, PRIO, LU, LUD, PLU */
  uint32_t *list;                 /* RAND */
  uint32_t *at;                   /* where in those arrays each element is */
  struct snarp_pool_rank *ranks;  /* WRR, PRIO, LU, LUD, PLU */
  struct snarp_pool_fork *forks;
  uint32_t root;
  bool root_is_rank;
  bool has_forks;
  uint32_t n_ranks;
  uint32_t ranks_used;
  uint32_t free_rank;
  uint32_t forks_used;
  uint32_t free_fork;
};

/* What a pool knows of an element. */
struct snarp_pool_element {
  uint32_t id;
  struct snarp_policy policy;
  uint64_t counter; /* LUD: the degradation counter; WRR: turns taken in this
                       cycle */
};

/* How much memory a pool of up to n elements takes, in octets. SIZE_MAX where
 * no pool can be so large: for more than 2^32 - 1 elements, for what the
 * machine cannot address, and for OPAQUE policies.
 */
size_t snarp_pool_memory(enum snarp_policy_kind kind, size_t n);

/*
 * Makes an empty pool in the caller's memory, which is aligned for any type.
 * The policy of a pool is that of the first element to register (RFC 5352
 * 3.1). Fails with ROOM where `size` is less than snarp_pool_memory says, with
 * POLICY_UNSUPPORTED for OPAQUE, with POLICY_DIALECT for what the dialect does
 * not have; the pool is then one without elements and places.
 */
int snarp_pool_init(struct snarp_pool *pool, enum snarp_dialect dialect,
                    enum snarp_policy_kind kind, size_t n, void *memory,
                    size_t size);

/*
 * Moves the pool, with all of its state, to memory for up to n elements, which
 * must not overlap; what it had is the caller's again. In O(n log n). Fails
 * with ROOM where the elements do not fit into n or the pool not into `size`.
 */
int snarp_pool_move(struct snarp_pool *pool, size_t n, void *memory,
                    size_t size);

/*
 * Registers an element, or re-registers it where there is one with this
 * identifier. Re-registration with the same values changes no order. Fails,
 * with the pool unchanged, with
 * - ELEMENT_ID: the identifier is 0;
 * - POLICY_INCONSISTENT: the kind or the dialect is not the pool's (RFC 5352
 *   3.1; the error cause is RFC 5354 3.12.6);
 * - VALUE_RANGE: a value is too great for the dialect;
 * - ROOM: all places are taken. Move the pool and try again.
 */
int snarp_pool_register(struct snarp_pool *pool, uint32_t id,
                        const struct snarp_policy *policy);

/* Takes an element out; ELEMENT_UNKNOWN where there is none. */
int snarp_pool_deregister(struct snarp_pool *pool, uint32_t id);

/*
 * Selects up to k elements and writes their identifiers to `ids`, which has
 * room for k or for all elements, whichever is less, and how many there are to
 * *n. SNARP_END, and *n is 0, where k is not 0 and no element can be selected.
 * `rng` may be null for policies that do not draw.
 */
int snarp_pool_select(uint32_t *ids, size_t *n, struct snarp_pool *pool,
                      size_t k, const struct snarp_rng *rng);

/* How many elements there are. */
size_t snarp_pool_count(const struct snarp_pool *pool);

/* The element with this identifier; ELEMENT_UNKNOWN where there is none. */
int snarp_pool_find(struct snarp_pool_element *element,
                    const struct snarp_pool *pool, uint32_t id);

/* The element at place i, for a look at all from 0 on; SNARP_END behind the
 * last one. Their order says nothing.
 */
int snarp_pool_at(struct snarp_pool_element *element,
                  const struct snarp_pool *pool, size_t i);

#ifdef __cplusplus
}
#endif

#endif
