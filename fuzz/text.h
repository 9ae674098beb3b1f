/*
 * text.h - zone-file text of a record, for the targets that scan it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_TEXT_H
#define SNARP_FUZZ_TEXT_H

#include "record.h"

/* Scans the text and proves what holds for a record that was read. Its length
 * picks the origin: none, a short one or one of 255 octets. */
void text_prove(bool srv, struct snarp_view text);

#endif
