/*
 * runner/read_vector.h - one vector of a file, from its JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_READ_VECTOR_H
#define SNARP_RUNNER_READ_VECTOR_H

#include "reader.h"

/* Reads the vector, whose op and file are set already; all but its twin, whose
 * id comes back in the reader.
 */
bool read_vector(struct reader *reader, json_t *object);

#endif
