/* The records of a message (RFC 1035 4.1).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/message.h"

#include "unit.h"

/* A question for a. NAPTR IN, 7 octets. */
#define QUESTION "0161 00 0023 0001 "

/* A record with the owner of the question, 12 octets and its RDATA. */
#define RECORD(ttl, rdlength) "c00c 0023 0001 " ttl " " rdlength " "

/* One question, two answers, one authority, one additional. */
#define FULL                                                                   \
  "1234 8180 0001 0002 0001 0001 " QUESTION RECORD("00000001", "0000")         \
      RECORD("7fffffff", "0001") "aa " RECORD(                                 \
          "00000003", "0002") "bbbb " RECORD("00000004", "0000")

static void the_header_is_read(void) {
  struct snarp_message message;
  struct snarp_diag diag;

  IS_STATUS(snarp_message_read(&message, hex(FULL), &diag), SNARP_OK);
  IS_NUMBER(message.id, 0x1234);
  IS_NUMBER(message.flags, 0x8180);
  IS_NUMBER(message.questions, 1);
  CU_ASSERT(!(message.flags & SNARP_MESSAGE_TC));
  IS_NUMBER(diag.off, 12 + 7);
  IS_NUMBER(diag.notes, 0);
}

static void records_come_in_their_order(void) {
  static const struct {
    enum snarp_section section;
    size_t owner_off;
    uint32_t ttl;
    size_t rdata_len;
  } rows[] = {
      {SNARP_SECTION_ANSWER, 19, 1, 0},
      {SNARP_SECTION_ANSWER, 31, 0x7fffffff, 1},
      {SNARP_SECTION_AUTHORITY, 44, 3, 2},
      {SNARP_SECTION_ADDITIONAL, 58, 4, 0},
  };
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag;

  IS_STATUS(snarp_message_read(&message, hex(FULL), NULL), SNARP_OK);
  for (size_t i = 0; i < 4; i++) {
    IS_STATUS(snarp_message_next(&record, &message, &diag), SNARP_OK);
    IS_NUMBER(record.section, rows[i].section);
    IS_NUMBER(record.owner_off, rows[i].owner_off);
    IS_NUMBER(record.ttl, rows[i].ttl);
    IS_NUMBER(record.rdata_len, rows[i].rdata_len);
    IS_NUMBER(record.rdata_off, rows[i].owner_off + 12);
    IS_NUMBER(record.type, SNARP_TYPE_NAPTR);
    IS_NUMBER(record.rrclass, SNARP_CLASS_IN);
    IS_NUMBER(diag.notes, 0);
  }
  for (int i = 0; i < 2; i++) {
    IS_STATUS(snarp_message_next(&record, &message, &diag), SNARP_END);
    IS_NUMBER(record.owner_off, 0);
    IS_NUMBER(diag.notes, 0);
  }
}

static void an_empty_message_has_no_records(void) {
  struct snarp_message message;
  struct snarp_record record;

  IS_STATUS(snarp_message_read(&message, fill(0, 12), NULL), SNARP_OK);
  IS_STATUS(snarp_message_next(&record, &message, NULL), SNARP_END);
}

static void octets_behind_the_records_are_noted(void) {
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag;

  IS_STATUS(snarp_message_read(&message, fill(0, 13), NULL), SNARP_OK);
  IS_STATUS(snarp_message_next(&record, &message, &diag), SNARP_END);
  IS_NUMBER(diag.notes, SNARP_NOTE_MESSAGE_TRAILING);
  IS_NUMBER(diag.off, 12);
}

/* RFC 2181 8. */
static void a_ttl_with_its_top_bit_set_is_0(void) {
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag;

  IS_STATUS(
      snarp_message_read(&message,
                         hex("0000 8000 0001 0001 0000 0000 " QUESTION RECORD(
                             "80000000", "0000")),
                         NULL),
      SNARP_OK);
  IS_STATUS(snarp_message_next(&record, &message, &diag), SNARP_OK);
  IS_NUMBER(record.ttl, 0);
  IS_NUMBER(diag.notes, SNARP_NOTE_TTL_NEGATIVE);
}

/* Reads the message and all its records; the first failure or SNARP_END. */
static int walk(struct snarp_view octets) {
  struct snarp_message message;
  struct snarp_record record;
  int rv = snarp_message_read(&message, octets, NULL);

  while (rv == SNARP_OK) {
    rv = snarp_message_next(&record, &message, NULL);
  }
  return rv;
}

static void every_beginning_of_a_message_is_refused(void) {
  struct snarp_view whole = hex(FULL);

  IS_STATUS(walk(whole), SNARP_END);
  for (size_t n = 0; n < whole.len; n++) {
    int rv = walk(head(whole, n));
    CU_ASSERT(rv < 0);
    if (n < 12) {
      IS_STATUS(rv, SNARP_ERR_HEADER_SHORT);
    }
  }
}

static void faults_have_their_own_status(void) {
  static const struct {
    const char *octets;
    int rv;
  } rows[] = {
      {"0000 0000 0001 0000 0000 0000", SNARP_ERR_QUESTION_SHORT},
      {"0000 0000 0001 0000 0000 0000 00 0023 00", SNARP_ERR_QUESTION_SHORT},
      {"0000 0000 0002 0000 0000 0000 " QUESTION, SNARP_ERR_QUESTION_SHORT},
      {"0000 0000 0001 0000 0000 0000 c00c 0023 0001",
       SNARP_ERR_POINTER_FORWARD},
      {"0000 0000 0001 0000 0000 0000 40", SNARP_ERR_LABEL_TYPE},
      {"0000 0000 0000 0001 0000 0000", SNARP_ERR_RECORD_SHORT},
      {"0000 0000 0000 0000 0000 0001", SNARP_ERR_RECORD_SHORT},
      {"0000 0000 0000 0001 0000 0000 00 0023 0001 00000000 00",
       SNARP_ERR_RECORD_SHORT},
      {"0000 0000 0000 0001 0000 0000 00 0023 0001 00000000 0001",
       SNARP_ERR_RDATA_OVERRUN},
      {"0000 0000 0000 0001 0000 0000 00 0023 0001 00000000 ffff 00",
       SNARP_ERR_RDATA_OVERRUN},
      {"0000 0000 0000 0001 0000 0000 c000 0023 0001 00000000 0000",
       SNARP_ERR_POINTER_HEADER},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    IS_STATUS_AT(rows[i].octets, walk(hex(rows[i].octets)), rows[i].rv);
  }
  IS_STATUS(walk(fill(0, SNARP_INPUT_MAX + 1)), SNARP_ERR_INPUT_LONG);
  IS_STATUS(walk(NONE), SNARP_ERR_HEADER_SHORT);
}

static void a_message_that_failed_is_all_zero(void) {
  struct snarp_message message;

  IS_STATUS(snarp_message_read(&message, fill(0xff, 12), NULL),
            SNARP_ERR_QUESTION_SHORT);
  IS_NUMBER(message.id, 0);
  IS_NUMBER(message.flags, 0);
  IS_NUMBER(message.questions, 0);
  IS_NUMBER(message.octets.len, 0);
  CU_ASSERT_PTR_NULL(message.octets.base);
}

static void a_message_stays_at_the_record_that_failed(void) {
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag[2];

  IS_STATUS(
      snarp_message_read(&message,
                         hex("0000 8000 0001 0002 0000 0000 " QUESTION RECORD(
                             "00000000", "0000") RECORD("00000000", "0001")),
                         NULL),
      SNARP_OK);
  IS_STATUS(snarp_message_next(&record, &message, NULL), SNARP_OK);
  for (int i = 0; i < 2; i++) {
    IS_STATUS(snarp_message_next(&record, &message, &diag[i]),
              SNARP_ERR_RDATA_OVERRUN);
    IS_NUMBER(record.type, 0);
    IS_NUMBER(record.owner_off, 0);
  }
  IS_NUMBER(diag[0].off, diag[1].off);
}

CU_TestInfo message_tests[] = {
    {"the header is read", the_header_is_read},
    {"records come in their order", records_come_in_their_order},
    {"an empty message has no records", an_empty_message_has_no_records},
    {"octets behind the records are noted",
     octets_behind_the_records_are_noted},
    {"a TTL with its top bit set is 0", a_ttl_with_its_top_bit_set_is_0},
    {"every beginning of a message is refused",
     every_beginning_of_a_message_is_refused},
    {"faults have their own status", faults_have_their_own_status},
    {"a message that failed is all zero", a_message_that_failed_is_all_zero},
    {"a message stays at the record that failed",
     a_message_stays_at_the_record_that_failed},
    CU_TEST_INFO_NULL,
};
