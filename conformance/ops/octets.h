/*
 * ops/octets.h - octets and how JSON writes them (docs/vector-format.md):
 * hexadecimal, and zone-file text in which U+0000 to U+00FF are the octets.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_OCTETS_H
#define SNARP_OPS_OCTETS_H

#include <jansson.h>
#include <stdbool.h>

#include "snarp/base.h"

/* Octets on the heap, in a block of exactly their size so that a memory
 * checker sees every step beyond it; base is null where len is 0. Free base.
 */
struct snarp_octets {
  uint8_t *base;
  size_t len;
};

struct snarp_view snarp_octets_view(const struct snarp_octets *octets);

/* Why a JSON value is not such octets, as the end of a sentence ("expected
 * ..."); null where it is. `octets` is then filled; else it is empty.
 */
const char *snarp_octets_from_hex(struct snarp_octets *octets,
                                  const json_t *value);
const char *snarp_octets_from_text(struct snarp_octets *octets,
                                   const json_t *value);

/* A new JSON string; null where memory is short. At most SNARP_INPUT_MAX
 * octets.
 */
json_t *snarp_octets_to_hex(struct snarp_view octets);
json_t *snarp_octets_to_text(struct snarp_view octets);

#endif
