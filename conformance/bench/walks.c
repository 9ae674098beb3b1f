/*
 * walks.c - walks through trees of records, and SRV records put in order.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "grow.h"
#include "snarp/name.h"
#include "snarp/walk.h"

#define FANOUT 10

static void *take(size_t n, size_t size) {
  void *memory = calloc(n, size);
  if (memory == NULL) {
    bench_die("no memory for %zu items", n);
  }
  return memory;
}

/* A name whose one label is a number in hexadecimal. */
#define DIGITS 8
#define NAME_LEN (1 + DIGITS + 1)

static struct snarp_view name_of(uint8_t *octets, size_t number) {
  static const char digits[] = "0123456789abcdef";
  octets[0] = DIGITS;
  for (size_t i = DIGITS; i > 0; i--) {
    octets[i] = (uint8_t)digits[number % 16];
    number /= 16;
  }
  octets[DIGITS + 1] = 0;
  return (struct snarp_view){octets, NAME_LEN};
}

/* --- trees: each set has ten records, as long as there are some; of a set
 * those that begin the sets below it are not terminal, the others are hosts */

struct tree {
  size_t n; /* records */
  struct snarp_naptr *records;
  uint8_t *names;
  void *memory;
  size_t size;
};

/* The set that record `i` leads to begins with record (i + 1) * FANOUT. */
static void *tree_make(size_t n) {
  static const uint8_t services[] = {'E', 'M', ':', 'p'};
  static const uint8_t host[] = {'A'};
  struct tree *tree = take(1, sizeof *tree);
  tree->n = n;
  tree->records = take(n, sizeof *tree->records);
  tree->names = take(n, NAME_LEN);
  for (size_t i = 0; i < n; i++) {
    bool delegates = (i + 1) * FANOUT < n;
    tree->records[i] = (struct snarp_naptr){
        .order = (uint16_t)(i % 7),
        .preference = (uint16_t)(i % 3),
        .flags = {host, delegates ? 0 : sizeof host},
        .services = {services, sizeof services},
        .replacement = name_of(tree->names + i * NAME_LEN, (i + 1) * FANOUT)};
  }
  tree->size = snarp_walk_memory(4 * n, NAME_LEN * n);
  tree->memory = take(1, tree->size);
  return tree;
}

static void tree_end(void *made) {
  struct tree *tree = made;
  free(tree->memory);
  free(tree->names);
  free(tree->records);
  free(tree);
}

/* Where the set begins that the name asks for. */
static size_t set_of(struct snarp_view name) {
  char digits[DIGITS + 1] = {0};
  memcpy(digits, name.base + 1, DIGITS);
  return (size_t)strtoul(digits, NULL, 16);
}

/* One walk in which nothing serves; how many records it came through. */
static size_t walk_all(struct tree *tree, const struct snarp_walk_plan *plan) {
  uint8_t octets[NAME_LEN];
  struct snarp_walk walk;
  struct snarp_walk_step step;
  size_t n = 0;
  snarp_walk_init(&walk, plan, name_of(octets, 0), tree->memory, tree->size);
  for (snarp_walk_next(&step, &walk); step.what != SNARP_WALK_DONE;
       snarp_walk_next(&step, &walk)) {
    if (step.what == SNARP_WALK_ASK_NAPTR) {
      size_t from = set_of(step.name);
      size_t left = tree->n - from;
      n += left < FANOUT ? left : FANOUT;
      snarp_walk_tell_naptr(&walk, tree->records + from,
                            left < FANOUT ? left : FANOUT);
    } else {
      snarp_walk_tell_failed(&walk);
    }
  }
  return step.limited ? 0 : n;
}

static uint64_t middle(void *ctx, uint64_t bound) {
  (void)ctx;
  return bound / 2;
}

static size_t tree_run(void *made, size_t times) {
  static const struct snarp_view protocol = {(const uint8_t *)"p", 1};
  static const struct snarp_rng rng = {middle, NULL};
  struct tree *tree = made;
  struct snarp_walk_plan plan = {.service = {(const uint8_t *)"EM", 2},
                                 .protocols = &protocol,
                                 .n_protocols = 1,
                                 .rng = &rng,
                                 .max_depth = SNARP_WALK_DEPTH,
                                 .max_queries = SIZE_MAX};
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    good += walk_all(tree, &plan) == tree->n;
  }
  return good;
}

/* --- SRV records of one priority */

struct targets {
  size_t n;
  struct snarp_srv *records;
  uint8_t *names;
  uint32_t *arranged;
  uint32_t *drawn;
  uint64_t *sums;
};

static void *targets_make(size_t n) {
  struct targets *targets = take(1, sizeof *targets);
  targets->n = n;
  targets->records = take(n, sizeof *targets->records);
  targets->names = take(n, NAME_LEN);
  targets->arranged = take(n, sizeof *targets->arranged);
  targets->drawn = take(n, sizeof *targets->drawn);
  targets->sums = take(n + 1, sizeof *targets->sums);
  for (size_t i = 0; i < n; i++) {
    targets->records[i] = (struct snarp_srv){
        .weight = (uint16_t)(i * 40503 % 65536),
        .port = 1,
        .target = name_of(targets->names + i * NAME_LEN, i * 2654435761 % n)};
  }
  return targets;
}

static void targets_end(void *made) {
  struct targets *targets = made;
  free(targets->sums);
  free(targets->drawn);
  free(targets->arranged);
  free(targets->names);
  free(targets->records);
  free(targets);
}

static size_t targets_run(void *made, size_t times) {
  struct targets *targets = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    struct snarp_seed seed;
    struct snarp_rng rng = snarp_rng_from_seed(&seed, i);
    snarp_srv_arrange(targets->arranged, targets->records, targets->n);
    snarp_srv_draw(targets->drawn, targets->arranged, targets->records,
                   targets->n, SNARP_SRV_LITERAL, &rng, targets->sums);
    bench_use(targets->drawn);
    good += targets->drawn[0] < targets->n;
  }
  return good;
}

const struct grow grows[] = {{"walk",
                              "record",
                              {1, 10, 100, 1000, 10000},
                              tree_make,
                              tree_run,
                              tree_end},
                             {"srv_order",
                              "record",
                              {10, 100, 1000, 10000},
                              targets_make,
                              targets_run,
                              targets_end},
                             {NULL, NULL, {0}, NULL, NULL, NULL}};
