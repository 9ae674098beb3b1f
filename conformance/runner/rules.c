/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "rules.h"

#include <stdio.h>
#include <string.h>

#include "document.h"

static const char *const levels[LEVELS] = {"MUST", "SHOULD", "robustness"};

const char *level_name(enum level level) {
  return levels[level];
}

bool level_find(enum level *level, const char *name) {
  for (int i = 0; i < LEVELS; i++) {
    if (strcmp(levels[i], name) == 0) {
      *level = (enum level)i;
      return true;
    }
  }
  return false;
}

static const char *join(struct arena *arena, const struct place *place,
                        const json_t *roles) {
  const char *joined = NULL;
  size_t i;
  json_t *role;

  json_array_foreach(roles, i, role) {
    if (!json_is_string(role)) {
      place_fault(place, "roles", "expected strings");
      return NULL;
    }
    joined = joined == NULL ? arena_format(arena, "%s", json_string_value(role))
                            : arena_format(arena, "%s, %s", joined,
                                           json_string_value(role));
  }
  if (joined == NULL) {
    place_fault(place, "roles", "expected at least one role");
  }
  return joined;
}

static const char *keep(struct arena *arena, const char *text) {
  return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

static bool read_mutant(struct rule_mutant *mutant, struct arena *arena,
                        const struct place *rule, const json_t *value) {
  static const char *const members[] = {"file",  "function", "before",
                                        "after", "by",       "nth"};
  char where[48];
  struct place place = {rule->file, where, rule->fault};
  json_t *object = json_object_get(value, "mutant");

  snprintf(where, sizeof where, "%s.mutant", rule->where);
  if (object == NULL) {
    return true;
  }
  if (!json_is_object(object)) {
    return place_fault(rule, "mutant", "expected an object");
  }
  if (!place_only(&place, object, members, sizeof members / sizeof *members) ||
      (mutant->file = place_string(&place, object, "file")) == NULL ||
      (mutant->function = place_string(&place, object, "function")) == NULL ||
      (mutant->before = place_string(&place, object, "before")) == NULL ||
      (mutant->after = place_string(&place, object, "after")) == NULL ||
      (mutant->by = place_string(&place, object, "by")) == NULL) {
    return false;
  }
  if (strchr(mutant->file, '/') != NULL) {
    return place_fault(&place, "file", "expected the name of a file in ref/");
  }
  mutant->file = keep(arena, mutant->file);
  mutant->function = keep(arena, mutant->function);
  mutant->before = keep(arena, mutant->before);
  mutant->after = keep(arena, mutant->after);
  mutant->by = keep(arena, mutant->by);
  return true;
}

static bool read_rule(struct rule *rule, struct arena *arena,
                      const struct place *place, json_t *object) {
  static const char *const members[] = {"id",    "spec", "section",  "level",
                                        "roles", "says", "contrast", "mutant"};
  const char *level;
  const json_t *roles;
  const char *contrast = NULL;

  if (!place_only(place, object, members, sizeof members / sizeof *members) ||
      (rule->id = place_string(place, object, "id")) == NULL ||
      (rule->spec = place_string(place, object, "spec")) == NULL ||
      (rule->section = place_string(place, object, "section")) == NULL ||
      (rule->says = place_string(place, object, "says")) == NULL ||
      (level = place_string(place, object, "level")) == NULL ||
      (roles = place_array(place, object, "roles")) == NULL ||
      (rule->roles = join(arena, place, roles)) == NULL ||
      !place_maybe_string(place, object, "contrast", &contrast) ||
      !read_mutant(&rule->mutant, arena, place, object)) {
    return false;
  }
  if (!level_find(&rule->level, level)) {
    return place_fault(place, "level", "expected MUST, SHOULD or robustness");
  }
  rule->id = keep(arena, rule->id);
  rule->spec = keep(arena, rule->spec);
  rule->section = keep(arena, rule->section);
  rule->says = keep(arena, rule->says);
  rule->contrast = keep(arena, contrast);
  return true;
}

static bool read_list(struct rules *rules, struct arena *arena,
                      const char *path, json_t *list, struct fault *fault) {
  size_t i;
  json_t *object;
  char where[32];
  struct place place = {path, where, fault};

  rules->list = arena_take(arena, json_array_size(list) * sizeof *rules->list);
  json_array_foreach(list, i, object) {
    snprintf(where, sizeof where, "rules[%zu]", i);
    if (!json_is_object(object)) {
      return place_fault(&place, "", "expected an object");
    }
    if (!read_rule(&rules->list[i], arena, &place, object)) {
      return false;
    }
    if (rules_find(rules, rules->list[i].id) != NULL) {
      return place_fault(&place, "id", "expected one that was not used before");
    }
    rules->n++;
  }
  return true;
}

bool rules_load(struct rules *rules, struct arena *arena, const char *path,
                struct fault *fault) {
  struct place place = {path, "", fault};
  json_t *root;
  json_t *list;
  bool ok;

  memset(rules, 0, sizeof *rules);
  if (!document_load(&root, path, "snarp-rules/1", fault)) {
    return false;
  }
  list = place_array(&place, root, "rules");
  ok = list != NULL && read_list(rules, arena, path, list, fault);
  json_decref(root);
  return ok;
}

const struct rule *rules_find(const struct rules *rules, const char *id) {
  for (size_t i = 0; i < rules->n; i++) {
    if (strcmp(rules->list[i].id, id) == 0) {
      return &rules->list[i];
    }
  }
  return NULL;
}
