/* ldns.c - adapter of ldns.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <ldns/ldns.h>

#include "kit.h"

static void records(struct kit_ask *ask, const ldns_rr_list *rrs) {
  for (size_t i = 0; i < ldns_rr_list_rr_count(rrs); i++) {
    struct kit_octets wire = {NULL, 0};
    const ldns_rr *rr = ldns_rr_list_rr(rrs, i);
    ldns_rr2wire(&wire.base, rr, LDNS_SECTION_ANSWER, &wire.len);
    kit_take_record(ask, wire);
  }
}

static int decode(struct kit_ask *ask) {
  ldns_pkt *pkt = NULL;
  ldns_status rv = ldns_wire2pkt(&pkt, ask->message.base, ask->message.len);
  records(ask, rv == LDNS_STATUS_OK ? ldns_pkt_answer(pkt) : NULL);
  ldns_pkt_free(pkt);
  return (int)rv;
}

static ldns_rdf *rdf(ldns_rdf_type type, const struct kit_octets *octets) {
  return ldns_rdf_new_frm_data(type, octets->len, octets->base);
}

static ldns_rr *build(const struct kit_ask *ask) {
  const ldns_rr_descriptor *shape = ldns_rr_descript(ask->type);
  ldns_rr *rr = ldns_rr_new_frm_type(ask->type);
  ldns_rr_set_owner(rr, rdf(LDNS_RDF_TYPE_DNAME, &ask->owner));
  for (size_t i = 0; i < ask->fields; i++) {
    ldns_rdf_type type = ldns_rr_descriptor_field_type(shape, i);
    ldns_rr_set_rdf(rr, rdf(type, &ask->field[i]), i);
  }
  return rr;
}

static int encode(struct kit_ask *ask) {
  ldns_pkt *pkt = ldns_pkt_new();
  struct kit_octets wire = {NULL, 0};
  ldns_pkt_push_rr(pkt, LDNS_SECTION_ANSWER, build(ask));
  ldns_status rv = ldns_pkt2wire(&wire.base, pkt, &wire.len);
  kit_take_message(ask, wire);
  ldns_pkt_free(pkt);
  return (int)rv;
}

static int print(struct kit_ask *ask) {
  ldns_rr *rr = build(ask);
  kit_line(ask, ldns_rr2str(rr));
  ldns_rr_free(rr);
  return LDNS_STATUS_OK;
}

static int scan(struct kit_ask *ask) {
  ldns_zone *zone = NULL;
  ldns_status rv =
      ldns_zone_new_frm_fp(&zone, ask->file, NULL, 0, LDNS_RR_CLASS_IN);
  if (rv == LDNS_STATUS_OK) {
    records(ask, ldns_zone_rrs(zone));
    ldns_zone_deep_free(zone);
  }
  return (int)rv;
}

int main(void) {
  return kit_main("ldns", ldns_version(),
                  (struct kit_ops){decode, encode, scan, print,
                                   .enum_words = ldns_get_errorstr_by_id});
}
