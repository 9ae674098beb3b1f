/*
 * runner/codec.h - the parts of the family of the codecs.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_CODEC_H
#define SNARP_RUNNER_CODEC_H

#include "family.h"

/* codec_answer.c: take_result */
void codec_result(struct answer *answer, enum op op, bool whole);

/* codec_direct.c: perform */
int codec_perform(struct answer *answer, const struct vector *vector,
                  struct snarp_view octets);

#endif
