/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "corpus.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "derive.h"
#include "document.h"
#include "read_vector.h"

#define FORMAT "snarp-vectors/1"

/* What grows while files are read. */
struct loader {
  struct corpus *corpus;
  struct fault *fault;
  size_t cap;
  const char **twins; /* the id of each vector's twin, or null */
  char *root;         /* the folder of rules.json, or null */
  bool aside;
};

static void push(struct loader *loader, struct vector *vector,
                 const char *twin) {
  struct corpus *corpus = loader->corpus;

  if (corpus->n >= loader->cap) {
    loader->cap *= 2;
    corpus->vectors =
        grow(corpus->vectors, loader->cap * sizeof *corpus->vectors);
    loader->twins = grow(loader->twins, loader->cap * sizeof *loader->twins);
  }
  loader->twins[corpus->n] = twin;
  vector->index = corpus->n;
  vector->aside = loader->aside;
  corpus->vectors[corpus->n++] = vector;
}

static bool add_derived(struct loader *loader, struct vector *vector,
                        const struct place *place) {
  struct corpus *corpus = loader->corpus;
  size_t n = derive_count(vector);
  struct vector **list = take(n * sizeof *list);
  bool ok = derive(list, vector, &corpus->rules, &corpus->arena, place);

  for (size_t i = 0; ok && i < n; i++) {
    if (list[i]->derived == DERIVED_SCAN) {
      vector->scanned = true;
    } else {
      vector_prepare(list[i], &corpus->arena);
    }
    push(loader, list[i], NULL);
  }
  free(list);
  return ok;
}

static bool add_vector(struct loader *loader, enum op op, const char *file,
                       size_t i, json_t *object) {
  struct corpus *corpus = loader->corpus;
  struct vector *vector = arena_take(&corpus->arena, sizeof *vector);
  const char *id = json_string_value(json_object_get(object, "id"));
  char where[160];
  struct place place = {file, where, loader->fault};
  struct reader reader = {
      &corpus->arena, &place, &corpus->rules, corpus->kept, &corpus->zones,
      vector,         NULL};

  snprintf(where, sizeof where, "vectors[%zu] (%.100s)", i,
           id == NULL ? "no id" : id);
  vector->op = op;
  vector->file = file;
  if (!read_vector(&reader, object)) {
    return false;
  }
  vector_prepare(vector, &corpus->arena);
  push(loader, vector, reader.twin);
  return loader->aside || add_derived(loader, vector, &place);
}

static bool add_list(struct loader *loader, const char *path, json_t *root) {
  static const char *const members[] = {"format", "op", "topic", "vectors"};
  struct place place = {path, "", loader->fault};
  const char *op_word = place_string(&place, root, "op");
  json_t *list;
  enum op op;
  size_t i;
  json_t *object;

  if (op_word == NULL ||
      !place_only(&place, root, members, sizeof members / sizeof *members) ||
      place_string(&place, root, "topic") == NULL ||
      (list = place_array(&place, root, "vectors")) == NULL) {
    return false;
  }
  if (!op_find(&op, op_word)) {
    return fault_set(loader->fault, EXIT_VECTORS,
                     "%s: op: \"%.40s\" is no op; expected one of "
                     "docs/vector-format.md",
                     path, op_word);
  }
  json_array_foreach(list, i, object) {
    if (!add_vector(loader, op, path, i, object)) {
      return false;
    }
  }
  return true;
}

static bool add_file(struct loader *loader, const char *path) {
  const char *kept = arena_copy(&loader->corpus->arena, path, strlen(path));
  json_t *root;
  bool ok;

  if (!document_load(&root, kept, FORMAT, loader->fault)) {
    return false;
  }
  ok = add_list(loader, kept, root);
  json_decref(root);
  return ok;
}

static int is_wanted(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static bool ends_in(const char *text, const char *end) {
  size_t n = strlen(text);
  size_t m = strlen(end);

  return n >= m && strcmp(text + n - m, end) == 0;
}

static char *below(const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = take(size);

  snprintf(path, size, "%s/%s", folder, name);
  return path;
}

static bool is_folder(const char *path) {
  struct stat stat_of;

  return stat(path, &stat_of) == 0 && S_ISDIR(stat_of.st_mode);
}

static bool add_folder(struct loader *loader, const char *path);

static bool add_entry(struct loader *loader, const char *folder,
                      const char *name) {
  char *path = below(folder, name);
  bool ok = true;

  if (is_folder(path)) {
    ok = strcmp(name, "schema") == 0 || add_folder(loader, path);
  } else if (ends_in(name, ".json") && strcmp(name, "rules.json") != 0) {
    ok = add_file(loader, path);
  }
  free(path);
  return ok;
}

static bool add_folder(struct loader *loader, const char *path) {
  struct dirent **entries;
  int n = scandir(path, &entries, is_wanted, alphasort);
  bool ok = true;

  if (n < 0) {
    return fault_set(loader->fault, EXIT_USAGE, "%s: cannot be read: %s", path,
                     strerror(errno));
  }
  for (int i = 0; i < n; i++) {
    ok = ok && add_entry(loader, path, entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  return ok;
}

/* Finds rules.json at the path or above it; sets root. */
static bool find_root(struct loader *loader, const char *path) {
  char *folder = realpath(path, NULL);
  bool found = false;

  if (folder == NULL) {
    return fault_set(loader->fault, EXIT_USAGE, "%s: cannot be read: %s", path,
                     strerror(errno));
  }
  while (!found && *folder != '\0') {
    char *rules = below(folder, "rules.json");
    struct stat stat_of;

    found = stat(rules, &stat_of) == 0;
    free(rules);
    if (!found) {
      *strrchr(folder, '/') = '\0';
    }
  }
  if (!found) {
    free(folder);
    return fault_set(loader->fault, EXIT_VECTORS,
                     "%s: expected a rules.json in this folder or above it",
                     path);
  }
  loader->root = folder;
  return true;
}

static int by_id(const void *a, const void *b) {
  const struct vector *const *left = a;
  const struct vector *const *right = b;

  return strcmp((*left)->id, (*right)->id);
}

/* Sorts by id; false where one stands twice. */
static bool sort(struct loader *loader) {
  struct corpus *corpus = loader->corpus;
  size_t size = corpus->n * sizeof *corpus->sorted;

  corpus->sorted = grow(corpus->sorted, size);
  memcpy(corpus->sorted, corpus->vectors, size);
  qsort(corpus->sorted, corpus->n, sizeof *corpus->sorted, by_id);
  for (size_t i = 1; i < corpus->n; i++) {
    const struct vector *one = corpus->sorted[i - 1];
    const struct vector *two = corpus->sorted[i];

    if (strcmp(one->id, two->id) == 0) {
      return fault_set(loader->fault, EXIT_VECTORS,
                       "%s: the id %s is also in %s; expected it once",
                       two->file, two->id, one->file);
    }
  }
  return true;
}

static bool twin_fits(struct loader *loader, const struct vector *vector,
                      const char *id) {
  const struct vector *twin = vector->twin;
  const char *expected = NULL;

  if (twin == NULL) {
    expected = "which does not exist";
  } else if (twin->expect.kind != EXPECT_VALUE) {
    expected = "which is not one that must be accepted";
  } else if (twin->op != vector->op) {
    expected = "which has another op";
  }
  return expected == NULL ||
         fault_set(loader->fault, EXIT_VECTORS, "%s: %s: twin: is %.100s, %s",
                   vector->file, vector->id, id, expected);
}

/* Sets the twins; *missing counts those that are not there. */
static bool set_twins(struct loader *loader, size_t *missing) {
  struct corpus *corpus = loader->corpus;

  *missing = 0;
  for (size_t i = 0; i < corpus->n; i++) {
    const char *id = loader->twins[i];

    if (id != NULL) {
      corpus->vectors[i]->twin = corpus_find(corpus, id);
      *missing += corpus->vectors[i]->twin == NULL;
    }
  }
  return true;
}

static bool check_twins(struct loader *loader) {
  const struct corpus *corpus = loader->corpus;

  for (size_t i = 0; i < corpus->n; i++) {
    if (loader->twins[i] != NULL &&
        !twin_fits(loader, corpus->vectors[i], loader->twins[i])) {
      return false;
    }
  }
  return true;
}

/* Keeps of what was loaded aside only what is not there already and is a
 * twin that is missed. */
static void keep_missed(struct loader *loader, size_t n) {
  struct corpus *corpus = loader->corpus;
  size_t all = corpus->n;

  corpus->n = n;
  for (size_t i = n; i < all; i++) {
    struct vector *vector = corpus->vectors[i];
    bool missed = false;

    for (size_t j = 0; j < n && !missed; j++) {
      missed = corpus->vectors[j]->twin == NULL && loader->twins[j] != NULL &&
               strcmp(loader->twins[j], vector->id) == 0;
    }
    if (missed) {
      push(loader, vector, NULL);
    }
  }
}

static bool link_all(struct loader *loader) {
  size_t missing;
  size_t n = loader->corpus->n;

  if (!sort(loader) || !set_twins(loader, &missing)) {
    return false;
  }
  if (missing > 0 && loader->root != NULL) {
    loader->aside = true;
    if (!add_folder(loader, loader->root)) {
      return false;
    }
    keep_missed(loader, n);
    if (!sort(loader) || !set_twins(loader, &missing)) {
      return false;
    }
  }
  return check_twins(loader);
}

static bool has_vectors(const struct loader *loader, const char *path) {
  return loader->corpus->n > 0 ||
         fault_set(loader->fault, EXIT_VECTORS,
                   "%s: expected vectors, found none", path);
}

static bool load(struct loader *loader, const char *path) {
  struct corpus *corpus = loader->corpus;
  char *rules;
  bool ok;

  if (!find_root(loader, path)) {
    return false;
  }
  corpus->zones.folder = below(loader->root, "zones");
  rules = below(loader->root, "rules.json");
  ok = rules_load(&corpus->rules, &corpus->arena, rules, loader->fault);
  free(rules);
  ok = ok &&
       (is_folder(path) ? add_folder(loader, path) : add_file(loader, path));
  return ok && has_vectors(loader, path) && link_all(loader);
}

static struct loader begin(struct corpus *corpus, struct fault *fault) {
  struct loader loader = {corpus, fault, 1024, NULL, NULL, false};

  memset(corpus, 0, sizeof *corpus);
  corpus->kept = json_array();
  corpus->vectors = take(loader.cap * sizeof *corpus->vectors);
  loader.twins = take(loader.cap * sizeof *loader.twins);
  return loader;
}

bool corpus_load(struct corpus *corpus, const char *path, struct fault *fault) {
  struct loader loader = begin(corpus, fault);
  bool ok = load(&loader, path);

  free(loader.twins);
  free(loader.root);
  return ok;
}

bool corpus_read(struct corpus *corpus, const struct rules *rules,
                 const char *name, const char *json, size_t n,
                 struct fault *fault) {
  struct loader loader = begin(corpus, fault);
  const char *kept = arena_copy(&corpus->arena, name, strlen(name));
  json_t *root;
  bool ok;

  corpus->rules = *rules;
  ok = document_read(&root, kept, json, n, FORMAT, fault) &&
       add_list(&loader, kept, root) && has_vectors(&loader, kept) &&
       link_all(&loader);
  json_decref(root);
  free(loader.twins);
  return ok;
}

void corpus_free(struct corpus *corpus) {
  free(corpus->vectors);
  free(corpus->sorted);
  json_decref(corpus->kept);
  zones_free(&corpus->zones);
  arena_free(&corpus->arena);
  memset(corpus, 0, sizeof *corpus);
}

struct vector *corpus_find(const struct corpus *corpus, const char *id) {
  size_t low = 0;
  size_t high = corpus->n;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(corpus->sorted[middle]->id, id);

    if (order == 0) {
      return corpus->sorted[middle];
    }
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NULL;
}
