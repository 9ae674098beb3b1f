/*
 * runner/normal.h - one form for what implementations answer in several.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_NORMAL_H
#define SNARP_RUNNER_NORMAL_H

#include <stdbool.h>
#include <stddef.h>

#include "op.h"
#include "snarp/base.h"
#include "value.h"

/* Room for the RDATA of a record of either kind. */
#define NORMAL_RDATA 1027

/* All functions return a snarp_status. */

/* Scans the text of a record, names completed with the root, and appends its
 * RDATA. *quoted is set to whether all its strings stood in quotes.
 */
int normal_scan(struct snarp_buf *rdata, bool *quoted,
                const struct shape *shape, struct snarp_view text);

/* Appends the RDATA of a record; SNARP_ERR_NUMBER_RANGE where a number has
 * more than 16 bits.
 */
int normal_write(struct snarp_buf *rdata, const struct shape *shape,
                 const struct record *record);

/* Scans the presentation text of field `i` by itself and appends its octets.
 * Text without a character is an empty string.
 */
int normal_field(struct snarp_buf *octets, const struct shape *shape, size_t i,
                 struct snarp_view text);

#endif
