/*
 * cli/again.h - the command that repeats a run, as the shell wants it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_AGAIN_H
#define SNARP_CLI_AGAIN_H

#include "arena.h"
#include "options.h"

/* "snarp check" and those options that can change a verdict. */
const char *again_options(struct arena *kept, const struct options *options);

/* A subject's name, or where it is null "--" and the command. */
const char *again_target(struct arena *kept, const char *name,
                         char *const *argv);

#endif
