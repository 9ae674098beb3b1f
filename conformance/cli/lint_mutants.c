/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint.h"

static bool cites(const struct vector *vector, const struct rule *rule) {
  for (size_t i = 0; i < vector->n_rules; i++) {
    if (vector->rules[i] == rule) {
      return true;
    }
  }
  return false;
}

static bool is_cited(const struct corpus *corpus, const struct rule *rule) {
  for (size_t i = 0; i < corpus->n; i++) {
    if (corpus->vectors[i]->derived == DERIVED_NOT &&
        cites(corpus->vectors[i], rule)) {
      return true;
    }
  }
  return false;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* Whether a function is defined whose name is at `at`: the layout of libsnarp
 * begins each in the first column.
 */
static bool defines(const char *source, const char *at, size_t len) {
  const char *line = at;

  while (line > source && line[-1] != '\n') {
    line--;
  }
  return is_word(*line) && (at == line || !is_word(at[-1])) && at[len] == '(' &&
         at[strcspn(at, ";{")] == '{';
}

/* Whether the text stands in the function of this name. */
static bool stands(const char *source, const char *function, const char *text) {
  const char *at = source;

  while ((at = strstr(at, function)) != NULL &&
         !defines(source, at, strlen(function))) {
    at++;
  }
  if (at == NULL) {
    return false;
  }
  const char *end = strstr(at, "\n}");
  const char *found = strstr(at, text);
  return found != NULL && (end == NULL || found < end);
}

static void lint_source(struct lint *lint, const struct rule *rule) {
  const struct rule_mutant *mutant = &rule->mutant;
  struct text source = {0};
  struct text file = {0};
  char *path;

  text_format(&file, "../ref/%s", mutant->file);
  path = lint_in(lint->path, file.base);
  if (lint_slurp(&source, path, &lint->fault) &&
      !stands(source.base, mutant->function, mutant->before)) {
    lint_find(lint, "rules.json", rule->id,
              "what its mutant changes is not in libsnarp any more "
              "(./run mutate --rules --write finds another)");
  }
  free(path);
  free(file.base);
  free(source.base);
}

static void lint_mutant(struct lint *lint, const struct corpus *corpus,
                        const struct rule *rule) {
  const struct vector *vector = corpus_find(corpus, rule->mutant.by);

  if (vector == NULL || vector->derived != DERIVED_NOT ||
      !cites(vector, rule)) {
    lint_find(lint, "rules.json", rule->id,
              "its mutant is killed by no vector that cites it");
  }
  if (lint_has_sources(lint->path)) {
    lint_source(lint, rule);
  }
}

void lint_mutants(struct lint *lint, const struct corpus *corpus) {
  for (size_t i = 0; i < corpus->rules.n && lint->fault.status == EXIT_FINE;
       i++) {
    const struct rule *rule = &corpus->rules.list[i];

    if (rule->mutant.file != NULL) {
      lint_mutant(lint, corpus, rule);
    } else if (rule->level == LEVEL_MUST && is_cited(corpus, rule)) {
      lint_find(lint, "rules.json", rule->id,
                "no mutant shows that its vectors tell (./run mutate --rules "
                "--write finds one)");
    }
  }
}
