/*
 * runner/judge.h - from an answer to a finding, from findings to a verdict.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_JUDGE_H
#define SNARP_RUNNER_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "answer.h"
#include "vector.h"
#include "verdict.h"

enum outcome {
  OUTCOME_NONE,  /* not asked */
  OUTCOME_RIGHT, /* accepted, with a result that the vector names */
  OUTCOME_OTHER, /* accepted, with another */
  OUTCOME_REFUSED,
  OUTCOME_UNPROMISED, /* whatever the answer was, a promise was broken */
  OUTCOME_UNSUPPORTED,
  OUTCOME_CRASH,
  OUTCOME_TIMEOUT,
  OUTCOME_BROKEN /* a harness error */
};

/* What one vector led to. The strings are the finding's own, or null. */
struct finding {
  enum outcome outcome;
  const char *where; /* static: the member that differs, OUTCOME_OTHER */
  bool off_reason;   /* refused for a reason that does not fit */
  bool again;        /* asked a second time, it answered differently */
  char *got;         /* the answer in JSON, where it is worth keeping */
  char *said;        /* words: of the refusal, of what went wrong */
  char *reason;      /* the reason word that it gave */
  char *beside;      /* lines: what was expected and what came, side by side */
  char *stderr_tail;
  uint8_t *text; /* what it printed, for ~s */
  size_t text_len;
};

/* Judges an answer of kind OK (after answer_result), REJECT, UNSUPPORTED,
 * WRONG, UNPROMISED or BROKEN. The finding must be empty. Strings are only made
 * where the answer is not simply what was asked for.
 */
void judge_answer(struct finding *finding, const struct vector *vector,
                  const struct answer *answer);

void finding_clear(struct finding *finding);

/* The verdict on a vector. `twin` and `parent` are the findings of the
 * vector's twin and parent, null where it has none. *why, if not null, gets a
 * new string, or null for a pass without anything to say.
 */
enum verdict judge(const struct vector *vector, const struct finding *finding,
                   const struct finding *twin, const struct finding *parent,
                   bool strict_reason, char **why);

#endif
