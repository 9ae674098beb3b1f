/* NAPTR records from unknown octets, and from unknown fields.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/naptr.h"

#include "any.h"

static struct snarp_naptr any_naptr(void) {
  struct snarp_naptr naptr = {any_u16(),  any_u16(),  any_view(),
                              any_view(), any_view(), any_view()};

  return naptr;
}

static void read_any(void) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  snarp_naptr_read(&naptr, any_view(), &diag);
}

static void read(struct snarp_view octets) {
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  snarp_naptr_read(&naptr, octets, &diag);
  snarp_naptr_read_in(&naptr, any_space, octets, any_size(0, SIZE_MAX),
                      any_size(0, SIZE_MAX), &diag);
}

static void write(struct snarp_buf *out) {
  struct snarp_naptr naptr = any_naptr();
  struct snarp_diag diag;
  struct snarp_buf before = *out;

  snarp_naptr_write(out, &naptr, &diag);
  *out = before;
  snarp_naptr_canonical(out, &naptr, NULL);
}

static void judge(void) {
  struct snarp_naptr naptr = any_naptr();
  struct snarp_naptr other = any_naptr();
  struct snarp_diag diag;

  snarp_naptr_check(&naptr, &diag);
  snarp_naptr_compare(&naptr, &other);
}

void prove(void) {
  read_any();
  any_views(read);
  any_bufs(write);
  judge();
}
