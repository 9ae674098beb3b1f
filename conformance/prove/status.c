/* The words of any number.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "any.h"

void prove(void) {
  int status = Frama_C_interval(INT32_MIN, INT32_MAX);

  snarp_status_word(status);
  snarp_status_text(status);
  snarp_status_cite(status);
}
