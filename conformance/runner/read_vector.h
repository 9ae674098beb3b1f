/*
 * runner/read_vector.h - one vector of a file, from its JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_READ_VECTOR_H
#define SNARP_RUNNER_READ_VECTOR_H

#include <jansson.h>
#include <stdbool.h>

#include "arena.h"
#include "document.h"
#include "rules.h"
#include "vector.h"

/* Reads the vector, whose op and file are set already; all but its twin, whose
 * id (or null) comes back in *twin and lives in the arena.
 */
bool read_vector(struct vector *vector, const char **twin, json_t *object,
                 const struct rules *rules, struct arena *arena,
                 const struct place *place);

#endif
