/* cares.c - adapter of c-ares.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <sys/select.h>

#include <ares.h>

#include "kit.h"

static int naptr(struct kit_ask *ask) {
  struct ares_naptr_reply *first = NULL, *at;
  int rv =
      ares_parse_naptr_reply(ask->message.base, (int)ask->message.len, &first);
  for (at = first; at != NULL; at = at->next) {
    kit_object(ask, json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "order",
                              at->order, "preference", at->preference, "flags",
                              kit_string(at->flags), "services",
                              kit_string(at->service), "regexp",
                              kit_string(at->regexp), "replacement_text",
                              kit_dotless(at->replacement)));
  }
  ares_free_data(first);
  return rv;
}

static int srv(struct kit_ask *ask) {
  struct ares_srv_reply *first = NULL, *at;
  int rv =
      ares_parse_srv_reply(ask->message.base, (int)ask->message.len, &first);
  for (at = first; at != NULL; at = at->next) {
    kit_object(ask, json_pack("{s:i, s:i, s:i, s:o}", "priority", at->priority,
                              "weight", at->weight, "port", at->port,
                              "target_text", kit_dotless(at->host)));
  }
  ares_free_data(first);
  return rv;
}

static int decode(struct kit_ask *ask) {
  int rv = ask->type == KIT_NAPTR ? naptr(ask) : srv(ask);
  return rv == ARES_ENODATA ? ARES_SUCCESS : rv;
}

int main(void) {
  struct kit_ops ops = {.decode = decode, .words = ares_strerror};
  return kit_main("c-ares", ares_version(NULL), ops);
}
