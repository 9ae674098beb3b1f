/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "lint.h"

static const struct lint_about kinds[] = {
#define X(kind, word, severity, cite, says, advice)                            \
  {word, LINT_##severity, cite, says, advice},
#include "kinds.def"
#undef X
};

const struct lint_about *lint_about(enum lint_kind kind) {
  return &kinds[kind];
}

const char *lint_severity_word(enum lint_severity severity) {
  static const char *const words[] = {"error", "warning", "note"};

  return words[severity];
}
