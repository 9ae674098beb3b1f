/* The records of a DNS message (RFC 1035 4.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/message.h"

#include <string.h>

#include "name.h"

static struct wire resume(const struct snarp_message *message) {
  struct snarp_view octets = message->octets;

  return wire_open_in(octets, message->pos, octets.len - message->pos);
}

/* Passes over a name; it must be one. */
static void skip_name(struct wire *in) {
  uint8_t space[SNARP_NAME_MAX];

  (void)name_read_in(in, space);
}

/* What a message lacks where it ends inside of something. */
static int cut_short(int rv, int status) {
  bool cut = rv == SNARP_ERR_SHORT || rv == SNARP_ERR_NAME_MISSING;

  return cut ? status : rv;
}

static void read_header(struct snarp_message *message, struct wire *in) {
  message->id = wire_u16(in);
  message->flags = wire_u16(in);
  message->questions = wire_u16(in);
  for (size_t i = 0; i < 3; i++) {
    message->left[i] = wire_u16(in);
  }
  in->rv = cut_short(in->rv, SNARP_ERR_HEADER_SHORT);
}

static void skip_questions(struct snarp_message *message, struct wire *in) {
  for (unsigned i = 0; i < message->questions && in->rv == 0; i++) {
    skip_name(in);
    (void)wire_u16(in);
    (void)wire_u16(in);
  }
  in->rv = cut_short(in->rv, SNARP_ERR_QUESTION_SHORT);
}

int snarp_message_read(struct snarp_message *message, struct snarp_view octets,
                       struct snarp_diag *diag) {
  memset(message, 0, sizeof *message);
  message->octets = octets;

  struct wire in = resume(message);
  read_header(message, &in);
  skip_questions(message, &in);
  message->pos = in.pos;
  if (in.rv != 0) {
    memset(message, 0, sizeof *message);
  }
  return wire_tell(diag, in.pos, 0, in.rv);
}

static uint32_t read_ttl(struct wire *in) {
  uint32_t ttl = wire_u32_or(in, SNARP_ERR_SHORT);

  if (ttl > INT32_MAX) {
    in->notes = SNARP_NOTE_TTL_NEGATIVE;
    return 0;
  }
  return ttl;
}

static void read_record(struct snarp_record *record, struct wire *in) {
  record->owner_off = in->pos;
  skip_name(in);
  in->notes = 0; /* an owner may be compressed */
  record->type = wire_u16(in);
  record->rrclass = wire_u16(in);
  record->ttl = read_ttl(in);
  record->rdata_len = wire_u16(in);
  record->rdata_off = in->pos;
  in->rv = cut_short(in->rv, SNARP_ERR_RECORD_SHORT);

  /* rdata_len is 0 where the record is cut short */
  size_t behind = in->pos + record->rdata_len;
  if (behind > in->end) {
    wire_fail(in, in->pos, SNARP_ERR_RDATA_OVERRUN);
    return;
  }
  in->pos = behind;
}

/* The section that has records left; 3 if none has. */
static unsigned section_at(const struct snarp_message *message) {
  unsigned section = 0;

  while (section < 3 && message->left[section] == 0) {
    section++;
  }
  return section;
}

int snarp_message_next(struct snarp_record *record,
                       struct snarp_message *message, struct snarp_diag *diag) {
  struct wire in = resume(message);
  unsigned section = section_at(message);

  memset(record, 0, sizeof *record);
  if (section == 3) {
    uint32_t notes = in.pos < in.end ? SNARP_NOTE_MESSAGE_TRAILING : 0;
    return wire_tell(diag, in.pos, notes, SNARP_END);
  }

  read_record(record, &in);
  if (in.rv != 0) {
    memset(record, 0, sizeof *record);
    return wire_tell(diag, in.pos, 0, in.rv);
  }
  record->section = (enum snarp_section)section;
  message->left[section]--;
  message->pos = in.pos;
  return wire_tell(diag, in.pos, in.notes, 0);
}
