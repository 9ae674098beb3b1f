/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "offers.h"
#include "text.h"

enum { WIDE_MAX = 16, MISSING_MAX = 400 };

/* --- one state */

/* Tells of a protocol that stands twice in one record; how many records there
 * are. */
static size_t lint_twice(struct offers *offers, const struct state *state) {
  struct lint *lint = offers->tree->lint;
  const struct offer *list = &offers->list[state->first];
  size_t n = 1;

  for (size_t i = 1; i < state->n; i++) {
    if (list[i].rule != list[i - 1].rule) {
      n++;
    } else if (i == 1 || list[i].rule != list[i - 2].rule) {
      lint_add(lint, LINT_TAG_TWICE, node_of(offers, state),
               list[i].rule->record, octets_text(lint, protocol_of(&list[i])));
    }
  }
  return n;
}

static bool same_rank(const struct offer *a, const struct offer *b) {
  return a->rule->naptr.order == b->rule->naptr.order &&
         a->rule->naptr.preference == b->rule->naptr.preference;
}

/* How many different records have the rank of the first of these offers. */
static size_t count_equals(const struct offer *list, size_t n, size_t *end) {
  size_t equals = 1;

  *end = 1;
  while (*end < n && same_rank(&list[0], &list[*end])) {
    equals +=
        list[*end].rule != list[*end - 1].rule &&
        snarp_naptr_compare(&list[0].rule->naptr, &list[*end].rule->naptr) != 0;
    (*end)++;
  }
  return equals;
}

static void lint_ranks(struct offers *offers, const struct state *state) {
  struct lint *lint = offers->tree->lint;
  const struct offer *list = &offers->list[state->first];
  size_t end;

  for (size_t i = 0; i < state->n; i += end) {
    size_t equals = count_equals(list + i, state->n - i, &end);
    if (equals > 1 && !list[i].rule->told_equal) {
      list[i].rule->told_equal = true;
      lint_add(lint, LINT_RANK_EQUAL, node_of(offers, state),
               list[i].rule->record,
               arena_format(&lint->arena, "%zu records for %s", equals,
                            state_text(offers, state)));
    }
  }
}

/* Tells of the widest state of a set; they stand next to each other. */
static void lint_states(struct offers *offers) {
  struct lint *lint = offers->tree->lint;
  const struct state *widest = NULL;
  size_t most = WIDE_MAX;

  for (size_t i = 0; i < offers->n_states; i++) {
    const struct state *state = &offers->states[i];
    size_t n = lint_twice(offers, state);
    lint_ranks(offers, state);
    if (n > most) {
      most = n;
      widest = state;
    }
    if (widest != NULL &&
        (i + 1 == offers->n_states ||
         node_of(offers, widest) != node_of(offers, state + 1))) {
      lint_add(lint, LINT_WIDE, node_of(offers, widest), NULL,
               arena_format(&lint->arena, "%zu NAPTR records for %s", most,
                            state_text(offers, widest)));
      widest = NULL;
      most = WIDE_MAX;
    }
  }
}

/* --- what is not offered below, or not above */

/* Adds an offer to a list; a tag is printable ASCII. */
static void add_missing(struct text *missing, struct snarp_view app,
                        struct snarp_view protocol) {
  if (missing->len > 0) {
    text_add(missing, ", ");
  }
  text_add_n(missing, (const char *)app.base, app.len);
  text_add(missing, ":");
  text_add_n(missing, (const char *)protocol.base, protocol.len);
}

/* All protocols of a rule that the set below does not offer, in one finding. */
static void lint_below(struct offers *offers, const struct rule *rule) {
  struct tree *tree = offers->tree;
  struct snarp_service field;
  struct snarp_view protocol;
  struct text missing = {0};

  (void)snarp_service_scan(&field, rule->naptr.services, NULL);
  while (snarp_service_next(&protocol, &field) == 0) {
    struct state *below = find_state(offers, rule->to, field.app, protocol);
    if (below != NULL) {
      below->reached = true;
    } else if (offer_in_scope(tree->scope, field.app, protocol)) {
      add_missing(&missing, field.app, protocol);
    }
  }
  if (missing.len > 0) {
    text_cut(&missing, MISSING_MAX);
    lint_add(tree->lint, LINT_PROTOCOL_NOT_BELOW, tree->sets[rule->set].node,
             rule->record,
             arena_copy(&tree->lint->arena, missing.base, missing.len));
  }
  free(missing.base);
}

static void lint_reached(struct offers *offers) {
  struct tree *tree = offers->tree;

  for (size_t i = 0; i < offers->n_states; i++) {
    const struct state *state = &offers->states[i];
    for (size_t k = 0; state->reached && k < state->n; k++) {
      offers->list[state->first + k].rule->reached = true;
    }
  }
  for (uint32_t i = 0; i < tree->n_rules; i++) {
    const struct rule *rule = &tree->rules[i];
    if (is_taken(tree, rule) && !rule->reached &&
        tree->sets[rule->set].delegated && rule->set != tree->from) {
      lint_add(tree->lint, LINT_NOT_REACHED, tree->sets[rule->set].node,
               rule->record, NULL);
    }
  }
}

static void lint_delegations(struct offers *offers) {
  struct tree *tree = offers->tree;

  for (uint32_t i = 0; i < tree->n_rules; i++) {
    const struct rule *rule = &tree->rules[i];
    if (is_taken(tree, rule) && rule->to != NO_SET) {
      lint_below(offers, rule);
    }
  }
  lint_reached(offers);
}

/* --- what the scope asks for */

static bool is_offered(const struct offers *offers, const char *service,
                       const char *protocol) {
  for (size_t i = 0; i < offers->n_states; i++) {
    const struct offer *offer = &offers->list[offers->states[i].first];
    if (offer->rule->set == offers->tree->from &&
        (service == NULL || same_tag(app_of(offer), view_of_string(service))) &&
        (protocol == NULL ||
         same_tag(protocol_of(offer), view_of_string(protocol)))) {
      return true;
    }
  }
  return false;
}

static void lint_offered(struct offers *offers, const char *protocol) {
  struct tree *tree = offers->tree;
  const char *service = tree->scope->service;

  if (!is_offered(offers, service, protocol)) {
    lint_add(tree->lint, LINT_NOT_OFFERED, tree->sets[tree->from].node, NULL,
             arena_format(&tree->lint->arena, "%s%s%s",
                          service != NULL ? service : "",
                          protocol != NULL ? ":" : "",
                          protocol != NULL ? protocol : ""));
  }
}

static void lint_wanted(struct offers *offers) {
  const struct lint_scope *scope = offers->tree->scope;

  if (offers->tree->from == NO_SET) {
    return;
  }
  for (size_t i = 0; i < scope->n_protocols; i++) {
    lint_offered(offers, scope->protocols[i]);
  }
  if (scope->n_protocols == 0 && scope->service != NULL) {
    lint_offered(offers, NULL);
  }
}

bool lint_offers(struct tree *tree, struct fault *fault) {
  struct offers offers;
  bool fine = offers_read(&offers, tree, fault);

  if (fine) {
    lint_states(&offers);
    lint_delegations(&offers);
    lint_depth(&offers);
    lint_wanted(&offers);
  }
  offers_free(&offers);
  return fine;
}
