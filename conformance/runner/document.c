/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEPTH 32

bool document_shallow(const char *json, size_t n, int depth) {
  bool string = false;
  int deep = 0;

  for (size_t i = 0; i < n; i++) {
    char c = json[i];

    if (string) {
      i += c == '\\' ? 1 : 0;
      string = c != '"';
    } else if (c == '"') {
      string = true;
    } else if (c == '{' || c == '[') {
      if (++deep > depth) {
        return false;
      }
    } else if (c == '}' || c == ']') {
      deep--;
    }
  }
  return true;
}

static bool read_open(FILE *file, char **base, size_t *len, const char *path,
                      struct fault *fault) {
  struct stat stat;

  if (fstat(fileno(file), &stat) != 0 || S_ISDIR(stat.st_mode)) {
    return fault_set(fault, EXIT_USAGE, "%s: is not a file", path);
  }
  if (stat.st_size > (off_t)DOCUMENT_MAX) {
    return fault_set(fault, EXIT_USAGE, "%s: is longer than 64 MiB", path);
  }
  *base = take((size_t)stat.st_size + 1);
  *len = fread(*base, 1, (size_t)stat.st_size, file);
  if (ferror(file) != 0) {
    free(*base);
    return fault_set(fault, EXIT_USAGE, "%s: cannot be read: %s", path,
                     strerror(errno));
  }
  return true;
}

static bool read_all(char **base, size_t *len, const char *path,
                     struct fault *fault) {
  FILE *file = fopen(path, "rb");
  bool ok;

  if (file == NULL) {
    return fault_set(fault, EXIT_USAGE, "%s: cannot be read: %s", path,
                     strerror(errno));
  }
  ok = read_open(file, base, len, path, fault);
  fclose(file);
  return ok;
}

static bool parse(json_t **root, const char *base, size_t len, const char *path,
                  struct fault *fault) {
  json_error_t error;

  if (!document_shallow(base, len, DEPTH)) {
    return fault_set(fault, EXIT_VECTORS, "%s: nested more than %d deep", path,
                     DEPTH);
  }
  *root =
      json_loadb(base, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
  if (*root == NULL) {
    return fault_set(fault, EXIT_VECTORS,
                     "%s:%d:%d: is not JSON as expected: %s", path, error.line,
                     error.column, error.text);
  }
  return true;
}

static bool has_format(json_t *root, const char *path, const char *format,
                       struct fault *fault) {
  struct place place = {path, "", fault};
  const char *found;

  if (!json_is_object(root)) {
    return fault_set(fault, EXIT_VECTORS, "%s: expected an object", path);
  }
  if (format == NULL) {
    return true;
  }
  found = place_string(&place, root, "format");
  if (found == NULL) {
    return false;
  }
  if (strcmp(found, format) != 0) {
    return fault_set(fault, EXIT_VECTORS,
                     "%s: format: expected \"%s\", found \"%.40s\"", path,
                     format, found);
  }
  return true;
}

bool document_read(json_t **root, const char *name, const char *json, size_t n,
                   const char *format, struct fault *fault) {
  bool ok = parse(root, json, n, name, fault);

  if (ok && !has_format(*root, name, format, fault)) {
    json_decref(*root);
    ok = false;
  }
  if (!ok) {
    *root = NULL;
  }
  return ok;
}

bool document_load(json_t **root, const char *path, const char *format,
                   struct fault *fault) {
  char *base = NULL;
  size_t len = 0;
  bool ok;

  *root = NULL;
  if (!read_all(&base, &len, path, fault)) {
    return false;
  }
  ok = document_read(root, path, base, len, format, fault);
  free(base);
  return ok;
}

bool place_fault(const struct place *place, const char *member,
                 const char *expected) {
  const char *colon = *place->where != '\0' ? ": " : "";
  const char *second = *member != '\0' ? ": " : "";

  return fault_set(place->fault, EXIT_VECTORS, "%s%s%s%s%s: %s", place->file,
                   colon, place->where, second, member, expected);
}

const char *place_string(const struct place *place, const json_t *object,
                         const char *member) {
  const json_t *value = json_object_get(object, member);
  const char *string = json_string_value(value);

  if (value == NULL) {
    place_fault(place, member, "expected a string, found nothing");
  } else if (string == NULL) {
    place_fault(place, member, "expected a string");
  }
  return string;
}

bool place_maybe_string(const struct place *place, const json_t *object,
                        const char *member, const char **out) {
  if (json_object_get(object, member) == NULL) {
    return true;
  }
  *out = place_string(place, object, member);
  return *out != NULL;
}

json_t *place_array(const struct place *place, const json_t *object,
                    const char *member) {
  json_t *array = json_object_get(object, member);

  if (!json_is_array(array)) {
    place_fault(place, member,
                array == NULL ? "expected a list, found nothing"
                              : "expected a list");
    return NULL;
  }
  return array;
}

bool place_only(const struct place *place, json_t *object,
                const char *const *names, size_t n) {
  const char *member;
  json_t *value;

  json_object_foreach(object, member, value) {
    size_t i = 0;

    while (i < n && strcmp(names[i], member) != 0) {
      i++;
    }
    if (i == n) {
      return place_fault(place, member, "is not a known member");
    }
  }
  return true;
}
