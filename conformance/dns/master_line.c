/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "master_line.h"

#include <string.h>

/* What a line being read has open. */
struct open {
  size_t parentheses;
  bool quote;
  bool done; /* the line has ended */
};

static void add(struct master_lines *lines, char c) {
  if (lines->len == MASTER_LINE_MAX) {
    lines->why = "expected at most 65535 characters in a record";
  } else {
    lines->line[lines->len++] = c;
  }
}

/* The character behind a backslash stands for itself here. */
static void take_escaped(struct master_lines *lines) {
  add(lines, '\\');
  if (lines->at == lines->end || *lines->at == '\n') {
    lines->why = "expected a character behind the backslash";
  } else {
    add(lines, *lines->at++);
  }
}

static void skip_comment(struct master_lines *lines) {
  while (lines->at < lines->end && *lines->at != '\n') {
    lines->at++;
  }
}

static void take_line_end(struct master_lines *lines, struct open *open) {
  if (open->quote) {
    lines->why = "expected the end of the quoted string in its line";
  } else if (open->parentheses > 0) {
    lines->number++;
    add(lines, ' ');
  } else {
    open->done = true;
  }
}

static void take_parenthesis(struct master_lines *lines, struct open *open,
                             char c) {
  if (c == '(') {
    open->parentheses++;
  } else if (open->parentheses == 0) {
    lines->why = "found a closing parenthesis that was never opened";
  } else {
    open->parentheses--;
  }
  add(lines, ' ');
}

static void take_character(struct master_lines *lines, struct open *open) {
  char c = *lines->at++;

  if (c == '\0') {
    lines->why = "found an octet 0";
  } else if (c == '\n') {
    take_line_end(lines, open);
  } else if (c == '\\') {
    take_escaped(lines);
  } else if (c == '"') {
    open->quote = !open->quote;
    add(lines, c);
  } else if (open->quote) {
    add(lines, c);
  } else if (c == ';') {
    skip_comment(lines);
  } else if (c == '(' || c == ')') {
    take_parenthesis(lines, open, c);
  } else {
    add(lines, c);
  }
}

static void read_line(struct master_lines *lines) {
  struct open open = {0, false, false};

  lines->len = 0;
  lines->number++;
  lines->first = lines->number;
  while (lines->at < lines->end && !open.done && lines->why == NULL) {
    take_character(lines, &open);
  }
  if (lines->why == NULL && !open.done && open.quote) {
    lines->why = "expected the end of the quoted string";
  } else if (lines->why == NULL && !open.done && open.parentheses > 0) {
    lines->number = lines->first;
    lines->why = "expected a closing parenthesis";
  }
}

bool master_line_next(struct master_lines *lines) {
  while (lines->at < lines->end && lines->why == NULL) {
    read_line(lines);
    while (lines->len > 0 &&
           strchr(" \t\r", lines->line[lines->len - 1]) != NULL) {
      lines->len--;
    }
    lines->line[lines->len] = '\0';
    if (lines->why == NULL && lines->len > 0) {
      return true;
    }
  }
  return false;
}
