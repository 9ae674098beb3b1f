/*
 * runner/dialect.h - the dialects of RSerPool in requests.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_DIALECT_H
#define SNARP_RUNNER_DIALECT_H

#include "reader.h"

/* Reads "dialect" and adds the option that it needs to the vector's. */
bool dialect_read(const struct reader *reader, const json_t *in);

#endif
