/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "results.h"

void summary_add(struct summary *summary, const struct vector *vector,
                 enum verdict verdict) {
  summary->by_level[vector->level][verdict]++;
  summary->by_role[op_role(vector->op)][verdict]++;
  summary->total[verdict]++;
  if (verdict == VERDICT_PASS) {
    summary->passed++;
  } else if (verdict_failed(verdict)) {
    summary->failed++;
  } else {
    summary->skipped++;
  }
}
