/* Service fields of unknown octets.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/service.h"

#include "any.h"

enum { PROTOCOLS = 3 };

static void scan(struct snarp_view field) {
  struct snarp_service service;
  struct snarp_diag diag;

  snarp_service_scan(&service, field, &diag);
  snarp_service_offers(field, any_view(), any_view());
}

/* A field from its first protocol on, or from another one. */
static void next(struct snarp_view rest) {
  struct snarp_service service = {any_view(), rest};
  struct snarp_view protocol;

  snarp_service_next(&protocol, &service);
}

static void print(struct snarp_buf *out) {
  struct snarp_view protocols[PROTOCOLS];
  struct snarp_diag diag;

  for (size_t i = 0; i < PROTOCOLS; i++) {
    protocols[i] = any_view();
  }
  snarp_service_print(out, any_view(), protocols, any_size(0, PROTOCOLS),
                      &diag);
}

void prove(void) {
  any_views(scan);
  any_views(next);
  any_bufs(print);
}
