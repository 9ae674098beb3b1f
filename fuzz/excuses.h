/*
 * excuses.h - what excuses a difference between libsnarp and another library.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_FUZZ_EXCUSES_H
#define SNARP_FUZZ_EXCUSES_H

#include <stdbool.h>

#include "snarp/base.h"

enum excuse_library { EXCUSE_LIBRARY_ldns, EXCUSE_LIBRARY_rsplib };

/* Whether the library may accept what libsnarp refuses with this status: where
 * excuses.def has a rule that the library leaves aside, never by the input. */
static inline bool is_excused(enum excuse_library library, int status) {
  static const struct {
    enum excuse_library library;
    int status;
    const char *rule;
  } excuses[] = {
#define EXCUSE(name, code, id) {EXCUSE_LIBRARY_##name, code, id},
#include "excuses.def"
#undef EXCUSE
  };

  for (unsigned i = 0; i < sizeof excuses / sizeof excuses[0]; i++) {
    if (excuses[i].library == library && excuses[i].status == status) {
      return true;
    }
  }
  return false;
}

#endif
