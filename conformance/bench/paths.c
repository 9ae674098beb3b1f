/*
 * paths.c - see paths.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "paths.h"

#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "bench.h"
#include "grow.h"

#define NAME_MAX 96
#define RECORD_TIMES 100

void path_count(const char *name, size_t (*run)(void *made, size_t times),
                void *made, size_t times) {
  char trigger[NAME_MAX];
  snprintf(trigger, sizeof trigger, "%zu %s", times, name);
  CALLGRIND_ZERO_STATS;
  size_t good = run(made, times);
  CALLGRIND_DUMP_STATS_AT(trigger);
  if (good != times) {
    bench_die("%s: a call went wrong", name);
  }
}

/* --- records */

struct task {
  const struct contestant *who;
  const struct sample *sample;
};

static size_t run_task(void *made, size_t times) {
  const struct task *task = made;
  return task->who->run(task->sample, times);
}

/* The tasks of libsnarp on a sample; it has no task that only copies. */
static void count_sample(const struct sample_text *text) {
  struct sample sample = sample_make(text);
  for (const struct contestant *who = contestants_snarp; who->task != NULL;
       who++) {
    char name[NAME_MAX];
    struct task task = {who, &sample};
    if (strncmp(who->task, text->tasks, strcspn(text->tasks, "*")) == 0 &&
        strncmp(who->call, "snarp_", 6) == 0) {
      snprintf(name, sizeof name, "%s: %s", who->call, text->name);
      path_count(name, run_task, &task, RECORD_TIMES);
    }
  }
  sample_free(&sample);
}

/* --- walks and SRV records */

static void count_growth(const struct grow *grow) {
  for (const size_t *size = grow->sizes; *size != 0 && *size <= 1000; size++) {
    char name[NAME_MAX];
    void *made = grow->make(*size);
    snprintf(name, sizeof name, "%s: %zu %ss", grow->task, *size, grow->unit);
    path_count(name, grow->run, made, 1);
    grow->end(made);
  }
}

int main(void) {
  puts(BENCH_COMPILER "\n" BENCH_FLAGS);
  for (const struct sample_text *text = sample_texts; text->name != NULL;
       text++) {
    count_sample(text);
  }
  paths_fields();
  for (const struct grow *grow = grows; grow->task != NULL; grow++) {
    count_growth(grow);
  }
  paths_pools();
  return 0;
}
