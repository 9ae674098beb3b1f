/*
 * mutate/replay.c - lets the libsnarp that is loaded answer the vectors until
 * one of them tells it from what the texts say.
 *
 *     mutate_replay [GLOB...]         those whose ids fit go first
 *     mutate_replay --all [GLOB...]   asks them all, and nothing but what fits
 *     mutate_replay --plain [GLOB...] the same, without the probes
 *
 * Prints a line for each vector that tells, "value ID" or "reason ID" (only
 * the reason for a refusal is off), or "silent". One value is enough, but with
 * --all; a reason is told when no value differs. Exit: 0, or as `snarp
 * check` where the vectors cannot be read.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "corpus.h"
#include "fault.h"
#include "glob.h"
#include "home.h"
#include "judge.h"
#include "run.h"

/* Vectors that are asked before their verdicts are looked at. */
#define AT_A_TIME 400

struct replay {
  struct corpus corpus;
  bool *chosen;       /* by index: asked now */
  bool *asked;        /* by index: before, or never to be asked */
  const char *reason; /* the id of the first vector that only differs in it */
  bool all;
  bool plain;
  bool told;
};

static bool fits_any(char *const *globs, const char *id) {
  while (*globs != NULL) {
    if (glob_fits(*globs++, id)) {
      return true;
    }
  }
  return false;
}

static void look_at(struct replay *replay, const struct run *run, size_t i) {
  const struct vector *vector = replay->corpus.vectors[i];

  if (verdict_failed(run_verdict(run, vector, false, NULL))) {
    printf("value %s\n", vector->id);
    replay->told = true;
  } else if (verdict_failed(run_verdict(run, vector, true, NULL))) {
    if (replay->all) {
      printf("reason %s\n", vector->id);
      replay->told = true;
    } else if (replay->reason == NULL) {
      replay->reason = vector->id;
    }
  }
}

/* Asks what is chosen, and chooses nothing more. */
static void ask(struct replay *replay) {
  struct run run = {.corpus = &replay->corpus,
                    .selected = replay->chosen,
                    .plain = replay->plain,
                    .timeout = 1,
                    .jobs = 1};

  run_subject(&run);
  for (size_t i = 0; i < replay->corpus.n; i++) {
    if (replay->chosen[i] && (replay->all || !replay->told)) {
      look_at(replay, &run, i);
    }
  }
  run_free(&run);
  memset(replay->chosen, 0, replay->corpus.n * sizeof *replay->chosen);
}

/* Asks those whose ids fit, or all where there are no globs. */
static void ask_those(struct replay *replay, char *const *globs) {
  size_t n = 0;

  for (size_t i = 0; i < replay->corpus.n; i++) {
    if (replay->asked[i] ||
        (globs != NULL && !fits_any(globs, replay->corpus.vectors[i]->id))) {
      continue;
    }
    replay->asked[i] = replay->chosen[i] = true;
    if (++n % AT_A_TIME == 0) {
      ask(replay);
    }
    if (replay->told && !replay->all) {
      return;
    }
  }
  ask(replay);
}

static void tell(const struct replay *replay) {
  if (replay->told) {
    return;
  }
  if (replay->reason != NULL) {
    printf("reason %s\n", replay->reason);
  } else {
    puts("silent");
  }
}

int main(int argc, char **argv) {
  struct replay replay = {0};
  struct fault fault = {0};
  char *vectors = home_path("vectors");
  char **globs = argv + 1;

  if (argc > 1) {
    replay.plain = strcmp(*globs, "--plain") == 0;
    replay.all = replay.plain || strcmp(*globs, "--all") == 0;
    globs += replay.all;
  }
  if (!corpus_load(&replay.corpus, vectors, &fault)) {
    return fault_tell(&fault);
  }
  replay.chosen = take(replay.corpus.n * sizeof *replay.chosen);
  replay.asked = take(replay.corpus.n * sizeof *replay.asked);
  if (*globs != NULL) {
    ask_those(&replay, globs);
  }
  if (!replay.told && !(replay.all && *globs != NULL)) {
    ask_those(&replay, NULL);
  }
  tell(&replay);
  free(replay.asked);
  free(replay.chosen);
  corpus_free(&replay.corpus);
  free(vectors);
  return EXIT_SUCCESS;
}
