/*
 * bench.c - the clock, and the end where something goes wrong; see bench.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void bench_die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("snarp_bench: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  exit(2);
}

uint64_t bench_now(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
    bench_die("there is no monotonic clock");
  }
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
