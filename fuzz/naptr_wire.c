/* RDATA of a NAPTR record.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct snarp_view rdata = fuzz_exact(data, size);
  struct record record = {0};

  if (record_read(&record, rdata) == 0) {
    record_prove(&record, &rdata);
  }
  free((void *)rdata.base);
  return 0;
}
