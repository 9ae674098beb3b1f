/* snarp_runner_test SUITE: tests of parts of the runner that no corpus reaches.
 * Exit: 0 all passed, 1 not, 2 usage.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "runner_test.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  CU_TestInfo *tests;
} suites[] = {{"dist", dist_tests}, {"trace", trace_tests}};

static int run(const char *name, CU_TestInfo *tests) {
  CU_pSuite suite;
  int rv = 2;

  if (CU_initialize_registry() != CUE_SUCCESS) {
    return rv;
  }
  suite = CU_add_suite(name, NULL, NULL);
  for (; suite != NULL && tests->pName != NULL; tests++) {
    if (CU_add_test(suite, tests->pName, tests->pTestFunc) == NULL) {
      suite = NULL;
    }
  }
  if (suite != NULL && CU_basic_run_tests() == CUE_SUCCESS) {
    rv = CU_get_number_of_failures() > 0;
  }
  CU_cleanup_registry();
  return rv;
}

int main(int argc, char **argv) {
  for (size_t i = 0; argc == 2 && i < sizeof suites / sizeof *suites; i++) {
    if (strcmp(suites[i].name, argv[1]) == 0) {
      return run(suites[i].name, suites[i].tests);
    }
  }
  fputs("usage: snarp_runner_test dist|trace\n", stderr);
  return 2;
}
