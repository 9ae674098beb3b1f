/* What a walk thinks of records of unknown octets, and its memory.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any.h"
#include "snarp/walk.h"

enum { SERVICES = 5, TAG = 2 };

static uint8_t services[SERVICES];
static uint8_t tags[2][TAG];

/* Any octet; colons are told from others. */
static uint8_t any_service_octet(void) {
  int kind = Frama_C_interval(0, 2);

  //@ split kind;
  switch (kind) {
  case 0:
    return ':';
  case 1:
    return Frama_C_unsigned_char_interval(0, ':' - 1);
  default:
    return Frama_C_unsigned_char_interval(':' + 1, UINT8_MAX);
  }
}

static void judge(struct snarp_view field, size_t service_len,
                  size_t protocol_len) {
  struct snarp_naptr record = {any_u16(), any_u16(),  any_view(),
                               field,     any_view(), any_view()};
  struct snarp_view service = {tags[0] + (TAG - service_len), service_len};
  struct snarp_view protocol = {tags[1] + (TAG - protocol_len), protocol_len};

  record.regexp.len = 0;
  snarp_walk_judge(&record, service, protocol, any_bool());
}

static void judge_services(size_t len) {
  struct snarp_view field = {services + (SERVICES - len), len};

  //@ loop unroll SERVICES;
  for (size_t i = SERVICES - len; i < SERVICES; i++) {
    services[i] = any_service_octet();
  }
  any_octets(tags[0], TAG);
  any_octets(tags[1], TAG);
  judge(field, 0, 0);
  judge(field, 1, 0);
  judge(field, 1, 1);
  judge(field, TAG, TAG);
}

/* The other fields are of each exact size. */
static void judge_octets(struct snarp_view octets) {
  struct snarp_view tag = {tags[0], 1};
  struct snarp_view field = {services, 0};
  struct snarp_naptr record = {any_u16(), any_u16(),  octets,
                               field,     any_view(), any_view()};

  record.regexp = octets;
  snarp_walk_judge(&record, tag, tag, true);
  record.regexp.len = 0;
  record.replacement = octets;
  snarp_walk_judge(&record, tag, tag, true);
}

void prove(void) {
  snarp_walk_memory(any_size(0, SIZE_MAX), any_size(0, SIZE_MAX));
  any_views(judge_octets);
  //@ loop unroll SERVICES + 1;
  for (size_t len = 0; len <= SERVICES; len++) {
    judge_services(len);
  }
}
