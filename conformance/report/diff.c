/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "diff.h"

#include <stdint.h>

#define ROW ((size_t)16)

struct diff diff_of(struct snarp_view a, struct snarp_view b) {
  size_t least = a.len < b.len ? a.len : b.len;
  struct diff diff = {0, 0};

  while (diff.head < least && a.base[diff.head] == b.base[diff.head]) {
    diff.head++;
  }
  while (diff.tail < least - diff.head &&
         a.base[a.len - diff.tail - 1] == b.base[b.len - diff.tail - 1]) {
    diff.tail++;
  }
  return diff;
}

static void print_row(FILE *out, const char *indent, struct snarp_view octets,
                      size_t at) {
  fprintf(out, "%s  %04zx ", indent, at);
  for (size_t i = at; i < at + ROW && i < octets.len; i++) {
    fprintf(out, " %02x", octets.base[i]);
  }
  fputs(at >= octets.len ? " (end)\n" : "\n", out);
}

static void print_marks(FILE *out, const char *indent, size_t at, size_t from,
                        size_t to) {
  size_t last = to < at + ROW ? to : at + ROW;

  fprintf(out, "%s       ", indent);
  for (size_t i = at; i < last; i++) {
    fputs(i >= from ? " ^^" : "   ", out);
  }
  fputc('\n', out);
}

static void print_one(FILE *out, const char *indent, const char *name,
                      struct snarp_view octets, struct diff diff, size_t rows) {
  size_t to = octets.len - diff.tail;
  size_t at = diff.head / ROW * ROW;

  fprintf(out, "%s%s (%zu octets)\n", indent, name, octets.len);
  do {
    print_row(out, indent, octets, at);
    if (to > diff.head) {
      print_marks(out, indent, at, diff.head, to);
    }
    at += ROW;
  } while (at < to && --rows > 0);
  if (at < to) {
    fprintf(out, "%s  ...\n", indent);
  }
}

void diff_print(FILE *out, const char *indent, const char *name_a,
                struct snarp_view a, const char *name_b, struct snarp_view b,
                size_t rows) {
  struct diff diff = diff_of(a, b);

  print_one(out, indent, name_a, a, diff, rows);
  print_one(out, indent, name_b, b, diff, rows);
}
