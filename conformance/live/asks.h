/*
 * live/asks.h - which scenarios a command can be asked, and how.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_ASKS_H
#define SNARP_LIVE_ASKS_H

#include <stdbool.h>

#include "live.h"

/* Why the command cannot be asked this scenario, as a new string; or null. */
char *asks_refusal(const struct live_asks *asks, char *const *argv,
                   const struct vector *vector);

/* The words of the command for this scenario; words_free them. */
char **asks_command(char *const *argv, const struct vector *vector,
                    const char *server, const char *port);

#endif
