/*
 * kit_octets.h - JSON from and to octets, for kit.c alone.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef KIT_OCTETS_H
#define KIT_OCTETS_H

#include "kit.h"

/* Ends the adapter with one line on standard error and status 1. */
void kit_die(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

/* Memory of exactly `len` octets for the request at hand, and the end of all
 * such memory.
 */
void *kit_hold(size_t len);
void kit_release(void);

/* A member of a request as octets: of hexadecimal digits; of characters up to
 * U+00ff, with `before` in front of them and a zero octet behind them that is
 * not counted; of a number, two octets. Ends the adapter where the member is
 * not that.
 */
struct kit_octets kit_from_hex(const json_t *in, const char *member);
struct kit_octets kit_from_latin1(const json_t *in, const char *member,
                                  const char *before);
struct kit_octets kit_from_number(const json_t *in, const char *member);

#endif
