/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "again.h"
#include "atomic.h"
#include "commands.h"
#include "glob.h"
#include "home.h"
#include "known.h"
#include "options.h"
#include "output.h"
#include "run.h"
#include "show.h"
#include "subjects.h"
#include "tell.h"
#include "text.h"

/* What lives from the first subject to the closing line. */
struct check {
  struct options options;
  struct corpus corpus;
  struct subjects subjects;
  bool *selected;
  struct arena kept;
  struct atomic output;
  struct report *report;
  size_t passed;
  size_t failed;
  size_t skipped;
  size_t unsupported; /* among those skipped */
  int status;         /* the worst so far */
  struct fault fault;
};

static bool fits_any(const struct globs *globs, const char *id) {
  for (size_t i = 0; i < globs->n; i++) {
    if (glob_fits(globs->list[i], id)) {
      return true;
    }
  }
  return false;
}

/* Every glob must fit something: else it is probably misspelt. */
static bool globs_fit(struct check *check, const struct globs *globs,
                      const char *option) {
  const struct corpus *corpus = &check->corpus;

  for (size_t i = 0; i < globs->n; i++) {
    size_t j = 0;

    while (j < corpus->n &&
           !glob_fits(globs->list[i], corpus->vectors[j]->id)) {
      j++;
    }
    if (j == corpus->n) {
      return fault_set(&check->fault, EXIT_USAGE,
                       "%s %s: fits the id of no vector", option,
                       globs->list[i]);
    }
  }
  return true;
}

static bool choose(struct check *check) {
  const struct options *options = &check->options;
  const struct corpus *corpus = &check->corpus;
  size_t n = 0;

  check->selected = take(corpus->n * sizeof *check->selected);
  if (!globs_fit(check, &options->only, "--only") ||
      !globs_fit(check, &options->skip, "--skip")) {
    return false;
  }
  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];

    check->selected[i] =
        !vector->aside &&
        (options->only.n == 0 || fits_any(&options->only, vector->id)) &&
        !fits_any(&options->skip, vector->id) &&
        (!options->level_set || vector->level == options->level);
    n += check->selected[i];
  }
  return n > 0 || fault_set(&check->fault, EXIT_USAGE,
                            "--only, --skip and --level leave no vector");
}

static bool load(struct check *check) {
  char *path = check->options.vectors == NULL ? home_path("vectors")
                                              : copy(check->options.vectors);
  bool ok = corpus_load(&check->corpus, path, &check->fault);

  free(path);
  return ok && choose(check);
}

/* On a terminal, on standard error: how far it is. */
static void progress(void *ctx, size_t done, size_t n) {
  static const char bar[] = "##############################";
  size_t width = n == 0 ? 30 : done * 30 / n;

  fprintf(stderr, "\r%s [%-30.*s] %zu/%zu%s", (const char *)ctx, (int)width,
          bar, done, n, done == n ? "\r\033[K" : "");
  fflush(stderr);
}

/* The known file of a subject as a new string, or null. */
static char *known_path(const struct check *check, const char *name) {
  char relative[256];
  char *path;

  if (check->options.known != NULL) {
    return copy(check->options.known);
  }
  if (name == NULL || strchr(name, '/') != NULL) {
    return NULL;
  }
  snprintf(relative, sizeof relative, "conformance/known/%s.json", name);
  path = home_path(relative);
  if (access(path, F_OK) != 0 && !check->options.update_known) {
    free(path);
    return NULL;
  }
  return path;
}

/* Loads it where there is one; a file that --update-known is to make need not
 * exist. *known is null where nothing is known.
 */
static bool load_known(struct check *check, struct known *space,
                       struct known **known, const char *name) {
  char *path = known_path(check, name);
  bool ok = true;

  *known = NULL;
  if (path == NULL) {
    return !check->options.update_known ||
           fault_set(&check->fault, EXIT_USAGE,
                     "--update-known: expected --known FILE for a command");
  }
  if (check->options.update_known && access(path, F_OK) != 0) {
    memset(space, 0, sizeof *space);
    space->path = arena_copy(&space->arena, path, strlen(path));
  } else {
    ok = known_load(space, path, &check->fault);
  }
  free(path);
  if (ok) {
    *known = space;
  } else {
    known_free(space);
  }
  return ok;
}

static bool update(struct check *check, const struct telling *telling) {
  const struct run *run = telling->run;
  struct known_seen seen = {run->corpus, run->selected, telling->raw,
                            telling->why};
  bool ok;

  if (run->broken != NULL) {
    return fault_set(&check->fault, run->unjudged ? EXIT_ADAPTER : 1,
                     "%s: not written, for the run did not end: %s",
                     telling->known->path, run->broken);
  }
  ok = known_update(telling->known, &seen, run->hello.name, run->hello.version,
                    &check->fault);
  if (ok) {
    fprintf(stderr, "snarp: %s: written anew\n", telling->known->path);
  }
  return ok;
}

static void worsen(struct check *check, int status) {
  if (status > check->status) {
    check->status = status;
  }
}

static void count(struct check *check, const struct telling *telling) {
  check->passed += telling->summary.passed;
  check->failed += telling->summary.failed;
  check->skipped += telling->summary.skipped;
  check->unsupported += telling->summary.total[VERDICT_UNSUPPORTED];
  if (telling->run->unjudged) {
    worsen(check, EXIT_ADAPTER);
    fprintf(stderr, "snarp: %s\n", telling->run->broken);
  } else if (!tell_fine(telling)) {
    worsen(check, EXIT_UNEXPECTED);
  }
}

static void set_subject(struct check *check, struct subject *subject,
                        const struct run *run, const char *name) {
  const char *shown = name != NULL ? name : run->argv[0];

  subject->name = shown;
  subject->options = again_options(&check->kept, &check->options);
  subject->target = again_target(&check->kept, name, run->argv);
  subject->check =
      arena_format(&check->kept, "%s %s", subject->options, subject->target);
  subject->implementation = arena_format(
      &check->kept, "%s", run->hello.name[0] != '\0' ? run->hello.name : shown);
  subject->version = arena_format(&check->kept, "%s", run->hello.version);
}

/* By index: what the known file says will crash or hang; null for nothing. */
static bool *doubtful_of(const struct check *check, const struct known *known) {
  const struct corpus *corpus = &check->corpus;
  bool *doubtful;

  if (known == NULL) {
    return NULL;
  }
  doubtful = take(corpus->n * sizeof *doubtful);
  for (size_t i = 0; i < corpus->n; i++) {
    doubtful[i] = known_doubtful(known, corpus->vectors[i]);
  }
  return doubtful;
}

/* What a program that prints its targets can be asked: by index. */
static bool *scenarios_of(const struct check *check) {
  const struct corpus *corpus = &check->corpus;
  bool *selected = take(corpus->n * sizeof *selected);

  for (size_t i = 0; i < corpus->n; i++) {
    selected[i] = check->selected[i] && corpus->vectors[i]->op == OP_RESOLVE;
  }
  return selected;
}

/* Runs one subject; name is null for a command, argv null for libsnarp, asks
 * null for all but live programs. */
static bool check_one(struct check *check, const char *name, char *const *argv,
                      const char *cwd, const struct live_asks *asks) {
  bool *scenarios = asks == NULL ? NULL : scenarios_of(check);
  struct run run = {.corpus = &check->corpus,
                    .selected = asks == NULL ? check->selected : scenarios,
                    .argv = argv,
                    .cwd = cwd,
                    .timeout = check->options.timeout,
                    .jobs = check->options.jobs};
  struct known space;
  struct subject *subject = arena_take(&check->kept, sizeof *subject);
  struct telling telling = {.run = &run,
                            .subject = subject,
                            .strict_reason = check->options.strict_reason,
                            .kept = &check->kept};
  bool *doubtful;
  bool ok;

  if (!load_known(check, &space, &telling.known, name)) {
    free(scenarios);
    return false;
  }
  doubtful = doubtful_of(check, telling.known);
  run.doubtful = doubtful;
  telling.judge_stale =
      check->options.vectors == NULL || check->options.known != NULL;
  if (isatty(STDERR_FILENO) == 1) {
    run.progress = progress;
    run.ctx = (void *)(name != NULL ? name : argv[0]);
  }
  if (asks == NULL) {
    run_subject(&run);
  } else {
    live_subject(&run, asks);
  }
  set_subject(check, subject, &run, name);
  tell(&telling, check->report);
  count(check, &telling);
  ok = !check->options.update_known || update(check, &telling);
  if (telling.known != NULL) {
    known_free(telling.known);
  }
  run_free(&run);
  free(doubtful);
  free(scenarios);
  return ok;
}

/* A bundled one that is installed. */
static bool check_entry(struct check *check,
                        const struct subject_entry *entry) {
  struct live_asks asks = check->options.asks;
  int timeout = check->options.timeout;
  bool ok;

  asks.service = entry->service;
  asks.protocol = entry->protocol;
  if (entry->live && !check->options.timeout_set) {
    check->options.timeout = LIVE_TIMEOUT_DEFAULT;
  }
  ok = check_one(check, entry->name, entry->argv, check->subjects.folder,
                 entry->live ? &asks : NULL);
  check->options.timeout = timeout;
  return ok;
}

static bool check_named(struct check *check, const char *name) {
  const struct subject_entry *entry;
  struct text names = {0};

  if (strcmp(name, "ref") == 0) {
    return check_one(check, "ref", NULL, NULL, NULL);
  }
  entry = subjects_find(&check->subjects, name);
  if (entry == NULL) {
    for (size_t i = 0; i < check->subjects.n; i++) {
      text_format(&names, ", %s", check->subjects.list[i].name);
    }
    fault_fill(&check->fault, EXIT_USAGE,
               "there is no adapter %s; expected ref%s, or -- and a command",
               name, names.base == NULL ? "" : names.base);
    free(names.base);
    return false;
  }
  if (!subject_usable(&check->subjects, entry)) {
    return fault_set(&check->fault, EXIT_ADAPTER,
                     "%s is not installed (apt-get install %s%s)", name,
                     entry->needs, entry->heavy ? ", or ./run peers" : "");
  }
  return check_entry(check, entry);
}

static bool check_all(struct check *check) {
  struct report *report = check->report;
  char why[LIVE_WHY];

  if (!check_one(check, "ref", NULL, NULL, NULL)) {
    return false;
  }
  for (size_t i = 0; i < check->subjects.n; i++) {
    const struct subject_entry *entry = &check->subjects.list[i];

    if (!subject_usable(&check->subjects, entry)) {
      report->missing(report, entry->name, entry->needs);
    } else if (entry->live &&
               !live_possible(&check->options.asks, entry->argv, why)) {
      fprintf(stderr, "snarp: %s: not judged: %s\n", entry->name, why);
    } else if (!check_entry(check, entry)) {
      return false;
    }
  }
  return true;
}

static bool check_subjects(struct check *check) {
  const struct options *options = &check->options;

  if (options->command != NULL) {
    return check_one(check, NULL, options->command, NULL,
                     options->live ? &options->asks : NULL);
  }
  if (!subjects_load(&check->subjects, &check->fault)) {
    return false;
  }
  return options->all ? check_all(check) : check_named(check, options->subject);
}

/* Writes the report; the file appears only where all of it could be written.
 */
static bool report_all(struct check *check) {
  const struct options *options = &check->options;
  bool to_file = options->output != NULL;
  bool ok;

  if (to_file && !atomic_open(&check->output, options->output, &check->fault)) {
    return false;
  }
  check->report =
      options->format(to_file ? check->output.file : stdout, &check->corpus);
  ok = check_subjects(check);
  check->report->close(check->report);
  if (to_file) {
    if (ok) {
      return atomic_commit(&check->output, &check->fault);
    }
    atomic_drop(&check->output);
    return false;
  }
  return ok && output_flush(&check->fault);
}

/* The closing line stands where it does not disturb a report for machines. */
static bool close_line(struct check *check) {
  bool aside = check->options.output == NULL && !check->options.terminal;
  FILE *out = aside ? stderr : stdout;

  fprintf(out, "snarp: %zu passed, %zu failed, %zu skipped\n", check->passed,
          check->failed, check->skipped);
  return output_flush(&check->fault);
}

/* A run that could ask nothing shows nothing, and must not look as if all were
 * fine.
 */
static void refuse_nothing(struct check *check) {
  if (check->passed + check->failed == 0 &&
      check->unsupported == check->skipped && check->unsupported > 0) {
    worsen(check, EXIT_ADAPTER);
    fputs("snarp: nothing was judged: all vectors are unsupported\n", stderr);
  }
}

static bool perform(struct check *check) {
  const struct options *options = &check->options;

  if (!load(check)) {
    return false;
  }
  if (options->show != NULL) {
    return show_vector(&check->corpus, options->show, &check->fault);
  }
  if (options->list) {
    return list_vectors(&check->corpus, check->selected, &check->fault);
  }
  if (!report_all(check)) {
    return false;
  }
  refuse_nothing(check);
  return close_line(check);
}

int command_check(int argc, char **argv) {
  struct check check = {0};
  bool ok = options_read(&check.options, argc, argv, &check.fault);

  if (ok && check.options.help) {
    options_free(&check.options);
    return output_text(options_help);
  }
  ok = ok && perform(&check);
  if (!ok) {
    worsen(&check, fault_tell(&check.fault));
  }
  options_free(&check.options);
  free(check.selected);
  subjects_free(&check.subjects);
  corpus_free(&check.corpus);
  arena_free(&check.kept);
  return ok ? check.status : check.fault.status;
}
