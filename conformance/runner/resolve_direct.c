/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "dns/client.h"
#include "family.h"
#include "resolve.h"
#include "snarp/name.h"
#include "world.h"

static bool attempt(void *ctx, const struct snarp_walk_step *step) {
  struct target target = {.name = step->name,
                          .uri = step->uri,
                          .port = step->has_port ? step->port : 0,
                          .protocol = step->protocol};

  return world_connect(ctx, &target);
}

/* Latin-1 as a string of JSON. */
static json_t *json_of(struct snarp_view octets) {
  struct text text = {0};
  json_t *string;

  text_json(&text, octets);
  string = json_loads(text.base, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
  free(text.base);
  return string;
}

static json_t *name_of(struct snarp_view name) {
  uint8_t space[1009];
  struct snarp_buf buf = {space, sizeof space, 0};

  snarp_name_print(&buf, name, NULL);
  return json_of((struct snarp_view){space, buf.len});
}

static json_t *result_of(const struct snarp_walk_step *end,
                         const struct snarp_walk_step *at) {
  const char *word = client_end_word(end);

  if (end->why != SNARP_WALK_SERVED) {
    return json_pack("{s:s}", "end", word);
  }
  if (at->uri.len > 0) {
    return json_pack("{s:s, s:o, s:o}", "end", word, "uri", json_of(at->uri),
                     "protocol", json_of(at->protocol));
  }
  return json_pack("{s:s, s:o, s:i, s:o}", "end", word, "host",
                   name_of(at->name), "port", at->has_port ? at->port : 0,
                   "protocol", json_of(at->protocol));
}

int resolve_perform(struct answer *answer, const struct vector *vector,
                    struct snarp_view octets) {
  const struct wish *wish = vector->in.own;
  struct snarp_walk_plan plan = wish->plan;
  struct snarp_tape tape = {0};
  struct snarp_seed seed;
  struct snarp_rng rng =
      wish->draws != NULL
          ? snarp_rng_from_tape(&tape, wish->draws, wish->n_draws)
          : snarp_rng_from_seed(&seed, 1);
  struct client client = {.plan = &plan,
                          .domain = wish->domain,
                          .dns = world_source(answer->world),
                          .attempt = attempt,
                          .ctx = answer->world};
  uint8_t space[2 * SNARP_NAME_MAX];
  struct snarp_walk_step end;
  struct snarp_walk_step at;
  int rv;

  (void)octets;
  plan.rng = &rng;
  world_begin(answer->world, vector->in.world);
  rv = client_walk(&client, &end, &at, space);
  if (rv == SNARP_OK) {
    answer_set(answer, result_of(&end, &at));
  }
  if (tape.wrong > 0) {
    answer->kind = ANSWER_WRONG;
    snprintf(answer->words, sizeof answer->words,
             "draws: %zu of them did not fit", tape.wrong);
  }
  return rv;
}
