/* SRV RDATA (RFC 2782).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/srv.h"

#include <string.h>

#include "name.h"

static void read_fields(struct snarp_srv *srv, struct wire *in) {
  srv->priority = wire_u16(in);
  srv->weight = wire_u16(in);
  srv->port = wire_u16(in);
}

static int close_read(struct snarp_srv *srv, struct wire *in,
                      struct snarp_diag *diag) {
  int rv = wire_close(in, diag);

  if (rv != 0) {
    memset(srv, 0, sizeof *srv);
  }
  return rv;
}

int snarp_srv_read(struct snarp_srv *srv, struct snarp_view rdata,
                   struct snarp_diag *diag) {
  struct wire in = wire_open(rdata);

  read_fields(srv, &in);
  srv->target = name_read(&in);
  return close_read(srv, &in, diag);
}

int snarp_srv_read_in(struct snarp_srv *srv, uint8_t space[SNARP_NAME_MAX],
                      struct snarp_view message, size_t off, size_t len,
                      struct snarp_diag *diag) {
  struct wire in = wire_open_in(message, off, len);

  read_fields(srv, &in);
  srv->target = name_read_in(&in, space);
  return close_read(srv, &in, diag);
}

static void put_fields(struct snarp_buf *out, const struct snarp_srv *srv) {
  put_u16(out, srv->priority);
  put_u16(out, srv->weight);
  put_u16(out, srv->port);
}

int snarp_srv_write(struct snarp_buf *out, const struct snarp_srv *srv,
                    struct snarp_diag *diag) {
  int rv = name_check(srv->target);

  if (rv == 0) {
    put_fields(out, srv);
    put_octets(out, srv->target);
  }
  return wire_tell(diag, 0, 0, rv);
}

int snarp_srv_canonical(struct snarp_buf *out, const struct snarp_srv *srv,
                        struct snarp_diag *diag) {
  int rv = name_check(srv->target);

  if (rv == 0) {
    put_fields(out, srv);
    put_lower(out, srv->target);
  }
  return wire_tell(diag, 0, 0, rv);
}

static void scan_fields(struct text *in, struct snarp_view origin,
                        struct snarp_buf *out) {
  put_u16(out, text_u16(in));
  put_u16(out, text_u16(in));
  put_u16(out, text_u16(in));
  name_scan(in, origin, out);
}

int snarp_srv_scan(struct snarp_srv *srv, struct snarp_buf *space,
                   struct snarp_view text, struct snarp_view origin,
                   struct snarp_diag *diag) {
  uint8_t octets[SNARP_SRV_RDATA_MAX + 1];
  struct snarp_view kept = {NULL, 0};
  struct text in = text_open(text);
  bool generic = text_generic(&in);
  /* in the generic form one octet more shows that some are trailing */
  size_t most = SNARP_SRV_RDATA_MAX + (generic ? 1 : 0);
  struct snarp_buf rdata = put_aside(space, octets, most);

  if (generic) {
    text_generic_octets(&in, &rdata);
  } else {
    scan_fields(&in, origin, &rdata);
  }

  int rv = text_close(&in, diag);
  if (rv == 0) {
    rv = snarp_srv_read(srv, wire_written(&rdata), NULL);
  }
  if (rv == 0) {
    rv = put_kept(space, &rdata, &kept);
  }
  if (rv != 0) {
    memset(srv, 0, sizeof *srv);
    return wire_tell(diag, rv == SNARP_ERR_ROOM ? rdata.len : in.pos, 0, rv);
  }
  return snarp_srv_read(srv, kept, NULL);
}

int snarp_srv_print(struct snarp_buf *out, const struct snarp_srv *srv,
                    struct snarp_diag *diag) {
  int rv = name_check(srv->target);

  if (rv == 0) {
    put_decimal(out, srv->priority);
    put_u8(out, ' ');
    put_decimal(out, srv->weight);
    put_u8(out, ' ');
    put_decimal(out, srv->port);
    put_u8(out, ' ');
    name_put(out, srv->target);
  }
  return wire_tell(diag, 0, 0, rv);
}

int snarp_srv_check(const struct snarp_srv *srv, struct snarp_diag *diag) {
  uint32_t notes = srv->target.len == 1 ? SNARP_NOTE_NO_SERVICE : 0;
  int rv = name_check(srv->target);

  return wire_tell(diag, 0, rv == 0 ? notes : 0, rv);
}

static int compare_numbers(const struct snarp_srv *a,
                           const struct snarp_srv *b) {
  int rv = a->priority - b->priority;

  if (rv == 0) {
    rv = a->weight - b->weight;
  }
  return rv != 0 ? rv : a->port - b->port;
}

int snarp_srv_compare(const struct snarp_srv *a, const struct snarp_srv *b) {
  int rv = compare_numbers(a, b);

  return rv != 0 ? rv : wire_compare_lower(a->target, b->target);
}
