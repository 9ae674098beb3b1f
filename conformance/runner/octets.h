/*
 * runner/octets.h - octets as hexadecimal and as Latin-1 text in UTF-8.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_OCTETS_H
#define SNARP_RUNNER_OCTETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snarp/base.h"

/* Reads paired hexadecimal digits of either case into `out`, which has room
 * for n / 2 octets. False where n is odd or something is no digit.
 */
bool octets_from_hex(uint8_t *out, const char *hex, size_t n);

/* Writes 2 * octets.len digits in lower case and a zero. */
void octets_to_hex(char *out, struct snarp_view octets);

/* Turns UTF-8 of n octets into Latin-1 in `out`, which has room for n octets,
 * and sets *len. False where a character is above U+00FF or the UTF-8 broken.
 */
bool octets_from_text(uint8_t *out, size_t *len, const char *utf8, size_t n);

/* Writes the octets as the inside of a JSON string in ASCII: at most
 * 6 * octets.len characters and a zero. Returns the count of characters.
 */
size_t octets_to_json(char *out, struct snarp_view octets);

/* True where both have the same octets. */
bool octets_equal(struct snarp_view a, struct snarp_view b);

#endif
