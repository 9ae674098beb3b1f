/*
 * snarp/pooluser.h - how a pool user picks from a list of pool elements that
 * it has received (the Pool User Considerations of both texts).
 *
 *   snarp_pooluser_init(&user, SNARP_POLICY_LU, space, n);
 *   while (snarp_pooluser_next(&i, &user, &rng) == 0) {
 *     connect to element i of the list; if that fails:
 *     snarp_pooluser_failed(&user, i);
 *   }
 *   SNARP_END: ask the name server again, and init for what comes
 *
 * Which element is next, among those that have not failed:
 * - RR, WRR: the first of the list, then the others in turn, and again from
 *   the beginning (3.1.3, 3.2.3);
 * - RAND, WRAND, RLU: each as likely as the others, each time anew (3.3.3,
 *   3.4.3, 4.4.3);
 * - PRIO, LU, LUD, PLU: the first of the list, as long as it has not failed
 *   (4.1.3, 4.2.3, 4.3.3; RFC 5356 4.5.3: the active one with the highest
 *   priority).
 *
 * The draw contract: RAND, WRAND and RLU take one draw for each call of
 * snarp_pooluser_next that returns 0, with the number of elements that have not
 * failed as its bound, and return the element at that place of the list; of
 * which the last one takes the place of one that fails.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOLUSER_H
#define SNARP_POOLUSER_H

#include "snarp/base.h"
#include "snarp/policy.h"
#include "snarp/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for one element of the list; all fields are private. */
struct snarp_pooluser_item {
  uint32_t a;
  uint32_t b;
};

/* A pool user's view of one list; all fields are private. */
struct snarp_pooluser {
  enum snarp_policy_kind kind;
  struct snarp_pooluser_item *items;
  uint32_t n;    /* elements that have not failed */
  uint32_t size; /* elements of the list */
  uint32_t head; /* the next one; random policies do not use it */
};

/*
 * Begins with a list of n elements, in the order in which they were received;
 * they are known by their index from 0 to n - 1. `items` is room for n of them
 * and must outlive the user. Fails with POLICY_UNSUPPORTED for OPAQUE and ROOM
 * for a list of more than 2^32 - 1; the list is then empty.
 */
int snarp_pooluser_init(struct snarp_pooluser *user,
                        enum snarp_policy_kind kind,
                        struct snarp_pooluser_item *items, size_t n);

/* The element to use next, in constant time; SNARP_END where the list is empty,
 * out of date, or all of it has failed. `rng` may be null for policies that do
 * not draw.
 */
int snarp_pooluser_next(size_t *index, struct snarp_pooluser *user,
                        const struct snarp_rng *rng);

/* Takes an element out of the list, in constant time; one that is out already
 * or does not exist is ELEMENT_UNKNOWN.
 */
int snarp_pooluser_failed(struct snarp_pooluser *user, size_t index);

/* Ends the list: the information is out of date (3.1.3). */
void snarp_pooluser_outdate(struct snarp_pooluser *user);

#ifdef __cplusplus
}
#endif

#endif
