/*
 * check.h - how fast `snarp check` judges.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CHECK_H
#define BENCH_CHECK_H

#include <stddef.h>

/* A run of `snarp check` over a corpus made for it, and what remains of its
 * time without that of loading the corpus.
 */
struct check_rate {
  const char *name; /* "in process" */
  size_t vectors;   /* judged, all of them as expected */
  double seconds;   /* of the whole command */
  double judging;   /* of them, seconds that loading does not take */
};

enum { CHECK_RATES = 2 };

/* Measures libsnarp in process and as an adapter, the fastest of some runs
 * each. Ends the process where a command fails or a verdict is not a pass.
 */
void check_measure(struct check_rate rates[CHECK_RATES]);

#endif
