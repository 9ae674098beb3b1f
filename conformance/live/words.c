/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "runner/text.h"

bool words_have(char *const *argv, const char *placeholder) {
  for (size_t i = 0; argv[i] != NULL; i++) {
    if (strstr(argv[i], placeholder) != NULL) {
      return true;
    }
  }
  return false;
}

bool words_take_many(char *const *argv) {
  bool alone = false;

  for (size_t i = 0; argv[i] != NULL; i++) {
    if (strcmp(argv[i], "{protocol}") == 0) {
      alone = true;
    } else if (strstr(argv[i], "{protocol}") != NULL) {
      return false;
    }
  }
  return alone || words_have(argv, "{protocols}");
}

static void add_protocols(struct text *out, const struct words_values *values) {
  for (size_t i = 0; i < values->n_protocols; i++) {
    text_add(out, i > 0 ? " " : "");
    text_add(out, values->protocols[i]);
  }
}

/* Adds what the placeholder that `word` begins with stands for; its length, or
 * 0 where there is none. */
static size_t add_value(struct text *out, const char *word,
                        const struct words_values *values) {
  const struct {
    const char *name;
    const char *value;
  } rows[] = {{"{domain}", values->domain},
              {"{service}", values->service},
              {"{protocol}", values->protocols[0]},
              {"{server}", values->server},
              {"{port}", values->port}};
  static const char all[] = "{protocols}";

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t len = strlen(rows[i].name);

    if (strncmp(word, rows[i].name, len) == 0) {
      text_add(out, rows[i].value);
      return len;
    }
  }
  if (strncmp(word, all, strlen(all)) == 0) {
    add_protocols(out, values);
    return strlen(all);
  }
  return 0;
}

static char *fill_word(const char *word, const struct words_values *values) {
  struct text out = {0};

  text_add(&out, "");
  while (*word != '\0') {
    size_t n = add_value(&out, word, values);

    if (n == 0) {
      text_add_n(&out, word, 1);
      n = 1;
    }
    word += n;
  }
  return out.base;
}

char **words_fill(char *const *argv, const struct words_values *values) {
  char **filled = take(sizeof *filled);
  size_t n = 0;

  for (size_t i = 0; argv[i] != NULL; i++) {
    bool each = strcmp(argv[i], "{protocol}") == 0;
    size_t many = each ? values->n_protocols : 1;

    filled = grow(filled, (n + many + 1) * sizeof *filled);
    for (size_t j = 0; j < many; j++) {
      filled[n++] =
          each ? copy(values->protocols[j]) : fill_word(argv[i], values);
    }
  }
  filled[n] = NULL;
  return filled;
}

void words_free(char **argv) {
  for (size_t i = 0; argv[i] != NULL; i++) {
    free(argv[i]);
  }
  free(argv);
}
