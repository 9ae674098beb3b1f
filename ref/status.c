/* The words of every status, from its one table.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/base.h"

const char *snarp_status_word(int status) {
  switch (status) {
#define X(name, value, word, text, cite)                                       \
  case value:                                                                  \
    return word;
#include "snarp/status.def"
#undef X
  default:
    return "unknown";
  }
}

const char *snarp_status_text(int status) {
  switch (status) {
#define X(name, value, word, text, cite)                                       \
  case value:                                                                  \
    return text;
#include "snarp/status.def"
#undef X
  default:
    return "unknown";
  }
}

const char *snarp_status_cite(int status) {
  switch (status) {
#define X(name, value, word, text, cite)                                       \
  case value:                                                                  \
    return cite;
#include "snarp/status.def"
#undef X
  default:
    return "unknown";
  }
}
