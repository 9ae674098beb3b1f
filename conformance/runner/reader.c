/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "octets.h"

bool reader_wrong(const struct reader *reader, const char *member,
                  const char *expected) {
  return place_fault(reader->place, member, expected);
}

bool reader_hex(const struct reader *reader, struct snarp_view *octets,
                const json_t *object, const char *member) {
  const char *hex = place_string(reader->place, object, member);
  size_t n;
  uint8_t *out;

  if (hex == NULL) {
    return false;
  }
  n = strlen(hex);
  out = arena_take(reader->arena, n / 2 + 1);
  if (!octets_from_hex(out, hex, n) || strpbrk(hex, "ABCDEF") != NULL) {
    return reader_wrong(reader, member,
                        "expected pairs of lower-case hex digits");
  }
  octets->base = out;
  octets->len = n / 2;
  return true;
}

bool reader_number(const struct reader *reader, int64_t *number,
                   const json_t *object, const char *member, int64_t least,
                   int64_t most) {
  const json_t *value = json_object_get(object, member);
  char message[96];

  if (!json_is_integer(value) || json_integer_value(value) < least ||
      json_integer_value(value) > most) {
    snprintf(message, sizeof message,
             "expected a number from %" PRId64 " to %" PRId64, least, most);
    return reader_wrong(reader, member, message);
  }
  *number = json_integer_value(value);
  return true;
}

const char *reader_name(const struct reader *reader, const json_t *object,
                        const char *member) {
  const char *name = place_string(reader->place, object, member);

  if (name == NULL) {
    return NULL;
  }
  if (*name == '\0' || name[strlen(name) - 1] != '.') {
    reader_wrong(reader, member, "expected a name with its final dot");
    return NULL;
  }
  return arena_copy(reader->arena, name, strlen(name));
}

/* True where the object has only the members of a record and `extra`. */
static bool record_only(const struct reader *reader, const struct shape *shape,
                        json_t *object, const char *extra) {
  const char *names[8];
  size_t n = 0;

  for (size_t i = 0; i < shape->n_numbers; i++) {
    names[n++] = shape->numbers[i];
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    names[n++] = shape->fields[i];
  }
  if (extra != NULL) {
    names[n++] = extra;
  }
  return place_only(reader->place, object, names, n);
}

bool reader_record(const struct reader *reader, struct record *record,
                   const struct shape *shape, json_t *object,
                   const char *extra) {
  if (!record_only(reader, shape, object, extra)) {
    return false;
  }
  for (size_t i = 0; i < shape->n_numbers; i++) {
    if (!reader_number(reader, &record->numbers[i], object, shape->numbers[i],
                       0, 65535)) {
      return false;
    }
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    if (!reader_hex(reader, &record->fields[i], object, shape->fields[i])) {
      return false;
    }
  }
  return true;
}

json_t *reader_keep(const struct reader *reader, json_t *json) {
  json_array_append(reader->kept, json);
  return json;
}

bool reader_draws(const struct reader *reader, const json_t *in,
                  enum option option) {
  const json_t *draws = json_object_get(in, "draws");

  if (draws == NULL) {
    return true;
  }
  for (size_t i = 0; i < json_array_size(draws); i++) {
    const json_t *draw = json_array_get(draws, i);
    if (!json_is_integer(draw) || json_integer_value(draw) < 0) {
      return reader_wrong(reader, "draws", "expected a list of numbers");
    }
  }
  reader->vector->needs |= 1U << option;
  return json_is_array(draws) ||
         reader_wrong(reader, "draws", "expected a list of numbers");
}
