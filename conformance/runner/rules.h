/*
 * runner/rules.h - vectors/rules.json: the obligations that vectors cite.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_RULES_H
#define SNARP_RUNNER_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "fault.h"

enum level { LEVEL_MUST, LEVEL_SHOULD, LEVEL_ROBUSTNESS, LEVELS };

/* "MUST", "SHOULD", "robustness" */
const char *level_name(enum level level);
bool level_find(enum level *level, const char *name);

/* A change of libsnarp that breaks a rule, and the vector that tells. */
struct rule_mutant {
  const char *file; /* in ref/; or null */
  const char *function;
  const char *before; /* the line, without its indentation */
  const char *after;
  const char *by; /* the id of a vector */
};

struct rule {
  const char *id;
  const char *spec;    /* "RFC 1035" */
  const char *section; /* "3.3" */
  enum level level;
  const char *roles; /* "decoder, zone reader" */
  const char *says;
  const char *contrast; /* or null */
  struct rule_mutant mutant;
};

struct rules {
  struct rule *list; /* in the order of the file */
  size_t n;
};

/* Reads a rules file; everything lives in the arena. A fault names the file
 * and the place in it, and has EXIT_USAGE where the file cannot be read and
 * EXIT_VECTORS where its content is wrong.
 */
bool rules_load(struct rules *rules, struct arena *arena, const char *path,
                struct fault *fault);

/* The rule with this id, or null. */
const struct rule *rules_find(const struct rules *rules, const char *id);

#endif
