/*
 * runner/answer_inner.h - for those who turn the result of an answer into its
 * value.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_ANSWER_INNER_H
#define SNARP_RUNNER_ANSWER_INNER_H

#include "answer.h"

/* The answer becomes broken, for it has not EXPECTED as MEMBER; or wrong, for
 * the text of MEMBER cannot be read. */
void answer_expected(struct answer *answer, const char *member,
                     const char *expected);
void answer_wrong(struct answer *answer, const char *member, int status);

/* The room that is left for octets, and those that were put there. It holds
 * all that a line can hold. */
struct snarp_buf answer_space(const struct answer *answer);
struct snarp_view answer_used(struct answer *answer,
                              const struct snarp_buf *buf);

/* Latin-1 text, and hexadecimal, into that room; false where the answer
 * becomes broken. */
bool answer_text(struct answer *answer, struct snarp_view *octets,
                 const json_t *value, const char *member);
bool answer_hex(struct answer *answer, struct snarp_view *octets,
                const json_t *value, const char *member);

#endif
