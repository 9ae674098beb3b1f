/*
 * runner/verdict.h - what a vector ends in.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_VERDICT_H
#define SNARP_RUNNER_VERDICT_H

#include <stdbool.h>

enum verdict {
  VERDICT_PASS,
  VERDICT_FAIL,
  VERDICT_INCONCLUSIVE,  /* refused, but so was the twin; or its print failed */
  VERDICT_RECORDED,      /* the text is unclear: only noted */
  VERDICT_UNSUPPORTED,   /* the implementation cannot be asked this */
  VERDICT_EXPECTED_FAIL, /* as the known file says */
  VERDICT_UNEXPECTED_PASS,
  VERDICT_CRASH,
  VERDICT_TIMEOUT,
  VERDICT_HARNESS_ERROR, /* the adapter broke the protocol */
  VERDICT_SKIPPED,       /* not asked: the run gave up */
  VERDICTS
};

/* "pass", "expected-fail", "harness-error" ... */
const char *verdict_name(enum verdict verdict);
bool verdict_find(enum verdict *verdict, const char *name);

/* True for what makes the run fail: fail, unexpected-pass, crash, timeout,
 * harness-error.
 */
bool verdict_failed(enum verdict verdict);

#endif
