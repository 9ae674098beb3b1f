/* knot.c - adapter of Knot DNS.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <libknot/libknot.h>
#include <libzscanner/scanner.h>

#include "kit.h"

static int decode(struct kit_ask *ask) {
  uint16_t len = (uint16_t)ask->message.len;
  knot_pkt_t *pkt = knot_pkt_new(ask->message.base, len, NULL);
  int rv = knot_pkt_parse(pkt, 0);
  const knot_pktsection_t *answer = knot_pkt_section(pkt, KNOT_ANSWER);
  for (uint16_t i = 0; rv == KNOT_EOK && i < answer->count; i++) {
    const knot_rrset_t *rr = knot_pkt_rr(answer, i);
    kit_record(ask, rr->type, rr->rrs.rdata->data, rr->rrs.rdata->len);
  }
  knot_pkt_free(pkt);
  return rv;
}

static knot_rrset_t *build(const struct kit_ask *ask) {
  knot_rrset_t *rr =
      knot_rrset_new(ask->owner.base, ask->type, KNOT_CLASS_IN, 0, NULL);
  knot_rrset_add_rdata(rr, ask->rdata.base, (uint16_t)ask->rdata.len, NULL);
  return rr;
}

static int encode(struct kit_ask *ask) {
  knot_rrset_t *rr = build(ask);
  knot_pkt_t *pkt = knot_pkt_new(NULL, KNOT_WIRE_MAX_PKTSIZE, NULL);
  knot_pkt_put_question(pkt, rr->owner, KNOT_CLASS_IN, ask->type);
  knot_pkt_begin(pkt, KNOT_ANSWER);
  int rv = knot_pkt_put(pkt, KNOT_COMPR_HINT_QNAME, rr, 0);
  kit_message(ask, pkt->wire, pkt->size);
  knot_pkt_free(pkt);
  knot_rrset_free(rr, NULL);
  return rv;
}

static int print(struct kit_ask *ask) {
  char text[8192];
  knot_rrset_t *rr = build(ask);
  int rv = knot_rrset_txt_dump_data(rr, 0, text, sizeof text,
                                    &KNOT_DUMP_STYLE_DEFAULT);
  kit_text(ask, rv < 0 ? NULL : text);
  knot_rrset_free(rr, NULL);
  return rv < 0 ? rv : KNOT_EOK;
}

static int scan(struct kit_ask *ask) {
  static zs_scanner_t zone;
  bool ready = zs_init(&zone, ask->origin, KNOT_CLASS_IN, 0) == 0 &&
               zs_set_input_string(&zone, ask->line, ask->line_len) == 0;
  while (ready && zs_parse_record(&zone) == 0 && zone.state == ZS_STATE_DATA) {
    kit_record(ask, zone.r_type, zone.r_data, zone.r_data_length);
  }
  if (zone.error.code != ZS_OK) {
    kit_reject(ask, zs_strerror(zone.error.code));
  }
  zs_deinit(&zone);
  return KNOT_EOK;
}

int main(void) {
  const char *version =
      kit_version(KNOT_VERSION_MAJOR, KNOT_VERSION_MINOR, KNOT_VERSION_PATCH);
  struct kit_ops ops = {decode, encode, scan, print, .words = knot_strerror};
  return kit_main("knot", version, ops);
}
