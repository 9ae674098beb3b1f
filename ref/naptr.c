/* NAPTR RDATA (RFC 3403 4).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/naptr.h"

#include <string.h>

#include "name.h"
#include "regexp.h"

static int close_read(struct snarp_naptr *naptr, struct wire *in,
                      struct snarp_diag *diag) {
  int rv = wire_close(in, diag);

  if (rv != 0) {
    memset(naptr, 0, sizeof *naptr);
  }
  return rv;
}

static inline void read_fields(struct snarp_naptr *naptr, struct wire *in) {
  naptr->order = wire_u16(in);
  naptr->preference = wire_u16(in);
  naptr->flags = wire_string(in);
  naptr->services = wire_string(in);
  naptr->regexp = wire_string(in);
}

int snarp_naptr_read(struct snarp_naptr *naptr, struct snarp_view rdata,
                     struct snarp_diag *diag) {
  struct wire in = wire_open(rdata);

  read_fields(naptr, &in);
  naptr->replacement = name_read(&in);
  return close_read(naptr, &in, diag);
}

int snarp_naptr_read_in(struct snarp_naptr *naptr,
                        uint8_t space[SNARP_NAME_MAX],
                        struct snarp_view message, size_t off, size_t len,
                        struct snarp_diag *diag) {
  struct wire in = wire_open_in(message, off, len);

  read_fields(naptr, &in);
  naptr->replacement = name_read_in(&in, space);
  return close_read(naptr, &in, diag);
}

/* 0 if the fields can be written. */
static int check_fields(const struct snarp_naptr *naptr) {
  if (naptr->flags.len > SNARP_STRING_MAX ||
      naptr->services.len > SNARP_STRING_MAX ||
      naptr->regexp.len > SNARP_STRING_MAX) {
    return SNARP_ERR_STRING_LONG;
  }
  return name_check(naptr->replacement);
}

static void put_fields(struct snarp_buf *out, const struct snarp_naptr *naptr) {
  put_u16(out, naptr->order);
  put_u16(out, naptr->preference);
  put_string(out, naptr->flags);
  put_string(out, naptr->services);
  put_string(out, naptr->regexp);
}

int snarp_naptr_write(struct snarp_buf *out, const struct snarp_naptr *naptr,
                      struct snarp_diag *diag) {
  int rv = check_fields(naptr);

  if (rv == 0) {
    put_fields(out, naptr);
    put_octets(out, naptr->replacement);
  }
  return wire_tell(diag, 0, 0, rv);
}

int snarp_naptr_canonical(struct snarp_buf *out,
                          const struct snarp_naptr *naptr,
                          struct snarp_diag *diag) {
  int rv = check_fields(naptr);

  if (rv == 0) {
    put_fields(out, naptr);
    put_lower(out, naptr->replacement);
  }
  return wire_tell(diag, 0, 0, rv);
}

static void scan_fields(struct snarp_naptr *naptr, struct text *in,
                        struct snarp_view origin, struct snarp_buf *out) {
  naptr->order = text_u16(in);
  naptr->preference = text_u16(in);
  put_u16(out, naptr->order);
  put_u16(out, naptr->preference);
  naptr->flags = text_string(in, out);
  naptr->services = text_string(in, out);
  naptr->regexp = text_string(in, out);

  size_t begin = out->len;
  name_scan(in, origin, out);
  naptr->replacement.base = out->base + begin;
  naptr->replacement.len = out->len - begin;
}

/* Makes the fields view the copy of what they view. */
static void move_fields(struct snarp_naptr *naptr, const uint8_t *from,
                        const uint8_t *to) {
  naptr->flags.base = to + (naptr->flags.base - from);
  naptr->services.base = to + (naptr->services.base - from);
  naptr->regexp.base = to + (naptr->regexp.base - from);
  naptr->replacement.base = to + (naptr->replacement.base - from);
}

int snarp_naptr_scan(struct snarp_naptr *naptr, struct snarp_buf *space,
                     struct snarp_view text, struct snarp_view origin,
                     struct snarp_diag *diag) {
  uint8_t octets[SNARP_NAPTR_RDATA_MAX + 1];
  struct snarp_view kept = {NULL, 0};
  struct text in = text_open(text);
  bool generic = text_generic(&in);
  /* in the generic form one octet more shows that some are trailing */
  size_t most = SNARP_NAPTR_RDATA_MAX + (generic ? 1 : 0);
  struct snarp_buf rdata = put_aside(space, octets, most);

  if (generic) {
    text_generic_octets(&in, &rdata);
  } else {
    scan_fields(naptr, &in, origin, &rdata);
  }

  int rv = text_close(&in, diag);
  if (rv == 0 && generic) {
    rv = snarp_naptr_read(naptr, wire_written(&rdata), NULL);
  }
  if (rv == 0) {
    rv = put_kept(space, &rdata, &kept);
  }
  if (rv != 0) {
    memset(naptr, 0, sizeof *naptr);
    return wire_tell(diag, rv == SNARP_ERR_ROOM ? rdata.len : in.pos, 0, rv);
  }
  move_fields(naptr, rdata.base, kept.base);
  return 0;
}

int snarp_naptr_print(struct snarp_buf *out, const struct snarp_naptr *naptr,
                      struct snarp_diag *diag) {
  int rv = check_fields(naptr);

  if (rv == 0) {
    put_decimal(out, naptr->order);
    put_u8(out, ' ');
    put_decimal(out, naptr->preference);
    put_u8(out, ' ');
    put_quoted(out, naptr->flags);
    put_u8(out, ' ');
    put_quoted(out, naptr->services);
    put_u8(out, ' ');
    put_quoted(out, naptr->regexp);
    put_u8(out, ' ');
    name_put(out, naptr->replacement);
  }
  return wire_tell(diag, 0, 0, rv);
}

int snarp_naptr_check(const struct snarp_naptr *naptr,
                      struct snarp_diag *diag) {
  bool rewrites = naptr->replacement.len > 1;
  uint32_t notes = naptr->flags.len > 1 ? SNARP_NOTE_FLAGS_MANY : 0;
  size_t off = 0;
  int rv = check_fields(naptr);

  if (rv == 0) {
    rv = text_check_flags(naptr->flags, &off);
  }
  if (rv == 0 && naptr->regexp.len > 0) {
    rv = rewrites ? SNARP_ERR_BOTH : regexp_check(naptr->regexp, &off);
  }
  if (rv != 0) {
    return wire_tell(diag, off, 0, rv);
  }

  if (naptr->regexp.len == 0 && !rewrites) {
    notes |= SNARP_NOTE_NO_REWRITE;
  }
  return wire_tell(diag, 0, notes, rv);
}

static int compare_numbers(const struct snarp_naptr *a,
                           const struct snarp_naptr *b) {
  int rv = a->order - b->order;

  return rv != 0 ? rv : a->preference - b->preference;
}

static int compare_strings(const struct snarp_naptr *a,
                           const struct snarp_naptr *b) {
  int rv = wire_compare_string(a->flags, b->flags);

  if (rv == 0) {
    rv = wire_compare_string(a->services, b->services);
  }
  return rv != 0 ? rv : wire_compare_string(a->regexp, b->regexp);
}

int snarp_naptr_compare(const struct snarp_naptr *a,
                        const struct snarp_naptr *b) {
  int rv = compare_numbers(a, b);

  if (rv == 0) {
    rv = compare_strings(a, b);
  }
  return rv != 0 ? rv : wire_compare_lower(a->replacement, b->replacement);
}
