/*
 * report/diff.h - two strings of octets side by side, the difference marked.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_REPORT_DIFF_H
#define SNARP_REPORT_DIFF_H

#include <stddef.h>
#include <stdio.h>

#include "snarp/base.h"

/* What differs: octets from `head` on, up to `tail` octets before each end. */
struct diff {
  size_t head;
  size_t tail;
};

struct diff diff_of(struct snarp_view a, struct snarp_view b);

/* Prints the rows of 16 octets in which they differ, at most `rows` of each,
 * each line behind `indent`; carets stand under what differs.
 */
void diff_print(FILE *out, const char *indent, const char *name_a,
                struct snarp_view a, const char *name_b, struct snarp_view b,
                size_t rows);

#endif
