/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

#define REQUEST_MAX 8192

void add_shell_word(struct text *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_-./:=+@%,";

  if (*word != '\0' && strspn(word, plain) == strlen(word)) {
    text_add(out, word);
    return;
  }
  text_add(out, "'");
  for (; *word != '\0'; word++) {
    if (*word == '\'') {
      text_add(out, "'\\''");
    } else {
      text_add_n(out, word, 1);
    }
  }
  text_add(out, "'");
}

bool list_vectors(const struct corpus *corpus, const bool *selected,
                  struct fault *fault) {
  for (size_t i = 0; i < corpus->n; i++) {
    if (selected[i]) {
      puts(corpus->vectors[i]->id);
    }
  }
  return output_flush(fault);
}

/* Octets of one field: in hexadecimal, printable ones behind. */
static void show_octets(const char *name, size_t off, const uint8_t *octets,
                        size_t n) {
  for (size_t at = 0; at < n || at == 0; at += 16) {
    size_t row = n - at < 16 ? n - at : 16;

    printf("  %4zu  %-18s", off + at, at == 0 ? name : "");
    for (size_t i = 0; i < 16; i++) {
      printf(i < row ? " %02x" : "   ", i < row ? octets[at + i] : 0);
    }
    fputs("  ", stdout);
    for (size_t i = 0; i < row; i++) {
      uint8_t c = octets[at + i];

      putchar(c >= 0x20 && c < 0x7f ? c : '.');
    }
    putchar('\n');
  }
}

/* One field after the other, as far as the octets go. */
static void show_rdata(const struct shape *shape, struct snarp_view octets) {
  size_t at = 0;

  for (size_t i = 0; i < shape->n_numbers && at < octets.len; i++) {
    size_t n = octets.len - at < 2 ? octets.len - at : 2;

    show_octets(shape->numbers[i], at, octets.base + at, n);
    at += n;
  }
  for (size_t i = 0; i < shape->n_fields && at < octets.len; i++) {
    size_t left = octets.len - at;
    size_t n = i + 1 == shape->n_fields ? left : (size_t)octets.base[at] + 1;

    show_octets(shape->fields[i], at, octets.base + at, n < left ? n : left);
    at += n < left ? n : left;
  }
}

static void show_input(const struct vector *vector) {
  const struct input *in = &vector->in;

  enum verb verb = verb_of(vector->op);

  if (in->octets.base == NULL || (verb != VERB_DECODE && verb != VERB_NONE)) {
    return;
  }
  puts("octets");
  if (verb == VERB_NONE) {
    show_octets("services", 0, in->octets.base, in->octets.len);
  } else if (in->whole) {
    show_octets("message", 0, in->octets.base, in->octets.len);
  } else {
    show_rdata(shape_of(vector->op), in->octets);
  }
}

static void show_rules(const struct vector *vector) {
  for (size_t i = 0; i < vector->n_rules; i++) {
    const struct rule *rule = vector->rules[i];

    printf("rule      %s (%s; %s, %s): %s\n", rule->id, level_name(rule->level),
           rule->spec, rule->section, rule->says);
  }
}

bool show_vector(const struct corpus *corpus, const char *id,
                 struct fault *fault) {
  const struct vector *vector = corpus_find(corpus, id);
  char *request;
  char *expect;
  char *world;

  if (vector == NULL) {
    return fault_set(fault, EXIT_USAGE, "--show %s: there is no such vector",
                     id);
  }
  request = vector_render_request(vector, REQUEST_MAX);
  expect = vector_render_expect(vector, REQUEST_MAX);
  world = vector_render_world(vector, REQUEST_MAX);
  printf("id        %s\ntitle     %s\nfile      %s\norigin    %s\n", vector->id,
         vector->title, vector->file, vector->born);
  show_rules(vector);
  printf("request   %s\n", request);
  if (world != NULL) {
    printf("world     %s\n", world);
  }
  printf("expected  %s\n", expect);
  if (vector->expect.why != NULL) {
    printf("why       %s\n", vector->expect.why);
  }
  if (vector->twin != NULL) {
    printf("twin      %s\n", vector->twin->id);
  }
  if (vector->note != NULL) {
    printf("note      %s\n", vector->note);
  }
  show_input(vector);
  free(request);
  free(expect);
  free(world);
  return output_flush(fault);
}
