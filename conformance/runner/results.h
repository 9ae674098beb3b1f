/*
 * runner/results.h - what a report gets to see.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_RESULTS_H
#define SNARP_RUNNER_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "corpus.h"
#include "vector.h"
#include "verdict.h"

/* What is being judged. Everything lives until the report is closed. */
struct subject {
  const char *name;           /* "ref", "ldns", or the command */
  const char *implementation; /* as its hello says, or "libsnarp" */
  const char *version;
  const char *check;   /* "snarp check ldns": what repeats the run */
  const char *options; /* the same in two: "snarp check" and its options, */
  const char *target;  /* and "ldns", or "--" and the command */
};

/*
 * One vector's end. All strings are UTF-8 without control characters, of a few
 * KiB at most, live until the report is closed, and may be null where nothing
 * is to be said; `why` is never null unless the verdict is pass.
 */
struct result {
  const struct vector *vector;
  enum verdict verdict;
  enum verdict raw;   /* the same but where the known file changed it */
  const char *why;    /* one line: what differs, or why it did not count */
  const char *got;    /* the answer in JSON: {"ok":..}, {"reject":..}, or a dump
                         of what broke the protocol */
  const char *beside; /* lines: what was expected and what came side by side,
                         the first that differs with a ">" */
  const char *reason; /* the reason word that a refusal gave */
  const char *known;  /* the reason that the known file gives */
  const char *stderr_tail; /* its last words, where it crashed or broke */
};

/* Counts of one subject. */
struct summary {
  size_t by_level[LEVELS][VERDICTS];
  size_t by_role[ROLES][VERDICTS];
  size_t total[VERDICTS];
  size_t passed;            /* pass */
  size_t failed;            /* verdict_failed() */
  size_t skipped;           /* everything else */
  double seconds;           /* asking, without loading and reporting */
  const char *const *stale; /* entries of the known file that no longer hold,
                               one line each; they fail the run too */
  size_t n_stale;
  const char *broken; /* why the adapter could not be judged, or was given up,
                         or null */
};

/* Adds one verdict to the counts. */
void summary_add(struct summary *summary, const struct vector *vector,
                 enum verdict verdict);

/*
 * A report: begin, then result for each vector in the order of the corpus,
 * then end, for each subject in turn; close once, which writes what is left
 * and frees the report. Whether writing worked is for the caller to ask of the
 * FILE. `missing` is called between subjects for a bundled adapter whose
 * implementation is not installed.
 */
struct report {
  void (*begin)(struct report *report, const struct subject *subject);
  void (*result)(struct report *report, const struct result *result);
  void (*end)(struct report *report, const struct summary *summary);
  void (*missing)(struct report *report, const char *name, const char *needs);
  void (*close)(struct report *report);
};

#endif
