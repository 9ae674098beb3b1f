/*
 * any.h - unknown values and octets, for the harnesses that Eva starts from.
 *
 * A harness calls each public function of its room with arguments that stand
 * for all that its header allows. Input has each of the small lengths, and the
 * greatest, in a buffer of exactly that size, which shows a read behind the end
 * at once; where Eva can follow it, an unknown length too.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_ANY_H
#define SNARP_ANY_H

#include <__fc_builtin.h>

#include "snarp/base.h"
#include "snarp/name.h"
#include "snarp/rng.h"

/* The exact lengths are 0 to this one. */
#define ANY_EXACT 16

#define ANY_TOO_LONG (SNARP_INPUT_MAX + 500)
#define ANY_ROOM 4200 /* more than any writer of a record needs */

static uint8_t any_large[SNARP_INPUT_MAX];
static uint8_t any_too_long[ANY_TOO_LONG];
static uint8_t any_exact[ANY_EXACT];
static uint8_t any_room[ANY_ROOM];
static uint8_t any_space[SNARP_NAME_MAX];

static inline bool any_bool(void) {
  return Frama_C_interval(0, 1) != 0;
}

static inline uint16_t any_u16(void) {
  return Frama_C_unsigned_short_interval(0, UINT16_MAX);
}

static inline uint32_t any_u32(void) {
  return Frama_C_unsigned_int_interval(0, UINT32_MAX);
}

static inline uint64_t any_u64(void) {
  return Frama_C_unsigned_long_long_interval(0, UINT64_MAX);
}

static inline size_t any_size(size_t least, size_t most) {
  return Frama_C_size_t_interval(least, most);
}

static inline void any_octets(uint8_t *base, size_t len) {
  Frama_C_make_unknown((char *)base, len);
}

static inline struct snarp_view any_view(void) {
  struct snarp_view octets = {any_large, any_size(0, sizeof any_large)};

  any_octets(any_large, sizeof any_large);
  return octets;
}

/* Calls `prove` with input of each of the exact lengths, and of one too long.
 */
static inline void any_views(void (*prove)(struct snarp_view octets)) {
  struct snarp_view none = {NULL, 0};
  struct snarp_view most = {any_large, sizeof any_large};
  struct snarp_view too_long = {any_too_long, sizeof any_too_long};

  any_octets(any_large, sizeof any_large);
  any_octets(any_too_long, sizeof any_too_long);
  any_octets(any_exact, sizeof any_exact);
  prove(none);
  prove(most);
  prove(too_long);
  //@ loop unroll ANY_EXACT + 1;
  for (size_t len = 0; len <= ANY_EXACT; len++) {
    struct snarp_view exact = {any_exact + (ANY_EXACT - len), len};
    prove(exact);
  }
}

/* Calls `prove` with a buffer of no room, one that is full, one that has been
 * overrun, one with a little room, and one with room for all. */
static inline void any_bufs(void (*prove)(struct snarp_buf *out)) {
  struct snarp_buf none = {NULL, 0, 0};
  struct snarp_buf full = {any_room, 40, 40};
  struct snarp_buf over = {any_room, 40, 100000};
  struct snarp_buf little = {any_room + (ANY_ROOM - 10), 10, 3};
  struct snarp_buf much = {any_room, ANY_ROOM, 7};

  prove(&none);
  prove(&full);
  prove(&over);
  prove(&little);
  prove(&much);
}

/* A source that keeps to its contract, and else gives what it likes. */
static inline uint64_t any_below(void *ctx, uint64_t bound) {
  (void)ctx;
  return bound == 0 ? 0 : any_u64() % bound;
}

static const struct snarp_rng any_rng = {any_below, NULL};

#endif
