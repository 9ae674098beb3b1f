/*
 * walk_sets.h - from records to the choices of a walk, in their order (RFC 3958
 * 2.2.1, 2.2.2, 2.2.5; RFC 2782).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_WALK_SETS_H
#define SNARP_WALK_SETS_H

#include "snarp/walk.h"

/* Each pushes the set of the name that was asked; false where the memory does
 * not hold it. Scratch space is not given back. */
bool sets_push_naptr(struct snarp_walk *walk, const struct snarp_naptr *records,
                     size_t n);
bool sets_push_srv(struct snarp_walk *walk, const struct snarp_srv *records,
                   size_t n);

#endif
