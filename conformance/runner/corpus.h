/*
 * runner/corpus.h - the vectors of a file or folder, checked and derived.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_CORPUS_H
#define SNARP_RUNNER_CORPUS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "fault.h"
#include "rules.h"
#include "vector.h"
#include "world.h"

struct corpus {
  struct arena arena;
  json_t *kept; /* what lives as long as the arena; private */
  struct zones zones;
  struct rules rules;
  struct vector **vectors; /* in the order of files and vectors; those derived
                              from a vector follow it */
  size_t n;
  struct vector **sorted; /* the same by id; private */
};

/*
 * Loads `path`, a vector file or a folder of them (each .json file in it and
 * below it but rules.json and what lies in schema/, by name), and derives. The
 * rules are those of the nearest rules.json at `path` or in a folder above it;
 * a twin that is not at `path` is taken from that folder and marked `aside`.
 * A fault names the file, the JSON path in it and what was expected:
 * EXIT_USAGE where something cannot be read, else EXIT_VECTORS. Free also
 * after a fault.
 */
bool corpus_load(struct corpus *corpus, const char *path, struct fault *fault);

/* Reads the vectors of one file, which is JSON of n characters in memory, in
 * the same way: by these rules, which must outlive the corpus, without zones
 * and without twins from elsewhere. `name` stands for the file.
 */
bool corpus_read(struct corpus *corpus, const struct rules *rules,
                 const char *name, const char *json, size_t n,
                 struct fault *fault);
void corpus_free(struct corpus *corpus);

/* The vector with this id, derived ones too, or null. */
struct vector *corpus_find(const struct corpus *corpus, const char *id);

#endif
