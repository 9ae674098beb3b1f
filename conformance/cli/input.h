/*
 * cli/input.h - the one value of a command that works on a record or a field.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_INPUT_H
#define SNARP_CLI_INPUT_H

#include <jansson.h>
#include <stdbool.h>

#include "fault.h"
#include "text.h"

/* Adds the value, or what standard input has where it is null, to `input`: two
 * hexadecimal digits an octet of a message, and as many blanks. `who`, the
 * command, begins the faults of all functions here.
 */
#define INPUT_MAX ((size_t)4 * 65535)
bool input_read(struct text *input, const char *value, const char *who,
                struct fault *fault);

/* The input as hexadecimal, without the blanks and line ends that are often
 * pasted with it; null where it is no UTF-8.
 */
json_t *input_hex(const struct text *input);

/* The input as octets of a text, without the final line end, which is the
 * shell's.
 */
json_t *input_text(const struct text *input);

/* The input as a JSON object, or null with the fault filled; `expected` names
 * what it should hold.
 */
json_t *input_object(const struct text *input, const char *who,
                     const char *expected, struct fault *fault);

/* A new list of the words for notes (enum snarp_note). */
json_t *notes_json(unsigned notes);

#endif
