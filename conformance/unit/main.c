/* snarp_unit [SUITE...]: runs all suites of unit tests or those named. Exit: 0
 * all passed, 1 not, 2 usage.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "unit.h"

static const struct {
  const char *name;
  CU_TestInfo *tests;
} suites[] = {
    {"status", status_tests},
    {"rng", rng_tests},
    {"wire", wire_tests},
    {"text", text_tests},
    {"name_wire", name_wire_tests},
    {"name_text", name_text_tests},
    {"naptr_wire", naptr_wire_tests},
    {"naptr_text", naptr_text_tests},
    {"check", check_tests},
    {"srv", srv_tests},
    {"message", message_tests},
    {"service", service_tests},
    {"srv_order", srv_order_tests},
    {"walk", walk_tests},
    {"parameter", parameter_tests},
    {"policy", policy_tests},
    {"pool", pool_tests},
    {"pool_turns", pool_turns_tests},
    {"pool_draws", pool_draws_tests},
    {"pool_diff", pool_diff_tests},
    {"pooluser", pooluser_tests},
};

enum { N_SUITES = sizeof suites / sizeof suites[0] };

static int add_suite(size_t i) {
  CU_pSuite suite = CU_add_suite_with_setup_and_teardown(suites[i].name, NULL,
                                                         NULL, NULL, unit_free);

  for (CU_TestInfo *test = suites[i].tests; test->pName != NULL; test++) {
    if (CU_add_test(suite, test->pName, test->pTestFunc) == NULL) {
      fprintf(stderr, "snarp_unit: %s\n", CU_get_error_msg());
      return -1;
    }
  }
  return 0;
}

static int add_named(const char *name) {
  for (size_t i = 0; i < N_SUITES; i++) {
    if (strcmp(suites[i].name, name) == 0) {
      return add_suite(i);
    }
  }
  fprintf(stderr, "snarp_unit: no suite '%s'; there are:", name);
  for (size_t i = 0; i < N_SUITES; i++) {
    fprintf(stderr, " %s", suites[i].name);
  }
  fputc('\n', stderr);
  return -1;
}

static int add_all(void) {
  int rv = 0;

  for (size_t i = 0; i < N_SUITES && rv == 0; i++) {
    rv = add_suite(i);
  }
  return rv;
}

int main(int argc, char **argv) {
  if (CU_initialize_registry() != CUE_SUCCESS) {
    fprintf(stderr, "snarp_unit: %s\n", CU_get_error_msg());
    return 2;
  }

  int rv = argc < 2 ? add_all() : 0;
  for (int i = 1; i < argc && rv == 0; i++) {
    rv = add_named(argv[i]);
  }
  if (rv != 0) {
    CU_cleanup_registry();
    return 2;
  }

  CU_basic_set_mode(CU_BRM_NORMAL);
  CU_basic_run_tests();
  bool ok = CU_get_number_of_failures() == 0 && CU_get_number_of_asserts() > 0;
  CU_cleanup_registry();
  return ok ? 0 : 1;
}
