/*
 * fuzz.h - what the targets share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_H
#define SNARP_FUZZ_H

#include "snarp/base.h"

/* The one function that a target has. Always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process where a property does not hold. */
#define FUZZ_HOLDS(property)                                                   \
  ((property) ? (void)0 : fuzz_fail(#property, __LINE__))
void fuzz_fail(const char *property, int line) __attribute__((noreturn));

/* Octets of exactly this number, so that every step behind them is seen: by a
 * memory checker, or, with FUZZ_PAGES, which needs none and is faster, by the
 * page behind them that cannot be touched (at most 128 KiB then, and 16 blocks
 * at once). Not aligned; end with fuzz_release(). */
uint8_t *fuzz_block(size_t size);
void fuzz_release(const uint8_t *block);

/* A copy in such a block; fuzz_release() its base. */
struct snarp_view fuzz_exact(const uint8_t *data, size_t size);

/* Fills memory with octets that no call may leave behind; under MemorySanitizer
 * they count as never written. */
void fuzz_spoil(void *memory, size_t size);

/* Under MemorySanitizer, ends the process where an octet was never written. */
void fuzz_defined(const void *memory, size_t size);

bool fuzz_equal(struct snarp_view a, struct snarp_view b);

#endif
