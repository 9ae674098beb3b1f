/* Zone-file text of a NAPTR record.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */

#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct snarp_view text = fuzz_exact(data, size);

  text_prove(false, text);
  fuzz_release(text.base);
  return 0;
}
