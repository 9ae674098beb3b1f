/*
 * knot.c - adapter of Knot DNS: libknot's packets and dump, libzscanner.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <libknot/libknot.h>
#include <libzscanner/scanner.h>
#include <stdio.h>
#include <string.h>

#include "kit.h"

static const char *failure(int rv) {
  return rv < 0 ? knot_strerror(rv) : NULL;
}

static json_t *decode(const struct kit_ask *ask) {
  uint16_t len = (uint16_t)ask->message.len;
  knot_pkt_t *pkt = knot_pkt_new(ask->message.base, len, NULL);
  json_t *records = json_array();
  int rv = knot_pkt_parse(pkt, 0);
  const knot_pktsection_t *answer = knot_pkt_section(pkt, KNOT_ANSWER);
  for (uint16_t i = 0; rv == KNOT_EOK && i < answer->count; i++) {
    const knot_rrset_t *rr = knot_pkt_rr(answer, i);
    if (rr->type == ask->type) {
      const knot_rdata_t *rdata = rr->rrs.rdata;
      json_array_append_new(records, kit_record(ask, rdata->data, rdata->len));
    }
  }
  knot_pkt_free(pkt);
  return kit_unless(failure(rv), kit_ok_records(ask, records));
}

static knot_rrset_t *build(const struct kit_ask *ask) {
  knot_rrset_t *rr =
      knot_rrset_new(ask->owner.base, ask->type, KNOT_CLASS_IN, 0, NULL);
  knot_rrset_add_rdata(rr, ask->rdata.base, (uint16_t)ask->rdata.len, NULL);
  return rr;
}

static json_t *encode(const struct kit_ask *ask) {
  knot_rrset_t *rr = build(ask);
  knot_pkt_t *pkt = knot_pkt_new(NULL, KNOT_WIRE_MAX_PKTSIZE, NULL);
  knot_pkt_put_question(pkt, ask->owner.base, KNOT_CLASS_IN, ask->type);
  knot_pkt_begin(pkt, KNOT_ANSWER);
  int rv = knot_pkt_put(pkt, KNOT_COMPR_HINT_QNAME, rr, 0);
  json_t *out = kit_unless(failure(rv), kit_ok_message(pkt->wire, pkt->size));
  knot_pkt_free(pkt);
  knot_rrset_free(rr, NULL);
  return out;
}

static json_t *print(const struct kit_ask *ask) {
  static char text[8192] = "";
  knot_rrset_t *rr = build(ask);
  int rv = knot_rrset_txt_dump_data(rr, 0, text, sizeof text,
                                    &KNOT_DUMP_STYLE_DEFAULT);
  knot_rrset_free(rr, NULL);
  return kit_unless(failure(rv), kit_ok_text(text, strlen(text)));
}

static json_t *scan(const struct kit_ask *ask) {
  static zs_scanner_t scanner;
  const char *line = (const char *)ask->line.base;
  json_t *out = NULL;
  if (zs_init(&scanner, ask->origin, KNOT_CLASS_IN, 0) == 0 &&
      zs_set_input_string(&scanner, line, ask->line.len) == 0 &&
      zs_parse_record(&scanner) == 0 && scanner.state == ZS_STATE_DATA) {
    out = kit_ok_rdata(scanner.r_data, scanner.r_data_length);
    zs_parse_record(&scanner);
  }
  if (out == NULL || scanner.state != ZS_STATE_EOF) {
    json_decref(out);
    out = kit_reject(zs_strerror(scanner.error.code));
  }
  zs_deinit(&scanner);
  return out;
}

int main(void) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", KNOT_VERSION_MAJOR,
           KNOT_VERSION_MINOR, KNOT_VERSION_PATCH);
  const struct kit_ops ops = {decode, encode, scan, print};
  return kit_main("knot", version, ops);
}
