/*
 * pools_tell.c - what pools cost, in tables.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"

#define BESIDE_SIZES (POOL_SIZES - 1) /* those of both sides */
#define LARGE (BESIDE_SIZES - 1)      /* the size with the higher goal */

/* A task under a policy. */
struct row {
  const char *policy;
  const char *task;
  double ns[POOL_SIZES];
  double times[BESIDE_SIZES];
  double worst; /* of the times, as shares of what is wanted */
};

static double wanted_at(size_t size) {
  return size == LARGE ? POOL_WANTED_LARGE : POOL_WANTED;
}

static struct row row_of(const struct pool_results *results, size_t kind,
                         size_t task) {
  struct row row = {snarp_policy_name(results->kinds[kind]),
                    pool_tasks[task] + strlen("pool_"),
                    {0},
                    {0},
                    1e9};
  for (size_t size = 0; size < POOL_SIZES; size++) {
    const double *ns = results->cells[kind][size].ns[task];
    row.ns[size] = ns[0];
    if (size < BESIDE_SIZES) {
      row.times[size] = ns[1] / ns[0];
      double share = row.times[size] / wanted_at(size);
      row.worst = share < row.worst ? share : row.worst;
    }
  }
  return row;
}

static size_t rows_of(struct row *rows, const struct pool_results *results) {
  size_t n = 0;
  for (size_t task = 0; task < POOL_TASKS; task++) {
    for (size_t kind = 0; kind < POOL_KINDS; kind++) {
      if (results->cells[kind][0].ns[task][0] > 0) {
        rows[n++] = row_of(results, kind, task);
      }
    }
  }
  return n;
}

static int best_first(const void *a, const void *b) {
  double x = ((const struct row *)a)->worst;
  double y = ((const struct row *)b)->worst;
  return (x < y) - (x > y);
}

static void tell_head(const struct pool_results *results, const char *title,
                      size_t sizes) {
  printf("\n%s\n  %-18s", title, "elements");
  for (size_t size = 0; size < sizes; size++) {
    printf(" %8zu", results->sizes[size]);
  }
  putchar('\n');
}

static void tell_times(const struct pool_results *results,
                       const struct row *rows, size_t n) {
  size_t missed = 0;
  char text[32];
  tell_head(results,
            "pools, how many times as long rsplib takes, best to worst",
            BESIDE_SIZES);
  for (size_t i = 0; i < n; i++) {
    printf("  %-6s %-11s", rows[i].policy, rows[i].task);
    for (size_t size = 0; size < BESIDE_SIZES; size++) {
      bool miss = rows[i].times[size] < wanted_at(size);
      missed += miss;
      snprintf(text, sizeof text, "%s%.1f", miss ? "*" : "",
               rows[i].times[size]);
      printf(" %8s", text);
    }
    putchar('\n');
  }
  printf("  wanted %-11s", "");
  for (size_t size = 0; size < BESIDE_SIZES; size++) {
    printf(" %8.1f", wanted_at(size));
  }
  printf("\n  %zu of %zu figures are less than wanted%s\n", missed,
         n * BESIDE_SIZES, missed > 0 ? " (*)" : "");
}

static void tell_ns(const struct pool_results *results, const struct row *rows,
                    size_t n) {
  tell_head(results, "pools, nanoseconds a call of libsnarp", POOL_SIZES);
  for (size_t i = 0; i < n; i++) {
    printf("  %-6s %-11s", rows[i].policy, rows[i].task);
    for (size_t size = 0; size < POOL_SIZES; size++) {
      printf(" %8.1f", rows[i].ns[size]);
    }
    putchar('\n');
  }
}

static void tell_octets(const struct pool_results *results) {
  tell_head(results, "pools, octets of memory an element", POOL_SIZES);
  for (size_t side = 0; side < (results->beside ? 2U : 1U); side++) {
    for (size_t kind = 0; kind < POOL_KINDS; kind++) {
      printf("  %-6s %-11s", snarp_policy_name(results->kinds[kind]),
             side == 0 ? "snarp" : "rsplib");
      for (size_t size = 0; size < POOL_SIZES; size++) {
        if (results->cells[kind][size].octets[side] > 0) {
          printf(" %8.0f", results->cells[kind][size].octets[side]);
        }
      }
      putchar('\n');
    }
  }
}

void pools_tell(const struct pool_results *results) {
  struct row rows[POOL_TASKS * POOL_KINDS];
  size_t n = rows_of(rows, results);
  tell_ns(results, rows, n);
  tell_octets(results);
  if (results->beside) {
    qsort(rows, n, sizeof rows[0], best_first);
    tell_times(results, rows, n);
  }
}

static void tell_json(const struct pool_results *results, size_t kind,
                      size_t size, size_t task, const char *before) {
  const struct pool_cell *cell = &results->cells[kind][size];
  printf("%s{\"task\":\"%s\",\"policy\":\"%s\",\"size\":%zu,\"ns\":%.2f,"
         "\"octets\":%.1f",
         before, pool_tasks[task], snarp_policy_name(results->kinds[kind]),
         results->sizes[size], cell->ns[task][0], cell->octets[0]);
  if (cell->ns[task][1] > 0) {
    printf(",\"rsplib\":{\"ns\":%.2f,\"octets\":%.1f,\"times\":%.3f}",
           cell->ns[task][1], cell->octets[1],
           cell->ns[task][1] / cell->ns[task][0]);
  }
  putchar('}');
}

void pools_tell_json(const struct pool_results *results,
                     const char *(*separator)(void)) {
  for (size_t kind = 0; kind < POOL_KINDS; kind++) {
    for (size_t size = 0; size < POOL_SIZES; size++) {
      for (size_t task = 0; task < POOL_TASKS; task++) {
        if (results->cells[kind][size].ns[task][0] > 0) {
          tell_json(results, kind, size, task, separator());
        }
      }
    }
  }
}
