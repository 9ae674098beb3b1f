/*
 * runner/glob.h - patterns for ids.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_GLOB_H
#define SNARP_RUNNER_GLOB_H

#include <stdbool.h>

/* True where the whole text fits: * stands for any characters, slashes too,
 * ? for one, all others for themselves. Time in proportion to the product of
 * the lengths.
 */
bool glob_fits(const char *pattern, const char *text);

#endif
