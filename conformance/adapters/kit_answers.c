/*
 * kit_answers.c - what the library did, as an answer; see kit.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "kit_octets.h"

#include <stdlib.h>
#include <string.h>

#define HEADER_LEN 12

static void result(struct kit_ask *ask, json_t *result) {
  json_array_append_new(ask->results, result);
}

static json_t *rdata_of(const uint8_t *rdata, size_t len) {
  return json_pack("{s:o}", "rdata", kit_hex(rdata, len));
}

void kit_reject(struct kit_ask *ask, const char *words) {
  json_decref(ask->refusal);
  ask->refusal = json_pack("{s:o}", "reject", kit_latin1(words, strlen(words)));
}

json_t *kit_answer(struct kit_ask *ask) {
  size_t n = json_array_size(ask->results);
  json_t *one = json_array_get(ask->results, 0);
  json_t *out = ask->refusal;
  if (out == NULL && ask->whole) {
    return json_pack("{s:{s:o}}", "ok", "records", ask->results);
  }
  if (out == NULL && n == 1) {
    out = json_pack("{s:O}", "ok", one);
  } else if (out == NULL) {
    out = json_pack("{s:o}", "reject",
                    json_sprintf("the library gives %zu records", n));
  }
  json_decref(ask->results);
  return out;
}

/* ---- records ---- */

static void put(json_t *record, const struct kit_shape *shape, size_t i,
                const uint8_t *at, size_t len) {
  bool is_string = i >= shape->numbers && i + 1 < shape->fields;
  json_t *value;
  if (i < shape->numbers) {
    value = json_integer(len == 2 ? at[0] << 8 | at[1] : 0);
  } else {
    value = is_string && len > 0 ? kit_hex(at + 1, len - 1) : kit_hex(at, len);
  }
  json_object_set_new(record, shape->field[i], value);
}

/* What the library left out is told as no octets, and as the number 0. */
static json_t *fields(const struct kit_shape *shape, const uint8_t *rdata,
                      size_t len) {
  json_t *record = json_object();
  for (size_t i = 0; i < shape->fields; i++) {
    size_t n = i + 1 == shape->fields ? len
               : i < shape->numbers   ? 2
               : len > 0              ? (size_t)1 + rdata[0]
                                      : 0;
    if (n > len) {
      n = len = 0;
    }
    put(record, shape, i, rdata, n);
    rdata += n;
    len -= n;
  }
  return record;
}

void kit_record(struct kit_ask *ask, uint16_t type, const uint8_t *rdata,
                size_t len) {
  if (ask->message.base == NULL) {
    result(ask, rdata_of(rdata, len));
  } else if (type == ask->type) {
    result(ask, fields(kit_shape_of(type), rdata, len));
  }
}

void kit_object(struct kit_ask *ask, json_t *record) {
  result(ask, record);
}

json_t *kit_string(const void *string) {
  return kit_hex(string, strlen(string));
}

json_t *kit_dotless(const char *name) {
  json_t *text = kit_latin1(name, strlen(name));
  json_t *out = json_sprintf("%s.", json_string_value(text));
  json_decref(text);
  return out;
}

/* ---- messages and text ---- */

/* The offset behind the name at `off`; past `len` where it does not end. */
static size_t skip_name(const uint8_t *message, size_t len, size_t off) {
  while (off < len && message[off] != 0) {
    if (message[off] >= 0xc0) {
      return off + 2;
    }
    off += (size_t)1 + message[off];
  }
  return off + 1;
}

void kit_take_record(struct kit_ask *ask, struct kit_octets record) {
  const uint8_t *at = record.base;
  size_t off = skip_name(at, record.len, 0) + 10;
  if (off > record.len) {
    kit_reject(ask, "the library wrote a record that is not whole");
  } else {
    uint16_t type = (uint16_t)(at[off - 10] << 8 | at[off - 9]);
    kit_record(ask, type, at + off, record.len - off);
  }
  free(record.base);
}

void kit_message(struct kit_ask *ask, const uint8_t *message, size_t len) {
  size_t off = HEADER_LEN, n = 0;
  if (len >= HEADER_LEN) {
    off = message[5] > 0 ? skip_name(message, len, off) + 4 : off;
    off = skip_name(message, len, off) + 10;
  }
  if (off <= len && len >= HEADER_LEN) {
    n = (size_t)message[off - 2] << 8 | message[off - 1];
  }
  if (off > len || n > len - off || len < HEADER_LEN || message[7] == 0) {
    kit_reject(ask, "the library wrote a message without the record");
  } else {
    result(ask, rdata_of(message + off, n));
  }
}

void kit_take_message(struct kit_ask *ask, struct kit_octets message) {
  kit_message(ask, message.base, message.len);
  free(message.base);
}

void kit_text(struct kit_ask *ask, const char *text) {
  if (text == NULL) {
    kit_reject(ask, "the library gives no text");
  } else {
    result(ask, json_pack("{s:o}", "text", kit_latin1(text, strlen(text))));
  }
}

void kit_line(struct kit_ask *ask, char *line) {
  char *text = line;
  for (int tabs = 0; text != NULL && *text != 0 && tabs < 4; text++) {
    tabs += *text == '\t';
  }
  if (text != NULL) {
    text[strcspn(text, "\n")] = 0;
  }
  kit_text(ask, text);
  free(line);
}
