/* Files of vectors, as `snarp check` and `snarp lint-vectors` read them, by the
 * rules of the corpus.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "fuzz.h"

enum { SIZE_MOST = 1 << 16, SHOWN = 64 };

/* Read once, before the first input. */
static const struct rules *all_rules(void) {
  static struct arena arena;
  static struct rules rules;
  struct fault fault;

  if (rules.n == 0) {
    FUZZ_HOLDS(rules_load(&rules, &arena, RULES, &fault));
  }
  return &rules;
}

/* A fault is one line, UTF-8 or not, that begins with the name of the file. */
static void prove_fault(const struct fault *fault) {
  FUZZ_HOLDS(fault->status == EXIT_VECTORS);
  FUZZ_HOLDS(memchr(fault->text, '\0', sizeof fault->text) != NULL);
  FUZZ_HOLDS(strncmp(fault->text, "input:", strlen("input:")) == 0);
  for (const char *at = fault->text; *at != '\0'; at++) {
    FUZZ_HOLDS((unsigned char)*at >= ' ' && *at != '\x7f');
  }
}

static void prove_rendered(char *text) {
  FUZZ_HOLDS(text == NULL || strchr(text, '\n') == NULL);
  free(text);
}

/* A request is the rest of a line of JSON. */
static void prove_request(const struct vector *vector) {
  FUZZ_HOLDS(vector->request_len == strlen(vector->request));
  FUZZ_HOLDS(strchr(vector->request, '\n') ==
             vector->request + vector->request_len - 1);

  struct text line = {0};
  text_format(&line, "{\"id\":1%s", vector->request);
  json_t *json = json_loadb(line.base, line.len, JSON_ALLOW_NUL, NULL);
  FUZZ_HOLDS(json_is_string(json_object_get(json, "op")));
  json_decref(json);
  free(line.base);
}

static void prove_vector(const struct corpus *corpus, size_t i) {
  const struct vector *vector = corpus->vectors[i];

  FUZZ_HOLDS(vector->index == i);
  FUZZ_HOLDS(corpus_find(corpus, vector->id) == vector);
  FUZZ_HOLDS(vector->n_rules > 0 && vector->op < OPS);
  FUZZ_HOLDS((vector->derived == DERIVED_NOT) == (vector->parent == NULL));
  FUZZ_HOLDS((vector->request == NULL) == (vector->derived == DERIVED_SCAN));
  if (vector->request != NULL) {
    prove_request(vector);
    prove_rendered(vector_render_request(vector, SHOWN));
  }
  prove_rendered(vector_render_expect(vector, SHOWN));
  prove_rendered(vector_render_world(vector, SHOWN));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const struct rules *rules = all_rules();
  struct corpus corpus;
  struct fault fault;

  if (size > SIZE_MOST) {
    return 0;
  }

  struct snarp_view octets = fuzz_exact(data, size);
  if (corpus_read(&corpus, rules, "input", (const char *)octets.base, size,
                  &fault)) {
    for (size_t i = 0; i < corpus.n; i++) {
      prove_vector(&corpus, i);
    }
  } else {
    prove_fault(&fault);
  }
  corpus_free(&corpus);
  fuzz_release(octets.base);
  return 0;
}
