/*
 * snarp lint-vectors: what the loader does not ask of a corpus.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "lint.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "family.h"
#include "home.h"
#include "output.h"

void lint_find(struct lint *lint, const char *file, const char *id,
               const char *what) {
  printf("%s: %s: %s\n", file, id, what);
  lint->findings++;
}

/* --- vectors */

/* The loader has seen that the twin exists. */
static void lint_twin(struct lint *lint, const struct vector *vector) {
  if (vector->twin == NULL) {
    return;
  }
  if (vector->twin->op != vector->op) {
    lint_find(lint, vector->file, vector->id, "its twin is of another op");
  }
  if (vector->twin->expect.kind != EXPECT_VALUE) {
    lint_find(lint, vector->file, vector->id,
              "its twin need not be accepted: expected a value vector");
  }
}

static void lint_title(struct lint *lint, const struct vector *vector) {
  if (strlen(vector->title) > 72) {
    lint_find(lint, vector->file, vector->id,
              "the title is longer than 72 characters");
  }
}

/* The request without the vector's own name tells what is asked. */
static void lint_duplicate(struct lint *lint, const struct vector *vector,
                           json_t *seen) {
  const char *asked = strstr(vector->request, "\"op\":");
  struct text key = {0};
  const char *rest;
  const char *other;

  if (asked == NULL) {
    return;
  }
  text_add(&key, asked);
  if (vector->in.world != NULL) {
    text_dump(&key, vector->in.world->json);
  }
  rest = key.base;
  other = json_string_value(json_object_get(seen, rest));
  if (other != NULL) {
    char what[400];
    snprintf(what, sizeof what, "asks the same as %s", other);
    lint_find(lint, vector->file, vector->id, what);
  } else {
    json_object_set_new(seen, rest, json_string(vector->id));
  }
  free(key.base);
}

/* Only hosts with an address can be reached. */
static void lint_world(struct lint *lint, const struct vector *vector) {
  const json_t *serves;
  size_t i;
  json_t *target;

  if (vector->in.world == NULL) {
    return;
  }
  serves = json_object_get(vector->in.world->json, "serves");
  json_array_foreach(serves, i, target) {
    struct target host;

    if (target_connect(&host, target, 0) == NULL && host.uri.len == 0 &&
        !scenario_has_address(vector->in.world, host.name)) {
      lint_find(lint, vector->file, vector->id,
                "serves a host that has no address in its zone");
    }
  }
}

static void lint_vectors(struct lint *lint, const struct corpus *corpus) {
  json_t *seen = json_object();
  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];
    if (vector->derived == DERIVED_NOT && !vector->aside) {
      lint_twin(lint, vector);
      lint_title(lint, vector);
      lint_world(lint, vector);
      lint_duplicate(lint, vector, seen);
    }
  }
  json_decref(seen);
}

/* --- rules */

struct cited {
  bool accept;
  bool refuse;
};

/* Any other order, resolution or selection than the one expected fails. */
static bool is_outcome(enum op op) {
  return op == OP_SRV_ORDER || op == OP_RESOLVE || op == OP_POOL_RUN ||
         op == OP_POOLUSER_RUN;
}

/* A matching of words that must not match is a refusal, an outcome is both. */
static void count_vector(struct cited *rule, const struct vector *vector) {
  enum expect_kind kind = vector->expect.kind;
  bool value = kind == EXPECT_VALUE;

  if (vector->op == OP_SERVICE_MATCH && value) {
    const json_t *result = vector->expect.choices[0].value.json;
    bool matches = json_is_true(json_object_get(result, "matches"));

    rule->accept |= matches;
    rule->refuse |= !matches;
  } else if (is_outcome(vector->op)) {
    rule->accept |= value || kind == EXPECT_ONE_OF;
    rule->refuse |= value || kind == EXPECT_ONE_OF;
  } else {
    rule->accept |= value;
    rule->refuse |= kind == EXPECT_REJECT;
  }
}

static void count_citations(struct cited *cited, const struct corpus *corpus) {
  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];
    for (size_t k = 0; k < vector->n_rules; k++) {
      count_vector(&cited[vector->rules[k] - corpus->rules.list], vector);
    }
  }
}

static void lint_rules(struct lint *lint, const struct corpus *corpus) {
  struct cited *cited = take((corpus->rules.n + 1) * sizeof *cited);

  memset(cited, 0, (corpus->rules.n + 1) * sizeof *cited);
  count_citations(cited, corpus);
  for (size_t i = 0; i < corpus->rules.n; i++) {
    const struct rule *rule = &corpus->rules.list[i];
    if (rule->level == LEVEL_ROBUSTNESS || rule->contrast != NULL) {
      continue;
    }
    if (!cited[i].accept) {
      lint_find(lint, "rules.json", rule->id,
                "no vector of it must be accepted, and no contrast says why");
    }
    if (!cited[i].refuse) {
      lint_find(lint, "rules.json", rule->id,
                "no vector of it must be refused, and no contrast says why");
    }
  }
  free(cited);
}

/* --- command line */

static void lint_corpus(struct lint *lint, const struct corpus *corpus) {
  lint_vectors(lint, corpus);
  for (size_t i = 0; i < corpus->n && lint->fault.status == EXIT_FINE; i++) {
    const char *file = corpus->vectors[i]->file;
    if (!corpus->vectors[i]->aside &&
        (i == 0 || strcmp(corpus->vectors[i - 1]->file, file) != 0)) {
      lint_format(lint, file);
    }
  }
  if (lint->fault.status == EXIT_FINE && lint_is_whole(lint->path)) {
    lint_rules(lint, corpus);
    lint_mutants(lint, corpus);
    lint_zones(lint, corpus);
    lint_history(lint, corpus);
  }
}

static int lint_path(struct lint *lint) {
  struct corpus corpus;
  int rv;

  if (corpus_load(&corpus, lint->path, &lint->fault)) {
    lint_corpus(lint, &corpus);
  }
  corpus_free(&corpus);
  if (lint->fault.status != EXIT_FINE) {
    rv = fault_tell(&lint->fault);
  } else {
    rv = lint->findings > 0 ? EXIT_VECTORS : EXIT_FINE;
  }
  return output_flush(&lint->fault) ? rv : fault_tell(&lint->fault);
}

static int help(void) {
  return output_text(
      "usage: snarp lint-vectors [--write] [PATH]\n\n"
      "Checks a vector file or a folder of them: structure, ids, rules,\n"
      "twins, duplicates and formatting; of a whole corpus (a folder with\n"
      "rules.json) also that each rule has its vectors, and each MUST a "
      "mutant\n"
      "that one of them kills, that each zone is used, that no id of ids.txt\n"
      "has gone, and that CHANGES.md has the VERSION. A line each finding.\n"
      "--write formats the files and adds new ids to ids.txt.\n\n"
      "exit status: 0 clean, 2 usage, input or output, 4 findings\n");
}

int command_lint_vectors(int argc, char **argv) {
  struct lint lint = {0};
  char *path = NULL;
  int rv;

  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0) {
      free(path);
      return help();
    }
    if (strcmp(argv[i], "--write") == 0) {
      lint.write = true;
    } else if (argv[i][0] == '-' || path != NULL) {
      free(path);
      fault_fill(&lint.fault, EXIT_USAGE,
                 argv[i][0] == '-'
                     ? "lint-vectors has no option %s; snarp lint-vectors "
                       "--help lists them"
                     : "lint-vectors: expected one path, found %s besides",
                 argv[i]);
      return fault_tell(&lint.fault);
    } else {
      path = copy(argv[i]);
    }
  }
  if (path == NULL) {
    path = home_path("vectors");
  }
  lint.path = path;
  rv = lint_path(&lint);
  free(path);
  return rv;
}
