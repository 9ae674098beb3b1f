/*
 * ldns.c - adapter of ldns: packets, records and zone files.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <ldns/ldns.h>
#include <string.h>

#include "kit.h"

static json_t *refusal(ldns_status status) {
  return kit_reject(ldns_get_errorstr_by_id(status));
}

static json_t *record(const ldns_rr *rr, const struct kit_ask *ask) {
  json_t *out = json_object();
  for (size_t i = 0; i < ldns_rr_rd_count(rr); i++) {
    const ldns_rdf *rdf = ldns_rr_rdf(rr, i);
    kit_put(out, ask, i, ldns_rdf_data(rdf), ldns_rdf_size(rdf));
  }
  return out;
}

static json_t *decode(const struct kit_ask *ask) {
  const struct kit_octets *in = &ask->message;
  ldns_pkt *pkt;
  ldns_status status = ldns_wire2pkt(&pkt, in->base, in->len);
  if (status != LDNS_STATUS_OK) {
    return refusal(status);
  }
  json_t *records = json_array();
  const ldns_rr_list *answer = ldns_pkt_answer(pkt);
  for (size_t i = 0; i < ldns_rr_list_rr_count(answer); i++) {
    const ldns_rr *rr = ldns_rr_list_rr(answer, i);
    if (ldns_rr_get_type(rr) == ask->type) {
      json_array_append_new(records, record(rr, ask));
    }
  }
  ldns_pkt_free(pkt);
  return kit_ok_records(ask, records);
}

static ldns_rdf *name(const struct kit_octets *wire) {
  return ldns_dname_new_frm_data((uint16_t)wire->len, wire->base);
}

static ldns_rr *build(const struct kit_ask *ask) {
  const ldns_rr_descriptor *shape = ldns_rr_descript(ask->type);
  ldns_rr *rr = ldns_rr_new();
  ldns_rr_set_owner(rr, name(&ask->owner));
  ldns_rr_set_type(rr, ask->type);
  for (size_t i = 0; i < ask->fields; i++) {
    ldns_rdf_type type = ldns_rr_descriptor_field_type(shape, i);
    ldns_rr_push_rdf(
        rr, ldns_rdf_new_frm_data(type, ask->field[i].len, ask->field[i].base));
  }
  return rr;
}

static json_t *encode(const struct kit_ask *ask) {
  ldns_pkt *pkt = ldns_pkt_new();
  ldns_rr *question = ldns_rr_new();
  ldns_rr_set_question(question, true);
  ldns_rr_set_owner(question, name(&ask->owner));
  ldns_rr_set_type(question, ask->type);
  ldns_pkt_push_rr(pkt, LDNS_SECTION_QUESTION, question);
  ldns_pkt_push_rr(pkt, LDNS_SECTION_ANSWER, build(ask));

  uint8_t *wire = NULL;
  size_t len = 0;
  ldns_status status = ldns_pkt2wire(&wire, pkt, &len);
  json_t *out =
      status == LDNS_STATUS_OK ? kit_ok_message(wire, len) : refusal(status);
  LDNS_FREE(wire);
  ldns_pkt_free(pkt);
  return out;
}

static json_t *print(const struct kit_ask *ask) {
  ldns_rr *rr = build(ask);
  char *line = ldns_rr2str(rr);
  ldns_rr_free(rr);
  if (line == NULL) {
    return kit_reject("ldns_rr2str gives nothing");
  }
  const char *text = line;
  for (int tabs = 0; tabs < 4 && *text != 0; text++) {
    tabs += *text == '\t';
  }
  json_t *out = kit_ok_text(text, strcspn(text, "\n"));
  LDNS_FREE(line);
  return out;
}

static json_t *rdata_of(const ldns_rr *rr) {
  enum { BEFORE_RDATA = 11 }; /* the root, type, class, TTL, length */
  uint8_t *wire = NULL;
  size_t len = 0;
  ldns_status status = ldns_rr2wire(&wire, rr, LDNS_SECTION_ANSWER, &len);
  json_t *out = status == LDNS_STATUS_OK
                    ? kit_ok_rdata(wire + BEFORE_RDATA, len - BEFORE_RDATA)
                    : refusal(status);
  LDNS_FREE(wire);
  return out;
}

static json_t *scan(const struct kit_ask *ask) {
  ldns_rdf *origin = ldns_dname_new_frm_str(ask->origin);
  FILE *file = fmemopen(ask->line.base, ask->line.len, "r");
  ldns_zone *zone = NULL;
  ldns_status status =
      ldns_zone_new_frm_fp(&zone, file, origin, 0, LDNS_RR_CLASS_IN);
  fclose(file);
  ldns_rdf_deep_free(origin);
  if (status != LDNS_STATUS_OK) {
    return refusal(status);
  }
  const ldns_rr_list *rrs = ldns_zone_rrs(zone);
  json_t *out = ldns_rr_list_rr_count(rrs) == 1
                    ? rdata_of(ldns_rr_list_rr(rrs, 0))
                    : kit_reject("not one record");
  ldns_zone_deep_free(zone);
  return out;
}

int main(void) {
  const struct kit_ops ops = {
      .decode = decode, .encode = encode, .scan = scan, .print = print};
  return kit_main("ldns", ldns_version(), ops);
}
