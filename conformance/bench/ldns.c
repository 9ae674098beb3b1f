/*
 * ldns.c - ldns as a contestant.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <ldns/ldns.h>

#include "bench.h"

static size_t read_record(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    ldns_rr *rr = NULL;
    size_t pos = 0;
    good += ldns_wire2rr(&rr, sample->record.base, sample->record.len, &pos,
                         LDNS_SECTION_ANSWER) == LDNS_STATUS_OK;
    bench_use(rr);
    ldns_rr_free(rr);
  }
  return good;
}

static size_t scan_line(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    ldns_rr *rr = NULL;
    good +=
        ldns_rr_new_frm_str(&rr, sample->line, 0, NULL, NULL) == LDNS_STATUS_OK;
    bench_use(rr);
    ldns_rr_free(rr);
  }
  return good;
}

static size_t print_record(const struct sample *sample, size_t n) {
  ldns_rr *rr = NULL;
  size_t pos = 0, good = 0;
  if (ldns_wire2rr(&rr, sample->record.base, sample->record.len, &pos,
                   LDNS_SECTION_ANSWER) != LDNS_STATUS_OK) {
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    char *text = ldns_rr2str(rr);
    good += text != NULL;
    bench_use(text);
    LDNS_FREE(text);
  }
  ldns_rr_free(rr);
  return good;
}

const struct contestant contestants_ldns[] = {
    {"naptr_read", "ldns", "ldns_wire2rr", read_record, 30},
    {"naptr_scan", "ldns", "ldns_rr_new_frm_str", scan_line, 8},
    {"naptr_print", "ldns", "ldns_rr2str", print_record, 20},
    {"srv_read", "ldns", "ldns_wire2rr", read_record, 0},
    {NULL, NULL, NULL, NULL, 0},
};
