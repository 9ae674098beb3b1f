/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/octets.h"
#include "resolve.h"
#include "text.h"

/* --- table */

#define COLUMNS 5 /* that are as wide as their widest cell */

static const char *const heads[COLUMNS] = {"", "TARGET", "PORT", "PROTOCOL",
                                           "ADDRESSES"};

static void port_cell(struct text *cell, const struct candidate *candidate) {
  if (candidate->uri) {
    text_add(cell, "-");
  } else if (candidate->has_port) {
    text_format(cell, "%u", (unsigned)candidate->port);
  } else if (candidate->port != 0) {
    text_format(cell, "%u (default)", (unsigned)candidate->port);
  } else {
    text_add(cell, "(default)");
  }
}

static void addresses_cell(struct text *cell,
                           const struct candidate *candidate) {
  for (size_t i = 0; i < candidate->n_addresses; i++) {
    text_format(cell, "%s%s", i > 0 ? " " : "", candidate->addresses[i]);
  }
  if (candidate->n_addresses == 0) {
    text_add(cell, candidate->uri               ? "-"
                   : candidate->addresses_known ? "none"
                                                : "not known");
  }
}

static void fill_row(struct text cells[COLUMNS],
                     const struct candidate *candidate, size_t number) {
  for (size_t i = 0; i < COLUMNS; i++) {
    cells[i].len = 0;
    text_add(&cells[i], "");
  }
  text_format(&cells[0], "%zu", number);
  text_add(&cells[1], candidate->host);
  port_cell(&cells[2], candidate);
  text_add_n(&cells[3], (const char *)candidate->protocol.base,
             candidate->protocol.len);
  addresses_cell(&cells[4], candidate);
}

static void print_outcome(const struct candidate *candidate) {
  if (candidate->outcome == OUTCOME_SERVED) {
    printf("served at %s", candidate->at);
  } else {
    printf("failed: %s", candidate->why);
  }
}

static void print_row(const struct resolve *resolve,
                      const struct text cells[COLUMNS],
                      const size_t widths[COLUMNS],
                      const struct candidate *candidate) {
  for (size_t i = 0; i < COLUMNS; i++) {
    bool last = i + 1 == COLUMNS && !resolve->options.connect;
    printf("%s%-*s", i > 0 ? "  " : "", last ? 0 : (int)widths[i],
           cells[i].base);
  }
  if (resolve->options.connect) {
    printf("  ");
    print_outcome(candidate);
  }
  putchar('\n');
  for (size_t i = 0; i < candidate->n_from; i++) {
    printf("%*s  %s\n", (int)widths[0], "", candidate->from[i]);
  }
}

static void measure(size_t widths[COLUMNS], struct text cells[COLUMNS],
                    const struct resolve *resolve) {
  for (size_t i = 0; i < COLUMNS; i++) {
    widths[i] = strlen(heads[i]);
  }
  for (size_t row = 0; row < resolve->n; row++) {
    fill_row(cells, &resolve->candidates[row], row + 1);
    for (size_t i = 0; i < COLUMNS; i++) {
      widths[i] = cells[i].len > widths[i] ? cells[i].len : widths[i];
    }
  }
}

void resolve_table(const struct resolve *resolve) {
  struct text cells[COLUMNS] = {{0}};
  size_t widths[COLUMNS];

  measure(widths, cells, resolve);
  for (size_t i = 0; i < COLUMNS; i++) {
    bool last = i + 1 == COLUMNS && !resolve->options.connect;
    printf("%s%-*s", i > 0 ? "  " : "", last ? 0 : (int)widths[i], heads[i]);
  }
  puts(resolve->options.connect ? "  OUTCOME" : "");
  for (size_t row = 0; row < resolve->n; row++) {
    fill_row(cells, &resolve->candidates[row], row + 1);
    print_row(resolve, cells, widths, &resolve->candidates[row]);
  }
  for (size_t i = 0; i < COLUMNS; i++) {
    free(cells[i].base);
  }
}

/* --- lines */

static void print_line(const struct candidate *candidate) {
  printf("%s ", candidate->host);
  if (candidate->has_port || candidate->port != 0) {
    printf("%u ", (unsigned)candidate->port);
  } else {
    fputs(candidate->uri ? "- " : "default ", stdout);
  }
  fwrite(candidate->protocol.base, 1, candidate->protocol.len, stdout);
  putchar('\n');
}

void resolve_plain(const struct resolve *resolve) {
  for (size_t i = 0; i < resolve->n; i++) {
    if (!resolve->options.connect ||
        resolve->candidates[i].outcome == OUTCOME_SERVED) {
      print_line(&resolve->candidates[i]);
    }
  }
}

/* --- JSON */

static json_t *octets_json(const char *text) {
  return snarp_octets_to_text(
      (struct snarp_view){(const uint8_t *)text, strlen(text)});
}

static json_t *list_json(const char *const *texts, size_t n) {
  json_t *list = json_array();

  for (size_t i = 0; i < n; i++) {
    json_array_append_new(list, octets_json(texts[i]));
  }
  return list;
}

static void add_host(json_t *object, const struct candidate *candidate) {
  json_object_set_new(object, "host", octets_json(candidate->host));
  json_object_set_new(object, "port",
                      candidate->has_port || candidate->port != 0
                          ? json_integer(candidate->port)
                          : json_null());
  json_object_set_new(object, "default_port",
                      json_boolean(!candidate->has_port));
  if (candidate->addresses_known || candidate->n_addresses > 0) {
    json_object_set_new(
        object, "addresses",
        list_json(candidate->addresses, candidate->n_addresses));
  }
}

static json_t *candidate_json(const struct candidate *candidate) {
  json_t *object = json_object();

  if (candidate->uri) {
    json_object_set_new(object, "uri", octets_json(candidate->host));
  } else {
    add_host(object, candidate);
  }
  json_object_set_new(object, "protocol",
                      snarp_octets_to_text(candidate->protocol));
  json_object_set_new(object, "from",
                      list_json(candidate->from, candidate->n_from));
  if (candidate->outcome == OUTCOME_FAILED) {
    json_object_set_new(object, "failed", octets_json(candidate->why));
  } else if (candidate->outcome == OUTCOME_SERVED) {
    json_object_set_new(object, "served", octets_json(candidate->at));
  }
  return object;
}

static void print_json(json_t *value, size_t flags) {
  json_dumpf(value, stdout, JSON_ENSURE_ASCII | JSON_ENCODE_ANY | flags);
  json_decref(value);
}

/* One candidate a line, each freed before the next is made. */
void resolve_json(const struct resolve *resolve, const char *end) {
  struct arena arena = {NULL};

  printf("{\"domain\": ");
  print_json(octets_json(resolve_name(&arena, resolve->domain)), 0);
  printf(", \"service\": ");
  print_json(snarp_octets_to_text(resolve->plan.service), 0);
  printf(",\n \"end\": \"%s\", \"candidates\": [", end);
  for (size_t i = 0; i < resolve->n; i++) {
    fputs(i > 0 ? ",\n  " : "\n  ", stdout);
    print_json(candidate_json(&resolve->candidates[i]), 0);
  }
  puts("]}");
  arena_free(&arena);
}
