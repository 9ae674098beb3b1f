/* A DNS message, with compression.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/message.h"

#include "record.h"

enum { RECORDS_MAX = 4 }; /* proved of one message; the others are read */

static void read_record(const struct snarp_record *found,
                        struct snarp_view message, bool prove) {
  struct record record = {.srv = found->type == SNARP_TYPE_SRV};
  uint8_t space[SNARP_NAME_MAX];

  if (record_read_in(&record, space, message, found->rdata_off,
                     found->rdata_len) == 0 &&
      prove) {
    record_prove(&record, NULL);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct snarp_view octets = fuzz_exact(data, size);
  struct snarp_message message;
  struct snarp_record record;
  size_t n = 0;

  int rv = snarp_message_read(&message, octets, NULL);
  while (rv == 0) {
    rv = snarp_message_next(&record, &message, NULL);
    if (rv == 0) {
      FUZZ_HOLDS(record.rdata_off + record.rdata_len <= size);
      FUZZ_HOLDS(record.owner_off < record.rdata_off);
      read_record(&record, octets, n < RECORDS_MAX);
      n++;
    }
  }
  FUZZ_HOLDS(n * 11 <= size); /* the least that a record takes */
  fuzz_release(octets.base);
  return 0;
}
