/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "reply.h"

#include <ldns/ldns.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

#define HEADER 12
#define MESSAGE_MAX 65535
#define UDP_PLAIN 512

/* A record in a message whose owner is a pointer: all but its RDATA. */
#define RECORD_MIN 12

#define BADVERS 16

static uint16_t u16(const uint8_t *at) {
  return (uint16_t)(at[0] << 8 | at[1]);
}

/* One question, no records but those of EDNS and TSIG. */
static bool is_shaped(const uint8_t *header) {
  return u16(header + 4) == 1 && u16(header + 6) == 0 && u16(header + 8) == 0 &&
         u16(header + 10) <= 2;
}

/* An answer that is a header and nothing more, made of the query's. */
static void refuse(struct reply *reply, const uint8_t *header, int rcode) {
  reply->exchange.rcode = rcode;
  reply->octets = take(HEADER);
  reply->len = HEADER;
  memset(reply->octets, 0, HEADER);
  memcpy(reply->octets, header, 2);
  reply->octets[2] = (uint8_t)(0x80 | (header[2] & 0x79));
  reply->octets[3] = (uint8_t)rcode;
}

/* The query, or null where it cannot be read. */
static ldns_pkt *read_query(struct snarp_view message) {
  ldns_pkt *query = NULL;

  if (!is_shaped(message.base) ||
      ldns_wire2pkt(&query, message.base, message.len) != LDNS_STATUS_OK) {
    return NULL;
  }
  if (ldns_rr_list_rr_count(ldns_pkt_question(query)) != 1) {
    ldns_pkt_free(query);
    return NULL;
  }
  return query;
}

static const ldns_rr *question_of(const ldns_pkt *query) {
  return ldns_rr_list_rr(ldns_pkt_question(query), 0);
}

static void note_question(struct reply *reply, const ldns_pkt *query) {
  const ldns_rr *question = question_of(query);
  const ldns_rdf *owner = ldns_rr_owner(question);
  size_t len = ldns_rdf_size(owner);

  if (len <= sizeof reply->name) {
    memcpy(reply->name, ldns_rdf_data(owner), len);
    reply->exchange.name = (struct snarp_view){reply->name, len};
    reply->exchange.type = (uint16_t)ldns_rr_get_type(question);
  }
}

static size_t limit_for(const ldns_pkt *query, bool tcp) {
  size_t size = ldns_pkt_edns_udp_size(query);

  if (tcp) {
    return MESSAGE_MAX;
  }
  if (!ldns_pkt_edns(query) || size < UDP_PLAIN) {
    return UDP_PLAIN;
  }
  return size < REPLY_UDP_MAX ? size : REPLY_UDP_MAX;
}

/* What is refused before the source is asked; NOERROR where nothing is. */
static int objection(const ldns_pkt *query) {
  const ldns_rr *question = question_of(query);
  ldns_rr_type type = ldns_rr_get_type(question);

  if (ldns_pkt_edns(query) && ldns_pkt_edns_version(query) != 0) {
    return BADVERS;
  }
  if (ldns_rr_get_class(question) != LDNS_RR_CLASS_IN ||
      type == LDNS_RR_TYPE_AXFR || type == LDNS_RR_TYPE_IXFR) {
    return DNS_REFUSED;
  }
  return DNS_NOERROR;
}

/* The least that the answer can take on the wire. */
static size_t least_size(const struct dns_answer *answer) {
  size_t size = HEADER;

  for (size_t i = 0; i < answer->n && size <= MESSAGE_MAX; i++) {
    size += RECORD_MIN + answer->records[i].rdata.len;
  }
  return size;
}

static ldns_rdf *rdf_of(ldns_rdf_type type, struct snarp_view octets) {
  return need(ldns_rdf_new_frm_data(type, octets.len, octets.base));
}

/* A record as it is, whether or not the RDATA fits the type; null where its
 * length fits no record. */
static ldns_rr *make_record(const struct dns_record *record) {
  ldns_rr *rr;

  if (record->rdata.len > LDNS_MAX_RDFLEN) {
    return NULL;
  }
  rr = need(ldns_rr_new());
  ldns_rr_set_owner(rr, rdf_of(LDNS_RDF_TYPE_DNAME, record->owner));
  ldns_rr_set_type(rr, (ldns_rr_type)record->type);
  ldns_rr_set_class(rr, (ldns_rr_class)record->rrclass);
  ldns_rr_set_ttl(rr, record->ttl);
  if (record->rdata.len > 0) {
    ldns_rr_push_rdf(rr, rdf_of(LDNS_RDF_TYPE_UNKNOWN, record->rdata));
  }
  return rr;
}

/* Adds the records of a section; false where one cannot be sent. */
static bool push_records(ldns_pkt *pkt, ldns_pkt_section section,
                         const struct dns_record *records, size_t n) {
  for (size_t i = 0; i < n; i++) {
    ldns_rr *rr = make_record(&records[i]);

    if (rr == NULL) {
      return false;
    }
    if (!ldns_pkt_push_rr(pkt, section, rr)) {
      ldns_rr_free(rr);
      return false;
    }
  }
  return true;
}

/* An answer to the query, still without records. */
static ldns_pkt *begin(const ldns_pkt *query, int rcode) {
  ldns_pkt *pkt = need(ldns_pkt_new());

  ldns_pkt_set_id(pkt, ldns_pkt_id(query));
  ldns_pkt_set_qr(pkt, true);
  ldns_pkt_set_aa(pkt, rcode == DNS_NOERROR || rcode == DNS_NXDOMAIN);
  ldns_pkt_set_rd(pkt, ldns_pkt_rd(query));
  ldns_pkt_set_rcode(pkt, (uint8_t)(rcode & 15));
  ldns_pkt_push_rr(pkt, LDNS_SECTION_QUESTION,
                   need(ldns_rr_clone(question_of(query))));
  if (ldns_pkt_edns(query)) {
    ldns_pkt_set_edns_udp_size(pkt, REPLY_UDP_MAX);
    ldns_pkt_set_edns_extended_rcode(pkt, (uint8_t)(rcode >> 4));
  }
  return pkt;
}

/* Writes the message; false where it is longer than the limit. */
static bool write_reply(struct reply *reply, const ldns_pkt *pkt,
                        size_t limit) {
  free(reply->octets);
  reply->octets = NULL;
  return ldns_pkt2wire(&reply->octets, pkt, &reply->len) == LDNS_STATUS_OK &&
         reply->len <= limit;
}

/* The answer without its records, and TC. */
static void write_truncated(struct reply *reply, const ldns_pkt *query,
                            int rcode) {
  ldns_pkt *pkt = begin(query, rcode);

  ldns_pkt_set_tc(pkt, true);
  reply->exchange.truncated = true;
  reply->exchange.records = 0;
  write_reply(reply, pkt, MESSAGE_MAX);
  ldns_pkt_free(pkt);
}

static bool write_whole(struct reply *reply, const ldns_pkt *query,
                        const struct dns_answer *answer, size_t limit) {
  ldns_pkt *pkt;
  bool fits = least_size(answer) <= limit;

  if (!fits) {
    return false;
  }
  pkt = begin(query, answer->rcode);
  fits = push_records(pkt, LDNS_SECTION_ANSWER, answer->records, answer->n) &&
         push_records(pkt, LDNS_SECTION_ADDITIONAL, answer->additional,
                      answer->n_additional) &&
         write_reply(reply, pkt, limit);
  ldns_pkt_free(pkt);
  reply->exchange.records = answer->n;
  return fits;
}

static void answer_query(struct reply *reply, const struct dns_source *source,
                         const ldns_pkt *query, bool truncate) {
  struct dns_answer answer = {.rcode = objection(query)};
  struct exchange *exchange = &reply->exchange;

  note_question(reply, query);
  if (answer.rcode == DNS_NOERROR && exchange->name.len > 0) {
    source->ask(source->ctx, &answer, exchange->name, exchange->type);
  }
  exchange->rcode = answer.rcode;
  if (answer.rcode == DNS_TIMEOUT) {
    return;
  }
  if ((truncate && !exchange->tcp) ||
      !write_whole(reply, query, &answer, limit_for(query, exchange->tcp))) {
    write_truncated(reply, query, answer.rcode);
  }
}

void reply_make(struct reply *reply, const struct dns_source *source,
                struct snarp_view message, bool tcp, bool truncate) {
  ldns_pkt *query;

  memset(reply, 0, sizeof *reply);
  reply->exchange.tcp = tcp;
  reply->exchange.rcode = DNS_TIMEOUT;
  if (message.len < HEADER || (message.base[2] & 0x80) != 0) {
    return;
  }
  if ((message.base[2] & 0x78) != 0) {
    refuse(reply, message.base, LDNS_RCODE_NOTIMPL);
    return;
  }
  query = read_query(message);
  if (query == NULL) {
    refuse(reply, message.base, DNS_FORMERR);
    return;
  }
  answer_query(reply, source, query, truncate);
  ldns_pkt_free(query);
}
