/* An SRV record: RDATA behind an even octet, zone-file text behind an odd one.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */

#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct record record = {.srv = true};

  if (size == 0) {
    return 0;
  }

  struct snarp_view input = fuzz_exact(data + 1, size - 1);
  if (data[0] % 2 == 1) {
    text_prove(true, input);
  } else if (record_read(&record, input) == 0) {
    record_prove(&record, &input);
  }
  fuzz_release(input.base);
  return 0;
}
