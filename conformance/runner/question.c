/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "question.h"

#include <arpa/inet.h>
#include <inttypes.h>

#include "snarp/name.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"
#include "value.h"

#define NAME_TEXT_MAX 1009

static void add_fields(struct text *out, enum op op,
                       const struct record *record) {
  text_add(out, ",");
  record_render(out, shape_of(op), record);
}

static void add_naptr(struct text *out, struct snarp_view rdata) {
  struct snarp_naptr naptr;

  if (snarp_naptr_read(&naptr, rdata, NULL) == SNARP_OK) {
    struct record record = {
        {naptr.order, naptr.preference, 0},
        {naptr.flags, naptr.services, naptr.regexp, naptr.replacement}};

    add_fields(out, OP_NAPTR_DECODE, &record);
  }
}

static void add_srv(struct text *out, struct snarp_view rdata) {
  struct snarp_srv srv;

  if (snarp_srv_read(&srv, rdata, NULL) == SNARP_OK) {
    struct record record = {{srv.priority, srv.weight, srv.port}, {srv.target}};

    add_fields(out, OP_SRV_DECODE, &record);
  }
}

static void add_address(struct text *out, const struct dns_record *record) {
  char address[INET6_ADDRSTRLEN] = "";
  bool six = record->type == DNS_AAAA;

  if (record->rdata.len == (six ? 16 : 4) &&
      inet_ntop(six ? AF_INET6 : AF_INET, record->rdata.base, address,
                sizeof address) != NULL) {
    text_format(out, ",\"address\":\"%s\"", address);
  }
}

static void add_name(struct text *out, struct snarp_view name) {
  uint8_t space[NAME_TEXT_MAX];
  struct snarp_buf buf = {space, sizeof space, 0};

  snarp_name_print(&buf, name, NULL);
  text_json(out, (struct snarp_view){space, buf.len});
}

static void add_record(struct text *out, const struct dns_record *record) {
  text_add(out, "{\"name\":");
  add_name(out, record->owner);
  text_format(out, ",\"type\":\"%s\"", dns_type_name(record->type));
  if (record->rrclass != DNS_IN) {
    text_format(out, ",\"class\":\"%s\"", dns_class_name(record->rrclass));
  }
  text_format(out, ",\"ttl\":%" PRIu32 ",\"rdata\":", record->ttl);
  text_hex(out, record->rdata);
  switch (record->type) {
  case DNS_NAPTR:
    add_naptr(out, record->rdata);
    break;
  case DNS_SRV:
    add_srv(out, record->rdata);
    break;
  case DNS_CNAME:
    text_add(out, ",\"target\":");
    text_hex(out, record->rdata);
    break;
  default:
    add_address(out, record);
  }
  text_add(out, "}");
}

static void add_section(struct text *out, const char *name,
                        const struct dns_record *records, size_t n) {
  text_format(out, ",\"%s\":[", name);
  for (size_t i = 0; i < n; i++) {
    text_add(out, i == 0 ? "" : ",");
    add_record(out, &records[i]);
  }
  text_add(out, "]");
}

static void add_answer(struct text *out, const struct dns_answer *answer) {
  text_format(out, "{\"rcode\":\"%s\"", dns_rcode_name(answer->rcode));
  add_section(out, "records", answer->records, answer->n);
  if (answer->n_additional > 0) {
    add_section(out, "additional", answer->additional, answer->n_additional);
  }
  text_add(out, "}");
}

static const char *answer_dns(struct text *out, struct world *world,
                              const json_t *list) {
  struct target target;
  const char *expected;
  struct dns_answer answer = {0};

  if (json_array_size(list) != 2) {
    return "a name and a type as \"dns\"";
  }
  expected =
      target_query(&target, json_array_get(list, 0), json_array_get(list, 1));
  if (expected != NULL) {
    return expected;
  }
  world_ask(world, &answer, target.name, target.type);
  add_answer(out, &answer);
  return NULL;
}

static const char *answer_connect(struct text *out, struct world *world,
                                  const json_t *list) {
  struct target target;
  const char *expected = target_connect(&target, list, 0);

  if (expected == NULL) {
    text_format(out, "{\"connected\":%s}",
                world_connect(world, &target) ? "true" : "false");
  }
  return expected;
}

const char *question_answer(struct text *out, struct world *world, uint64_t id,
                            const json_t *ask) {
  const json_t *dns = json_object_get(ask, "dns");
  const json_t *connect = json_object_get(ask, "connect");
  size_t before = out->len;
  const char *expected;

  if ((dns != NULL) == (connect != NULL)) {
    return "either \"dns\" or \"connect\"";
  }
  text_format(out, "{\"id\":%" PRIu64 ",\"answer\":", id);
  expected = dns != NULL ? answer_dns(out, world, dns)
                         : answer_connect(out, world, connect);
  if (expected != NULL) {
    out->len = before;
    return expected;
  }
  text_add(out, "}\n");
  return NULL;
}
