/*
 * runner/trace.h - whether what a client did is what a trace allows.
 *
 * A trace is a sequence of steps and groups; the sequences of a group come in
 * any order, each whole before the next, and may hold groups again. Of what was
 * done these are free: queries asked before, queries of addresses and aliases.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_TRACE_H
#define SNARP_RUNNER_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "steps.h"
#include "text.h"

struct trace_node;

struct trace_list {
  const struct trace_node *nodes;
  size_t n;
};

/* A step, or where it is null a group of sequences. */
struct trace_node {
  const char *step;
  bool optional; /* an attempt that may be left out */
  size_t index;  /* of the step among all steps of the trace */
  const struct trace_list *any;
  size_t n;
};

struct trace {
  struct trace_list list;
  size_t n_steps; /* in the list and all groups */
};

/* What came of a comparison. */
struct trace_match {
  bool fits;
  struct steps done; /* what was done without what is free; views */
  size_t differs;    /* where it does not fit: the first of `done` that does
                        not, or done.n where something is missing */
  bool *met;         /* by index: the steps that came before */
};

/* Compares. With `eager` queries do not count, in the trace and outside of it.
 * Strings in `done` are those of `steps`. trace_match_free in the end. */
void trace_compare(struct trace_match *match, const struct trace *trace,
                   const struct steps *steps, bool eager);
void trace_match_free(struct trace_match *match);

/* What is expected and what was done, side by side, a line each, with a mark
 * at the first that differs: a new string. */
char *trace_beside(const struct trace *trace, const struct trace_match *match,
                   bool eager);

/* Adds such a line. */
void trace_row(struct text *out, bool mark, const char *want, const char *got);

#endif
