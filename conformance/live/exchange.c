/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "exchange.h"

#include <ldns/ldns.h>
#include <stdlib.h>

#include "dns/answer.h"
#include "snarp/name.h"

/* A name of 255 octets, each of them as \DDD. */
#define NAME_TEXT_MAX 1024

void exchange_add_type(struct text *out, uint16_t type) {
  char *name = ldns_rr_type2str((ldns_rr_type)type);

  if (name == NULL) {
    text_format(out, "TYPE%u", type);
    return;
  }
  text_add(out, name);
  free(name);
}

void exchange_add_rcode(struct text *out, int rcode) {
  char *name;

  if (rcode == DNS_TIMEOUT) {
    text_add(out, "TIMEOUT");
    return;
  }
  if (rcode == 16) { /* BADVERS, whose number ldns calls otherwise */
    text_add(out, "BADVERS");
    return;
  }
  name = ldns_pkt_rcode2str((ldns_pkt_rcode)rcode);
  if (name == NULL) {
    text_format(out, "RCODE%d", rcode);
    return;
  }
  text_add(out, name);
  free(name);
}

static void add_name(struct text *out, struct snarp_view name) {
  uint8_t octets[NAME_TEXT_MAX];
  struct snarp_buf printed = {octets, sizeof octets, 0};

  if (name.len > 0 && snarp_name_print(&printed, name, NULL) == SNARP_OK) {
    text_json(out, (struct snarp_view){octets, printed.len});
  } else {
    text_add(out, "null");
  }
}

void exchange_add_json(struct text *out, const struct exchange *exchange,
                       double at) {
  text_format(out, "{\"at\":%.6f,\"transport\":\"%s\",\"name\":", at,
              exchange->tcp ? "tcp" : "udp");
  add_name(out, exchange->name);
  text_add(out, ",\"type\":");
  if (exchange->name.len > 0) {
    text_add(out, "\"");
    exchange_add_type(out, exchange->type);
    text_add(out, "\"");
  } else {
    text_add(out, "null");
  }
  text_add(out, ",\"rcode\":\"");
  exchange_add_rcode(out, exchange->rcode);
  text_format(out, "\",\"records\":%zu,\"truncated\":%s}\n", exchange->records,
              exchange->truncated ? "true" : "false");
}
