/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "value.h"

#include <inttypes.h>

#include "octets.h"

static bool record_equal(const struct shape *shape, const struct record *want,
                         const struct record *got, const char **where) {
  for (size_t i = 0; i < shape->n_numbers; i++) {
    if (want->numbers[i] != got->numbers[i]) {
      *where = shape->numbers[i];
      return false;
    }
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    if (!octets_equal(want->fields[i], got->fields[i])) {
      *where = shape->fields[i];
      return false;
    }
  }
  return true;
}

bool value_equal(const struct shape *shape, const struct value *want,
                 const struct value *got, const char **where) {
  const char *unwanted;

  where = where != NULL ? where : &unwanted;
  if (want->kind == VALUE_RDATA) {
    *where = "rdata";
    if (!octets_equal(want->rdata, got->rdata)) {
      return false;
    }
    *where = "quoted";
    return !want->quoted_known ||
           (got->quoted_known && want->quoted == got->quoted);
  }
  *where = "records";
  if (want->n != got->n) {
    return false;
  }
  for (size_t i = 0; i < want->n; i++) {
    if (!record_equal(shape, &want->records[i], &got->records[i], where)) {
      return false;
    }
  }
  return true;
}

void record_render(struct text *out, const struct shape *shape,
                   const struct record *record) {
  for (size_t i = 0; i < shape->n_numbers; i++) {
    text_format(out, "%s\"%s\":%" PRId64, i == 0 ? "" : ",", shape->numbers[i],
                record->numbers[i]);
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    text_format(out, ",\"%s\":", shape->fields[i]);
    text_hex(out, record->fields[i]);
  }
}

static void render_records(struct text *out, const struct shape *shape,
                           const struct value *value, size_t cap) {
  size_t start = out->len;

  text_add(out, value->list ? "{\"records\":[" : "");
  for (size_t i = 0; i < value->n && out->len <= start + cap; i++) {
    text_add(out, i == 0 ? "{" : ",{");
    record_render(out, shape, &value->records[i]);
    text_add(out, "}");
  }
  text_add(out, value->list ? "]}" : "");
}

void value_render(struct text *out, const struct shape *shape,
                  const struct value *value, size_t cap) {
  if (value->kind == VALUE_RECORDS) {
    render_records(out, shape, value, cap);
    return;
  }
  text_add(out, "{\"rdata\":");
  text_hex(out, value->rdata);
  if (value->quoted_known) {
    text_add(out, value->quoted ? ",\"quoted\":true" : ",\"quoted\":false");
  }
  text_add(out, "}");
}
