/* Service fields of unknown octets, and unknown tags.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/service.h"

#include "any.h"

enum { TAGS = 3 };

static void scan(struct snarp_view field) {
  struct snarp_service service;
  struct snarp_view protocol;
  struct snarp_diag diag;

  snarp_service_scan(&service, field, &diag);
  while (any_bool()) {
    snarp_service_next(&protocol, &service);
  }
  snarp_service_offers(field, any_view(), any_view());
  snarp_service_offers(any_view(), field, any_view());
  snarp_service_offers(any_view(), any_view(), field);
}

static void print(struct snarp_buf *out) {
  struct snarp_view tags[TAGS] = {any_view(), any_view(), any_view()};
  struct snarp_view none = {NULL, 0};
  struct snarp_diag diag;
  struct snarp_buf before = *out;

  snarp_service_print(out, none, NULL, 0, &diag);
  *out = before;
  snarp_service_print(out, any_view(), tags, any_size(0, TAGS), &diag);
}

void prove(void) {
  any_views(scan);
  any_bufs(print);
}
