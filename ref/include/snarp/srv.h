/*
 * snarp/srv.h - SRV RDATA (RFC 2782), type 33.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_SRV_H
#define SNARP_SRV_H

#include "snarp/base.h"
#include "snarp/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest RDATA of an SRV record, and the space that snarp_srv_scan never
 * exceeds: 6 octets and a name of 255.
 */
#define SNARP_SRV_RDATA_MAX 261

/* The fields of a record; the target views the octets it was read from. */
struct snarp_srv {
  uint16_t priority;
  uint16_t weight;
  uint16_t port;
  struct snarp_view target; /* a name as in snarp/name.h */
};

/* Reads RDATA that stands alone, as snarp_naptr_read does. Fails with SHORT,
 * NAME_MISSING, NAME_OVERRUN, NAME_LONG, LABEL_TYPE, POINTER_ALONE, TRAILING
 * or INPUT_LONG.
 */
int snarp_srv_read(struct snarp_srv *srv, struct snarp_view rdata,
                   struct snarp_diag *diag);

/* Reads RDATA inside a message, as snarp_naptr_read_in does. */
int snarp_srv_read_in(struct snarp_srv *srv, uint8_t space[SNARP_NAME_MAX],
                      struct snarp_view message, size_t off, size_t len,
                      struct snarp_diag *diag);

/* Appends the RDATA, uncompressed (RFC 2782, Target). Fails as
 * snarp_name_read does for a target that is no name; diag->off is then 0.
 */
int snarp_srv_write(struct snarp_buf *out, const struct snarp_srv *srv,
                    struct snarp_diag *diag);

/* Scans PRIORITY WEIGHT PORT TARGET, or the generic form, as
 * snarp_naptr_scan does; at most SNARP_SRV_RDATA_MAX octets of space.
 */
int snarp_srv_scan(struct snarp_srv *srv, struct snarp_buf *space,
                   struct snarp_view text, struct snarp_view origin,
                   struct snarp_diag *diag);

/* Appends the RDATA as one line of zone-file text without its line end; at
 * most 1 027 octets. Fails as snarp_srv_write does.
 */
int snarp_srv_print(struct snarp_buf *out, const struct snarp_srv *srv,
                    struct snarp_diag *diag);

/* Notes NO_SERVICE for the target ".". RFC 2782 forbids no value of these
 * fields by itself, so it fails only as snarp_srv_write does.
 */
int snarp_srv_check(const struct snarp_srv *srv, struct snarp_diag *diag);

/* The canonical order of an RRset (RFC 4034 6.3): PRIORITY, WEIGHT, PORT, then
 * the target's octets in lower case; 0 means that the two are the same record.
 */
int snarp_srv_compare(const struct snarp_srv *a, const struct snarp_srv *b);

/* Appends the RDATA in canonical form (RFC 4034 6.2). */
int snarp_srv_canonical(struct snarp_buf *out, const struct snarp_srv *srv,
                        struct snarp_diag *diag);

/* How records of one priority are drawn. */
enum snarp_srv_mode {
  /* RFC 2782 word for word: a number from 0 to the sum, inclusive. Of two
   * records of weight 1 the first one arranged comes first two times in three.
   */
  SNARP_SRV_LITERAL,
  /* in exact proportion to the weights; weight 0 only when no other is left */
  SNARP_SRV_PROPORTIONAL
};

/*
 * Arranges records as the text asks before it draws: writes their indexes to
 * `arranged` by PRIORITY, those of weight 0 first, the others in canonical
 * order; so the order in which the records came does not matter. In
 * O(n log n); n is below 2^32.
 */
void snarp_srv_arrange(uint32_t *arranged, const struct snarp_srv *records,
                       size_t n);

/*
 * Draws the order in which the targets are tried (RFC 2782, Weight) and writes
 * the records' indexes to `drawn`. `sums` is room for n + 1 numbers. In
 * O(n log n).
 *
 * The draw contract: for each PRIORITY from the lowest, for each record but
 * the last of it, and only while the sum of the weights left is not 0, one
 * draw with bound sum + 1, which gives the random number itself; with
 * SNARP_SRV_PROPORTIONAL the bound is the sum, and the number one more.
 */
void snarp_srv_draw(uint32_t *drawn, const uint32_t *arranged,
                    const struct snarp_srv *records, size_t n,
                    enum snarp_srv_mode mode, const struct snarp_rng *rng,
                    uint64_t *sums);

#ifdef __cplusplus
}
#endif

#endif
