/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "fault.h"
#include "normal.h"
#include "octets.h"

/* Keeps `words` printable and short; bytes of UTF-8 are kept whole. */
static void keep_words(char *out, size_t characters, const char *words,
                       size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)words[i];

    if ((c & 0xc0) != 0x80 && characters-- == 0) {
      break;
    }
    *out++ = c < 0x20 || c == 0x7f ? '?' : (char)c;
  }
  *out = '\0';
}

static void broken(struct answer *answer, const char *expected) {
  answer->kind = ANSWER_BROKEN;
  snprintf(answer->words, sizeof answer->words, "%s", expected);
}

static void broken_member(struct answer *answer, const char *member,
                          const char *expected) {
  answer->kind = ANSWER_BROKEN;
  snprintf(answer->words, sizeof answer->words, "expected %s as %s", expected,
           member);
}

static void wrong(struct answer *answer, const char *member, int status) {
  answer->kind = ANSWER_WRONG;
  snprintf(answer->words, sizeof answer->words, "%s: %s (%s)", member,
           snarp_status_text(status), snarp_status_word(status));
}

/* Room for all octets that a line of this length can hold: each field takes
 * less than its text and two octets, and a RDATA is bounded.
 */
static void reserve(struct answer *answer, size_t line) {
  size_t cap = 2 * line + 2 * NORMAL_RDATA;

  if (answer->space_cap < cap) {
    free(answer->space);
    answer->space = take(cap);
    answer->space_cap = cap;
  }
  answer->space_len = 0;
}

static struct snarp_buf space_left(const struct answer *answer) {
  return (struct snarp_buf){answer->space + answer->space_len,
                            answer->space_cap - answer->space_len, 0};
}

static struct snarp_view space_used(struct answer *answer,
                                    const struct snarp_buf *buf) {
  answer->space_len += buf->len;
  return (struct snarp_view){buf->base, buf->len};
}

static bool read_id(struct answer *answer) {
  const json_t *id = json_object_get(answer->root, "id");

  answer->has_id = json_is_integer(id) && json_integer_value(id) >= 0;
  if (!answer->has_id) {
    broken(answer, "expected the id of a request as \"id\"");
    return false;
  }
  answer->id = (uint64_t)json_integer_value(id);
  return true;
}

static void read_words(struct answer *answer, const json_t *words,
                       const char *member) {
  if (!json_is_string(words)) {
    broken_member(answer, member, "a string");
    return;
  }
  keep_words(answer->words, ANSWER_WORDS, json_string_value(words),
             json_string_length(words));
}

static void read_reason(struct answer *answer) {
  const json_t *reason = json_object_get(answer->root, "reason");

  if (reason == NULL || answer->kind != ANSWER_REJECT) {
    return;
  }
  if (!json_is_string(reason)) {
    broken_member(answer, "reason", "a string");
    return;
  }
  keep_words(answer->reason, (sizeof answer->reason - 1) / 4,
             json_string_value(reason), json_string_length(reason));
}

static void read_kind(struct answer *answer) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const json_t *reject = json_object_get(answer->root, "reject");
  const json_t *unsupported = json_object_get(answer->root, "unsupported");

  if ((ok != NULL) + (reject != NULL) + (unsupported != NULL) != 1) {
    broken(answer, "expected one of \"ok\", \"reject\", \"unsupported\"");
  } else if (ok != NULL) {
    answer->kind = ANSWER_OK;
  } else if (reject != NULL) {
    answer->kind = ANSWER_REJECT;
    read_words(answer, reject, "reject");
    read_reason(answer);
  } else {
    answer->kind = ANSWER_UNSUPPORTED;
    read_words(answer, unsupported, "unsupported");
  }
}

static json_t *parse(struct snarp_view line, const char **expected) {
  const char *text = (const char *)line.base;
  json_t *root;

  *expected = "expected JSON nested at most 32 deep";
  if (!document_shallow(text, line.len, ANSWER_DEPTH)) {
    return NULL;
  }
  root =
      json_loadb(text, line.len, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
  *expected = "expected a line of JSON";
  if (root != NULL && !json_is_object(root)) {
    json_decref(root);
    root = NULL;
    *expected = "expected a JSON object";
  }
  return root;
}

void answer_read(struct answer *answer, struct snarp_view line) {
  const char *expected;

  json_decref(answer->root);
  memset(&answer->value, 0, sizeof answer->value);
  memset(&answer->text, 0, sizeof answer->text);
  answer->words[0] = answer->reason[0] = '\0';
  answer->has_id = false;
  answer->root = parse(line, &expected);
  if (answer->root == NULL) {
    broken(answer, expected);
    return;
  }
  reserve(answer, line.len);
  if (read_id(answer)) {
    read_kind(answer);
  }
}

/* Latin-1 text of a member into the space. */
static bool take_text(struct answer *answer, struct snarp_view *octets,
                      const json_t *value, const char *member) {
  struct snarp_buf buf = space_left(answer);

  if (!json_is_string(value) ||
      !octets_from_text(buf.base, &buf.len, json_string_value(value),
                        json_string_length(value))) {
    broken_member(answer, member, "a string of U+0000 to U+00FF");
    return false;
  }
  *octets = space_used(answer, &buf);
  return true;
}

static bool take_hex(struct answer *answer, struct snarp_view *octets,
                     const json_t *value, const char *member) {
  struct snarp_buf buf = space_left(answer);

  buf.len = json_string_length(value) / 2;
  if (!json_is_string(value) ||
      !octets_from_hex(buf.base, json_string_value(value),
                       json_string_length(value))) {
    broken_member(answer, member, "octets in hexadecimal");
    return false;
  }
  *octets = space_used(answer, &buf);
  return true;
}

static bool take_field(struct answer *answer, struct snarp_view *octets,
                       const struct shape *shape, size_t i,
                       const json_t *object) {
  const json_t *hex = json_object_get(object, shape->fields[i]);
  const json_t *value = json_object_get(object, shape->texts[i]);
  struct snarp_view text;
  struct snarp_buf buf;
  int rv;

  if (hex != NULL || value == NULL) {
    return take_hex(answer, octets, hex, shape->fields[i]);
  }
  if (!take_text(answer, &text, value, shape->texts[i])) {
    return false;
  }
  buf = space_left(answer);
  rv = normal_field(&buf, shape, i, text);
  if (rv != SNARP_OK) {
    wrong(answer, shape->texts[i], rv);
    return false;
  }
  *octets = space_used(answer, &buf);
  return true;
}

static bool take_record(struct answer *answer, struct record *record,
                        const struct shape *shape, const json_t *object) {
  if (!json_is_object(object)) {
    broken(answer, "expected a record as an object");
    return false;
  }
  for (size_t i = 0; i < shape->n_numbers; i++) {
    const json_t *number = json_object_get(object, shape->numbers[i]);

    if (!json_is_integer(number)) {
      broken_member(answer, shape->numbers[i], "a number");
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
    broken_member(answer, "records", "a list");
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
  take_hex(answer, &answer->value.rdata, json_object_get(ok, "rdata"), "rdata");
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
  buf = space_left(answer);
  rv = normal_write(&buf, shape, answer->records);
  if (rv != SNARP_OK) {
    wrong(answer, "the record", rv);
    return;
  }
  answer->value.kind = VALUE_RDATA;
  answer->value.rdata = space_used(answer, &buf);
}

static void result_text(struct answer *answer, const struct shape *shape,
                        const json_t *ok) {
  const json_t *text = json_object_get(ok, "text");
  struct snarp_buf buf;
  int rv;

  if (!take_text(answer, &answer->text, text, "text")) {
    return;
  }
  buf = space_left(answer);
  rv = normal_scan(&buf, &answer->value.quoted, shape, answer->text);
  if (rv != SNARP_OK) {
    wrong(answer, "text", rv);
    return;
  }
  answer->value.kind = VALUE_RDATA;
  answer->value.quoted_known = true;
  answer->value.rdata = space_used(answer, &buf);
}

void answer_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const struct shape *shape = shape_of(op);

  if (!json_is_object(ok)) {
    broken_member(answer, "ok", "an object");
    return;
  }
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

bool answer_echo(struct answer *answer, struct snarp_view octets) {
  const json_t *ok = json_object_get(answer->root, "ok");
  struct snarp_view hex;
  struct snarp_view text;

  return answer->kind == ANSWER_OK && json_is_object(ok) &&
         take_hex(answer, &hex, json_object_get(ok, "octets"), "octets") &&
         take_text(answer, &text, json_object_get(ok, "text"), "text") &&
         octets_equal(hex, octets) && octets_equal(text, octets);
}

void answer_free(struct answer *answer) {
  json_decref(answer->root);
  free(answer->records);
  free(answer->space);
  memset(answer, 0, sizeof *answer);
}

static void read_caps(struct hello *hello, const json_t *caps) {
  size_t i;
  json_t *cap;

  json_array_foreach(caps, i, cap) {
    const char *word = json_string_value(cap);

    for (int op = 0; op < OPS && word != NULL; op++) {
      const char *option = op_option((enum op)op);

      hello->ops[op] |= strcmp(word, op_name((enum op)op)) == 0;
      hello->options[op] |= option != NULL && strcmp(word, option) == 0;
    }
  }
}

static const char *read_hello(struct hello *hello, const json_t *root) {
  const json_t *proto = json_object_get(root, "proto");
  const json_t *name = json_object_get(root, "name");
  const json_t *version = json_object_get(root, "version");
  const json_t *caps = json_object_get(root, "caps");

  if (!json_is_integer(proto) || json_integer_value(proto) != 1) {
    return "expected \"proto\":1 in the answer to hello";
  }
  if (!json_is_string(name) || json_string_length(name) == 0 ||
      !json_is_string(version)) {
    return "expected \"name\" and \"version\" in the answer to hello";
  }
  if (!json_is_array(caps)) {
    return "expected \"caps\" as a list in the answer to hello";
  }
  keep_words(hello->name, (sizeof hello->name - 1) / 4, json_string_value(name),
             json_string_length(name));
  keep_words(hello->version, (sizeof hello->version - 1) / 4,
             json_string_value(version), json_string_length(version));
  read_caps(hello, caps);
  return NULL;
}

bool hello_read(struct hello *hello, struct snarp_view line,
                const char **expected) {
  json_t *root = parse(line, expected);

  memset(hello, 0, sizeof *hello);
  if (root == NULL) {
    return false;
  }
  *expected = read_hello(hello, root);
  json_decref(root);
  return *expected == NULL;
}
