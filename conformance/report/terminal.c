/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diff.h"
#include "fault.h"
#include "report.h"

/* How many failures of a subject are shown whole, and how long a line of them
 * gets.
 */
#define SHOWN_MAX 20
#define LINE_CUT 400
#define DIFF_ROWS 4

/* One subject, for the matrix at the end. */
struct row {
  const char *name;
  const char *version;
  size_t by_level[LEVELS][VERDICTS];
  bool broken;
};

struct missing {
  const char *name;
  const char *needs;
};

struct terminal {
  struct report report; /* first, so that one is the other */
  FILE *out;
  bool colour;
  const struct subject *subject;
  size_t shown;
  size_t more;
  struct row *rows;
  size_t n_rows;
  struct missing *missing;
  size_t n_missing;
};

/* The columns of the tables: the verdicts they count. */
static const struct {
  const char *head;
  unsigned verdicts; /* 1 << verdict, or-ed */
} columns[] = {{"pass", 1U << VERDICT_PASS},
               {"fail", 1U << VERDICT_FAIL | 1U << VERDICT_UNEXPECTED_PASS},
               {"expected", 1U << VERDICT_EXPECTED_FAIL},
               {"recorded", 1U << VERDICT_RECORDED},
               {"unsupported", 1U << VERDICT_UNSUPPORTED},
               {"inconclusive", 1U << VERDICT_INCONCLUSIVE},
               {"crash", 1U << VERDICT_CRASH},
               {"timeout", 1U << VERDICT_TIMEOUT},
               {"harness", 1U << VERDICT_HARNESS_ERROR},
               {"skipped", 1U << VERDICT_SKIPPED}};

#define COLUMNS (sizeof columns / sizeof *columns)

static size_t count(const size_t *verdicts, unsigned wanted) {
  size_t n = 0;

  for (int i = 0; i < VERDICTS; i++) {
    n += (wanted >> i & 1) != 0 ? verdicts[i] : 0;
  }
  return n;
}

static bool is_colour(FILE *out) {
  const char *no = getenv("NO_COLOR");
  const char *term = getenv("TERM");

  return (no == NULL || *no == '\0') && term != NULL &&
         strcmp(term, "dumb") != 0 && isatty(fileno(out)) == 1;
}

static const char *paint(const struct terminal *terminal, const char *code) {
  return terminal->colour ? code : "";
}

#define RED "\033[31m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static void begin(struct report *report, const struct subject *subject) {
  struct terminal *terminal = (struct terminal *)report;

  terminal->subject = subject;
  terminal->shown = terminal->more = 0;
  fprintf(terminal->out, "%s%s%s: %s %s\n", paint(terminal, BOLD),
          subject->name, paint(terminal, PLAIN), subject->implementation,
          subject->version);
}

static bool is_shown(enum verdict verdict) {
  return verdict_failed(verdict);
}

static void line(const struct terminal *terminal, const char *head,
                 const char *text) {
  size_t n = strlen(text);

  if (n == 0) {
    return;
  }
  fprintf(terminal->out, "    %-9s %.*s%s\n", head,
          (int)(n > LINE_CUT ? LINE_CUT : n), text, n > LINE_CUT ? "..." : "");
}

/* Nothing where there is no text. */
static void made_line(const struct terminal *terminal, const char *head,
                      char *text) {
  line(terminal, head, text == NULL ? "" : text);
  free(text);
}

/* Several lines, or none. */
static void lines(const struct terminal *terminal, const char *head,
                  const char *text) {
  while (text != NULL && *text != '\0') {
    size_t n = strcspn(text, "\n");

    fprintf(terminal->out, "    %-9s %.*s\n", head, (int)n, text);
    text += text[n] == '\n' ? n + 1 : n;
    head = "";
  }
}

static void show_rule(const struct terminal *terminal,
                      const struct vector *vector) {
  const struct rule *rule = vector->rules[0];

  fprintf(terminal->out, "    %-9s %s (%s; %s, %s)\n", "rule", rule->id,
          level_name(rule->level), rule->spec, rule->section);
  line(terminal, "", rule->says);
}

static void show_twin(const struct terminal *terminal,
                      const struct vector *vector) {
  enum verb verb = verb_of(vector->op);

  if (vector->twin == NULL || (verb != VERB_DECODE && verb != VERB_SCAN)) {
    return;
  }
  fprintf(terminal->out, "    %-9s %s\n", "twin", vector->twin->id);
  diff_print(terminal->out, "              ", "this", vector->in.octets, "twin",
             vector->twin->in.octets, DIFF_ROWS);
}

static void show(struct terminal *terminal, const struct result *result) {
  const struct vector *vector = result->vector;

  fprintf(terminal->out, "\n  %s%s%s %s\n", paint(terminal, RED),
          verdict_name(result->verdict), paint(terminal, PLAIN), vector->id);
  line(terminal, "title", vector->title);
  show_rule(terminal, vector);
  made_line(terminal, "request", vector_render_request(vector, 2 * LINE_CUT));
  made_line(terminal, "world", vector_render_world(vector, 2 * LINE_CUT));
  made_line(terminal, "expected", vector_render_expect(vector, 2 * LINE_CUT));
  if (result->got != NULL) {
    line(terminal, "got", result->got);
  }
  lines(terminal, "steps", result->beside);
  if (result->why != NULL) {
    line(terminal, "why", result->why);
  }
  if (result->known != NULL) {
    line(terminal, "known", result->known);
  }
  show_twin(terminal, vector);
  lines(terminal, "stderr", result->stderr_tail);
  fprintf(terminal->out, "    %-9s %s --only '%s' %s\n", "again",
          terminal->subject->options, vector->id, terminal->subject->target);
}

static void tell_result(struct report *report, const struct result *result) {
  struct terminal *terminal = (struct terminal *)report;

  if (!is_shown(result->verdict)) {
    return;
  }
  if (terminal->shown < SHOWN_MAX) {
    terminal->shown++;
    show(terminal, result);
  } else {
    terminal->more++;
  }
}

/* The columns that have something in them: all of `always`, and others. */
static bool is_wanted(size_t column, const struct summary *summary) {
  return column < 5 || count(summary->total, columns[column].verdicts) > 0;
}

static void table_head(const struct terminal *terminal,
                       const struct summary *summary) {
  fprintf(terminal->out, "\n  %-12s", "");
  for (size_t i = 0; i < COLUMNS; i++) {
    if (is_wanted(i, summary)) {
      fprintf(terminal->out, " %12s", columns[i].head);
    }
  }
  fputc('\n', terminal->out);
}

static void table_row(const struct terminal *terminal, const char *head,
                      const size_t *verdicts, const struct summary *summary) {
  if (count(verdicts, ~0U) == 0) {
    return;
  }
  fprintf(terminal->out, "  %-12s", head);
  for (size_t i = 0; i < COLUMNS; i++) {
    if (is_wanted(i, summary)) {
      fprintf(terminal->out, " %12zu", count(verdicts, columns[i].verdicts));
    }
  }
  fputc('\n', terminal->out);
}

static void table(const struct terminal *terminal,
                  const struct summary *summary) {
  table_head(terminal, summary);
  for (int i = 0; i < LEVELS; i++) {
    table_row(terminal, level_name((enum level)i), summary->by_level[i],
              summary);
  }
  for (int i = 0; i < ROLES; i++) {
    table_row(terminal, role_name((enum role)i), summary->by_role[i], summary);
  }
}

static void keep_row(struct terminal *terminal, const struct summary *summary) {
  struct row *row;

  terminal->rows =
      grow(terminal->rows, (terminal->n_rows + 1) * sizeof *terminal->rows);
  row = &terminal->rows[terminal->n_rows++];
  row->name = terminal->subject->name;
  row->version = terminal->subject->version;
  row->broken = summary->broken != NULL;
  memcpy(row->by_level, summary->by_level, sizeof row->by_level);
}

static void end(struct report *report, const struct summary *summary) {
  struct terminal *terminal = (struct terminal *)report;

  if (terminal->more > 0) {
    fprintf(terminal->out, "\n  %zu more; --format jsonl has all of them\n",
            terminal->more);
  }
  for (size_t i = 0; i < summary->n_stale; i++) {
    fprintf(terminal->out, "\n  %sstale%s %s\n", paint(terminal, RED),
            paint(terminal, PLAIN), summary->stale[i]);
  }
  if (summary->broken != NULL) {
    fprintf(terminal->out, "\n  %snot judged to the end:%s %s\n",
            paint(terminal, RED), paint(terminal, PLAIN), summary->broken);
  }
  table(terminal, summary);
  fputc('\n', terminal->out);
  fflush(terminal->out);
  keep_row(terminal, summary);
}

static void missing(struct report *report, const char *name,
                    const char *needs) {
  struct terminal *terminal = (struct terminal *)report;

  terminal->missing = grow(terminal->missing, (terminal->n_missing + 1) *
                                                  sizeof *terminal->missing);
  terminal->missing[terminal->n_missing++] = (struct missing){name, needs};
}

static void matrix_row(const struct terminal *terminal, const struct row *row) {
  fprintf(terminal->out, "  %-12s", row->name);
  for (int i = 0; i < LEVELS; i++) {
    fprintf(terminal->out, "  %6zu %5zu %5zu",
            count(row->by_level[i], 1U << VERDICT_PASS),
            count(row->by_level[i],
                  1U << VERDICT_FAIL | 1U << VERDICT_UNEXPECTED_PASS |
                      1U << VERDICT_CRASH | 1U << VERDICT_TIMEOUT |
                      1U << VERDICT_HARNESS_ERROR),
            count(row->by_level[i], 1U << VERDICT_EXPECTED_FAIL));
  }
  fputs(row->broken ? "  not judged to the end\n" : "\n", terminal->out);
}

static void matrix(const struct terminal *terminal) {
  fprintf(terminal->out, "%sall%s\n\n  %-12s", paint(terminal, BOLD),
          paint(terminal, PLAIN), "");
  for (int i = 0; i < LEVELS; i++) {
    fprintf(terminal->out, "  %-18s", level_name((enum level)i));
  }
  fprintf(terminal->out, "\n  %-12s", "");
  for (int i = 0; i < LEVELS; i++) {
    fprintf(terminal->out, "  %6s %5s %5s", "pass", "fail", "exp.");
  }
  fputc('\n', terminal->out);
  for (size_t i = 0; i < terminal->n_rows; i++) {
    matrix_row(terminal, &terminal->rows[i]);
  }
  fputc('\n', terminal->out);
}

static void finish(struct report *report) {
  struct terminal *terminal = (struct terminal *)report;

  if (terminal->n_rows > 1) {
    matrix(terminal);
  }
  for (size_t i = 0; i < terminal->n_missing; i++) {
    fprintf(terminal->out,
            "not installed: %s (apt-get install %s, or ./run peers)\n",
            terminal->missing[i].name, terminal->missing[i].needs);
  }
  free(terminal->rows);
  free(terminal->missing);
  free(terminal);
}

struct report *report_terminal(FILE *out, const struct corpus *corpus) {
  struct terminal *terminal = take(sizeof *terminal);

  (void)corpus;
  terminal->report = (struct report){begin, tell_result, end, missing, finish};
  terminal->out = out;
  terminal->colour = is_colour(out);
  return &terminal->report;
}
