/* SRV records from unknown octets, and from unknown fields.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/srv.h"

#include "any.h"

static struct snarp_srv any_srv(void) {
  struct snarp_srv srv = {any_u16(), any_u16(), any_u16(), any_view()};

  return srv;
}

static void read_any(void) {
  struct snarp_srv srv;
  struct snarp_diag diag;

  snarp_srv_read(&srv, any_view(), &diag);
}

static void read(struct snarp_view octets) {
  struct snarp_srv srv;
  struct snarp_diag diag;

  snarp_srv_read(&srv, octets, &diag);
  snarp_srv_read_in(&srv, any_space, octets, any_size(0, SIZE_MAX),
                    any_size(0, SIZE_MAX), &diag);
}

static void write(struct snarp_buf *out) {
  struct snarp_srv srv = any_srv();
  struct snarp_diag diag;
  struct snarp_buf before = *out;

  snarp_srv_write(out, &srv, &diag);
  *out = before;
  snarp_srv_canonical(out, &srv, NULL);
}

static void judge(void) {
  struct snarp_srv srv = any_srv();
  struct snarp_srv other = any_srv();
  struct snarp_diag diag;

  snarp_srv_check(&srv, &diag);
  snarp_srv_compare(&srv, &other);
}

void prove(void) {
  read_any();
  any_views(read);
  any_bufs(write);
  judge();
}
