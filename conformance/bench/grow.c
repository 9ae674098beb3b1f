/*
 * grow.c - see grow.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define ROUNDS 21
#define ROUND_NS 5000000 /* how long a round lasts at least */

static uint64_t timed(const struct grow *grow, void *made, size_t times) {
  uint64_t start = bench_now();
  size_t good = grow->run(made, times);
  uint64_t end = bench_now();
  if (good != times) {
    bench_die("%s: a call went wrong", grow->task);
  }
  return end - start;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const struct grow *grow, size_t size) {
  double rounds[ROUNDS];
  void *made = grow->make(size);
  size_t times = 1;
  while (timed(grow, made, times) < ROUND_NS) {
    times *= 2;
  }
  for (size_t i = 0; i < ROUNDS; i++) {
    rounds[i] = (double)timed(grow, made, times) / (double)times;
  }
  grow->end(made);
  qsort(rounds, ROUNDS, sizeof(double), by_size);
  return rounds[ROUNDS / 2];
}

/* All instructions of a run of this program that does the task so often. */
static uint64_t count(const char *self, const struct grow *grow, size_t size,
                      int times) {
  char command[512];
  char line[256];
  unsigned long long n = 0;
  snprintf(command, sizeof command,
           "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' "
           "--once %s:%zu:%d 2>&1",
           self, grow->task, size, times);
  FILE *output = popen(command, "r");
  while (output != NULL && fgets(line, sizeof line, output) != NULL) {
    const char *at = strstr(line, "Collected : ");
    if (at != NULL) {
      n = strtoull(at + strlen("Collected : "), NULL, 10);
    }
  }
  if (output == NULL || pclose(output) != 0 || n == 0) {
    bench_die("cannot count instructions; is valgrind installed?");
  }
  return n;
}

size_t grow_measure(struct grown grown[GROW_SIZES_MAX], const struct grow *grow,
                    const char *self) {
  size_t n = 0;
  for (; n < GROW_SIZES_MAX && grow->sizes[n] != 0; n++) {
    size_t size = grow->sizes[n];
    grown[n] = (struct grown){size, median(grow, size), 0};
    if (self != NULL) {
      grown[n].instructions =
          count(self, grow, size, 2) - count(self, grow, size, 1);
    }
  }
  return n;
}

void grow_once(const char *what) {
  char task[32];
  size_t size;
  size_t times;
  if (sscanf(what, "%31[^:]:%zu:%zu", task, &size, &times) != 3 || size == 0) {
    bench_die("--once %s: expected TASK:SIZE:TIMES", what);
  }
  for (const struct grow *grow = grows; grow->task != NULL; grow++) {
    if (strcmp(grow->task, task) == 0) {
      void *made = grow->make(size);
      timed(grow, made, times);
      grow->end(made);
      return;
    }
  }
  bench_die("--once %s: no task has such a name", what);
}
