/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "known.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "atomic.h"
#include "glob.h"
#include "text.h"

/* A list of ids or globs that grows. */
struct ids {
  const char **list;
  size_t n;
};

static void ids_add(struct ids *ids, const char *id) {
  ids->list = grow(ids->list, (ids->n + 1) * sizeof *ids->list);
  ids->list[ids->n++] = id;
}

struct updater {
  const struct known_seen *seen;
  struct arena *arena;
  json_t *out; /* the list of entries */
  bool *done;  /* by index: an entry says it already */
};

static bool is_known_kind(enum verdict raw) {
  return raw == VERDICT_INCONCLUSIVE ||
         (verdict_failed(raw) && raw != VERDICT_UNEXPECTED_PASS);
}

/* True where the vector ends in the verdict, or is not judged and so keeps
 * whatever entry it has. */
static bool may_stand(const struct updater *updater, size_t i,
                      enum verdict verdict) {
  return !updater->seen->counted[i] || updater->seen->raw[i] == verdict;
}

/* True where the glob fits, among the vectors of the rule (null: of all), only
 * such as end in the verdict, and at least one of them that is not done. */
static bool holds(const struct updater *updater, const char *glob,
                  const struct rule *rule, enum verdict verdict) {
  const struct corpus *corpus = updater->seen->corpus;
  size_t n = 0;

  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];

    if ((rule != NULL && vector->rules[0] != rule) ||
        !glob_fits(glob, vector->id)) {
      continue;
    }
    if (!may_stand(updater, i, verdict)) {
      return false;
    }
    n += updater->seen->counted[i] && !updater->done[i];
  }
  return n > 0;
}

static void mark(struct updater *updater, const char *glob,
                 const struct rule *rule) {
  const struct corpus *corpus = updater->seen->corpus;

  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];

    if ((rule == NULL || vector->rules[0] == rule) &&
        glob_fits(glob, vector->id)) {
      updater->done[i] = true;
    }
  }
}

static void put_entry(struct updater *updater, const struct ids *globs,
                      const char *rule, enum verdict verdict,
                      const char *reason, const char *link) {
  json_t *match = json_array();
  json_t *entry = json_object();

  for (size_t i = 0; i < globs->n; i++) {
    json_array_append_new(match, json_string(globs->list[i]));
  }
  if (globs->n == 1) {
    json_t *only = json_incref(json_array_get(match, 0));

    json_decref(match);
    match = only;
  }
  json_object_set_new(entry, "match", match);
  if (rule != NULL) {
    json_object_set_new(entry, "rule", json_string(rule));
  }
  json_object_set_new(entry, "verdict", json_string(verdict_name(verdict)));
  json_object_set_new(entry, "reason", json_string(reason));
  if (link != NULL) {
    json_object_set_new(entry, "link", json_string(link));
  }
  json_array_append_new(updater->out, entry);
}

/* Globs that fit no vector that passes, of an old entry. Where one of them
 * fits too much, the ids that still hold take its place. */
static void narrow(struct updater *updater, const struct known_entry *entry,
                   const char *glob, struct ids *globs) {
  const struct corpus *corpus = updater->seen->corpus;
  struct known_entry one = *entry;
  struct ids found = {NULL, 0};
  bool whole = true;

  one.globs = &glob;
  one.n_globs = 1;
  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];

    if (!known_fits(&one, vector)) {
      continue;
    }
    if (!updater->seen->counted[i] || updater->seen->raw[i] == entry->verdict) {
      ids_add(&found, vector->id);
      updater->done[i] = true;
    } else {
      whole = whole && updater->seen->raw[i] != VERDICT_PASS;
    }
  }
  if (whole && found.n > 0) {
    ids_add(globs, glob);
  }
  for (size_t i = 0; !whole && i < found.n; i++) {
    ids_add(globs, found.list[i]);
  }
  free(found.list);
}

static void keep_old(struct updater *updater, const struct known *known) {
  for (size_t i = 0; i < known->n; i++) {
    const struct known_entry *entry = &known->list[i];
    struct ids globs = {NULL, 0};

    for (size_t j = 0; j < entry->n_globs; j++) {
      narrow(updater, entry, entry->globs[j], &globs);
    }
    if (globs.n > 0) {
      put_entry(updater, &globs, entry->rule, entry->verdict, entry->reason,
                entry->link);
    }
    free(globs.list);
  }
}

/* The widest pattern that says no more than the truth about this vector. */
static const char *pattern_for(struct updater *updater,
                               const struct vector *vector,
                               enum verdict verdict) {
  const char *op = op_name(vector->op);
  const char *tilde = strrchr(vector->id, '~');
  const char *tries[3] = {NULL, NULL, NULL};

  tries[0] = "*";
  tries[1] = arena_format(updater->arena, "%s/*", op);
  if (tilde != NULL && tilde[1] == 't') {
    tries[1] = arena_format(updater->arena, "%.*s~t*",
                            (int)(tilde - vector->id), vector->id);
  }
  for (size_t i = 0; i < 2; i++) {
    if (holds(updater, tries[i], vector->rules[0], verdict)) {
      return tries[i];
    }
  }
  return vector->id;
}

static bool same_kind(const struct updater *updater, size_t a, size_t b) {
  const struct known_seen *seen = updater->seen;
  const struct vector *one = seen->corpus->vectors[a];
  const struct vector *two = seen->corpus->vectors[b];

  return seen->raw[a] == seen->raw[b] && one->rules[0] == two->rules[0] &&
         one->expect.kind == two->expect.kind;
}

static const char *reason_for(const struct updater *updater, size_t i) {
  const struct vector *vector = updater->seen->corpus->vectors[i];
  const struct rule *rule = vector->rules[0];
  const char *why = updater->seen->why[i];

  return arena_format(updater->arena, "%s %s: %s It %s.", rule->spec,
                      rule->section, rule->says,
                      updater->seen->raw[i] == VERDICT_CRASH     ? "crashes"
                      : updater->seen->raw[i] == VERDICT_TIMEOUT ? "hangs"
                      : why == NULL                              ? "does not"
                                                                 : why);
}

static void add_new(struct updater *updater, size_t first) {
  const struct known_seen *seen = updater->seen;
  struct ids globs = {NULL, 0};

  for (size_t i = first; i < seen->corpus->n; i++) {
    if (seen->counted[i] && !updater->done[i] && same_kind(updater, first, i)) {
      const struct vector *vector = seen->corpus->vectors[i];
      const char *glob = pattern_for(updater, vector, seen->raw[i]);

      ids_add(&globs, glob);
      mark(updater, glob, vector->rules[0]);
    }
  }
  put_entry(updater, &globs, seen->corpus->vectors[first]->rules[0]->id,
            seen->raw[first], reason_for(updater, first), NULL);
  free(globs.list);
}

static bool write_file(const char *path, const json_t *root,
                       struct fault *fault) {
  struct atomic atomic;

  if (!atomic_open(&atomic, path, fault)) {
    return false;
  }
  json_dumpf(root, atomic.file, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  fputc('\n', atomic.file);
  return atomic_commit(&atomic, fault);
}

bool known_update(struct known *known, const struct known_seen *seen,
                  const char *implementation, const char *version,
                  struct fault *fault) {
  struct updater updater = {seen, &known->arena, json_array(), NULL};
  json_t *root;
  bool ok;

  updater.done = take(seen->corpus->n * sizeof *updater.done);
  keep_old(&updater, known);
  for (size_t i = 0; i < seen->corpus->n; i++) {
    if (seen->counted[i] && !updater.done[i] && is_known_kind(seen->raw[i])) {
      add_new(&updater, i);
    }
  }
  root = json_pack("{s:s, s:s, s:s, s:o}", "format", "snarp-known/1",
                   "implementation", implementation, "version", version,
                   "expected", updater.out);
  ok = write_file(known->path, root, fault);
  json_decref(root);
  free(updater.done);
  return ok;
}
