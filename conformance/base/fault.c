/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fault_fill(struct fault *fault, int status, const char *format, ...) {
  va_list args;

  fault->status = status;
  va_start(args, format);
  vsnprintf(fault->text, sizeof fault->text, format, args);
  va_end(args);
  for (char *at = fault->text; *at != '\0'; at++) {
    if ((unsigned char)*at < 0x20 || *at == 0x7f) {
      *at = '?';
    }
  }
}

int fault_tell(const struct fault *fault) {
  fprintf(stderr, "snarp: %s\n", fault->text);
  return fault->status;
}

void *need(void *memory) {
  if (memory == NULL) {
    fputs("snarp: out of memory\n", stderr);
    exit(EXIT_USAGE);
  }
  return memory;
}

void *take(size_t size) {
  return need(calloc(1, size == 0 ? 1 : size));
}

void *grow(void *old, size_t size) {
  return need(realloc(old, size == 0 ? 1 : size));
}

char *copy(const char *text) {
  size_t size = strlen(text) + 1;

  return memcpy(take(size), text, size);
}
