/*
 * ldns.c - adapter of ldns: packets, records and zone files.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <ldns/ldns.h>

#include "kit.h"

static const char *failure(ldns_status status) {
  return status == LDNS_STATUS_OK ? NULL : ldns_get_errorstr_by_id(status);
}

static json_t *records(const struct kit_ask *ask, const ldns_rr_list *rrs) {
  json_t *out = json_array();
  for (size_t n = 0; n < ldns_rr_list_rr_count(rrs); n++) {
    const ldns_rr *rr = ldns_rr_list_rr(rrs, n);
    json_t *record = ldns_rr_get_type(rr) == ask->type ? kit_begin(out) : NULL;
    for (size_t i = 0; record != NULL && i < ldns_rr_rd_count(rr); i++) {
      const ldns_rdf *rdf = ldns_rr_rdf(rr, i);
      kit_put(record, ask, i, ldns_rdf_data(rdf), ldns_rdf_size(rdf));
    }
  }
  return kit_ok_records(ask, out);
}

static json_t *decode(const struct kit_ask *ask) {
  ldns_pkt *pkt = NULL;
  const char *why =
      failure(ldns_wire2pkt(&pkt, ask->message.base, ask->message.len));
  json_t *out = why == NULL ? records(ask, ldns_pkt_answer(pkt)) : NULL;
  ldns_pkt_free(pkt);
  return kit_unless(why, out);
}

static ldns_rdf *owner(const struct kit_ask *ask) {
  return ldns_dname_new_frm_data((uint16_t)ask->owner.len, ask->owner.base);
}

static ldns_rr *build(const struct kit_ask *ask) {
  const ldns_rr_descriptor *shape = ldns_rr_descript(ask->type);
  ldns_rr *rr = ldns_rr_new_frm_type(ask->type);
  ldns_rr_set_owner(rr, owner(ask));
  for (size_t i = 0; i < ask->fields; i++) {
    const struct kit_octets *field = &ask->field[i];
    ldns_rdf_type type = ldns_rr_descriptor_field_type(shape, i);
    ldns_rr_set_rdf(rr, ldns_rdf_new_frm_data(type, field->len, field->base),
                    i);
  }
  return rr;
}

static json_t *encode(const struct kit_ask *ask) {
  ldns_pkt *pkt =
      ldns_pkt_query_new(owner(ask), ask->type, LDNS_RR_CLASS_IN, 0);
  uint8_t *wire = NULL;
  size_t len = 0;
  ldns_pkt_push_rr(pkt, LDNS_SECTION_ANSWER, build(ask));
  const char *why = failure(ldns_pkt2wire(&wire, pkt, &len));
  json_t *out = kit_unless(why, kit_ok_message(wire, len));
  LDNS_FREE(wire);
  ldns_pkt_free(pkt);
  return out;
}

static json_t *print(const struct kit_ask *ask) {
  ldns_rr *rr = build(ask);
  char *line = ldns_rr2str(rr);
  json_t *out = kit_ok_line(line);
  ldns_rr_free(rr);
  LDNS_FREE(line);
  return out;
}

static json_t *scan(const struct kit_ask *ask) {
  ldns_rdf *origin = ldns_dname_new_frm_str(ask->origin);
  FILE *file = fmemopen(ask->line.base, ask->line.len, "r");
  ldns_zone *zone = NULL;
  const char *why =
      failure(ldns_zone_new_frm_fp(&zone, file, origin, 0, LDNS_RR_CLASS_IN));
  fclose(file);
  ldns_rdf_deep_free(origin);
  if (why != NULL) {
    return kit_reject(why);
  }
  json_t *out = records(ask, ldns_zone_rrs(zone));
  ldns_zone_deep_free(zone);
  return out;
}

int main(void) {
  const struct kit_ops ops = {decode, encode, scan, print};
  return kit_main("ldns", ldns_version(), ops);
}
