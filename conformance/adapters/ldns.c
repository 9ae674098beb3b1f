/* ldns.c - adapter of ldns. SPDX-License-Identifier: MIT */
#include <ldns/ldns.h>

#include "kit.h"

static const char *words(int status) {
  return ldns_get_errorstr_by_id((ldns_status)status);
}

static void records(struct kit_ask *ask, const ldns_rr_list *rrs) {
  for (size_t i = 0; i < ldns_rr_list_rr_count(rrs); i++) {
    const ldns_rr *rr = ldns_rr_list_rr(rrs, i);
    ldns_buffer *rdata = ldns_buffer_new(LDNS_MAX_PACKETLEN);
    ldns_rr_rdata2buffer_wire(rdata, rr);
    kit_record(ask, (uint16_t)ldns_rr_get_type(rr), ldns_buffer_begin(rdata),
               ldns_buffer_position(rdata));
    ldns_buffer_free(rdata);
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
  ldns_rdf *owner = rdf(LDNS_RDF_TYPE_DNAME, &ask->owner);
  ldns_pkt *pkt = ldns_pkt_query_new(owner, ask->type, LDNS_RR_CLASS_IN, 0);
  ldns_buffer *wire = ldns_buffer_new(LDNS_MAX_PACKETLEN);
  ldns_pkt_push_rr(pkt, LDNS_SECTION_ANSWER, build(ask));
  ldns_status rv = ldns_pkt2buffer_wire(wire, pkt);
  kit_message(ask, ldns_buffer_begin(wire), ldns_buffer_position(wire));
  ldns_buffer_free(wire);
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
  ldns_rdf *origin = ldns_dname_new_frm_str(ask->origin);
  ldns_zone *zone = NULL;
  ldns_status rv =
      ldns_zone_new_frm_fp(&zone, ask->file, origin, 0, LDNS_RR_CLASS_IN);
  if (rv == LDNS_STATUS_OK) {
    records(ask, ldns_zone_rrs(zone));
    ldns_zone_deep_free(zone);
  }
  ldns_rdf_deep_free(origin);
  return (int)rv;
}

int main(void) {
  struct kit_ops ops = {decode, encode, scan, print, words};
  return kit_main("ldns", ldns_version(), ops);
}
