/* RDATA of a NAPTR record.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */

#include "record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct snarp_view rdata = fuzz_exact(data, size);
  struct record record = {0};

  if (record_read(&record, rdata) == 0) {
    record_prove(&record, &rdata);
  }
  fuzz_release(rdata.base);
  return 0;
}
