/*
 * live/queries.h - the queries of a program that prints all its targets, and so
 * cannot wait for the outcome of connections: which ones matter.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_QUERIES_H
#define SNARP_LIVE_QUERIES_H

#include <stdbool.h>

#include "runner/steps.h"
#include "runner/vector.h"

/* True where the first query of a resolution is among the steps: the NAPTR
 * records of the domain. */
bool queries_begin(const struct vector *vector, const struct steps *steps);

/* The first query of the steps, for NAPTR or SRV records, that is in no trace
 * which the vector expects and none of `allowed`; null where there is none, or
 * where it expects no trace but a result. */
const char *queries_stray(const struct vector *vector,
                          const struct steps *steps,
                          const struct steps *allowed);

#endif
