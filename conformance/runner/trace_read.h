/*
 * runner/trace_read.h - traces from JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_TRACE_READ_H
#define SNARP_RUNNER_TRACE_READ_H

#include "reader.h"
#include "trace.h"

/* Reads a trace of docs/vector-format.md into the arena. The world of the
 * vector says which hosts have no address. False with the fault filled.
 */
bool trace_read(const struct reader *reader, struct trace *trace,
                const json_t *json);

#endif
