/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "probe.h"
#include "snarp/srv.h"

/* The greatest sum of weights of which all draws are tried. */
#define SUM_MAX 512

/* --- sources of draws */

static const char *tape_promises(void) {
  static const uint64_t draws[] = {2, 7};
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, 2);

  PROMISE(rng.below(rng.ctx, 0) == 0 && tape.at == 0 && tape.wrong == 0,
          "a tape draws below 0");
  PROMISE(rng.below(rng.ctx, 3) == 2 && tape.wrong == 0,
          "a tape does not give its draws");
  PROMISE(rng.below(rng.ctx, 7) == 0 && tape.wrong == 1,
          "a tape gives a draw that is not below its bound");
  PROMISE(rng.below(rng.ctx, 9) == 0 && tape.wrong == 2 && tape.at == 2,
          "a tape draws past its end");
  return NULL;
}

/* What the words of snarp/rng.h say, from outputs that a bound of 2^64 - 1
 * leaves as they are. */
static const char *seed_promises(uint64_t number) {
  static const uint64_t bounds[] = {0, 1, 3, (UINT64_C(1) << 63) + 1};
  struct snarp_seed seed;
  struct snarp_seed plain;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, number);
  struct snarp_rng raw = snarp_rng_from_seed(&plain, number);

  for (size_t i = 0; i < 64; i++) {
    uint64_t bound = bounds[i % 4];
    uint64_t unfair = bound == 0 ? 0 : (UINT64_MAX % bound + 1) % bound;
    uint64_t draw = 0;

    if (bound > 0) {
      do {
        draw = raw.below(raw.ctx, UINT64_MAX);
      } while (draw < unfair);
    }
    PROMISE(rng.below(rng.ctx, bound) == (bound == 0 ? 0 : draw % bound),
            "a seed gives other draws");
  }
  rng = snarp_rng_from_seed(&seed, 0);
  PROMISE(rng.below(rng.ctx, UINT64_MAX) == UINT64_C(0xe220a8397b1dcdaf),
          "SplitMix64 has another first output for 0");
  return NULL;
}

/* The seeds whose first output is 2^64 mod bound, and one less: the first is
 * taken, the second thrown away. */
static const char *edge_promises(void) {
  static const uint64_t bound = (UINT64_C(1) << 63) + 1;
  static const struct {
    uint64_t number;
    uint64_t draw;
  } edges[] = {{UINT64_C(0x0d4f88b4067761bd), UINT64_C(0x7fffffffffffffff)},
               {UINT64_C(0xea81f8e8c877763a), UINT64_C(0x46f2592e01b0c366)}};

  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    struct snarp_seed seed;
    struct snarp_rng rng = snarp_rng_from_seed(&seed, edges[i].number);

    PROMISE(rng.below(rng.ctx, bound) == edges[i].draw,
            "a seed draws unevenly");
  }
  return NULL;
}

/* --- draws in proportion to the weights */

struct set {
  struct snarp_srv *records;
  uint32_t *arranged;
  uint32_t *drawn;
  uint64_t *sums;
  size_t n;
  size_t group;   /* how many have the lowest priority */
  uint64_t sum;   /* of their weights */
  uint64_t first; /* the first draw; all others are 0 */
  uint64_t bound; /* of the first draw, once it was asked for */
};

static uint64_t first_then_zero(void *ctx, uint64_t bound) {
  struct set *set = ctx;
  uint64_t draw = set->bound == 0 ? set->first : 0;

  if (set->bound == 0) {
    set->bound = bound;
  }
  return draw;
}

static bool read_set(struct set *set, const json_t *list) {
  for (size_t i = 0; i < set->n; i++) {
    const json_t *record = json_array_get(list, i);
    set->records[i] = (struct snarp_srv){
        (uint16_t)json_integer_value(json_object_get(record, "priority")),
        (uint16_t)json_integer_value(json_object_get(record, "weight")),
        0,
        {NULL, 0}};
  }
  snarp_srv_arrange(set->arranged, set->records, set->n);
  while (set->group < set->n &&
         set->records[set->arranged[set->group]].priority ==
             set->records[set->arranged[0]].priority) {
    set->sum += set->records[set->arranged[set->group]].weight;
    set->group++;
  }
  return set->group > 1 && set->sum > 0 && set->sum <= SUM_MAX;
}

/* Of all first draws as many select a record first as its weight is. */
static const char *in_proportion(struct set *set, uint32_t *counts) {
  struct snarp_rng rng = {first_then_zero, set};

  for (set->first = 0; set->first < set->sum; set->first++) {
    set->bound = 0;
    snarp_srv_draw(set->drawn, set->arranged, set->records, set->n,
                   SNARP_SRV_PROPORTIONAL, &rng, set->sums);
    PROMISE(set->bound == set->sum, "the first draw has another bound");
    counts[set->drawn[0]]++;
  }
  for (size_t i = 0; i < set->group; i++) {
    uint32_t record = set->arranged[i];
    PROMISE(counts[record] == set->records[record].weight,
            "records are not drawn in proportion to their weights");
  }
  return NULL;
}

static const char *proportional(const json_t *list) {
  size_t n = json_array_size(list);
  struct set set = {.records = take((n + 1) * sizeof *set.records),
                    .arranged = take((n + 1) * sizeof(uint32_t)),
                    .drawn = take((n + 1) * sizeof(uint32_t)),
                    .sums = take((n + 1) * sizeof(uint64_t)),
                    .n = n};
  uint32_t *counts = take((n + 1) * sizeof *counts);
  const char *fault = NULL;

  memset(counts, 0, (n + 1) * sizeof *counts);
  if (read_set(&set, list)) {
    fault = in_proportion(&set, counts);
  }
  free(counts);
  free(set.records);
  free(set.arranged);
  free(set.drawn);
  free(set.sums);
  return fault;
}

/* --- the order before it is drawn from */

/* Records that differ in one thing each, in the order in which they are
 * arranged: by priority, weight, port and target, at last by case. */
static const struct snarp_srv in_order[] = {
    {1, 0, 9, {(const uint8_t *)"\1b", 3}},
    {1, 1, 8, {(const uint8_t *)"\1b", 3}},
    {1, 2, 7, {(const uint8_t *)"\1a", 3}},
    {1, 2, 7, {(const uint8_t *)"\1B", 3}},
    {1, 2, 7, {(const uint8_t *)"\1b", 3}},
    {1, 2, 9, {(const uint8_t *)"\1a", 3}},
    {2, 0, 6, {(const uint8_t *)"\1a", 3}},
};

enum { ARRANGED = sizeof in_order / sizeof *in_order };

/* However the records came: they begin at `turn`, and go on or back. */
static const char *arrange(size_t turn, bool back) {
  struct snarp_srv records[ARRANGED];
  uint32_t arranged[ARRANGED + 1];

  for (size_t i = 0; i < ARRANGED; i++) {
    size_t at = (turn + i) % ARRANGED;
    records[i] = in_order[back ? ARRANGED - 1 - at : at];
  }
  memset(arranged, 0xff, sizeof arranged);
  snarp_srv_arrange(arranged, records, ARRANGED);
  PROMISE(arranged[ARRANGED] == UINT32_MAX, "more is arranged than there is");
  for (size_t i = 0; i < ARRANGED; i++) {
    PROMISE(arranged[i] < ARRANGED, "what is arranged is no record");
    PROMISE(memcmp(&records[arranged[i]].target, &in_order[i].target,
                   sizeof(struct snarp_view)) == 0 &&
                records[arranged[i]].port == in_order[i].port &&
                records[arranged[i]].weight == in_order[i].weight,
            "records are arranged otherwise");
  }
  return NULL;
}

/* Nothing is written behind what is drawn. */
static const char *draw_in_room(void) {
  static const uint64_t draws[ARRANGED];
  struct snarp_tape tape;
  struct snarp_rng rng = snarp_rng_from_tape(&tape, draws, ARRANGED);
  uint32_t arranged[ARRANGED + 1] = {0};
  uint32_t drawn[ARRANGED];
  uint64_t sums[ARRANGED];
  size_t n = ARRANGED - 1;

  memset(drawn, 0xff, sizeof drawn);
  snarp_srv_arrange(arranged, in_order, n);
  snarp_srv_draw(drawn, arranged, in_order, n, SNARP_SRV_LITERAL, &rng, sums);
  PROMISE(drawn[n] == UINT32_MAX, "more is drawn than there is");
  return NULL;
}

static const char *arrange_promises(void) {
  const char *fault = draw_in_room();

  for (size_t turn = 0; turn < ARRANGED && fault == NULL; turn++) {
    fault = arrange(turn, false);
    if (fault == NULL) {
      fault = arrange(turn, true);
    }
  }
  return fault;
}

const char *probe_order(const struct vector *vector) {
  const char *fault = tape_promises();

  if (fault == NULL) {
    fault = arrange_promises();
  }

  if (fault == NULL) {
    fault = seed_promises(vector->index);
  }
  if (fault == NULL) {
    fault = edge_promises();
  }
  return fault != NULL
             ? fault
             : proportional(json_object_get(vector->in.json, "records"));
}
