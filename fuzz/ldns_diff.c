/* libsnarp beside ldns on the RDATA of one record: SRV behind an odd octet,
 * NAPTR behind an even one.
 *
 * What libsnarp accepts ldns must accept, with the same RDATA. What only ldns
 * accepts is excused by the rule that it leaves aside (excuses.def).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <ldns/ldns.h>
#include <stdlib.h>
#include <string.h>

#include "excuses.h"
#include "record.h"
#include "snarp/message.h"

/* A header, in which no name may stand, the root as owner, and the fields
 * before the RDATA. */
enum { HEADER = 12, FIXED = 11, RDATA = HEADER + FIXED, RDATA_MAX = 16384 };

static struct snarp_view make_message(bool srv, const uint8_t *data,
                                      size_t size) {
  uint8_t *octets = malloc(RDATA + size);
  struct snarp_view message = {octets, RDATA + size};

  FUZZ_HOLDS(octets != NULL);
  memset(octets, 0, RDATA);
  octets[HEADER + 2] = srv ? SNARP_TYPE_SRV : SNARP_TYPE_NAPTR;
  octets[HEADER + 4] = SNARP_CLASS_IN;
  octets[HEADER + 9] = (uint8_t)(size / 256);
  octets[HEADER + 10] = (uint8_t)(size % 256);
  if (size > 0) {
    memcpy(octets + RDATA, data, size);
  }
  return message;
}

/* The RDATA that ldns would send for what it read. */
static void prove_same(const ldns_rr *rr, const struct record *record) {
  uint8_t written[SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf out = {written, sizeof written, 0};
  ldns_buffer *buffer = ldns_buffer_new(LDNS_MIN_BUFLEN);

  FUZZ_HOLDS((record->srv
                  ? snarp_srv_write(&out, &record->as_srv, NULL)
                  : snarp_naptr_write(&out, &record->as_naptr, NULL)) == 0);
  FUZZ_HOLDS(buffer != NULL);
  FUZZ_HOLDS(ldns_rr_rdata2buffer_wire(buffer, rr) == LDNS_STATUS_OK);
  FUZZ_HOLDS(ldns_buffer_position(buffer) == out.len);
  FUZZ_HOLDS(memcmp(ldns_buffer_begin(buffer), written, out.len) == 0);
  ldns_buffer_free(buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t space[SNARP_NAME_MAX];
  struct record record = {0};
  ldns_rr *rr = NULL;
  size_t pos = HEADER;

  if (size == 0 || size > RDATA_MAX) {
    return 0;
  }
  record.srv = data[0] % 2 == 1;

  struct snarp_view message = make_message(record.srv, data + 1, size - 1);
  int mine = record_read_in(&record, space, message, RDATA, size - 1);
  ldns_status theirs =
      ldns_wire2rr(&rr, message.base, message.len, &pos, LDNS_SECTION_ANSWER);
  if (theirs == LDNS_STATUS_OK) {
    FUZZ_HOLDS(mine == 0 || is_excused(EXCUSE_LIBRARY_ldns, mine));
    if (mine == 0) {
      prove_same(rr, &record);
    }
    ldns_rr_free(rr);
  } else {
    FUZZ_HOLDS(mine != 0);
  }
  free((void *)message.base);
  return 0;
}
