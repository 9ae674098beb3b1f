/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "derive.h"

#include <stdio.h>
#include <string.h>

#include "world.h"

/* What the derived vectors of one kind of record cite. */
struct cited {
  const char *complete;
  const char *wire;
  const char *print;
};

static const struct cited cited[KINDS] = {
    {"rfc3403-4.1-complete", "rfc3403-4.1-wire", "rfc3403-4.3-print"},
    {"rfc2782-complete", "rfc2782-wire", "rfc2782-print"},
};

/* What a cut tests: the rule, and the reasons that fit. */
struct cut {
  const char *rule;
  const char *reasons[3];
};

struct deriver {
  const struct vector *parent;
  const struct rules *rules;
  struct arena *arena;
  const struct place *place;
  struct vector **list;
  size_t n;
};

static bool is_lone_rdata(const struct vector *vector) {
  return verb_of(vector->op) == VERB_DECODE && !vector->in.whole;
}

/* How many other orders of each RRset are tried. */
#define ORDERS 2

size_t derive_count(const struct vector *vector) {
  if (vector->in.world != NULL) {
    return vector->expect.kind != EXPECT_REJECT ? ORDERS : 0;
  }
  if (vector->expect.kind != EXPECT_VALUE) {
    return 0;
  }
  if (is_lone_rdata(vector)) {
    return vector->in.octets.len + 3;
  }
  return verb_of(vector->op) == VERB_PRINT ? 1 : 0;
}

static enum op other_op(const struct vector *vector, enum verb verb) {
  return (enum op)(vector->op / VERBS * VERBS + verb);
}

static const struct record *record_of(const struct vector *vector) {
  return &vector->expect.choices[0].value.records[0];
}

/* Adds a copy of the parent with its own id and title. */
static struct vector *add_copy(struct deriver *deriver, const char *id,
                               const char *title) {
  struct vector *vector = arena_take(deriver->arena, sizeof *vector);

  *vector = *deriver->parent;
  vector->id = id;
  vector->title = title;
  vector->born = "derived";
  vector->note = NULL;
  vector->parent = deriver->parent;
  vector->request = NULL;
  vector->request_len = 0;
  deriver->list[deriver->n++] = vector;
  return vector;
}

/* And with a rule of its own; null with the fault filled where the rule is
 * missing.
 */
static struct vector *add(struct deriver *deriver, const char *id,
                          const char *title, const char *rule) {
  const struct rule **rules = arena_take(deriver->arena, sizeof *rules);
  struct vector *vector;
  char message[128];

  rules[0] = rules_find(deriver->rules, rule);
  if (rules[0] == NULL) {
    snprintf(message, sizeof message,
             "the rule %s of derived vectors is not in rules.json", rule);
    place_fault(deriver->place, "", message);
    return NULL;
  }
  vector = add_copy(deriver, id, title);
  vector->rules = rules;
  vector->n_rules = 1;
  vector->level = rules[0]->level;
  vector->needs = 0;
  return vector;
}

static void must_refuse(struct deriver *deriver, struct vector *vector,
                        const char *const *reasons, size_t n) {
  struct choice *choice = arena_take(deriver->arena, sizeof *choice);

  choice->reject = true;
  choice->reasons = reasons;
  choice->n_reasons = n;
  vector->expect.kind = EXPECT_REJECT;
  vector->expect.choices = choice;
  vector->expect.n = 1;
  vector->twin = deriver->parent;
}

static void must_give(struct deriver *deriver, struct vector *vector,
                      struct snarp_view rdata) {
  struct choice *choice = arena_take(deriver->arena, sizeof *choice);

  choice->value.kind = VALUE_RDATA;
  choice->value.rdata = rdata;
  vector->expect.kind = EXPECT_VALUE;
  vector->expect.choices = choice;
  vector->expect.n = 1;
}

/* What is cut when the RDATA ends after its first n octets. */
static const struct cut *cut_at(const struct vector *vector, size_t n) {
  static const struct cut fixed = {"rfc1035-3.2.1-fixed-fields", {"short"}};
  static const struct cut between[KINDS] = {
      {"rfc3403-4.1-complete", {"string-missing", "name-missing", "short"}},
      {"rfc2782-complete", {"name-missing", "short"}}};
  static const struct cut string = {"rfc1035-3.3-inside-rdata",
                                    {"string-overrun"}};
  static const struct cut name = {"rfc1035-3.1-name-ends",
                                  {"name-overrun", "name-missing"}};
  const struct shape *shape = shape_of(vector->op);
  size_t at = 2 * shape->n_numbers;

  if (n < at) {
    return &fixed;
  }
  for (size_t i = 0; i + 1 < shape->n_fields && n > at; i++) {
    at += 1 + record_of(vector)->fields[i].len;
    if (n < at) {
      return &string;
    }
  }
  return n == at ? &between[vector->op / VERBS] : &name;
}

static bool add_cut(struct deriver *deriver, size_t n) {
  const struct vector *parent = deriver->parent;
  const struct cut *cut = cut_at(parent, n);
  struct vector *vector =
      add(deriver, arena_format(deriver->arena, "%s~t%zu", parent->id, n),
          arena_format(deriver->arena, "%zu of %zu octets of: %s", n,
                       parent->in.octets.len, parent->title),
          cut->rule);
  size_t reasons = 0;

  if (vector == NULL) {
    return false;
  }
  while (reasons < 3 && cut->reasons[reasons] != NULL) {
    reasons++;
  }
  vector->in.octets.len = n;
  must_refuse(deriver, vector, cut->reasons, reasons);
  return true;
}

static bool add_extra(struct deriver *deriver) {
  static const char *const reasons[] = {"trailing"};
  const struct vector *parent = deriver->parent;
  size_t len = parent->in.octets.len;
  char *octets;
  struct vector *vector =
      add(deriver, arena_format(deriver->arena, "%s~x", parent->id),
          arena_format(deriver->arena, "an octet behind: %s", parent->title),
          "rfc1035-3.2.1-no-trailing");

  if (vector == NULL) {
    return false;
  }
  octets =
      arena_copy(deriver->arena, (const char *)parent->in.octets.base, len);
  vector->in.octets.base = (const uint8_t *)octets; /* and the zero behind */
  vector->in.octets.len = len + 1;
  must_refuse(deriver, vector, reasons, 1);
  return true;
}

static bool add_record(struct deriver *deriver, enum verb verb, char letter,
                       const char *rule) {
  const struct vector *parent = deriver->parent;
  struct vector *vector =
      add(deriver, arena_format(deriver->arena, "%s~%c", parent->id, letter),
          arena_format(deriver->arena, "%s: %s",
                       verb == VERB_ENCODE ? "written back" : "printed",
                       parent->title),
          rule);

  if (vector == NULL) {
    return false;
  }
  vector->op = other_op(parent, verb);
  vector->derived = (enum derived)letter;
  memset(&vector->in, 0, sizeof vector->in);
  vector->in.record = *record_of(parent);
  must_give(deriver, vector, parent->in.octets);
  return true;
}

static bool add_scan(struct deriver *deriver) {
  const struct vector *parent = deriver->parent;
  struct vector *vector = add(
      deriver, arena_format(deriver->arena, "%s~s", parent->id),
      arena_format(deriver->arena, "its own text scanned: %s", parent->title),
      cited[parent->op / VERBS].print);

  if (vector == NULL) {
    return false;
  }
  vector->op = other_op(parent, VERB_SCAN);
  vector->derived = DERIVED_SCAN;
  memset(&vector->in, 0, sizeof vector->in);
  vector->in.origin = ".";
  must_give(deriver, vector, parent->expect.choices[0].value.rdata);
  return true;
}

/* The fields as they stand in the RDATA: two octets a number, a length octet
 * and the octets of each string, and the name.
 */
static size_t rdata_len(const struct vector *vector) {
  const struct shape *shape = shape_of(vector->op);
  size_t len = 2 * shape->n_numbers + shape->n_fields - 1;

  for (size_t i = 0; i < shape->n_fields; i++) {
    len += record_of(vector)->fields[i].len;
  }
  return len;
}

static bool derive_rdata(struct deriver *deriver) {
  const struct vector *parent = deriver->parent;
  const struct cited *rules = &cited[parent->op / VERBS];

  if (rdata_len(parent) != parent->in.octets.len) {
    return place_fault(deriver->place, "expect.value",
                       "expected fields that fill the rdata");
  }
  for (size_t n = 0; n < parent->in.octets.len; n++) {
    if (!add_cut(deriver, n)) {
      return false;
    }
    deriver->list[n]->derived = DERIVED_CUT;
  }
  if (!add_extra(deriver)) {
    return false;
  }
  deriver->list[deriver->n - 1]->derived = DERIVED_EXTRA;
  return add_record(deriver, VERB_ENCODE, 'w', rules->wire) &&
         add_record(deriver, VERB_PRINT, 'p', rules->print);
}

/* The same scenario with the records of each RRset in another order. */
static bool derive_orders(struct deriver *deriver) {
  const struct vector *parent = deriver->parent;

  for (unsigned i = 1; i <= ORDERS; i++) {
    struct scenario *world = arena_take(deriver->arena, sizeof *world);
    struct vector *vector =
        add_copy(deriver, arena_format(deriver->arena, "%s~o%u", parent->id, i),
                 arena_format(deriver->arena, "%s: %s",
                              i == 1 ? "reversed" : "shuffled", parent->title));

    *world = *parent->in.world;
    world->shuffle = i;
    vector->in.world = world;
    vector->derived = DERIVED_ORDER;
  }
  return true;
}

bool derive(struct vector **list, const struct vector *vector,
            const struct rules *rules, struct arena *arena,
            const struct place *place) {
  struct deriver deriver = {vector, rules, arena, place, list, 0};

  if (derive_count(vector) == 0) {
    return true;
  }
  if (vector->in.world != NULL) {
    return derive_orders(&deriver);
  }
  return is_lone_rdata(vector) ? derive_rdata(&deriver) : add_scan(&deriver);
}
