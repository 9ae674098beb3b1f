/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "family.h"
#include "fault.h"
#include "order.h"

struct work {
  const struct order_in *in;
  uint32_t *arranged;
  uint32_t *drawn;
  uint64_t *sums;
};

static struct work begin(const struct order_in *in) {
  struct work work = {in, take(in->n * sizeof(uint32_t)),
                      take(in->n * sizeof(uint32_t)),
                      take((in->n + 1) * sizeof(uint64_t))};

  snarp_srv_arrange(work.arranged, in->records, in->n);
  return work;
}

static void end(struct work *work) {
  free(work->arranged);
  free(work->drawn);
  free(work->sums);
}

static json_t *draw(struct work *work, const struct snarp_rng *rng) {
  json_t *order = json_array();

  snarp_srv_draw(work->drawn, work->arranged, work->in->records, work->in->n,
                 SNARP_SRV_LITERAL, rng, work->sums);
  for (size_t i = 0; i < work->in->n; i++) {
    json_array_append_new(order, json_integer(work->drawn[i]));
  }
  return order;
}

/* Each order once with its count, under its text as the key. */
static json_t *draw_runs(struct work *work, const struct snarp_rng *rng) {
  json_t *seen = json_object();
  json_t *orders = json_array();

  for (uint64_t i = 0; i < work->in->runs; i++) {
    json_t *order = draw(work, rng);
    struct text key = {0};
    json_t *pair;

    text_dump(&key, order);
    pair = json_object_get(seen, key.base);
    if (pair == NULL) {
      pair = json_pack("[O, i]", order, 0);
      json_object_set(seen, key.base, pair);
      json_array_append_new(orders, pair);
    }
    json_integer_set(json_array_get(pair, 1),
                     json_integer_value(json_array_get(pair, 1)) + 1);
    json_decref(order);
    free(key.base);
  }
  json_decref(seen);
  return orders;
}

int order_perform(struct answer *answer, const struct vector *vector,
                  struct snarp_view octets) {
  const struct order_in *in = vector->in.own;
  struct work work = begin(in);
  struct snarp_tape tape = {0};
  struct snarp_seed seed;
  struct snarp_rng rng =
      in->draws != NULL ? snarp_rng_from_tape(&tape, in->draws, in->n_draws)
                        : snarp_rng_from_seed(&seed, in->n);

  (void)octets;
  if (in->runs > 0) {
    answer_set(answer, json_pack("{s:o}", "orders", draw_runs(&work, &rng)));
  } else {
    answer_set(answer, json_pack("{s:o}", "order", draw(&work, &rng)));
  }
  if (in->draws != NULL && (tape.wrong > 0 || tape.at < tape.n)) {
    answer->kind = ANSWER_WRONG;
    snprintf(answer->words, sizeof answer->words,
             "draws: %zu were taken of %zu, %zu did not fit", tape.at, tape.n,
             tape.wrong);
  }
  end(&work);
  return SNARP_OK;
}
