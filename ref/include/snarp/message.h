/*
 * snarp/message.h - the records of a DNS message (RFC 1035 4.1), as far as
 * needed to come from an answer to its NAPTR and SRV records.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_MESSAGE_H
#define SNARP_MESSAGE_H

#include "snarp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum snarp_section {
  SNARP_SECTION_ANSWER,
  SNARP_SECTION_AUTHORITY,
  SNARP_SECTION_ADDITIONAL
};

/* TC, the bit of `flags` that says the message was cut; its records must not
 * be used, the question is to be asked again over TCP (RFC 2181 9).
 */
#define SNARP_MESSAGE_TC 0x0200

/* A message being read. `id`, `flags` and `questions` may be read; the other
 * fields are private.
 */
struct snarp_message {
  struct snarp_view octets;
  size_t pos;
  uint16_t id;
  uint16_t flags;     /* the 16 bits behind the ID: QR, OPCODE, .. RCODE */
  uint16_t questions; /* QDCOUNT */
  uint16_t left[3];   /* records to come, for each section */
};

/* One record. The RDATA stands in the message at rdata.base; give its offset
 * and length to snarp_naptr_read_in or snarp_srv_read_in.
 */
struct snarp_record {
  enum snarp_section section;
  size_t owner_off; /* for snarp_name_read_in; already known to be a name */
  uint16_t type;
  uint16_t rrclass;
  uint32_t ttl; /* seconds; 0 where its top bit was set (RFC 2181 8) */
  size_t rdata_off;
  size_t rdata_len;
};

#define SNARP_TYPE_NAPTR 35
#define SNARP_TYPE_SRV 33
#define SNARP_CLASS_IN 1

/* Reads the header and passes over the questions. `message` keeps a view of
 * `octets`. Fails with HEADER_SHORT, QUESTION_SHORT, INPUT_LONG, or as
 * snarp_name_read_in does.
 */
int snarp_message_read(struct snarp_message *message, struct snarp_view octets,
                       struct snarp_diag *diag);

/* The next record, in the order of the message; SNARP_END behind the last one,
 * with SNARP_NOTE_MESSAGE_TRAILING where octets follow. Fails with
 * RECORD_SHORT, RDATA_OVERRUN, or as snarp_name_read_in does; a message that
 * failed stays at the record that failed.
 */
int snarp_message_next(struct snarp_record *record,
                       struct snarp_message *message, struct snarp_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
