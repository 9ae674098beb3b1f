/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "subjects.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "document.h"
#include "home.h"
#include "session.h"

/* How long a probe may take. */
#define PROBE_MS 20000

static char **read_command(struct arena *arena, const struct place *place,
                           const json_t *object, const char *member) {
  json_t *list = place_array(place, object, member);
  char **argv;
  size_t i;
  json_t *word;

  if (list == NULL) {
    return NULL;
  }
  argv = arena_take(arena, (json_array_size(list) + 1) * sizeof *argv);
  json_array_foreach(list, i, word) {
    if (!json_is_string(word)) {
      place_fault(place, member, "expected strings");
      return NULL;
    }
    argv[i] =
        arena_copy(arena, json_string_value(word), json_string_length(word));
  }
  if (argv[0] == NULL) {
    place_fault(place, member, "expected at least one word");
    return NULL;
  }
  return argv;
}

static bool read_flag(const struct place *place, const json_t *object,
                      const char *member, bool *flag) {
  const json_t *value = json_object_get(object, member);

  *flag = json_is_true(value);
  return value == NULL || json_is_boolean(value) ||
         place_fault(place, member, "expected true or false");
}

static const char *keep(struct arena *arena, const char *text) {
  return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

/* What a live program looks for, where the entry is one. */
static bool read_live(struct subject_entry *entry, struct arena *arena,
                      const struct place *place, const json_t *object) {
  static const char *const members[] = {"service", "protocol"};
  json_t *live = json_object_get(object, "live");

  if (live == NULL) {
    return true;
  }
  if (!json_is_object(live)) {
    return place_fault(place, "live", "expected an object");
  }
  if (!place_only(place, live, members, sizeof members / sizeof *members) ||
      !place_maybe_string(place, live, "service", &entry->service) ||
      !place_maybe_string(place, live, "protocol", &entry->protocol)) {
    return false;
  }
  entry->live = true;
  entry->service = keep(arena, entry->service);
  entry->protocol = keep(arena, entry->protocol);
  return true;
}

static bool read_entry(struct subject_entry *entry, struct arena *arena,
                       const struct place *place, json_t *object) {
  static const char *const members[] = {"name",  "command", "built", "needs",
                                        "probe", "heavy",   "live"};

  if (!json_is_object(object)) {
    return place_fault(place, "", "expected an object");
  }
  if (!place_only(place, object, members, sizeof members / sizeof *members) ||
      (entry->name = place_string(place, object, "name")) == NULL ||
      (entry->needs = place_string(place, object, "needs")) == NULL ||
      (entry->argv = read_command(arena, place, object, "command")) == NULL ||
      !read_flag(place, object, "built", &entry->built) ||
      !read_flag(place, object, "heavy", &entry->heavy) ||
      !read_live(entry, arena, place, object)) {
    return false;
  }
  entry->name = keep(arena, entry->name);
  entry->needs = keep(arena, entry->needs);
  if (entry->built) {
    char *path = home_built(entry->argv[0]);

    entry->argv[0] = arena_copy(arena, path, strlen(path));
    free(path);
  }
  if (json_object_get(object, "probe") != NULL) {
    entry->probe = read_command(arena, place, object, "probe");
    return entry->probe != NULL;
  }
  return true;
}

static bool read_list(struct subjects *subjects, const char *path, json_t *root,
                      struct fault *fault) {
  char where[32] = "";
  struct place place = {path, where, fault};
  json_t *list = place_array(&place, root, "adapters");
  size_t i;
  json_t *object;

  if (list == NULL) {
    return false;
  }
  subjects->list = arena_take(&subjects->arena,
                              json_array_size(list) * sizeof *subjects->list);
  json_array_foreach(list, i, object) {
    snprintf(where, sizeof where, "adapters[%zu]", i);
    if (!read_entry(&subjects->list[i], &subjects->arena, &place, object)) {
      return false;
    }
    subjects->n++;
  }
  return true;
}

bool subjects_load(struct subjects *subjects, struct fault *fault) {
  char *path = home_path("conformance/adapters/adapters.json");
  json_t *root;
  bool ok;

  memset(subjects, 0, sizeof *subjects);
  ok = document_load(&root, path, "snarp-adapters/1", fault);
  if (ok) {
    subjects->folder =
        arena_copy(&subjects->arena, path, (size_t)(strrchr(path, '/') - path));
    ok = read_list(subjects, path, root, fault);
    json_decref(root);
  }
  free(path);
  return ok;
}

void subjects_free(struct subjects *subjects) {
  arena_free(&subjects->arena);
  memset(subjects, 0, sizeof *subjects);
}

const struct subject_entry *subjects_find(const struct subjects *subjects,
                                          const char *name) {
  for (size_t i = 0; i < subjects->n; i++) {
    if (strcmp(subjects->list[i].name, name) == 0) {
      return &subjects->list[i];
    }
  }
  return NULL;
}

/* Waits for the end of a probe; its output is of no interest. */
static bool probe_ends(struct child *child) {
  int64_t until = session_now() + PROBE_MS;

  while (!child_ended(child) && session_now() < until) {
    struct pollfd fd = {child->out, POLLIN, 0};
    char octets[4096];

    if (poll(&fd, 1, 20) > 0 && read(child->out, octets, sizeof octets) == 0) {
      poll(NULL, 0, 1);
    }
    child_drain_err(child);
  }
  return child->ended && WIFEXITED(child->status) &&
         WEXITSTATUS(child->status) == 0;
}

bool subject_usable(const struct subjects *subjects,
                    const struct subject_entry *entry) {
  struct fault fault;
  struct child child;
  bool ok;

  if (entry->built && access(entry->argv[0], X_OK) != 0) {
    return false;
  }
  if (entry->probe == NULL) {
    return true;
  }
  if (!child_start(&child, entry->probe, subjects->folder, &fault)) {
    return false;
  }
  ok = probe_ends(&child);
  child_kill(&child);
  return ok;
}
