/*
 * check.c - see check.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define RECORDS 4000 /* each makes some fifty vectors */
#define RUNS 5

struct place {
  char folder[64];
  char vectors[96];
  char rules[96];
  char output[96];
};

static FILE *open_file(const char *path, const char *mode) {
  FILE *file = fopen(path, mode);
  if (file == NULL) {
    bench_die("%s: %s", path, strerror(errno));
  }
  return file;
}

static void close_file(FILE *file, const char *path) {
  bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) {
    bench_die("%s: cannot be written", path);
  }
}

static void copy_rules(const struct place *place) {
  FILE *from = open_file(BENCH_RULES, "r");
  FILE *to = open_file(place->rules, "w");
  int octet;
  while ((octet = fgetc(from)) != EOF) {
    fputc(octet, to);
  }
  fclose(from);
  close_file(to, place->rules);
}

/* Records that differ in their numbers and in a label. */
static void write_vectors(const struct place *place) {
  FILE *file = open_file(place->vectors, "w");
  fputs("{\"format\":\"snarp-vectors/1\",\"op\":\"naptr.decode\","
        "\"topic\":\"records for a benchmark\",\"vectors\":[",
        file);
  for (unsigned i = 0; i < RECORDS; i++) {
    fprintf(file,
            "%s\n{\"id\":\"naptr.decode/record-%u\",\"title\":\"record %u\","
            "\"rules\":[\"rfc3403-4.1-wire\"],\"in\":{\"rdata\":\"%04x000a"
            "01730757503a6c64617000055f6c646170045f74637004%08x"
            "076578616d706c6503636f6d00\"},\"expect\":{\"value\":{"
            "\"order\":%u,\"preference\":10,\"flags\":\"73\","
            "\"services\":\"57503a6c646170\",\"regexp\":\"\","
            "\"replacement\":\"055f6c646170045f74637004%08x"
            "076578616d706c6503636f6d00\"}},\"origin\":\"derived\"}",
            i > 0 ? "," : "", i, i, i, 0x61616161 + i, i, 0x61616161 + i);
  }
  fputs("\n]}\n", file);
  close_file(file, place->vectors);
}

static void make_place(struct place *place) {
  strcpy(place->folder, "/tmp/snarp-bench-XXXXXX");
  if (mkdtemp(place->folder) == NULL) {
    bench_die("%s: %s", place->folder, strerror(errno));
  }
  snprintf(place->vectors, sizeof place->vectors, "%s/records.json",
           place->folder);
  snprintf(place->rules, sizeof place->rules, "%s/rules.json", place->folder);
  snprintf(place->output, sizeof place->output, "%s/output", place->folder);
  copy_rules(place);
  write_vectors(place);
}

static void remove_place(const struct place *place) {
  unlink(place->vectors);
  unlink(place->rules);
  unlink(place->output);
  rmdir(place->folder);
}

static void become(const struct place *place, const char *const *argv) {
  int fd = open(place->output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0) {
    execv(BENCH_SNARP, (char *const *)argv);
  }
  _exit(127);
}

/* Seconds that the command takes. */
static double run(const struct place *place, const char *const *argv) {
  uint64_t start = bench_now();
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) {
    become(place, argv);
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
    bench_die("%s check: it did not end with status 0", BENCH_SNARP);
  }
  return (double)(bench_now() - start) / 1e9;
}

static double fastest(const struct place *place, const char *const *argv) {
  double best = run(place, argv);
  for (int i = 1; i < RUNS; i++) {
    double seconds = run(place, argv);
    best = seconds < best ? seconds : best;
  }
  return best;
}

/* The count in the last line: "snarp: N passed, 0 failed, 0 skipped". */
static size_t passed(const struct place *place) {
  FILE *file = open_file(place->output, "r");
  char line[256];
  size_t n = 0, failed = 1;
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "snarp: %zu passed, %zu failed", &n, &failed) == 2) {
      break;
    }
  }
  fclose(file);
  if (n == 0 || failed != 0) {
    bench_die("%s check: not all records of the benchmark passed", BENCH_SNARP);
  }
  return n;
}

static void measure(struct check_rate *rate, const char *name, double loading,
                    const struct place *place, const char *const *argv) {
  rate->name = name;
  rate->seconds = fastest(place, argv);
  rate->judging = rate->seconds - loading;
  rate->vectors = passed(place);
}

void check_measure(struct check_rate rates[CHECK_RATES]) {
  struct place place;
  make_place(&place);
  const char *list[] = {"snarp",  "check", "--vectors", place.vectors,
                        "--list", "ref",   NULL};
  const char *direct[] = {"snarp",       "check", "--vectors",
                          place.vectors, "ref",   NULL};
  const char *piped[] = {"snarp",     "check",       "--jobs", "1",
                         "--vectors", place.vectors, "--",     BENCH_SNARP,
                         "adapter",   "ref",         NULL};
  double loading = fastest(&place, list);
  measure(&rates[0], "in process", loading, &place, direct);
  measure(&rates[1], "one adapter, through a pipe", loading, &place, piped);
  remove_place(&place);
}
