/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inner.h"
#include "snarp/name.h"
#include "text.h"

enum { ALIKE_MAX = 10, PRINTED_MAX = 4093 };

/* --- parts of a finding */

static void add_name(struct text *text, struct snarp_view name) {
  uint8_t space[4 * SNARP_NAME_MAX + 1];
  struct snarp_buf out = {space, sizeof space, 0};

  if (snarp_name_print(&out, name, NULL) == 0) {
    text_add_n(text, (const char *)space, out.len);
  }
}

/* The type and the RDATA, as in a master file. */
static void add_record(struct text *text, const struct dns_record *record) {
  uint8_t space[PRINTED_MAX];
  struct snarp_buf out = {space, sizeof space, 0};
  struct snarp_naptr naptr;
  struct snarp_srv srv;

  if (record->type == DNS_NAPTR) {
    (void)snarp_naptr_read(&naptr, record->rdata, NULL);
    (void)snarp_naptr_print(&out, &naptr, NULL);
  } else {
    (void)snarp_srv_read(&srv, record->rdata, NULL);
    (void)snarp_srv_print(&out, &srv, NULL);
  }
  text_add(text, record->type == DNS_NAPTR ? "NAPTR " : "SRV ");
  text_add_n(text, (const char *)space, out.len);
}

static void add_says(struct text *text, const struct lint_finding *finding) {
  const char *says = lint_about(finding->kind)->says;
  const char *place = strchr(says, '%');

  if (place == NULL || finding->detail == NULL) {
    text_add(text, says);
  } else {
    text_add_n(text, says, (size_t)(place - says));
    text_add(text, finding->detail);
    text_add(text, place + 1);
  }
}

/* --- text */

/* What was printed of one name. */
struct shown {
  const struct dns_node *node;
  const struct dns_record *record;
  size_t alike[LINT_KINDS];
};

static void print_text(struct text *text) {
  fwrite(text->base, 1, text->len, stdout);
  text->len = 0;
}

static void show_more(struct shown *shown) {
  for (size_t i = 0; i < LINT_KINDS; i++) {
    if (shown->alike[i] > ALIKE_MAX) {
      printf("  and %zu more: %s\n", shown->alike[i] - ALIKE_MAX,
             lint_about((enum lint_kind)i)->word);
    }
    shown->alike[i] = 0;
  }
}

/* The name and the record, where they are other ones than before. */
static void add_heads(struct text *text, struct shown *shown,
                      const struct lint_finding *finding, const char *path) {
  if (finding->node != shown->node) {
    show_more(shown);
    shown->node = finding->node;
    shown->record = NULL;
    text_format(text, "%s: ", path);
    add_name(text, finding->node->owner);
    text_add(text, "\n");
  }
  if (finding->record != NULL && finding->record != shown->record) {
    shown->record = finding->record;
    text_add(text, "  ");
    add_record(text, finding->record);
    text_add(text, "\n");
  }
}

static void show_finding(struct text *text, struct shown *shown,
                         const struct lint_finding *finding, const char *path) {
  const struct lint_about *about = lint_about(finding->kind);
  const char *indent = finding->record != NULL ? "    " : "  ";

  if (finding->node == shown->node) {
    shown->alike[finding->kind]++;
    if (shown->alike[finding->kind] > ALIKE_MAX) {
      return;
    }
  }
  add_heads(text, shown, finding, path);
  if (shown->alike[finding->kind] == 0) {
    shown->alike[finding->kind] = 1;
  }
  text_format(text, "%s%s %s: ", indent, lint_severity_word(about->severity),
              about->word);
  add_says(text, finding);
  text_format(text, " (%s)\n%s  %s\n", about->cite, indent, about->advice);
  print_text(text);
}

static const char *plural(size_t n) {
  return n == 1 ? "" : "s";
}

void lint_show_text(const struct lint *lint, const char *path) {
  const size_t *counts = lint->counts;
  struct shown shown = {0};
  struct text text = {0};

  for (size_t i = 0; i < lint->n; i++) {
    show_finding(&text, &shown, &lint->findings[i], path);
  }
  show_more(&shown);
  free(text.base);
  printf("snarp: %zu error%s, %zu warning%s, %zu note%s in %zu NAPTR "
         "record%s\n",
         counts[LINT_ERROR], plural(counts[LINT_ERROR]), counts[LINT_WARNING],
         plural(counts[LINT_WARNING]), counts[LINT_NOTE],
         plural(counts[LINT_NOTE]), lint->n_rules, plural(lint->n_rules));
}

/* --- JSON */

static void add_string(struct text *text, const char *string) {
  text_json(text, view_of_string(string));
}

/* A member whose value was made in `value`, which is then empty. */
static void add_member(struct text *text, const char *name,
                       struct text *value) {
  struct snarp_view octets = {(const uint8_t *)value->base, value->len};

  text_format(text, ", \"%s\": ", name);
  text_json(text, octets);
  value->len = 0;
}

static void add_finding(struct text *text, struct text *value,
                        const struct lint_finding *finding) {
  const struct lint_about *about = lint_about(finding->kind);

  text_format(text, "{\"finding\": \"%s\", \"severity\": \"%s\"", about->word,
              lint_severity_word(about->severity));
  text_format(text, ", \"rule\": \"%s\"", about->cite);
  add_name(value, finding->node->owner);
  add_member(text, "owner", value);
  if (finding->record != NULL) {
    add_record(value, finding->record);
    add_member(text, "record", value);
  }
  add_says(value, finding);
  add_member(text, "says", value);
  text_add(value, about->advice);
  add_member(text, "advice", value);
  text_add(text, "}");
}

void lint_show_json(const struct lint *lint, const char *path) {
  struct text text = {0};
  struct text value = {0};

  text_add(&text, "{\"format\": \"snarp-lint/1\", \"zone\": ");
  add_string(&text, path);
  text_add(&text, ", \"findings\": [");
  for (size_t i = 0; i < lint->n; i++) {
    text_add(&text, i > 0 ? ",\n  " : "\n  ");
    add_finding(&text, &value, &lint->findings[i]);
    print_text(&text);
  }
  text_format(&text,
              "],\n \"records\": %zu, \"errors\": %zu, \"warnings\": %zu, "
              "\"notes\": %zu}\n",
              lint->n_rules, lint->counts[LINT_ERROR],
              lint->counts[LINT_WARNING], lint->counts[LINT_NOTE]);
  print_text(&text);
  free(text.base);
  free(value.base);
}

/* --- the table */

void lint_show_kinds(void) {
  for (size_t i = 0; i < LINT_KINDS; i++) {
    const struct lint_about *about = lint_about((enum lint_kind)i);
    printf("%s | %s | %s | %s | %s\n", about->word,
           lint_severity_word(about->severity), about->cite, about->says,
           about->advice);
  }
}
