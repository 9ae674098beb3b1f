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

/*
 * Runs run->argv, a command with placeholders (docs/live.md), once for each
 * selected vector, as run_subject does with an adapter. From then on this
 * process may be in a network of its own. What can be asked of no command is
 * unsupported; where there is no network for it, all is skipped, and told on
 * standard error.
 */
void live_subject(struct run *run, const struct live_asks *asks);

#endif
