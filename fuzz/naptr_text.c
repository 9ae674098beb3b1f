/* Zone-file text of a NAPTR record.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct snarp_view text = fuzz_exact(data, size);

  text_prove(false, text);
  free((void *)text.base);
  return 0;
}
