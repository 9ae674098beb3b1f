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

static void draw(struct work *work, const struct snarp_rng *rng) {
  snarp_srv_draw(work->drawn, work->arranged, work->in->records, work->in->n,
                 SNARP_SRV_LITERAL, rng, work->sums);
}

static json_t *drawn_order(const struct work *work) {
  json_t *order = json_array();

  for (size_t i = 0; i < work->in->n; i++) {
    json_array_append_new(order, json_integer(work->drawn[i]));
  }
  return order;
}

/* The order drawn as the key of an object. */
static const char *drawn_key(struct text *key, const struct work *work) {
  key->len = 0;
  for (size_t i = 0; i < work->in->n; i++) {
    char digits[8];
    size_t n = sizeof digits;
    uint32_t left = work->drawn[i];

    do {
      digits[--n] = (char)('0' + left % 10);
      left /= 10;
    } while (left > 0);
    digits[--n] = ',';
    text_add_n(key, digits + n, sizeof digits - n);
  }
  return key->base;
}

/* Each order once with its count. */
static json_t *draw_runs(struct work *work, const struct snarp_rng *rng) {
  json_t *counts = json_object(); /* by key, the numbers of `orders` */
  json_t *orders = json_array();
  struct text key = {0};

  for (uint64_t i = 0; i < work->in->runs; i++) {
    json_t *count;

    draw(work, rng);
    count = json_object_get(counts, drawn_key(&key, work));
    if (count == NULL) {
      count = json_integer(0);
      json_object_set(counts, key.base, count);
      json_array_append_new(orders,
                            json_pack("[o, o]", drawn_order(work), count));
    }
    json_integer_set(count, json_integer_value(count) + 1);
  }
  json_decref(counts);
  free(key.base);
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
    draw(&work, &rng);
    answer_set(answer, json_pack("{s:o}", "order", drawn_order(&work)));
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
