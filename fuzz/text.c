/* Zone-file text of a record.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "text.h"

#include <string.h>

enum { LABEL = 63 };

static void prove_origin(bool srv, struct snarp_view text,
                         struct snarp_view origin) {
  size_t cap = srv ? SNARP_SRV_RDATA_MAX : SNARP_NAPTR_RDATA_MAX;
  uint8_t *space = fuzz_block(cap);
  struct snarp_buf out = {space, cap, 0};
  struct record record = {.srv = srv};

  if (record_scan(&record, &out, text, origin) == 0) {
    struct snarp_view rdata = {space, out.len};
    record_prove(&record, &rdata);

    struct snarp_buf less = {space, out.len - 1, 0};
    FUZZ_HOLDS(record_scan(&record, &less, text, origin) == SNARP_ERR_ROOM);
    FUZZ_HOLDS(less.len == 0);
  } else {
    FUZZ_HOLDS(out.len == 0);
  }
  fuzz_release(space);
}

void text_prove(bool srv, struct snarp_view text) {
  static const uint8_t example[] = "\7example";
  uint8_t longest[SNARP_NAME_MAX] = {0};
  struct snarp_view none = {NULL, 0};
  struct snarp_view some = {example, sizeof example};
  struct snarp_view most = {longest, sizeof longest};

  for (size_t at = 0; at < 3 * (1 + LABEL); at += 1 + LABEL) {
    longest[at] = LABEL;
  }
  longest[3 * (1 + LABEL)] = LABEL - 2;

  prove_origin(srv, text,
               text.len % 3 == 0   ? none
               : text.len % 3 == 1 ? some
                                   : most);
}
