/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool output_flush(struct fault *fault) {
  if (fflush(stdout) != 0) {
    return fault_set(fault, EXIT_USAGE,
                     "standard output: cannot be written: %s", strerror(errno));
  }
  return ferror(stdout) == 0 ||
         fault_set(fault, EXIT_USAGE, "standard output: cannot be written");
}

int output_text(const char *text) {
  struct fault fault = {0};

  fputs(text, stdout);
  return output_flush(&fault) ? EXIT_FINE : fault_tell(&fault);
}
