/*
 * snarp/naptr.h - NAPTR RDATA (RFC 3403 4), type 35.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_NAPTR_H
#define SNARP_NAPTR_H

#include "snarp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest RDATA of a NAPTR record, and the space that snarp_naptr_scan
 * never exceeds: 4 octets, three strings of 1 + 255, a name of 255.
 */
#define SNARP_NAPTR_RDATA_MAX 1027

/* The fields of a record, as views of the octets they were read from. */
struct snarp_naptr {
  uint16_t order;
  uint16_t preference;
  struct snarp_view flags;       /* 0 to 255 octets of any value */
  struct snarp_view services;    /* 0 to 255 octets of any value */
  struct snarp_view regexp;      /* 0 to 255 octets of any value */
  struct snarp_view replacement; /* a name as in snarp/name.h */
};

/*
 * Reads RDATA that stands alone: all of `rdata`, no octet less or more, with
 * an uncompressed REPLACEMENT. Any class; what the fields mean is not judged.
 * Fails with SHORT, STRING_MISSING, STRING_OVERRUN, NAME_MISSING,
 * NAME_OVERRUN, NAME_LONG, LABEL_TYPE, POINTER_ALONE, TRAILING or INPUT_LONG.
 */
int snarp_naptr_read(struct snarp_naptr *naptr, struct snarp_view rdata,
                     struct snarp_diag *diag);

/*
 * Reads the RDATA of `len` octets at offset `off` of a message, following
 * compression in REPLACEMENT as RFC 3597 4 asks of receivers, noting
 * SNARP_NOTE_COMPRESSED. REPLACEMENT is written to `space`, which must live as
 * long as `naptr`. Fails also with BOUNDS and as snarp_name_read_in
 * does.
 */
int snarp_naptr_read_in(struct snarp_naptr *naptr,
                        uint8_t space[SNARP_NAME_MAX],
                        struct snarp_view message, size_t off, size_t len,
                        struct snarp_diag *diag);

/* Appends the RDATA, uncompressed (RFC 3403 4.1). Fails with STRING_LONG, or
 * as snarp_name_read does for a REPLACEMENT that is no name; diag->off is then
 * 0.
 */
int snarp_naptr_write(struct snarp_buf *out, const struct snarp_naptr *naptr,
                      struct snarp_diag *diag);

/*
 * Scans the RDATA of one record in zone-file text (RFC 1035 5.1, RFC 3403
 * 4.3): ORDER PREFERENCE FLAGS SERVICES REGEXP REPLACEMENT, or the generic
 * form \# n hex (RFC 3597 5), over several lines where parentheses group
 * them; a line ends with LF or CR LF. Appends the RDATA to `space`, at most
 * SNARP_NAPTR_RDATA_MAX octets; `naptr` views it there. Fails with ROOM where
 * it does not fit: space->len is then what it was and diag->off the room that
 * is needed. `origin` completes relative names; an empty view where there is
 * none.
 */
int snarp_naptr_scan(struct snarp_naptr *naptr, struct snarp_buf *space,
                     struct snarp_view text, struct snarp_view origin,
                     struct snarp_diag *diag);

/*
 * Appends the RDATA as one line of zone-file text without its line end, the
 * three strings quoted (RFC 3403 4.3), in printable ASCII: in strings \" and
 * \\ and \DDD, in the name as snarp_name_print has it; at most 4 093 octets.
 * snarp_naptr_scan reads it back to the same octets. Fails as
 * snarp_naptr_write does.
 */
int snarp_naptr_print(struct snarp_buf *out, const struct snarp_naptr *naptr,
                      struct snarp_diag *diag);

/*
 * Tells whether the fields mean what RFC 3403 4.1 and RFC 3402 3.2 allow:
 * FLAGS_OCTET, BOTH, and for a REGEXP that is not empty REGEXP_DELIMITER,
 * REGEXP_PARTS, REGEXP_FLAG, REGEXP_BACKREF; diag->off is the offset in that
 * field. Notes FLAGS_MANY and NO_REWRITE. The expression itself is neither
 * compiled nor run (RFC 3403 10). Fails also as snarp_naptr_write does.
 */
int snarp_naptr_check(const struct snarp_naptr *naptr, struct snarp_diag *diag);

/*
 * Less than, equal to or greater than 0 as `a` stands before, at or behind `b`
 * in the canonical order of an RRset (RFC 4034 6.3), which is ORDER, then
 * PREFERENCE, then the octets of the rest. 0 means that the two are the same
 * record. Fields that cannot be written compare as their octets.
 */
int snarp_naptr_compare(const struct snarp_naptr *a,
                        const struct snarp_naptr *b);

/* Appends the RDATA in canonical form (RFC 4034 6.2): as snarp_naptr_write,
 * with the upper-case ASCII letters of REPLACEMENT in lower case.
 */
int snarp_naptr_canonical(struct snarp_buf *out,
                          const struct snarp_naptr *naptr,
                          struct snarp_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
