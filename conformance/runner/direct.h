/*
 * runner/direct.h - libsnarp as a subject in this process, without JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_DIRECT_H
#define SNARP_RUNNER_DIRECT_H

#include "answer.h"
#include "vector.h"

/* Does what the vector asks, with `octets` in place of the vector's own where
 * it scans what was printed. The answer is as after answer_result: kind, value,
 * words, reason, text. Its memory is reused; answer_free in the end.
 */
void direct_answer(struct answer *answer, const struct vector *vector,
                   struct snarp_view octets);

#endif
