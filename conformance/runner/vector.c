/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "vector.h"

#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "text.h"
#include "world.h"

static void add_string(struct text *out, const char *string) {
  struct snarp_view octets = {(const uint8_t *)string, strlen(string)};

  text_json(out, octets);
}

static void add_request(struct text *out, const struct vector *vector) {
  text_add(out, "\"vector\":");
  add_string(out, vector->id);
  text_format(out, ",\"op\":\"%s\",", op_name(vector->op));
  family_of(vector->op)->add_input(out, vector);
  text_add(out, "}");
}

const char *vector_lacks(const struct vector *vector, unsigned options) {
  unsigned lacks = vector->needs & ~options;

  for (int i = 0; i < OPTIONS; i++) {
    if ((lacks >> i & 1) != 0) {
      return option_name((enum option)i);
    }
  }
  return NULL;
}

void vector_prepare(struct vector *vector, struct arena *arena) {
  struct text out = {0};

  text_add(&out, ",");
  add_request(&out, vector);
  text_add(&out, "\n");
  vector->request = arena_copy(arena, out.base, out.len);
  vector->request_len = out.len;
  free(out.base);
}

char *vector_scan_request(const struct vector *vector, struct snarp_view text,
                          size_t *len) {
  struct vector asked = *vector;
  struct text out = {0};

  asked.in.octets = text;
  text_add(&out, ",");
  add_request(&out, &asked);
  text_add(&out, "\n");
  *len = out.len;
  return out.base;
}

char *vector_render_request(const struct vector *vector, size_t cap) {
  struct text out = {0};

  text_format(&out, "{\"op\":\"%s\",", op_name(vector->op));
  if (vector->request == NULL) {
    text_add(&out, "\"text\":(what it printed)");
  } else {
    family_of(vector->op)->add_input(&out, vector);
  }
  text_add(&out, "}");
  text_cut(&out, cap);
  return out.base;
}

char *vector_render_world(const struct vector *vector, size_t cap) {
  static const char *const orders[] = {"", " with its RRsets reversed",
                                       " with its RRsets shuffled"};
  const struct scenario *world = vector->in.world;
  struct text out = {0};

  if (world == NULL) {
    return NULL;
  }
  text_dump(&out, world->json);
  text_add(&out, orders[world->shuffle]);
  text_cut(&out, cap);
  return out.base;
}

static void add_choice(struct text *out, const struct vector *vector,
                       const struct choice *choice, size_t cap) {
  if (!choice->reject) {
    text_add(out, "accept ");
    family_of(vector->op)->render(out, vector->op, &choice->value, cap);
    return;
  }
  text_add(out, "refuse (");
  for (size_t i = 0; i < choice->n_reasons; i++) {
    text_format(out, "%s%s", i == 0 ? "" : " or ", choice->reasons[i]);
  }
  text_add(out, ")");
}

char *vector_render_expect(const struct vector *vector, size_t cap) {
  const struct expect *expect = &vector->expect;
  struct text out = {0};

  text_add(&out, expect->kind == EXPECT_EITHER ? "refuse or accept" : "");
  if (expect->kind == EXPECT_EITHER && expect->n > 0) {
    text_add(&out, ", then as: ");
  }
  for (size_t i = 0; i < expect->n; i++) {
    text_add(&out, i == 0 ? "" : ", or ");
    add_choice(&out, vector, &expect->choices[i], cap);
  }
  text_cut(&out, cap);
  return out.base;
}
