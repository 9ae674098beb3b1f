/* Messages of unknown octets, and their records.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/message.h"

#include "any.h"

/* Each state that a read can leave behind is met by the first call of next, and
 * each that next can by the others: the fields widen until all hold. */
static void read(struct snarp_view octets) {
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag;

  if (snarp_message_read(&message, octets, &diag) != 0) {
    return;
  }
  while (any_bool()) {
    snarp_message_next(&record, &message, &diag);
  }
}

void prove(void) {
  any_views(read);
}
