/*
 * report/keep.h - the results of one subject, kept until all are there.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_REPORT_KEEP_H
#define SNARP_REPORT_KEEP_H

#include <jansson.h>

#include "results.h"

/* All zero is empty. The strings of the results stay the runner's. */
struct keep {
  struct result *list;
  size_t n;
  size_t cap;
};

void keep_add(struct keep *keep, const struct result *result);

/* Forgets the results and frees their list. */
void keep_free(struct keep *keep);

/* "RFC 1035 3.3: what the vector's first rule says", a new string. */
char *keep_rule(const struct vector *vector);

/* A new JSON object of what a result says besides its vector and verdict, with
 * members that are null left out: why, got, steps, reason,
 * known, stderr.
 */
json_t *keep_details(const struct result *result);

#endif
