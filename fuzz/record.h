/*
 * record.h - what holds for records of both types.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_RECORD_H
#define SNARP_FUZZ_RECORD_H

#include "fuzz.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

/* A record of either type, for properties that hold for both. */
struct record {
  bool srv;
  struct snarp_naptr as_naptr;
  struct snarp_srv as_srv;
};

/* The readers, which prove besides that the status is one of libsnarp's and
 * that a call that fails leaves a destination of zeros. */
int record_read(struct record *record, struct snarp_view rdata);
int record_read_in(struct record *record, uint8_t space[SNARP_NAME_MAX],
                   struct snarp_view message, size_t off, size_t len);
int record_scan(struct record *record, struct snarp_buf *space,
                struct snarp_view text, struct snarp_view origin);

/*
 * Proves what holds for every record that was read or scanned:
 * its name has labels and a length as RFC 1035 has them; it writes RDATA that
 * reads back to the same; so does its canonical form, which differs only in the
 * case of the name and whose canonical form is itself; printed and scanned it
 * is the same; it compares equal to itself and to its canonical form; each
 * writer stores no octet past the room it is given and asks for the same room
 * each time. Where `rdata` is not null, that is the RDATA it must write.
 */
void record_prove(const struct record *record, const struct snarp_view *rdata);

#endif
