/*
 * runner/question.h - a question of an adapter, answered from the world.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_QUESTION_H
#define SNARP_RUNNER_QUESTION_H

#include <jansson.h>
#include <stdint.h>

#include "text.h"
#include "world.h"

/* How many questions a request may have. */
#define QUESTIONS_MAX 1000

/* Adds the line that answers the question `ask`, as docs/adapter-protocol.md
 * has it, and records it in the world. Null, or what was expected. */
const char *question_answer(struct text *out, struct world *world, uint64_t id,
                            const json_t *ask);

#endif
