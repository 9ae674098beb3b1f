/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "atomic.h"
#include "document.h"
#include "lint.h"
#include "text.h"

char *lint_in(const char *folder, const char *name) {
  struct text path = {0};
  text_format(&path, "%s/%s", folder, name);
  return path.base;
}

bool lint_is_whole(const char *path) {
  char *rules = lint_in(path, "rules.json");
  bool whole = access(rules, R_OK) == 0;
  free(rules);
  return whole;
}

bool lint_has_sources(const char *path) {
  char *ref = lint_in(path, "../ref");
  bool has = access(ref, R_OK) == 0;
  free(ref);
  return has;
}

bool lint_slurp(struct text *text, const char *path, struct fault *fault) {
  FILE *file = fopen(path, "rb");
  char block[4096];
  size_t n = sizeof block;

  text_add(text, "");
  if (file == NULL) {
    return errno == ENOENT ||
           fault_set(fault, EXIT_USAGE, "%s: %s", path, strerror(errno));
  }
  while (n == sizeof block && text->len <= DOCUMENT_MAX) {
    n = fread(block, 1, sizeof block, file);
    text_add_n(text, block, n);
  }
  bool whole = !ferror(file) && text->len <= DOCUMENT_MAX;
  fclose(file);
  return whole ||
         fault_set(fault, EXIT_USAGE,
                   "%s: expected a readable file of at most 64 MiB", path);
}

static bool spill(const char *path, const char *text, struct fault *fault) {
  struct atomic file;
  if (!atomic_open(&file, path, fault)) {
    return false;
  }
  fputs(text, file.file);
  return atomic_commit(&file, fault);
}

/* --- formatting */

static json_t *ordered(json_t *object, const char *const *names, size_t n) {
  json_t *result = json_object();
  for (size_t i = 0; i < n; i++) {
    json_t *value = json_object_get(object, names[i]);
    if (value != NULL) {
      json_object_set(result, names[i], value);
    }
  }
  return result;
}

static char *canonical(json_t *root) {
  static const char *const file[] = {"format", "op", "topic", "vectors"};
  static const char *const vector[] = {"id",    "title",  "rules",  "in",
                                       "world", "expect", "origin", "note"};
  json_t *whole = ordered(root, file, sizeof file / sizeof *file);
  json_t *list = json_array();
  json_t *one;
  size_t i;

  json_array_foreach(json_object_get(root, "vectors"), i, one) {
    json_array_append_new(list,
                          ordered(one, vector, sizeof vector / sizeof *vector));
  }
  json_object_set_new(whole, "vectors", list);
  char *text = json_dumps(whole, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  json_decref(whole);
  return text;
}

void lint_format(struct lint *lint, const char *file) {
  struct text now = {0};
  struct text want = {0};
  json_t *root;

  if (!lint_slurp(&now, file, &lint->fault) ||
      !document_load(&root, file, "snarp-vectors/1", &lint->fault)) {
    free(now.base);
    return;
  }
  char *text = canonical(root);
  text_format(&want, "%s\n", text);
  if (strcmp(now.base, want.base) != 0) {
    if (lint->write) {
      spill(file, want.base, &lint->fault);
    } else {
      lint_find(lint, file, "vectors",
                "not in canonical formatting (--write formats it)");
    }
  }
  free(text);
  free(want.base);
  free(now.base);
  json_decref(root);
}

/* --- ids.txt */

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Tells of ids that went; adds those that stay in the list to `ids`. */
static size_t read_ledger(struct lint *lint, const struct corpus *corpus,
                          char *ledger, const char **ids) {
  size_t n = 0;
  for (char *id = strtok(ledger, "\n"); id != NULL; id = strtok(NULL, "\n")) {
    const struct vector *vector = corpus_find(corpus, id);
    if (vector == NULL || vector->derived != DERIVED_NOT) {
      lint_find(lint, "ids.txt", id, "the vector has gone: ids stay for ever");
    }
    ids[n++] = id;
  }
  return n;
}

static size_t add_new(struct lint *lint, const struct corpus *corpus,
                      const char **ids, size_t n) {
  size_t sorted = n;
  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];
    if (vector->derived != DERIVED_NOT || vector->aside ||
        bsearch(&vector->id, ids, sorted, sizeof *ids, by_text) != NULL) {
      continue;
    }
    ids[n++] = vector->id;
    if (!lint->write) {
      lint_find(lint, "ids.txt", vector->id,
                "the id is not listed (--write adds it)");
    }
  }
  return n;
}

static size_t count_lines(const char *text) {
  size_t n = 1;
  for (; (text = strchr(text, '\n')) != NULL; text++) {
    n++;
  }
  return n;
}

static void write_ledger(struct lint *lint, const char *path, const char **ids,
                         size_t n) {
  struct text text = {0};
  qsort(ids, n, sizeof *ids, by_text);
  for (size_t i = 0; i < n; i++) {
    text_format(&text, "%s\n", ids[i]);
  }
  if (text.base != NULL) {
    spill(path, text.base, &lint->fault);
  }
  free(text.base);
}

static void lint_ledger(struct lint *lint, const struct corpus *corpus) {
  char *path = lint_in(lint->path, "ids.txt");
  struct text ledger = {0};

  if (lint_slurp(&ledger, path, &lint->fault)) {
    size_t room = corpus->n + count_lines(ledger.base);
    const char **ids = take(room * sizeof *ids);
    size_t old = read_ledger(lint, corpus, ledger.base, ids);
    qsort(ids, old, sizeof *ids, by_text);
    size_t n = add_new(lint, corpus, ids, old);
    if (lint->write && n > old) {
      write_ledger(lint, path, ids, n);
    }
    free(ids);
  }
  free(ledger.base);
  free(path);
}

/* --- zones */

static bool is_used(const struct corpus *corpus, const char *name, size_t n) {
  for (size_t i = 0; i < corpus->n; i++) {
    const struct scenario *world = corpus->vectors[i]->in.world;
    if (world != NULL && strlen(world->zone) == n &&
        strncmp(world->zone, name, n) == 0) {
      return true;
    }
  }
  return false;
}

void lint_zones(struct lint *lint, const struct corpus *corpus) {
  char *path = lint_in(lint->path, "zones");
  struct dirent **entries;
  int n = scandir(path, &entries, NULL, alphasort);

  for (int i = 0; i < n; i++) {
    const char *name = entries[i]->d_name;
    const char *end = strrchr(name, '.');
    if (*name != '.' && (end == NULL || strcmp(end, ".zone") != 0)) {
      lint_find(lint, "zones", name, "expected a name that ends in .zone");
    } else if (*name != '.' && !is_used(corpus, name, (size_t)(end - name))) {
      lint_find(lint, "zones", name, "no scenario uses it");
    }
    free(entries[i]);
  }
  if (n >= 0) {
    free(entries);
  }
  free(path);
}

/* --- VERSION and CHANGES.md */

static void lint_version(struct lint *lint) {
  char *version_path = lint_in(lint->path, "VERSION");
  char *changes_path = lint_in(lint->path, "CHANGES.md");
  struct text version = {0};
  struct text changes = {0};

  if (lint_slurp(&version, version_path, &lint->fault) &&
      lint_slurp(&changes, changes_path, &lint->fault)) {
    version.base[strcspn(version.base, "\n")] = 0;
    const char *heading = strstr(changes.base, "\n## ");
    size_t len = strlen(version.base);
    if (len == 0) {
      lint_find(lint, "VERSION", "corpus", "expected a version in one line");
    } else if (heading == NULL ||
               strncmp(heading + 4, version.base, len) != 0 ||
               strchr(" \n", heading[4 + len]) == NULL) {
      lint_find(lint, "CHANGES.md", version.base,
                "the first \"## \" heading has another version than VERSION");
    }
  }
  free(version.base);
  free(changes.base);
  free(version_path);
  free(changes_path);
}

void lint_history(struct lint *lint, const struct corpus *corpus) {
  lint_ledger(lint, corpus);
  if (lint->fault.status == EXIT_FINE) {
    lint_version(lint);
  }
}
