/*
 * runner/run.h - asks a subject all vectors of a corpus.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_RUN_H
#define SNARP_RUNNER_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "answer.h"
#include "corpus.h"
#include "judge.h"

#define RUN_JOBS_MAX 64

struct run {
  /* what to do */
  const struct corpus *corpus;
  const bool *selected; /* by index: counted; their twins and parents are asked
                           besides */
  const bool *doubtful; /* by index: expected to crash or hang; or null */
  char *const *argv;    /* the adapter, or null: libsnarp in this process */
  bool plain;           /* libsnarp: no promise is probed besides */
  const char *cwd;      /* where it runs, or null */
  int timeout;          /* milliseconds for each answer */
  size_t jobs;          /* processes at a time, 1 to RUN_JOBS_MAX */
  void (*progress)(void *ctx, size_t done, size_t n); /* or null */
  void *ctx;

  /* what came of it */
  struct finding *findings; /* by index */
  struct hello hello;
  double seconds; /* asking the vectors */
  char *broken;   /* why it could not be judged, or gave up; or null */
  bool unjudged;  /* it could not start or failed its smoke test */
};

/* Runs; run_free afterwards. */
void run_subject(struct run *run);
void run_free(struct run *run);

/* The verdict on one vector of a run that has ended. *why as judge has it. */
enum verdict run_verdict(const struct run *run, const struct vector *vector,
                         bool strict_reason, char **why);

#endif
