/*
 * live/live.h - judges a program by what it asks and what it prints.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_LIVE_H
#define SNARP_LIVE_LIVE_H

#include <stdbool.h>

#include "runner/run.h"

#define LIVE_TIMEOUT_DEFAULT 30000 /* milliseconds for a scenario */

enum live_space { LIVE_SPACE_AUTO, LIVE_SPACE_YES, LIVE_SPACE_NO };

/* Why there is no network for a command, its zero included. */
#define LIVE_WHY 192

/* What a command can be asked, and where it runs. */
struct live_asks {
  enum live_space space;
  const char *service;  /* the only one that it looks for, or null */
  const char *protocol; /* likewise */
  bool zone;            /* it goes by the ranking of the first NAPTR set */
};

/* False with EXIT_USAGE where the words of the command do not say what it is to
 * find. */
bool live_check(const struct live_asks *asks, char *const *argv,
                struct fault *fault);

/* False with a reason where the command has no network of its own and cannot do
 * without. From then on this process may be in one. */
bool live_possible(const struct live_asks *asks, char *const *argv,
                   char why[LIVE_WHY]);

/*
 * Runs run->argv, a command with placeholders (docs/live.md), once for each
 * selected vector, as run_subject does with an adapter; unjudged where that is
 * not possible. What it cannot be asked is unsupported.
 */
void live_subject(struct run *run, const struct live_asks *asks);

#endif
