/*
 * any_walk.h - walks through rules of each kind and hosts, with unknown octets
 * in their fields, by any answer to any step; for harnesses.
 *
 * A record is a rule of one of the kinds, or none. What is unknown of it does
 * not make it another: so that each is followed by itself.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_ANY_WALK_H
#define SNARP_ANY_WALK_H

#include "any.h"
#include "snarp/walk.h"

enum { RECORDS = 2, STEPS = 3, TARGET = 3, FIELD = 3, URI = 8 };

/* Room for all, behind which there is nothing. */
enum { MEMORY = 1024 };

enum form { TO_NAPTR, TO_SRV, TO_HOST, TO_URI, NO_RULE, FORMS };

static uint64_t memory[MEMORY / sizeof(uint64_t)];
static uint8_t targets[RECORDS][TARGET];
static uint8_t flags[RECORDS][2];
static uint8_t fields[RECORDS][FIELD];
static uint8_t uris[RECORDS][URI];
static int forms[RECORDS];
static uint8_t domain[TARGET];
static uint8_t tags[2][1];

/* The octets of forms are known, and so is whether they are the same. */
int memcmp(const void *a, const void *b, size_t n) {
  const uint8_t *one = a;
  const uint8_t *other = b;

  for (size_t i = 0; i < n; i++) {
    if (one[i] != other[i]) {
      return one[i] < other[i] ? -1 : 1;
    }
  }
  return 0;
}

/* --- octets */

static inline void any_name(uint8_t name[TARGET]) {
  name[0] = 1;
  any_octets(&name[1], 1);
  name[2] = 0;
}

/* No digit and no colon. */
static inline uint8_t any_letter(void) {
  return Frama_C_unsigned_char_interval(':' + 1, UINT8_MAX);
}

static inline void any_field(uint8_t field[FIELD]) {
  field[0] = any_letter();
  field[1] = ':';
  field[2] = any_letter();
}

static inline void put_uri(uint8_t uri[URI]) {
  static const uint8_t form[URI] = {'!', '.', '*', '!', 'u', ':', 'x', '!'};

  //@ loop unroll URI;
  for (size_t i = 0; i < URI; i++) {
    uri[i] = form[i];
  }
}

/* --- records */

static inline struct snarp_naptr naptr_of(size_t i) {
  static const uint8_t letters[FORMS] = {0, 'S', 'a', 'u', 'x'};
  static const size_t lengths[FORMS] = {0, 1, 1, 1, 2};
  static const uint8_t root[TARGET] = {0};
  int form = forms[i];
  struct snarp_view flag = {flags[i], lengths[form]};
  struct snarp_view field = {fields[i], FIELD};
  struct snarp_view regexp = {uris[i], form == TO_URI ? URI : 0};
  struct snarp_view replacement = {targets[i], TARGET};

  flags[i][0] = letters[form];
  any_field(fields[i]);
  put_uri(uris[i]);
  any_name(targets[i]);
  if (form == TO_URI) {
    replacement.base = root;
    replacement.len = 1;
  }

  struct snarp_naptr naptr = {any_u16(), any_u16(), flag,
                              field,     regexp,    replacement};
  return naptr;
}

static inline void tell_naptr(struct snarp_walk *walk, size_t n) {
  struct snarp_naptr naptrs[RECORDS];

  //@ loop unroll RECORDS;
  for (size_t i = 0; i < RECORDS; i++) {
    forms[i] = i < n ? Frama_C_interval(0, FORMS - 1) : NO_RULE;
  }
  //@ split forms[0];
  //@ split forms[1];
  //@ loop unroll RECORDS;
  for (size_t i = 0; i < n; i++) {
    naptrs[i] = naptr_of(i);
  }
  snarp_walk_tell_naptr(walk, naptrs, n);
  //@ merge forms[0];
  //@ merge forms[1];
}

static inline void tell_srv(struct snarp_walk *walk, size_t n) {
  static const uint16_t weights[3] = {0, 1, UINT16_MAX};
  struct snarp_srv srvs[RECORDS];

  //@ loop unroll RECORDS;
  for (size_t i = 0; i < RECORDS; i++) {
    forms[i] = i < n ? Frama_C_interval(0, 2) : 0;
  }
  //@ split forms[0];
  //@ split forms[1];
  //@ loop unroll RECORDS;
  for (size_t i = 0; i < n; i++) {
    struct snarp_srv srv = {
        any_u16(), weights[forms[i]], any_u16(), {targets[i], TARGET}};
    any_name(targets[i]);
    srvs[i] = srv;
  }
  snarp_walk_tell_srv(walk, srvs, n);
  //@ merge forms[0];
  //@ merge forms[1];
}

/* --- walks */

static inline void step(struct snarp_walk *walk, size_t n) {
  struct snarp_walk_step step;

  snarp_walk_next(&step, walk);
  switch (Frama_C_interval(0, 4)) {
  case 0:
    tell_naptr(walk, n);
    break;
  case 1:
    tell_srv(walk, n);
    break;
  case 2:
    snarp_walk_tell_absent(walk, any_bool());
    break;
  case 3:
    snarp_walk_tell_failed(walk);
    break;
  default:
    snarp_walk_tell_served(walk);
  }
}

/* --- walks */

static const struct snarp_view protocols[2] = {{tags[0], 1}, {tags[1], 1}};

static inline struct snarp_walk_plan plan_of(enum snarp_walk_first first,
                                             size_t n_protocols) {
  struct snarp_walk_plan plan = {
      protocols[0], protocols, n_protocols, first, SNARP_SRV_LITERAL,
      &any_rng,     true,      2,           3};

  tags[0][0] = any_letter();
  tags[1][0] = any_letter();
  return plan;
}

/* So many records for the first set, then for those behind it. */
static inline void use(const struct snarp_walk_plan *plan, size_t size,
                       size_t n, size_t n_behind, int steps) {
  struct snarp_view name = {domain, TARGET};
  struct snarp_walk walk;

  any_name(domain);
  if (snarp_walk_init(&walk, plan, name, (uint8_t *)memory + (MEMORY - size),
                      size) != 0) {
    return;
  }
  step(&walk, n);
  //@ loop unroll STEPS;
  for (int i = 1; i < steps; i++) {
    step(&walk, n_behind);
  }
}

#endif
