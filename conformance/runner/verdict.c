/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <string.h>

static const char *const names[VERDICTS] = {
    "pass",        "fail",          "inconclusive",    "recorded",
    "unsupported", "expected-fail", "unexpected-pass", "crash",
    "timeout",     "harness-error", "skipped"};

const char *verdict_name(enum verdict verdict) {
  return names[verdict];
}

bool verdict_find(enum verdict *verdict, const char *name) {
  for (int i = 0; i < VERDICTS; i++) {
    if (strcmp(names[i], name) == 0) {
      *verdict = (enum verdict)i;
      return true;
    }
  }
  return false;
}

bool verdict_failed(enum verdict verdict) {
  switch (verdict) {
  case VERDICT_FAIL:
  case VERDICT_UNEXPECTED_PASS:
  case VERDICT_CRASH:
  case VERDICT_TIMEOUT:
  case VERDICT_HARNESS_ERROR:
    return true;
  default:
    return false;
  }
}
