/*
 * name.h - domain names as a part of RDATA, on the cursors of wire.h and
 * text.h (RFC 1035 3.1, 4.1.4, 5.1).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_NAME_PRIVATE_H
#define SNARP_NAME_PRIVATE_H

#include "snarp/name.h"
#include "text.h"
#include "wire.h"

/* The uncompressed name at the cursor. */
struct snarp_view name_read(struct wire *in);

/* The name at the cursor of a message, pointers followed, put in `space`. */
struct snarp_view name_read_in(struct wire *in, uint8_t space[SNARP_NAME_MAX]);

/* Scans a name and appends it. */
void name_scan(struct text *in, struct snarp_view origin,
               struct snarp_buf *out);

/* 0 if the view is a name, else why not. */
int name_check(struct snarp_view name);

/* Appends a name, known to be one, as text. */
void name_put(struct snarp_buf *out, struct snarp_view name);

#endif
