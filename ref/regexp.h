/*
 * regexp.h - the grammar of a substitution expression (RFC 3402 3.2).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_REGEXP_H
#define SNARP_REGEXP_H

#include "snarp/base.h"

/* 0 if `expression`, which is not empty, is delimiter, pattern, delimiter,
 * replacement, delimiter, flags; else REGEXP_DELIMITER, REGEXP_PARTS,
 * REGEXP_FLAG or REGEXP_BACKREF, and where. The pattern is not compiled: its
 * groups are counted, no more. */
int regexp_check(struct snarp_view expression, size_t *off);

/* True where `expression` is !.*!URI! (RFC 4848 2.2); `uri` views it. The URI
 * has a scheme and only characters that RFC 3986 lets it have. */
bool regexp_uri(struct snarp_view *uri, struct snarp_view expression);

#endif
