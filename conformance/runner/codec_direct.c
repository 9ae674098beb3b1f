/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "answer_inner.h"
#include "codec.h"

#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "normal.h"
#include "snarp/message.h"
#include "snarp/name.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

/* The longest text that is printed; see snarp/naptr.h. */
#define TEXT_MAX 4093

static bool is_naptr(const struct vector *vector) {
  return vector->op < OP_SRV_DECODE;
}

static struct snarp_naptr to_naptr(const struct record *record) {
  return (struct snarp_naptr){(uint16_t)record->numbers[0],
                              (uint16_t)record->numbers[1],
                              record->fields[0],
                              record->fields[1],
                              record->fields[2],
                              record->fields[3]};
}

static struct snarp_srv to_srv(const struct record *record) {
  return (struct snarp_srv){(uint16_t)record->numbers[0],
                            (uint16_t)record->numbers[1],
                            (uint16_t)record->numbers[2], record->fields[0]};
}

static void from_naptr(struct record *record, const struct snarp_naptr *naptr) {
  *record = (struct record){
      {naptr->order, naptr->preference, 0},
      {naptr->flags, naptr->services, naptr->regexp, naptr->replacement}};
}

static void from_srv(struct record *record, const struct snarp_srv *srv) {
  *record =
      (struct record){{srv->priority, srv->weight, srv->port}, {srv->target}};
}

static void room(struct answer *answer, size_t records, size_t space) {
  if (answer->records_cap < records) {
    answer->records = grow(answer->records, records * sizeof *answer->records);
    answer->records_cap = records;
  }
  if (answer->space_cap < space) {
    answer->space = grow(answer->space, space);
    answer->space_cap = space;
  }
  answer->value.records = answer->records;
}

static int decode_rdata(struct answer *answer, const struct vector *vector,
                        struct snarp_view octets) {
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  int rv;

  room(answer, 1, 0);
  answer->value.n = 1;
  if (is_naptr(vector)) {
    rv = snarp_naptr_read(&naptr, octets, NULL);
    from_naptr(answer->records, &naptr);
  } else {
    rv = snarp_srv_read(&srv, octets, NULL);
    from_srv(answer->records, &srv);
  }
  return rv;
}

static int decode_record(struct answer *answer, const struct vector *vector,
                         struct snarp_view message,
                         const struct snarp_record *found) {
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  size_t n = answer->value.n++;
  uint8_t *space = answer->space + n * SNARP_NAME_MAX;
  int rv;

  if (is_naptr(vector)) {
    rv = snarp_naptr_read_in(&naptr, space, message, found->rdata_off,
                             found->rdata_len, NULL);
    from_naptr(&answer->records[n], &naptr);
  } else {
    rv = snarp_srv_read_in(&srv, space, message, found->rdata_off,
                           found->rdata_len, NULL);
    from_srv(&answer->records[n], &srv);
  }
  return rv;
}

static int decode_message(struct answer *answer, const struct vector *vector,
                          struct snarp_view octets) {
  struct snarp_message message;
  struct snarp_record record;
  size_t most = octets.len / 11 + 1; /* no record is shorter */
  int rv = snarp_message_read(&message, octets, NULL);

  room(answer, most, most * SNARP_NAME_MAX);
  answer->value.list = true;
  while (rv == SNARP_OK) {
    rv = snarp_message_next(&record, &message, NULL);
    if (rv == SNARP_OK && record.section == SNARP_SECTION_ANSWER &&
        record.type == (is_naptr(vector) ? SNARP_TYPE_NAPTR : SNARP_TYPE_SRV)) {
      rv = decode_record(answer, vector, octets, &record);
    }
  }
  return rv == SNARP_END ? SNARP_OK : rv;
}

static int name_of(struct snarp_view *name, uint8_t space[SNARP_NAME_MAX],
                   const char *text) {
  struct snarp_view octets = {(const uint8_t *)text, strlen(text)};
  struct snarp_view none = {NULL, 0};

  return snarp_name_scan(name, space, octets, none, NULL);
}

static int encode(struct answer *answer, const struct vector *vector) {
  struct snarp_view owner = vector->in.owner;
  struct snarp_buf out;
  int rv = owner.base == NULL ? SNARP_OK : snarp_name_read(&owner, owner, NULL);

  room(answer, 0, SNARP_NAPTR_RDATA_MAX);
  out = (struct snarp_buf){answer->space, answer->space_cap, 0};
  if (rv == SNARP_OK) {
    rv = normal_write(&out, shape_of(vector->op), &vector->in.record);
  }
  answer->value.kind = VALUE_RDATA;
  answer->value.rdata = (struct snarp_view){out.base, out.len};
  return rv;
}

static int scan(struct answer *answer, const struct vector *vector,
                struct snarp_view octets) {
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view origin;
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  struct snarp_buf out;
  int rv = name_of(&origin, space, vector->in.origin);

  room(answer, 0, SNARP_NAPTR_RDATA_MAX);
  out = (struct snarp_buf){answer->space, answer->space_cap, 0};
  if (rv == SNARP_OK) {
    rv = is_naptr(vector) ? snarp_naptr_scan(&naptr, &out, octets, origin, NULL)
                          : snarp_srv_scan(&srv, &out, octets, origin, NULL);
  }
  answer->value.kind = VALUE_RDATA;
  answer->value.rdata = (struct snarp_view){out.base, out.len};
  return rv;
}

static int print_text(struct snarp_buf *text, const struct vector *vector) {
  struct snarp_naptr naptr = to_naptr(&vector->in.record);
  struct snarp_srv srv = to_srv(&vector->in.record);

  return is_naptr(vector) ? snarp_naptr_print(text, &naptr, NULL)
                          : snarp_srv_print(text, &srv, NULL);
}

static int print(struct answer *answer, const struct vector *vector) {
  struct snarp_buf text;
  struct snarp_buf out;
  int rv;

  room(answer, 0, TEXT_MAX + SNARP_NAPTR_RDATA_MAX);
  text = (struct snarp_buf){answer->space, TEXT_MAX, 0};
  out = (struct snarp_buf){answer->space + TEXT_MAX, SNARP_NAPTR_RDATA_MAX, 0};
  rv = print_text(&text, vector);
  if (rv != SNARP_OK) {
    return rv;
  }
  answer->text = (struct snarp_view){text.base, text.len};
  answer->value.kind = VALUE_RDATA;
  answer->value.quoted_known = true;
  rv = normal_scan(&out, &answer->value.quoted, shape_of(vector->op),
                   answer->text);
  answer->value.rdata = (struct snarp_view){out.base, out.len};
  if (rv != SNARP_OK) {
    answer_wrong(answer, "text", rv);
  }
  return SNARP_OK;
}

int codec_perform(struct answer *answer, const struct vector *vector,
                  struct snarp_view octets) {
  switch (verb_of(vector->op)) {
  case VERB_DECODE:
    return vector->in.whole ? decode_message(answer, vector, octets)
                            : decode_rdata(answer, vector, octets);
  case VERB_ENCODE:
    return encode(answer, vector);
  case VERB_SCAN:
    return scan(answer, vector, octets);
  default:
    return print(answer, vector);
  }
}
