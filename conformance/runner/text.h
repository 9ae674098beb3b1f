/*
 * runner/text.h - a string that grows.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_TEXT_H
#define SNARP_RUNNER_TEXT_H

#include <stddef.h>

#include "snarp/base.h"

/* All zero is empty. `base` ends in a zero once something was added; free() it.
 */
struct text {
  char *base;
  size_t len;
  size_t cap;
};

void text_add(struct text *text, const char *string);
void text_add_n(struct text *text, const char *chars, size_t n);
void text_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Octets as hexadecimal in quotes, and as a JSON string in quotes. */
void text_hex(struct text *text, struct snarp_view octets);
void text_json(struct text *text, struct snarp_view octets);

/* Cuts the text to at most `cap` characters, the last three of them dots. */
void text_cut(struct text *text, size_t cap);

#endif
