/*
 * runner_test.h - the suites of snarp_runner_test.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_TEST_H
#define SNARP_RUNNER_TEST_H

#include <CUnit/CUnit.h>

extern CU_TestInfo dist_tests[];
extern CU_TestInfo trace_tests[];

#endif
