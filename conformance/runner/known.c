/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "glob.h"
#include "text.h"

static const char *keep(struct arena *arena, const char *text) {
  return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

static bool read_globs(struct known_entry *entry, struct arena *arena,
                       const struct place *place, json_t *match) {
  size_t n = json_is_array(match) ? json_array_size(match) : 1;

  if (match == NULL || n == 0) {
    return place_fault(place, "match", "expected a pattern or a list of them");
  }
  entry->n_globs = n;
  entry->globs = arena_take(arena, n * sizeof *entry->globs);
  for (size_t i = 0; i < n; i++) {
    const json_t *glob =
        json_is_array(match) ? json_array_get(match, i) : match;

    if (!json_is_string(glob)) {
      return place_fault(place, "match", "expected patterns as strings");
    }
    entry->globs[i] = keep(arena, json_string_value(glob));
  }
  return true;
}

static bool read_entry(struct known_entry *entry, struct arena *arena,
                       const struct place *place, json_t *object) {
  static const char *const members[] = {"match", "rule", "verdict", "reason",
                                        "link"};
  const char *verdict;

  if (!json_is_object(object)) {
    return place_fault(place, "", "expected an object");
  }
  if (!place_only(place, object, members, sizeof members / sizeof *members) ||
      !read_globs(entry, arena, place, json_object_get(object, "match")) ||
      !place_maybe_string(place, object, "rule", &entry->rule) ||
      !place_maybe_string(place, object, "link", &entry->link) ||
      (verdict = place_string(place, object, "verdict")) == NULL ||
      (entry->reason = place_string(place, object, "reason")) == NULL) {
    return false;
  }
  if (!verdict_find(&entry->verdict, verdict) ||
      !(verdict_failed(entry->verdict) ||
        entry->verdict == VERDICT_INCONCLUSIVE) ||
      entry->verdict == VERDICT_UNEXPECTED_PASS) {
    return place_fault(place, "verdict",
                       "expected fail, inconclusive, crash, timeout or "
                       "harness-error");
  }
  entry->rule = keep(arena, entry->rule);
  entry->reason = keep(arena, entry->reason);
  entry->link = keep(arena, entry->link);
  return true;
}

static bool read_root(struct known *known, json_t *root, struct fault *fault) {
  char where[40] = "";
  struct place place = {known->path, where, fault};
  const char *implementation = place_string(&place, root, "implementation");
  const char *version = place_string(&place, root, "version");
  json_t *list = place_array(&place, root, "expected");
  size_t i;
  json_t *object;

  if (implementation == NULL || version == NULL || list == NULL) {
    return false;
  }
  known->implementation = keep(&known->arena, implementation);
  known->version = keep(&known->arena, version);
  known->list =
      arena_take(&known->arena, json_array_size(list) * sizeof *known->list);
  json_array_foreach(list, i, object) {
    snprintf(where, sizeof where, "expected[%zu]", i);
    if (!read_entry(&known->list[i], &known->arena, &place, object)) {
      return false;
    }
    known->n++;
  }
  return true;
}

bool known_load(struct known *known, const char *path, struct fault *fault) {
  json_t *root;
  bool ok;

  memset(known, 0, sizeof *known);
  known->path = keep(&known->arena, path);
  if (!document_load(&root, path, "snarp-known/1", fault)) {
    return false;
  }
  ok = read_root(known, root, fault);
  json_decref(root);
  return ok;
}

void known_free(struct known *known) {
  arena_free(&known->arena);
  memset(known, 0, sizeof *known);
}

bool known_fits(const struct known_entry *entry, const struct vector *vector) {
  if (entry->rule != NULL && strcmp(entry->rule, vector->rules[0]->id) != 0) {
    return false;
  }
  for (size_t i = 0; i < entry->n_globs; i++) {
    if (glob_fits(entry->globs[i], vector->id)) {
      return true;
    }
  }
  return false;
}

enum verdict known_apply(struct known *known, const struct vector *vector,
                         enum verdict raw, const char **reason) {
  enum verdict verdict = raw;

  *reason = NULL;
  for (size_t i = 0; i < known->n; i++) {
    struct known_entry *entry = &known->list[i];

    if ((raw != VERDICT_PASS && raw != entry->verdict) ||
        !known_fits(entry, vector)) {
      continue;
    }
    *reason = entry->reason;
    if (raw == VERDICT_PASS) {
      entry->passed++;
      verdict = VERDICT_UNEXPECTED_PASS;
    } else {
      entry->confirmed++;
      return VERDICT_EXPECTED_FAIL;
    }
  }
  return verdict;
}

bool known_doubtful(const struct known *known, const struct vector *vector) {
  for (size_t i = 0; i < known->n; i++) {
    const struct known_entry *entry = &known->list[i];

    if ((entry->verdict == VERDICT_CRASH ||
         entry->verdict == VERDICT_TIMEOUT) &&
        known_fits(entry, vector)) {
      return true;
    }
  }
  return false;
}

/* True where the entry may hold for something that was not judged. */
static bool is_hidden(const struct known_entry *entry,
                      const struct known_seen *seen) {
  for (size_t i = 0; i < seen->corpus->n; i++) {
    if (!seen->counted[i] && !seen->corpus->vectors[i]->aside &&
        known_fits(entry, seen->corpus->vectors[i])) {
      return true;
    }
  }
  return false;
}

char **known_stale(const struct known *known, const struct known_seen *seen,
                   size_t *n) {
  char **list = take((known->n + 1) * sizeof *list);

  *n = 0;
  for (size_t i = 0; i < known->n; i++) {
    const struct known_entry *entry = &known->list[i];
    struct text line = {0};

    if (entry->confirmed > 0 || is_hidden(entry, seen)) {
      continue;
    }
    text_format(&line, "%s: expected[%zu] (%s): no vector ends in %s any more",
                known->path, i, entry->globs[0], verdict_name(entry->verdict));
    list[(*n)++] = line.base;
  }
  return list;
}
