/*
 * knot.c - Knot DNS as a contestant: libknot and libzscanner: the scanner
 * on one line a call, as the others, and at its best, on a whole zone.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <libknot/libknot.h>
#include <libzscanner/scanner.h>
#include <string.h>

#include "bench.h"

static bool from_wire(knot_rrset_t *rr, const struct sample *sample) {
  size_t pos = 0;
  knot_rrset_init_empty(rr);
  return knot_rrset_rr_from_wire(sample->record.base, &pos, sample->record.len,
                                 rr, NULL, false) == KNOT_EOK;
}

static size_t read_record(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    knot_rrset_t rr;
    good += from_wire(&rr, sample);
    bench_use(&rr);
    knot_rrset_clear(&rr, NULL);
  }
  return good;
}

static size_t scan_zone(const struct sample *sample, size_t n) {
  static zs_scanner_t scanner;
  size_t len = strlen(sample->zone), good = 0;
  if (zs_init(&scanner, ".", KNOT_CLASS_IN, 0) != 0) {
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    if (i % BENCH_ZONE_LINES == 0) {
      zs_set_input_string(&scanner, sample->zone, len);
    }
    good += zs_parse_record(&scanner) == 0 && scanner.state == ZS_STATE_DATA;
    bench_use(scanner.r_data);
  }
  zs_deinit(&scanner);
  return good;
}

static size_t scan_line(const struct sample *sample, size_t n) {
  static zs_scanner_t scanner;
  size_t len = strlen(sample->line), good = 0;
  if (zs_init(&scanner, ".", KNOT_CLASS_IN, 0) != 0) {
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    good += zs_set_input_string(&scanner, sample->line, len) == 0 &&
            zs_parse_record(&scanner) == 0 && scanner.state == ZS_STATE_DATA;
    bench_use(scanner.r_data);
  }
  zs_deinit(&scanner);
  return good;
}

static size_t print_record(const struct sample *sample, size_t n) {
  knot_rrset_t rr;
  size_t good = 0;
  if (!from_wire(&rr, sample)) {
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    char text[4096];
    good += knot_rrset_txt_dump_data(&rr, 0, text, sizeof text,
                                     &KNOT_DUMP_STYLE_DEFAULT) > 0;
    bench_use(text);
  }
  knot_rrset_clear(&rr, NULL);
  return good;
}

const struct contestant contestants_knot[] = {
    {"naptr_read", "knot", "knot_rrset_rr_from_wire", read_record, 0},
    {"naptr_scan", "knot", "zs_parse_record, one line", scan_line, 1.5},
    {"naptr_scan", "knot", "zs_parse_record, a zone", scan_zone, 0},
    {"naptr_print", "knot", "knot_rrset_txt_dump_data", print_record, 0},
    {"srv_read", "knot", "knot_rrset_rr_from_wire", read_record, 0},
    {NULL, NULL, NULL, NULL, 0},
};
