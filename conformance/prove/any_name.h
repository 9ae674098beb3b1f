/*
 * any_name.h - unknown names, for the harnesses where Eva must see that a name
 * has been checked. It does not keep what two octets have to do with each
 * other: so the lengths of labels are known, and the octets in them are not.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_ANY_NAME_H
#define SNARP_ANY_NAME_H

#include "any.h"

/* All octets up to this length are told apart by the labels they begin with. */
#define ANY_NAME 10
#define ANY_NAME_WAYS (1 << (ANY_NAME - 1))

static uint8_t any_labels[SNARP_NAME_MAX];

/* A buffer with a little room, and one with room for all. */
static const struct snarp_buf any_little = {any_room + (ANY_ROOM - 10), 10, 3};
static const struct snarp_buf any_much = {any_room, ANY_ROOM, 7};

/* Divides octets into labels: bit i of `way` says that one begins behind octet
 * i. False if the root would come before the last one. */
static inline bool any_divide(uint8_t *octets, size_t len, unsigned way,
                              size_t *last) {
  *last = 0;
  for (size_t i = 1; i < len; i++) {
    if ((way >> (i - 1) & 1) != 0) {
      if (i - *last == 1) {
        return false;
      }
      octets[*last] = (uint8_t)(i - *last - 1);
      *last = i;
    }
  }
  return true;
}

/* Calls `prove` with octets that are divided so: the last label is the root, or
 * does not end in them. */
static inline void any_divided(void (*prove)(struct snarp_view octets),
                               size_t len, unsigned way) {
  uint8_t *base = any_labels + (sizeof any_labels - len);
  struct snarp_view octets = {base, len};
  size_t last;

  any_octets(base, len);
  if (any_divide(base, len, way, &last)) {
    base[last] = 0;
    prove(octets);
    base[last] = (uint8_t)Frama_C_interval((int)(len - last), UINT8_MAX);
    prove(octets);
  }
}

/* Calls `prove` with the longest name of labels that are so long. */
static inline void any_longest(void (*prove)(struct snarp_view octets),
                               size_t label) {
  size_t labels = (SNARP_NAME_MAX - 1) / (label + 1);
  size_t len = labels * (label + 1) + 1;
  uint8_t *base = any_labels + (sizeof any_labels - len);
  struct snarp_view octets = {base, len};

  any_octets(base, len);
  for (size_t i = 0; i < labels; i++) {
    base[i * (label + 1)] = (uint8_t)label;
  }
  base[len - 1] = 0;
  prove(octets);
}

/* Calls `prove` with all octets of each of the small lengths, and with long
 * names of labels of 1, 3, 7, 15, 31 and 63 octets. */
static inline void any_names(void (*prove)(struct snarp_view octets)) {
  struct snarp_view none = {NULL, 0};

  prove(none);
  for (size_t len = 1; len <= ANY_NAME; len++) {
    //@ loop unroll ANY_NAME_WAYS;
    for (unsigned way = 0; way < 1u << (len - 1); way++) {
      any_divided(prove, len, way);
    }
  }
  for (size_t label = 1; label <= SNARP_LABEL_MAX; label = 2 * label + 1) {
    any_longest(prove, label);
  }
}

#endif
