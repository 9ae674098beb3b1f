/*
 * cares.c - adapter of c-ares: its reply parsers.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <sys/select.h>

#include <ares.h>

#include "kit.h"

static json_t *naptr(const struct kit_ask *ask) {
  struct ares_naptr_reply *first = NULL, *at;
  int rv =
      ares_parse_naptr_reply(ask->message.base, (int)ask->message.len, &first);
  if (rv != ARES_SUCCESS && rv != ARES_ENODATA) {
    return kit_reject(ares_strerror(rv));
  }
  json_t *records = json_array();
  for (at = first; at != NULL; at = at->next) {
    json_array_append_new(records,
                          json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "order",
                                    at->order, "preference", at->preference,
                                    "flags", kit_string(at->flags), "services",
                                    kit_string(at->service), "regexp",
                                    kit_string(at->regexp), "replacement_text",
                                    kit_dotless(at->replacement)));
  }
  ares_free_data(first);
  return kit_ok_records(ask, records);
}

static json_t *srv(const struct kit_ask *ask) {
  struct ares_srv_reply *first = NULL, *at;
  int rv =
      ares_parse_srv_reply(ask->message.base, (int)ask->message.len, &first);
  if (rv != ARES_SUCCESS && rv != ARES_ENODATA) {
    return kit_reject(ares_strerror(rv));
  }
  json_t *records = json_array();
  for (at = first; at != NULL; at = at->next) {
    json_array_append_new(records, json_pack("{s:i, s:i, s:i, s:o}", "priority",
                                             at->priority, "weight", at->weight,
                                             "port", at->port, "target_text",
                                             kit_dotless(at->host)));
  }
  ares_free_data(first);
  return kit_ok_records(ask, records);
}

static json_t *decode(const struct kit_ask *ask) {
  return ask->type == KIT_NAPTR ? naptr(ask) : srv(ask);
}

int main(void) {
  const struct kit_ops ops = {.decode = decode};
  return kit_main("c-ares", ares_version(NULL), ops);
}
