/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "offers.h"

#include <stdlib.h>

struct snarp_view app_of(const struct offer *offer) {
  return (struct snarp_view){offer->rule->naptr.services.base, offer->app};
}

struct snarp_view protocol_of(const struct offer *offer) {
  return (struct snarp_view){offer->rule->naptr.services.base + offer->off,
                             offer->len};
}

bool is_taken(const struct tree *tree, const struct rule *rule) {
  return rule->offers && rule->leads != NOWHERE && tree->sets[rule->set].inside;
}

/* --- collecting */

static size_t count_offers(const struct tree *tree) {
  struct snarp_service field;
  struct snarp_view protocol;
  size_t n = 0;

  for (uint32_t i = 0; i < tree->n_rules; i++) {
    const struct rule *rule = &tree->rules[i];
    if (is_taken(tree, rule)) {
      (void)snarp_service_scan(&field, rule->naptr.services, NULL);
      while (snarp_service_next(&protocol, &field) == 0) {
        n++;
      }
    }
  }
  return n;
}

static void add_offers(struct offers *offers, struct rule *rule) {
  struct snarp_view services = rule->naptr.services;
  struct snarp_service field;
  struct snarp_view protocol;

  (void)snarp_service_scan(&field, services, NULL);
  while (snarp_service_next(&protocol, &field) == 0) {
    if (offer_in_scope(offers->tree->scope, field.app, protocol)) {
      offers->list[offers->n++] = (struct offer){
          rule, (uint8_t)field.app.len,
          (uint8_t)(protocol.base - services.base), (uint8_t)protocol.len};
    }
  }
}

/* The set, the service and the protocol. */
static int compare_state(const struct offer *a, uint32_t set,
                         struct snarp_view app, struct snarp_view protocol) {
  int rv;

  if (a->rule->set != set) {
    return a->rule->set < set ? -1 : 1;
  }
  rv = compare_tags(app_of(a), app);
  return rv != 0 ? rv : compare_tags(protocol_of(a), protocol);
}

static int compare_offers(const void *left, const void *right) {
  const struct offer *a = left;
  const struct offer *b = right;
  const struct snarp_naptr *one = &a->rule->naptr;
  const struct snarp_naptr *other = &b->rule->naptr;
  int rv = compare_state(a, b->rule->set, app_of(b), protocol_of(b));

  if (rv == 0) {
    rv = one->order - other->order;
  }
  if (rv == 0) {
    rv = one->preference - other->preference;
  }
  return rv != 0 ? rv : (a->rule > b->rule) - (a->rule < b->rule);
}

static void make_states(struct offers *offers) {
  struct state *state = NULL;

  for (size_t i = 0; i < offers->n; i++) {
    const struct offer *offer = &offers->list[i];
    if (state == NULL ||
        compare_state(&offers->list[state->first], offer->rule->set,
                      app_of(offer), protocol_of(offer)) != 0) {
      state = &offers->states[offers->n_states++];
      state->first = i;
      state->next = i;
    }
    state->n++;
  }
}

static void collect(struct offers *offers) {
  struct tree *tree = offers->tree;

  for (uint32_t i = 0; i < tree->n_rules; i++) {
    struct rule *rule = &tree->rules[i];
    if (is_taken(tree, rule)) {
      add_offers(offers, rule);
    }
  }
  if (offers->n > 0) {
    qsort(offers->list, offers->n, sizeof *offers->list, compare_offers);
  }
  make_states(offers);
}

struct state *find_state(const struct offers *offers, uint32_t set,
                         struct snarp_view app, struct snarp_view protocol) {
  size_t low = 0;
  size_t high = offers->n_states;

  while (low < high) {
    size_t mid = low + (high - low) / 2;
    const struct offer *offer = &offers->list[offers->states[mid].first];
    int rv = compare_state(offer, set, app, protocol);
    if (rv == 0) {
      return &offers->states[mid];
    }
    if (rv < 0) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return NULL;
}

const struct dns_node *node_of(const struct offers *offers,
                               const struct state *state) {
  const struct rule *rule = offers->list[state->first].rule;

  return offers->tree->sets[rule->set].node;
}

const char *state_text(const struct offers *offers, const struct state *state) {
  const struct offer *offer = &offers->list[state->first];

  return offer_text(offers->tree->lint, app_of(offer), protocol_of(offer));
}

bool offers_read(struct offers *offers, struct tree *tree,
                 struct fault *fault) {
  size_t n = count_offers(tree);

  *offers = (struct offers){.tree = tree};
  if (n > OFFERS_MAX) {
    return fault_set(fault, EXIT_VECTORS,
                     "%s: expected at most %d protocols in all service fields, "
                     "found %zu",
                     tree->scope->path, OFFERS_MAX, n);
  }
  offers->list = take(n * sizeof *offers->list);
  offers->states = take(n * sizeof *offers->states);
  offers->path = take(n * sizeof *offers->path);
  collect(offers);
  return true;
}

void offers_free(struct offers *offers) {
  free(offers->list);
  free(offers->states);
  free(offers->path);
}
