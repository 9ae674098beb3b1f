/*
 * snarp/name.h - domain names (RFC 1035 2.3.4, 3.1, 4.1.4, 5.1).
 *
 * A name is a view of its uncompressed wire form: labels of 1 to 63 octets of
 * any value, each behind its length, and the root's zero; 1 to 255 octets in
 * all. Case is kept and ignored in comparisons, ASCII only (RFC 4343).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_NAME_H
#define SNARP_NAME_H

#include "snarp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A compressed name may follow this many pointers, one for each label that a
 * name can have. No text limits them; without a limit a message of 64 KiB can
 * cost seconds. More are SNARP_ERR_POINTER_CHAIN.
 */
#define SNARP_POINTERS_MAX 127

/* Reads the uncompressed name that fills `octets` exactly. `name` then views
 * `octets`. Fails with NAME_MISSING, NAME_OVERRUN, NAME_LONG, LABEL_TYPE,
 * POINTER_ALONE, TRAILING or INPUT_LONG.
 */
int snarp_name_read(struct snarp_view *name, struct snarp_view octets,
                    struct snarp_diag *diag);

/*
 * Reads the name at offset `off` of a message, following compression pointers.
 * A pointer must lead to an offset of at least 12 (the header holds no names)
 * and before the labels that led to it ("a prior occurrence", 4.1.4). `name`
 * views `space`. diag->off is the offset behind the name on success. Fails
 * also with POINTER_*.
 */
int snarp_name_read_in(struct snarp_view *name, uint8_t space[SNARP_NAME_MAX],
                       struct snarp_view message, size_t off,
                       struct snarp_diag *diag);

/*
 * Scans one name in zone-file text, with nothing else beside it: labels with
 * \X and \DDD escapes, "@" for the origin, "." for the root; a name without a
 * final dot is completed with `origin` (empty: there is none, and such a name
 * is NAME_RELATIVE). `name` views `space`.
 */
int snarp_name_scan(struct snarp_view *name, uint8_t space[SNARP_NAME_MAX],
                    struct snarp_view text, struct snarp_view origin,
                    struct snarp_diag *diag);

/*
 * Appends the name as text, always with its final dot: at most 1 009 octets.
 * Printable ASCII stands for itself, but for a backslash before
 * . \ " ( ) ; @ $ ; all other octets, blank included, are \DDD.
 * Fails as snarp_name_read does.
 */
int snarp_name_print(struct snarp_buf *out, struct snarp_view name,
                     struct snarp_diag *diag);

/* Less than, equal to or greater than 0 as `a` stands before, at or behind `b`
 * in the order of RFC 4034 6.1. A view that is no name stands as its longest
 * readable beginning.
 */
int snarp_name_compare(struct snarp_view a, struct snarp_view b);

#ifdef __cplusplus
}
#endif

#endif
