/*
 * report/report.h - the reports there are.
 *
 * Each function returns a new report on the vtable of runner/results.h that
 * writes to `out`, which stays the caller's. The corpus must outlive it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_REPORT_REPORT_H
#define SNARP_REPORT_REPORT_H

#include <stdio.h>

#include "results.h"

struct report *report_terminal(FILE *out, const struct corpus *corpus);
struct report *report_tap(FILE *out, const struct corpus *corpus);
struct report *report_junit(FILE *out, const struct corpus *corpus);
struct report *report_jsonl(FILE *out, const struct corpus *corpus);
struct report *report_html(FILE *out, const struct corpus *corpus);

#endif
