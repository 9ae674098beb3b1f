/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "same.h"

#include "family.h"

/* Both are read by parsers that bound the depth. */
static bool same(const json_t *want, const json_t *got);

static bool same_list(const json_t *want, const json_t *got) {
  size_t n = json_array_size(want);

  if (!json_is_array(got) || json_array_size(got) != n) {
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    if (!same(json_array_get(want, i), json_array_get(got, i))) {
      return false;
    }
  }
  return true;
}

static bool same_object(const json_t *want, const json_t *got,
                        const char **where) {
  const char *name;
  json_t *value;

  json_object_foreach((json_t *)want, name, value) {
    if (!same(value, json_object_get(got, name))) {
      *where = name;
      return false;
    }
  }
  return json_is_object(got);
}

static bool same(const json_t *want, const json_t *got) {
  const char *where;

  if (json_is_object(want)) {
    return same_object(want, got, &where);
  }
  if (json_is_array(want)) {
    return same_list(want, got);
  }
  return json_is_string(want) ? same_word(want, got) : json_equal(want, got);
}

bool same_json(const json_t *want, const json_t *got, const char **where) {
  return json_is_object(want) ? same_object(want, got, where) : same(want, got);
}
