/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "tell.h"

#include <stdlib.h>
#include <string.h>

static const char *keep(struct telling *telling, const char *text) {
  return text == NULL ? NULL : arena_copy(telling->kept, text, strlen(text));
}

static void tell_one(struct telling *telling, struct report *report,
                     const struct vector *vector) {
  const struct run *run = telling->run;
  const struct finding *finding = &run->findings[vector->index];
  struct result result = {.vector = vector};
  char *why;

  result.raw = run_verdict(run, vector, telling->strict_reason, &why);
  if (result.raw == VERDICT_SKIPPED && run->broken != NULL) {
    result.why = keep(telling, run->broken);
  } else {
    result.why = keep(telling, why);
  }
  free(why);
  result.verdict = result.raw;
  if (telling->known != NULL) {
    result.verdict =
        known_apply(telling->known, vector, result.raw, &result.known);
  }
  if (result.why == NULL && result.verdict == VERDICT_UNEXPECTED_PASS) {
    result.why = "passes, though the known file says that it does not";
  }
  result.got = keep(telling, finding->got);
  result.beside = keep(telling, finding->beside);
  result.reason = keep(telling, finding->reason);
  result.stderr_tail = keep(telling, finding->stderr_tail);
  telling->raw[vector->index] = result.raw;
  telling->why[vector->index] = (char *)result.why;
  summary_add(&telling->summary, vector, result.verdict);
  report->result(report, &result);
}

static void find_stale(struct telling *telling) {
  const struct run *run = telling->run;
  struct known_seen seen = {run->corpus, run->selected, telling->raw,
                            telling->why};
  size_t n;
  char **list = known_stale(telling->known, &seen, &n);
  const char **kept = arena_take(telling->kept, (n + 1) * sizeof *kept);

  for (size_t i = 0; i < n; i++) {
    kept[i] = keep(telling, list[i]);
    free(list[i]);
  }
  free(list);
  telling->summary.stale = kept;
  telling->summary.n_stale = n;
}

void tell(struct telling *telling, struct report *report) {
  const struct run *run = telling->run;
  const struct corpus *corpus = run->corpus;

  memset(&telling->summary, 0, sizeof telling->summary);
  telling->raw = arena_take(telling->kept, corpus->n * sizeof *telling->raw);
  telling->why = arena_take(telling->kept, corpus->n * sizeof *telling->why);
  report->begin(report, telling->subject);
  for (size_t i = 0; i < corpus->n; i++) {
    if (run->selected[i]) {
      tell_one(telling, report, corpus->vectors[i]);
    }
  }
  if (telling->known != NULL && telling->judge_stale && !run->unjudged &&
      run->broken == NULL) {
    find_stale(telling);
  }
  telling->summary.broken = keep(telling, run->broken);
  telling->summary.seconds = run->seconds;
  report->end(report, &telling->summary);
}

bool tell_fine(const struct telling *telling) {
  return telling->summary.failed == 0 && telling->summary.n_stale == 0 &&
         telling->summary.broken == NULL;
}
