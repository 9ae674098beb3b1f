/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/octets.h"

bool input_read(struct text *input, const char *value, const char *who,
                struct fault *fault) {
  char block[4096];
  size_t n;

  if (value != NULL) {
    text_add(input, value);
    return true;
  }
  while ((n = fread(block, 1, sizeof block, stdin)) > 0 &&
         input->len + n <= INPUT_MAX) {
    text_add_n(input, block, n);
  }
  if (ferror(stdin)) {
    return fault_set(fault, EXIT_USAGE, "%s: standard input cannot be read",
                     who);
  }
  if (n > 0) {
    return fault_set(fault, EXIT_USAGE,
                     "%s: expected at most %zu octets of input", who,
                     INPUT_MAX);
  }
  text_add(input, "");
  return true;
}

json_t *input_hex(const struct text *input) {
  char *hex = take(input->len + 1);
  size_t n = 0;

  for (size_t i = 0; i < input->len; i++) {
    if (strchr(" \t\r\n", input->base[i]) == NULL || input->base[i] == 0) {
      hex[n++] = input->base[i];
    }
  }
  json_t *value = json_stringn(hex, n);
  free(hex);
  return value;
}

json_t *input_text(const struct text *input) {
  size_t len = input->len;
  if (len > 0 && input->base[len - 1] == '\n') {
    len--;
  }
  struct snarp_view octets = {(const uint8_t *)input->base, len};
  return snarp_octets_to_text(octets);
}

json_t *input_object(const struct text *input, const char *who,
                     const char *expected, struct fault *fault) {
  json_error_t error;
  json_t *value = json_loadb(input->base, input->len, 0, &error);

  if (json_is_object(value)) {
    return value;
  }
  if (value == NULL) {
    fault_fill(fault, EXIT_USAGE, "%s: %d:%d: is not JSON as expected: %s", who,
               error.line, error.column, error.text);
  } else {
    fault_fill(fault, EXIT_USAGE, "%s: expected a JSON object with %s", who,
               expected);
  }
  json_decref(value);
  return NULL;
}

static const struct {
  unsigned bit;
  const char *word;
} note_words[] = {
    {SNARP_NOTE_COMPRESSED, "compressed"},
    {SNARP_NOTE_POINTER_RDATA, "pointer-into-rdata"},
    {SNARP_NOTE_MESSAGE_TRAILING, "octets-behind-message"},
    {SNARP_NOTE_TTL_NEGATIVE, "ttl-read-as-0"},
    {SNARP_NOTE_UNQUOTED, "unquoted"},
    {SNARP_NOTE_RAW_OCTET, "raw-octet"},
    {SNARP_NOTE_PAREN_NESTED, "parenthesis-nested"},
    {SNARP_NOTE_GENERIC, "generic-form"},
    {SNARP_NOTE_FLAGS_MANY, "more-than-one-flag"},
    {SNARP_NOTE_NO_REWRITE, "no-rewrite"},
    {SNARP_NOTE_NO_SERVICE, "no-service"},
    {SNARP_NOTE_SERVICE_NONE, "protocols-without-service"},
    {SNARP_NOTE_TAG_X, "tag-x-alone"},
    {SNARP_NOTE_RESERVED, "reserved"},
    {SNARP_NOTE_PADDING, "padding"},
    {SNARP_NOTE_RLU_TYPE, "rlu-type"},
    {SNARP_NOTE_POLICY_UNKNOWN, "policy-unknown"},
};

json_t *notes_json(unsigned notes) {
  json_t *list = json_array();
  for (size_t i = 0; i < sizeof note_words / sizeof note_words[0]; i++) {
    if (notes & note_words[i].bit) {
      json_array_append_new(list, json_string(note_words[i].word));
    }
  }
  return list;
}
