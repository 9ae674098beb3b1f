/*
 * dns/master_line.h - the lines of a master file (RFC 1035 5.1).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_MASTER_LINE_H
#define SNARP_DNS_MASTER_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The longest line, with what parentheses join to it. */
#define MASTER_LINE_MAX 65535

/* A file being cut into lines. Set `at` and `end`, all else zero. */
struct master_lines {
  const char *at;
  const char *end;
  size_t number;   /* of the line that was read last, from 1 */
  size_t first;    /* of the line in which `line` began */
  const char *why; /* what is wrong in line `number`, or null */
  size_t len;
  char line[MASTER_LINE_MAX + 1];
};

/* Reads the next line that is not blank into `line`, `len` characters and a
 * zero: without its comment, with a blank in the place of each parenthesis and
 * of each line end between them. False at the end, and where `why` is set.
 */
bool master_line_next(struct master_lines *lines);

#endif
