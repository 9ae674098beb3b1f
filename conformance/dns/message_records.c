/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "message_records.h"

#include "fault.h"
#include "snarp/message.h"
#include "snarp/name.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

#define TYPE_NS 2
#define TYPE_SOA 6
#define AA 0x0400
#define RCODE 0x000f

/* What is being read, and where to. */
struct reading {
  struct arena *arena;
  struct snarp_view message;
  struct snarp_record record;
  struct snarp_buf rdata;
};

static struct snarp_view keep(struct arena *arena, struct snarp_view octets) {
  const char *kept = arena_copy(arena, (const char *)octets.base, octets.len);
  return (struct snarp_view){(const uint8_t *)kept, octets.len};
}

/* The RDATA is one name. */
static bool read_name(struct reading *reading, struct snarp_view *rdata,
                      uint8_t space[SNARP_NAME_MAX]) {
  const struct snarp_record *record = &reading->record;
  struct snarp_diag diag;

  return snarp_name_read_in(rdata, space, reading->message, record->rdata_off,
                            &diag) == SNARP_OK &&
         diag.off == record->rdata_off + record->rdata_len;
}

static bool read_naptr(struct reading *reading, uint8_t space[SNARP_NAME_MAX]) {
  struct snarp_naptr naptr;

  return snarp_naptr_read_in(&naptr, space, reading->message,
                             reading->record.rdata_off,
                             reading->record.rdata_len, NULL) == SNARP_OK &&
         snarp_naptr_write(&reading->rdata, &naptr, NULL) == SNARP_OK;
}

static bool read_srv(struct reading *reading, uint8_t space[SNARP_NAME_MAX]) {
  struct snarp_srv srv;

  return snarp_srv_read_in(&srv, space, reading->message,
                           reading->record.rdata_off, reading->record.rdata_len,
                           NULL) == SNARP_OK &&
         snarp_srv_write(&reading->rdata, &srv, NULL) == SNARP_OK;
}

/* Sets the RDATA with its names uncompressed; it views the message, `space` or
 * the buffer. */
static bool read_rdata(struct reading *reading, struct snarp_view *rdata,
                       uint8_t space[SNARP_NAME_MAX]) {
  const struct snarp_record *record = &reading->record;

  *rdata = (struct snarp_view){reading->message.base + record->rdata_off,
                               record->rdata_len};
  switch (record->type) {
  case DNS_A:
    return rdata->len == 4;
  case DNS_AAAA:
    return rdata->len == 16;
  case DNS_CNAME:
    return read_name(reading, rdata, space);
  default:
    break;
  }
  if (record->type == DNS_NAPTR ? !read_naptr(reading, space)
                                : !read_srv(reading, space)) {
    return false;
  }
  *rdata = (struct snarp_view){reading->rdata.base, reading->rdata.len};
  return true;
}

static bool is_wanted(const struct snarp_record *record) {
  return record->section == SNARP_SECTION_ANSWER &&
         record->rrclass == SNARP_CLASS_IN &&
         (record->type == DNS_A || record->type == DNS_AAAA ||
          record->type == DNS_CNAME || record->type == DNS_NAPTR ||
          record->type == DNS_SRV);
}

static bool add(struct message_records *records, struct reading *reading) {
  uint8_t octets[SNARP_NAPTR_RDATA_MAX];
  uint8_t owner_space[SNARP_NAME_MAX];
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view owner;
  struct snarp_view rdata;

  reading->rdata = (struct snarp_buf){octets, sizeof octets, 0};
  if (snarp_name_read_in(&owner, owner_space, reading->message,
                         reading->record.owner_off, NULL) != SNARP_OK ||
      !read_rdata(reading, &rdata, space)) {
    return false;
  }
  if (records->n == records->cap) {
    records->cap = records->cap == 0 ? 16 : 2 * records->cap;
    records->list = grow(records->list, records->cap * sizeof *records->list);
  }
  records->list[records->n++] =
      (struct dns_record){keep(reading->arena, owner), reading->record.type,
                          reading->record.rrclass, reading->record.ttl,
                          keep(reading->arena, rdata)};
  return true;
}

/* What the authority section is about. */
struct authority {
  bool ns;
  bool soa;
};

static bool add_all(struct message_records *records, struct reading *reading,
                    struct snarp_message *message,
                    struct authority *authority) {
  int rv;

  while ((rv = snarp_message_next(&reading->record, message, NULL)) ==
         SNARP_OK) {
    if (is_wanted(&reading->record) && !add(records, reading)) {
      return false;
    }
    if (reading->record.section == SNARP_SECTION_AUTHORITY) {
      authority->ns = authority->ns || reading->record.type == TYPE_NS;
      authority->soa = authority->soa || reading->record.type == TYPE_SOA;
    }
  }
  return rv == SNARP_END;
}

bool message_records_read(struct message_records *records, struct arena *arena,
                          struct snarp_view message) {
  struct reading reading = {.arena = arena, .message = message};
  struct snarp_message read;
  struct authority authority = {false, false};
  size_t before = records->n;

  if (snarp_message_read(&read, message, NULL) != SNARP_OK ||
      !add_all(records, &reading, &read, &authority)) {
    records->n = before;
    return false;
  }
  records->rcode = read.flags & RCODE;
  if (records->rcode == DNS_NOERROR && records->n == before && authority.ns &&
      !authority.soa && (read.flags & AA) == 0) {
    records->rcode = DNS_SERVFAIL;
  }
  return true;
}
