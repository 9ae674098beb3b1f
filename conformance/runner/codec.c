/*
 * The family of the codecs: naptr and srv, decode, encode, scan and print.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "codec.h"

#include <string.h>

#include "octets.h"

static bool in_decode(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"rdata", "message"};
  struct input *input = &reader->vector->in;

  input->whole = json_object_get(in, "message") != NULL;
  if (json_object_size(in) != 1) {
    return reader_wrong(reader, "in", "expected either rdata or message");
  }
  return place_only(reader->place, in, members, COUNT(members)) &&
         reader_hex(reader, &input->octets, in,
                    input->whole ? "message" : "rdata");
}

static bool in_scan(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"text", "origin"};
  struct input *input = &reader->vector->in;
  const json_t *text = json_object_get(in, "text");
  size_t n = json_string_length(text);
  uint8_t *out = arena_take(reader->arena, n + 1);

  if (!json_is_string(text) ||
      !octets_from_text(out, &input->octets.len, json_string_value(text), n)) {
    return reader_wrong(reader, "in.text",
                        "expected a string of U+0000 to U+00FF");
  }
  input->octets.base = out;
  input->origin = ".";
  if (json_object_get(in, "origin") != NULL) {
    input->origin = reader_name(reader, in, "origin");
  }
  return input->origin != NULL &&
         place_only(reader->place, in, members, COUNT(members));
}

static bool in_record(const struct reader *reader, json_t *in) {
  struct input *input = &reader->vector->in;
  bool owner = verb_of(reader->vector->op) == VERB_ENCODE &&
               json_object_get(in, "owner") != NULL;

  if (owner && !reader_hex(reader, &input->owner, in, "owner")) {
    return false;
  }
  return reader_record(reader, &input->record, shape_of(reader->vector->op), in,
                       owner ? "owner" : NULL);
}

static bool read_in(const struct reader *reader, json_t *in) {
  static const enum option options[KINDS][VERBS] = {
      {OPTION_NAPTR_DECODE_MESSAGE, OPTION_NAPTR_ENCODE_MESSAGE,
       OPTION_NAPTR_SCAN_ORIGIN, OPTIONS},
      {OPTION_SRV_DECODE_MESSAGE, OPTION_SRV_ENCODE_MESSAGE,
       OPTION_SRV_SCAN_ORIGIN, OPTIONS}};
  struct vector *vector = reader->vector;
  bool option;
  bool ok;

  switch (verb_of(vector->op)) {
  case VERB_DECODE:
    ok = in_decode(reader, in);
    option = vector->in.whole;
    break;
  case VERB_SCAN:
    ok = in_scan(reader, in);
    option = ok && strcmp(vector->in.origin, ".") != 0;
    break;
  default:
    ok = in_record(reader, in);
    option = vector->in.owner.base != NULL;
  }
  vector->needs =
      option ? 1U << options[vector->op / VERBS][vector->op % VERBS] : 0;
  return ok;
}

static bool value_records(const struct reader *reader, struct value *value,
                          json_t *object) {
  static const char *const members[] = {"records"};
  const struct shape *shape = shape_of(reader->vector->op);
  json_t *list = place_array(reader->place, object, "records");
  size_t i;
  json_t *record;

  if (list == NULL || !place_only(reader->place, object, members, 1)) {
    return false;
  }
  value->list = true;
  value->n = json_array_size(list);
  value->records = arena_take(reader->arena, value->n * sizeof *value->records);
  json_array_foreach(list, i, record) {
    if (!reader_record(reader, &value->records[i], shape, record, NULL)) {
      return false;
    }
  }
  return true;
}

static bool value_record(const struct reader *reader, struct value *value,
                         json_t *object) {
  value->n = 1;
  value->records = arena_take(reader->arena, sizeof *value->records);
  return reader_record(reader, value->records, shape_of(reader->vector->op),
                       object, NULL);
}

static bool value_rdata(const struct reader *reader, struct value *value,
                        json_t *object) {
  static const char *const members[] = {"rdata", "quoted"};
  enum op op = reader->vector->op;
  const json_t *quoted = json_object_get(object, "quoted");

  value->kind = VALUE_RDATA;
  value->quoted_known = quoted != NULL;
  value->quoted = json_is_true(quoted);
  if (quoted != NULL && !json_is_boolean(quoted)) {
    return reader_wrong(reader, "expect.value.quoted",
                        "expected true or false");
  }
  return place_only(reader->place, object, members,
                    op == OP_NAPTR_PRINT ? 2 : 1) &&
         reader_hex(reader, &value->rdata, object, "rdata");
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  (void)member;
  if (verb_of(reader->vector->op) != VERB_DECODE) {
    return value_rdata(reader, value, object);
  }
  return reader->vector->in.whole ? value_records(reader, value, object)
                                  : value_record(reader, value, object);
}

static void add_input(struct text *out, const struct vector *vector) {
  const struct input *in = &vector->in;

  switch (verb_of(vector->op)) {
  case VERB_DECODE:
    text_add(out, in->whole ? "\"message\":" : "\"rdata\":");
    text_hex(out, in->octets);
    break;
  case VERB_SCAN:
    text_add(out, "\"text\":");
    text_json(out, in->octets);
    text_add(out, ",\"origin\":");
    text_json(out, (struct snarp_view){(const uint8_t *)in->origin,
                                       strlen(in->origin)});
    break;
  default:
    record_render(out, shape_of(vector->op), &in->record);
    if (in->owner.base != NULL) {
      text_add(out, ",\"owner\":");
      text_hex(out, in->owner);
    }
  }
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  return value_equal(shape_of(vector->op), want, &got->value, where);
}

static void render(struct text *out, enum op op, const struct value *value,
                   size_t cap) {
  value_render(out, shape_of(op), value, cap);
}

const struct family family_codec = {.read_in = read_in,
                                    .read_value = read_value,
                                    .add_input = add_input,
                                    .take_result = codec_result,
                                    .equal = equal,
                                    .render = render,
                                    .perform = codec_perform};
