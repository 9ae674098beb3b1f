/*
 * main.c - snarp_bench: libsnarp beside other libraries, in one run.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <fnmatch.h>
#include <getopt.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "check.h"
#include "grow.h"
#include "pools.h"

#define ROUNDS 41
#define ROUND_NS 3000000 /* how long one round of one contestant lasts */
#define ENTRIES_MAX 64

struct entry {
  const struct contestant *who;
  const struct sample *sample;
  size_t n; /* how often in a round */
  double round[ROUNDS];
  double ns;
};

static const char usage[] =
    "usage: snarp_bench [--only GLOB] [--format table|json] [--instructions]\n"
    "Measures libsnarp beside other libraries: nanoseconds a record, the\n"
    "median of rounds in turn, and how many times as long as libsnarp each\n"
    "takes; how the cost of walks and of SRV choice grows, with "
    "--instructions\n"
    "also in instructions as callgrind counts them; pools beside rsplib; and\n"
    "how many vectors a second `snarp check` judges. GLOB chooses tasks:\n"
    "naptr_read naptr_scan naptr_print srv_read walk srv_order pool_register\n"
    "pool_reregister pool_select_1 pool_select_3 check.\n";

static const struct contestant *const libraries[] = {
    contestants_snarp,
#ifdef BENCH_HAS_ldns
    contestants_ldns,
#endif
#ifdef BENCH_HAS_cares
    contestants_cares,
#endif
#ifdef BENCH_HAS_knot
    contestants_knot,
#endif
};

static uint64_t timed(const struct entry *entry) {
  uint64_t start = bench_now();
  size_t good = entry->who->run(entry->sample, entry->n);
  uint64_t end = bench_now();
  if (good != entry->n) {
    bench_die("%s does not take the record %s", entry->who->call,
              entry->sample->name);
  }
  return end - start;
}

static void calibrate(struct entry *entry) {
  uint64_t ns;
  entry->n = 64;
  while ((ns = timed(entry)) < ROUND_NS / 2) {
    entry->n *= 2;
  }
  entry->n = (size_t)((double)entry->n * ROUND_NS / (double)ns) + 1;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(struct entry *entries, size_t n) {
  for (size_t i = 0; i < n; i++) {
    calibrate(&entries[i]);
  }
  for (size_t round = 0; round < ROUNDS; round++) {
    for (size_t i = 0; i < n; i++) {
      entries[i].round[round] =
          (double)timed(&entries[i]) / (double)entries[i].n;
    }
  }
  for (size_t i = 0; i < n; i++) {
    qsort(entries[i].round, ROUNDS, sizeof(double), by_size);
    entries[i].ns = entries[i].round[ROUNDS / 2];
  }
}

static size_t enter(struct entry *entries, const char *task,
                    const struct sample *sample) {
  size_t n = 0;
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
    for (const struct contestant *who = libraries[i]; who->task != NULL;
         who++) {
      if (strcmp(who->task, task) == 0 && n < ENTRIES_MAX) {
        entries[n++] = (struct entry){.who = who, .sample = sample};
      }
    }
  }
  return n;
}

static void tell_table(const struct entry *entries, size_t n) {
  const struct sample *sample = entries[0].sample;
  printf("\n%s, %s (%zu octets of RDATA)\n", entries[0].who->task, sample->name,
         sample->rdata.len);
  printf("  %-7s %-25s %9s %7s %7s\n", "", "", "ns", "times", "wanted");
  for (size_t i = 0; i < n; i++) {
    const struct contestant *who = entries[i].who;
    printf("  %-7s %-25s %9.1f %7.2f", who->name, who->call, entries[i].ns,
           entries[i].ns / entries[0].ns);
    if (who->wanted > 0) {
      printf(" %7.1f", who->wanted);
    }
    putchar('\n');
  }
}

/* What stands before the next result of the JSON. */
static const char *separator(void) {
  static const char *next = "{\"format\":\"snarp-bench/1\",\"results\":[\n";
  const char *now = next;
  next = ",\n";
  return now;
}

static void tell_json(const struct entry *entries, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct contestant *who = entries[i].who;
    printf("%s{\"task\":\"%s\",\"record\":\"%s\",\"octets\":%zu,"
           "\"name\":\"%s\",\"call\":\"%s\",\"ns\":%.2f,\"times\":%.3f}",
           separator(), who->task, entries[i].sample->name,
           entries[i].sample->rdata.len, who->name, who->call, entries[i].ns,
           entries[i].ns / entries[0].ns);
  }
}

static void tell_rates(const struct check_rate *rates, bool json) {
  for (size_t i = 0; i < CHECK_RATES; i++) {
    double rate = (double)rates[i].vectors / rates[i].judging;
    if (json) {
      printf("%s{\"task\":\"check\",\"name\":\"%s\",\"vectors\":%zu,"
             "\"seconds\":%.3f,\"a_second\":%.0f}",
             separator(), rates[i].name, rates[i].vectors, rates[i].seconds,
             rate);
    } else {
      printf("%s  %-33s %9zu %7.2f %9.0f\n",
             i > 0 ? ""
                   : "\ncheck, of libsnarp\n"
                     "                                      vectors       s  "
                     "a second\n",
             rates[i].name, rates[i].vectors, rates[i].seconds, rate);
    }
  }
}

static void tell_growth(const struct grow *grow, const struct grown *grown,
                        size_t n) {
  printf("\n%s\n  %8ss %11s %9s %10s %13s\n", grow->task, grow->unit, "ns",
         "a second", "ns each", "instructions");
  for (size_t i = 0; i < n; i++) {
    double size = (double)grown[i].size;
    printf("  %9zu %11.0f %9.0f %10.1f", grown[i].size, grown[i].ns,
           1e9 / grown[i].ns, grown[i].ns / size);
    if (grown[i].instructions > 0) {
      printf(" %8.0f each", (double)grown[i].instructions / size);
    }
    putchar('\n');
  }
}

static void tell_growth_json(const struct grow *grow, const struct grown *grown,
                             size_t n) {
  for (size_t i = 0; i < n; i++) {
    printf("%s{\"task\":\"%s\",\"size\":%zu,\"ns\":%.1f", separator(),
           grow->task, grown[i].size, grown[i].ns);
    if (grown[i].instructions > 0) {
      printf(",\"instructions\":%llu",
             (unsigned long long)grown[i].instructions);
    }
    putchar('}');
  }
}

/* Measures growth of the tasks that `only` chooses; false where it chooses
 * none. */
static bool run_growth(const char *only, bool json, const char *self) {
  bool any = false;
  for (const struct grow *grow = grows; grow->task != NULL; grow++) {
    if (fnmatch(only, grow->task, 0) == 0) {
      struct grown grown[GROW_SIZES_MAX];
      size_t n = grow_measure(grown, grow, self);
      (json ? tell_growth_json : tell_growth)(grow, grown, n);
      any = true;
    }
  }
  return any;
}

/* Measures pools; false where `only` chooses none of their tasks. */
static bool run_pools(const char *only, bool json) {
  static struct pool_results results;
  if (!pools_measure(&results, only)) {
    return false;
  }
  if (json) {
    pools_tell_json(&results, separator);
  } else {
    pools_tell(&results);
  }
  return true;
}

/* Runs what `only` chooses; false where it chooses nothing. */
static bool run(const char *only, bool json, const char *self) {
  static const char *const tasks[] = {"naptr_read", "naptr_scan", "naptr_print",
                                      "srv_read"};
  static struct entry entries[ENTRIES_MAX];
  bool any = false;
  for (size_t t = 0; t < sizeof tasks / sizeof tasks[0]; t++) {
    for (const struct sample_text *text = sample_texts; text->name != NULL;
         text++) {
      if (fnmatch(only, tasks[t], 0) != 0 ||
          fnmatch(text->tasks, tasks[t], 0) != 0) {
        continue;
      }
      struct sample sample = sample_make(text);
      size_t n = enter(entries, tasks[t], &sample);
      measure(entries, n);
      (json ? tell_json : tell_table)(entries, n);
      sample_free(&sample);
      any = true;
    }
  }
  any = run_growth(only, json, self) || any;
  any = run_pools(only, json) || any;
  if (fnmatch(only, "check", 0) == 0) {
    struct check_rate rates[CHECK_RATES];
    fflush(stdout);
    check_measure(rates);
    tell_rates(rates, json);
    any = true;
  }
  return any;
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"only", required_argument, NULL, 'o'},
      {"format", required_argument, NULL, 'f'},
      {"instructions", no_argument, NULL, 'i'},
      {"once", required_argument, NULL, '1'},
      {"help", no_argument, NULL, 'h'},
      {NULL, 0, NULL, 0},
  };
  const char *only = "*";
  const char *self = NULL;
  bool json = false;
  int option;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == 'o') {
      only = optarg;
    } else if (option == 'i') {
      self = argv[0];
    } else if (option == '1') {
      grow_once(optarg);
      return 0;
    } else if (option == 'f' && strcmp(optarg, "json") == 0) {
      json = true;
    } else if (option == 'f' && strcmp(optarg, "table") == 0) {
      json = false;
    } else {
      fputs(usage, option == 'h' ? stdout : stderr);
      return option == 'h' ? 0 : 2;
    }
  }
  if (optind < argc) {
    bench_die("unexpected argument %s; see --help", argv[optind]);
  }
  /* glibc must not give the top of the heap back and take it again with each
   * large block of a library */
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  if (!run(only, json, self)) {
    bench_die("--only %s: no task has such a name; see --help", only);
  }
  if (json) {
    puts("\n]}");
  }
  if (fflush(stdout) != 0 || ferror(stdout)) {
    bench_die("cannot write the results");
  }
  return 0;
}
