/*
 * trusted.h - what WP takes memcpy to do, in place of <string.h>, whose
 * contract is about char and so cannot be used for octets; and what it takes
 * orders to be.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_TRUSTED_H
#define SNARP_TRUSTED_H

#include "snarp/base.h"

/* Stands for any order; what sort.h says of it needs it declared. */
int any_compare(const void *items, uint32_t a, uint32_t b);

#include "sort.h"

/* The same once more, by a name: it helps where both sides have an offset. */
/*@
  predicate moved{L}(uint8_t *to, uint8_t *from, integer i) = to[i] == from[i];
*/
/*@
  requires to: \valid(to + (0 .. n - 1));
  requires from: \valid_read(from + (0 .. n - 1));
  requires apart: \separated(to + (0 .. n - 1), from + (0 .. n - 1));
  assigns to[0 .. n - 1] \from from[0 .. n - 1];
  ensures copied: \forall integer i; 0 <= i < n ==> to[i] == from[i];
  ensures moved: \forall integer i; 0 <= i < n ==> moved(to, from, i);
*/
void memcpy(uint8_t *to, const uint8_t *from, size_t n);

/*@
  requires a: \valid_read(a + (0 .. n - 1));
  requires b: \valid_read(b + (0 .. n - 1));
  assigns \nothing;
*/
int memcmp(const uint8_t *a, const uint8_t *b, size_t n);

/* Declared alone: nothing that has a contract calls it. */
void *memset(void *to, int octet, size_t n);

/*@
  assigns \nothing;
  ensures \result < 0 <==> rank(a) < rank(b);
*/
int any_compare(const void *items, uint32_t a, uint32_t b);

#endif
