/*
 * runner/tell.h - a run that has ended, told to a report.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_TELL_H
#define SNARP_RUNNER_TELL_H

#include "arena.h"
#include "known.h"
#include "results.h"
#include "run.h"

struct telling {
  const struct run *run;
  const struct subject *subject;
  struct known *known; /* or null */
  bool judge_stale;    /* entries of it that confirm nothing fail the run */
  bool strict_reason;
  struct arena *kept;     /* strings of the results, to outlive the report */
  enum verdict *raw;      /* by index: filled, for known_update */
  char **why;             /* by index: filled, strings in `kept` */
  struct summary summary; /* filled */
};

/* Calls begin, result for each selected vector, and end. */
void tell(struct telling *telling, struct report *report);

/* True where nothing unexpected happened. */
bool tell_fine(const struct telling *telling);

#endif
