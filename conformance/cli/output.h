/*
 * cli/output.h - standard output of a command, and whether it arrived.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_OUTPUT_H
#define SNARP_CLI_OUTPUT_H

#include "fault.h"

/* Flushes standard output; false with the fault where something of it, now or
 * before, could not be written.
 */
bool output_flush(struct fault *fault);

/* Prints a text to standard output; the exit status, its line told. */
int output_text(const char *text);

#endif
