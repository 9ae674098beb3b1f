/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_inner.h"
#include "document.h"
#include "family.h"
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

void answer_expected(struct answer *answer, const char *member,
                     const char *expected) {
  answer->kind = ANSWER_BROKEN;
  snprintf(answer->words, sizeof answer->words, "expected %s as %s", expected,
           member);
}

void answer_wrong(struct answer *answer, const char *member, int status) {
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

struct snarp_buf answer_space(const struct answer *answer) {
  return (struct snarp_buf){answer->space + answer->space_len,
                            answer->space_cap - answer->space_len, 0};
}

struct snarp_view answer_used(struct answer *answer,
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
    answer_expected(answer, member, "a string");
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
    answer_expected(answer, "reason", "a string");
    return;
  }
  keep_words(answer->reason, (sizeof answer->reason - 1) / 4,
             json_string_value(reason), json_string_length(reason));
}

static void read_kind(struct answer *answer) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const json_t *reject = json_object_get(answer->root, "reject");
  const json_t *unsupported = json_object_get(answer->root, "unsupported");

  answer->ask = json_object_get(answer->root, "ask");
  if ((ok != NULL) + (reject != NULL) + (unsupported != NULL) +
          (answer->ask != NULL) !=
      1) {
    broken(answer, "expected one of \"ok\", \"reject\", \"unsupported\"");
  } else if (answer->ask != NULL) {
    answer->kind = ANSWER_ASK;
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
  answer->ask = NULL;
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

bool answer_text(struct answer *answer, struct snarp_view *octets,
                 const json_t *value, const char *member) {
  struct snarp_buf buf = answer_space(answer);

  if (!json_is_string(value) ||
      !octets_from_text(buf.base, &buf.len, json_string_value(value),
                        json_string_length(value))) {
    answer_expected(answer, member, "a string of U+0000 to U+00FF");
    return false;
  }
  *octets = answer_used(answer, &buf);
  return true;
}

bool answer_hex(struct answer *answer, struct snarp_view *octets,
                const json_t *value, const char *member) {
  struct snarp_buf buf = answer_space(answer);

  buf.len = json_string_length(value) / 2;
  if (!json_is_string(value) ||
      !octets_from_hex(buf.base, json_string_value(value),
                       json_string_length(value))) {
    answer_expected(answer, member, "octets in hexadecimal");
    return false;
  }
  *octets = answer_used(answer, &buf);
  return true;
}

void answer_result(struct answer *answer, enum op op, bool whole) {
  if (!json_is_object(json_object_get(answer->root, "ok"))) {
    answer_expected(answer, "ok", "an object");
    return;
  }
  family_of(op)->take_result(answer, op, whole);
}

bool answer_echo(struct answer *answer, struct snarp_view octets) {
  const json_t *ok = json_object_get(answer->root, "ok");
  struct snarp_view hex;
  struct snarp_view text;

  return answer->kind == ANSWER_OK && json_is_object(ok) &&
         answer_hex(answer, &hex, json_object_get(ok, "octets"), "octets") &&
         answer_text(answer, &text, json_object_get(ok, "text"), "text") &&
         octets_equal(hex, octets) && octets_equal(text, octets);
}

void answer_free(struct answer *answer) {
  json_decref(answer->root);
  free(answer->records);
  free(answer->space);
  memset(answer, 0, sizeof *answer);
}

static void read_cap(struct hello *hello, const char *word) {
  for (int i = 0; i < OPS; i++) {
    hello->ops[i] |= strcmp(word, op_name((enum op)i)) == 0;
  }
  for (int i = 0; i < OPTIONS; i++) {
    if (strcmp(word, option_name((enum option)i)) == 0) {
      hello->options |= 1U << i;
    }
  }
}

static void read_caps(struct hello *hello, const json_t *caps) {
  size_t i;
  json_t *cap;

  json_array_foreach(caps, i, cap) {
    if (json_is_string(cap)) {
      read_cap(hello, json_string_value(cap));
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
