/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "answer_inner.h"
#include "codec.h"
#include "fault.h"
#include "normal.h"

static bool take_field(struct answer *answer, struct snarp_view *octets,
                       const struct shape *shape, size_t i,
                       const json_t *object) {
  const json_t *hex = json_object_get(object, shape->fields[i]);
  const json_t *value = json_object_get(object, shape->texts[i]);
  struct snarp_view text;
  struct snarp_buf buf;
  int rv;

  if (hex != NULL || value == NULL) {
    return answer_hex(answer, octets, hex, shape->fields[i]);
  }
  if (!answer_text(answer, &text, value, shape->texts[i])) {
    return false;
  }
  buf = answer_space(answer);
  rv = normal_field(&buf, shape, i, text);
  if (rv != SNARP_OK) {
    answer_wrong(answer, shape->texts[i], rv);
    return false;
  }
  *octets = answer_used(answer, &buf);
  return true;
}

static bool take_record(struct answer *answer, struct record *record,
                        const struct shape *shape, const json_t *object) {
  if (!json_is_object(object)) {
    answer_expected(answer, "each of records", "an object");
    return false;
  }
  for (size_t i = 0; i < shape->n_numbers; i++) {
    const json_t *number = json_object_get(object, shape->numbers[i]);

    if (!json_is_integer(number)) {
      answer_expected(answer, shape->numbers[i], "a number");
      return false;
    }
    record->numbers[i] = json_integer_value(number);
  }
  for (size_t i = 0; i < shape->n_fields; i++) {
    if (!take_field(answer, &record->fields[i], shape, i, object)) {
      return false;
    }
  }
  return true;
}

static void more_records(struct answer *answer, size_t n) {
  if (answer->records_cap < n) {
    answer->records = grow(answer->records, n * sizeof *answer->records);
    answer->records_cap = n;
  }
  memset(answer->records, 0, n * sizeof *answer->records);
  answer->value.records = answer->records;
}

static void result_records(struct answer *answer, const struct shape *shape,
                           const json_t *ok) {
  const json_t *list = json_object_get(ok, "records");
  size_t n = json_array_size(list);

  if (!json_is_array(list)) {
    answer_expected(answer, "records", "a list");
    return;
  }
  more_records(answer, n + 1);
  answer->value.list = true;
  answer->value.n = n;
  for (size_t i = 0; i < n; i++) {
    if (!take_record(answer, &answer->records[i], shape,
                     json_array_get(list, i))) {
      return;
    }
  }
}

static void result_record(struct answer *answer, const struct shape *shape,
                          const json_t *ok) {
  more_records(answer, 1);
  answer->value.n = 1;
  take_record(answer, answer->records, shape, ok);
}

static void result_rdata(struct answer *answer, const json_t *ok) {
  answer->value.kind = VALUE_RDATA;
  answer_hex(answer, &answer->value.rdata, json_object_get(ok, "rdata"),
             "rdata");
}

/* A scan answered with the record. */
static void result_written(struct answer *answer, const struct shape *shape,
                           const json_t *ok) {
  struct snarp_buf buf;
  int rv;

  more_records(answer, 1);
  if (!take_record(answer, answer->records, shape, ok)) {
    return;
  }
  buf = answer_space(answer);
  rv = normal_write(&buf, shape, answer->records);
  if (rv != SNARP_OK) {
    answer_wrong(answer, "the record", rv);
    return;
  }
  answer->value.kind = VALUE_RDATA;
  answer->value.rdata = answer_used(answer, &buf);
}

static void result_text(struct answer *answer, const struct shape *shape,
                        const json_t *ok) {
  const json_t *text = json_object_get(ok, "text");
  struct snarp_buf buf;
  int rv;

  if (!answer_text(answer, &answer->text, text, "text")) {
    return;
  }
  buf = answer_space(answer);
  rv = normal_scan(&buf, &answer->value.quoted, shape, answer->text);
  if (rv != SNARP_OK) {
    answer_wrong(answer, "text", rv);
    return;
  }
  answer->value.kind = VALUE_RDATA;
  answer->value.quoted_known = true;
  answer->value.rdata = answer_used(answer, &buf);
}

void codec_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const struct shape *shape = shape_of(op);

  switch (verb_of(op)) {
  case VERB_DECODE:
    (whole ? result_records : result_record)(answer, shape, ok);
    break;
  case VERB_PRINT:
    result_text(answer, shape, ok);
    break;
  case VERB_SCAN:
    if (json_object_get(ok, "rdata") == NULL) {
      result_written(answer, shape, ok);
      break;
    }
    result_rdata(answer, ok);
    break;
  default:
    result_rdata(answer, ok);
  }
}
