/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "offers.h"
#include "snarp/walk.h"

enum { DEEP_MAX = 4, SHOWN_MAX = 8, LOOKUPS_MAX = 1000000 };

/* Where an offer leads, or null. */
static struct state *state_below(const struct offers *offers,
                                 const struct offer *offer) {
  if (offer->rule->to == NO_SET) {
    return NULL;
  }
  return find_state(offers, offer->rule->to, app_of(offer), protocol_of(offer));
}

/* --- loops */

/* The names from a place on the path to its end, and the first one again. */
static const char *loop_text(struct offers *offers, size_t from) {
  struct lint *lint = offers->tree->lint;
  const char *text = "";

  for (size_t i = from; i < offers->n_path; i++) {
    if (i - from == SHOWN_MAX) {
      text = arena_format(&lint->arena, "%s(%zu more) -> ", text,
                          offers->n_path - i);
      break;
    }
    text =
        arena_format(&lint->arena, "%s%s -> ", text,
                     name_text(lint, node_of(offers, offers->path[i])->owner));
  }
  return arena_format(
      &lint->arena, "%s%s", text,
      name_text(lint, node_of(offers, offers->path[from])->owner));
}

static void lint_loop(struct offers *offers, struct rule *rule,
                      const struct state *above) {
  struct tree *tree = offers->tree;

  if (!rule->told_loop) {
    rule->told_loop = true;
    lint_add(tree->lint, LINT_LOOP, tree->sets[rule->set].node, rule->record,
             loop_text(offers, above->at));
  }
}

/* --- depth first */

static void enter(struct offers *offers, struct state *state) {
  state->colour = GREY;
  state->at = offers->n_path;
  state->lookups = 1;
  state->depth = 1;
  offers->path[offers->n_path++] = state;
}

static void add_below(struct state *state, const struct state *below) {
  state->lookups += below->lookups;
  if (state->lookups > LOOKUPS_MAX) {
    state->lookups = LOOKUPS_MAX;
  }
  if (state->depth < below->depth + 1) {
    state->depth = below->depth + 1;
  }
}

/* One offer of the state at the end of the path; it stays the next one until
 * what is below it is done. */
static void go_on(struct offers *offers, struct state *state) {
  const struct offer *offer = &offers->list[state->next];
  struct state *below =
      offer->rule->leads == TO_NAPTR ? state_below(offers, offer) : NULL;

  if (below != NULL && below->colour == WHITE) {
    enter(offers, below);
    return;
  }
  if (below != NULL && below->colour == GREY) {
    lint_loop(offers, offer->rule, below);
  } else if (below != NULL) {
    add_below(state, below);
  } else if (offer->rule->leads == TO_SRV || offer->rule->leads == TO_NAPTR) {
    state->lookups += state->lookups < LOOKUPS_MAX;
  }
  state->next++;
}

static void measure(struct offers *offers) {
  for (size_t i = 0; i < offers->n_states; i++) {
    if (offers->states[i].colour == WHITE) {
      enter(offers, &offers->states[i]);
    }
    while (offers->n_path > 0) {
      struct state *state = offers->path[offers->n_path - 1];
      if (state->next < state->first + state->n) {
        go_on(offers, state);
      } else {
        state->colour = BLACK;
        offers->n_path--;
      }
    }
  }
}

static void lint_measure(struct offers *offers, const struct state *deepest,
                         const struct state *most) {
  struct lint *lint = offers->tree->lint;

  if (deepest->depth > DEEP_MAX) {
    lint_add(lint,
             deepest->depth > SNARP_WALK_DEPTH ? LINT_TOO_DEEP : LINT_DEEP,
             node_of(offers, deepest), NULL,
             arena_format(&lint->arena, "%u for %s", deepest->depth,
                          state_text(offers, deepest)));
  }
  if (most->lookups > SNARP_WALK_QUERIES) {
    lint_add(lint, LINT_MANY_LOOKUPS, node_of(offers, most), NULL,
             arena_format(&lint->arena, "%s%u for %s",
                          most->lookups == LOOKUPS_MAX ? "more than " : "",
                          most->lookups, state_text(offers, most)));
  }
}

/* Where clients begin: the names that no record leads to, or the scope's. */
static void lint_measures(struct offers *offers) {
  const struct tree *tree = offers->tree;
  const struct state *deepest = NULL;
  const struct state *most = NULL;

  for (size_t i = 0; i < offers->n_states; i++) {
    const struct state *state = &offers->states[i];
    uint32_t set = offers->list[state->first].rule->set;
    if (state->reached && set != tree->from) {
      continue;
    }
    if (deepest != NULL && node_of(offers, deepest) != tree->sets[set].node) {
      lint_measure(offers, deepest, most);
      deepest = NULL;
    }
    if (deepest == NULL) {
      deepest = state;
      most = state;
    }
    deepest = state->depth > deepest->depth ? state : deepest;
    most = state->lookups > most->lookups ? state : most;
  }
  if (deepest != NULL) {
    lint_measure(offers, deepest, most);
  }
}

void lint_depth(struct offers *offers) {
  measure(offers);
  lint_measures(offers);
}
