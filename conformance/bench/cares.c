/*
 * cares.c - c-ares as a contestant. It reads whole messages only.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <sys/select.h>

#include <ares.h>

#include "bench.h"

static size_t read_naptr(const struct sample *sample, size_t n) {
  const struct snarp_view *message = &sample->message;
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct ares_naptr_reply *reply = NULL;
    good += ares_parse_naptr_reply(message->base, (int)message->len, &reply) ==
            ARES_SUCCESS;
    bench_use(reply);
    ares_free_data(reply);
  }
  return good;
}

static size_t read_srv(const struct sample *sample, size_t n) {
  const struct snarp_view *message = &sample->message;
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct ares_srv_reply *reply = NULL;
    good += ares_parse_srv_reply(message->base, (int)message->len, &reply) ==
            ARES_SUCCESS;
    bench_use(reply);
    ares_free_data(reply);
  }
  return good;
}

const struct contestant contestants_cares[] = {
    {"naptr_read", "c-ares", "ares_parse_naptr_reply", read_naptr, 15},
    {"srv_read", "c-ares", "ares_parse_srv_reply", read_srv, 0},
    {NULL, NULL, NULL, NULL, 0},
};
