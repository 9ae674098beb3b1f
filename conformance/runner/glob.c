/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "glob.h"

#include <stddef.h>

bool glob_fits(const char *pattern, const char *text) {
  const char *star = NULL; /* behind the last star */
  const char *retry = NULL;

  while (*text != '\0') {
    if (*pattern == '*') {
      star = ++pattern;
      retry = text;
    } else if (*pattern == '?' || *pattern == *text) {
      pattern++;
      text++;
    } else if (star != NULL) {
      pattern = star;
      text = ++retry;
    } else {
      return false;
    }
  }
  while (*pattern == '*') {
    pattern++;
  }
  return *pattern == '\0';
}
