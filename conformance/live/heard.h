/*
 * live/heard.h - the targets in what a program prints.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_HEARD_H
#define SNARP_LIVE_HEARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snarp/base.h"

/* What one line says; it views the line. */
struct heard {
  struct snarp_view host; /* a name with or without its final dot, or an
                             address */
  bool has_port;
  uint16_t port;
  struct snarp_view protocol; /* empty where the line names none */
};

/*
 * Reads a line: true where it names a target. Words end at blanks and at any of
 * `,;="'(){}<>`. A target is a word HOST:PORT, [ADDR]:PORT or
 * PROTOCOL://HOST:PORT, or a word HOST with a word PORT or "default" behind it,
 * or a HOST that is alone in its line; HOST has a dot in it, and more than
 * digits and dots where no port is with it. A word that is one of the
 * protocols, in any case, says which one it is for. All other words do not
 * matter.
 */
bool heard_line(struct heard *heard, struct snarp_view line,
                const struct snarp_view *protocols, size_t n);

#endif
