/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/message.h"

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 1];

/* A question, and records of all sections. */
/* clang-format off */
static const uint8_t octets[] = {
    0x12, 0x34, 0x81, 0x80, 0, 1, 0, 1, 0, 1, 0, 2,     /* 0: header */
    1, 'a', 0, 0, 35, 0, 1,                             /* 12: question */
    0xc0, 12, 0, 35, 0, 1, 0, 1, 0, 2, 0, 1, 7,         /* 19: answer */
    0, 0, 33, 0, 3, 0x7f, 0xff, 0xff, 0xff, 0, 0,       /* 32: authority */
    1, 'b', 0, 1, 2, 3, 4, 0x80, 0, 0, 0, 0, 2, 8, 9,   /* 43: additional */
    0xc0, 12, 0, 1, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 0, /* 58: the same */
    5,                                                  /* 70: trailing */
};
/* clang-format on */
enum { ALL = 70 };

static const struct {
  struct snarp_record record;
  uint32_t notes;
  size_t behind;
} records[] = {
    {{SNARP_SECTION_ANSWER, 19, 35, 1, 0x10002, 31, 1}, 0, 32},
    {{SNARP_SECTION_AUTHORITY, 32, 33, 3, 0x7fffffff, 43, 0}, 0, 43},
    {{SNARP_SECTION_ADDITIONAL, 43, 0x102, 0x304, 0, 56, 2},
     SNARP_NOTE_TTL_NEGATIVE,
     58},
    {{SNARP_SECTION_ADDITIONAL, 58, 1, 1, 0, 70, 0},
     SNARP_NOTE_TTL_NEGATIVE,
     70},
};

/* Where the message may be cut, what it then lacks and where. */
static const struct {
  size_t len;
  int status;
  size_t off;
} cuts[] = {
    {0, SNARP_ERR_HEADER_SHORT, 0},     {11, SNARP_ERR_HEADER_SHORT, 11},
    {12, SNARP_ERR_QUESTION_SHORT, 12}, {14, SNARP_ERR_NAME_OVERRUN, 14},
    {18, SNARP_ERR_QUESTION_SHORT, 18}, {19, SNARP_ERR_RECORD_SHORT, 19},
    {20, SNARP_ERR_POINTER_HALF, 19},   {27, SNARP_ERR_RECORD_SHORT, 27},
    {30, SNARP_ERR_RECORD_SHORT, 30},   {31, SNARP_ERR_RDATA_OVERRUN, 31},
    {57, SNARP_ERR_RDATA_OVERRUN, 56},  {69, SNARP_ERR_RECORD_SHORT, 69},
};

static bool same_record(const struct snarp_record *a,
                        const struct snarp_record *b) {
  return a->section == b->section && a->owner_off == b->owner_off &&
         a->type == b->type && a->rrclass == b->rrclass && a->ttl == b->ttl &&
         a->rdata_off == b->rdata_off && a->rdata_len == b->rdata_len;
}

/* Behind the last record, however often it is asked for. */
static const char *the_end(struct snarp_message *message, size_t off,
                           uint32_t notes) {
  struct snarp_record record;
  struct snarp_diag diag;

  for (int i = 0; i < 2; i++) {
    memset(&record, 1, sizeof record);
    PROMISE(snarp_message_next(&record, message, &diag) == SNARP_END,
            "a message has more records than it counts");
    PROMISE(probe_all_zero(&record, sizeof record),
            "a record stands behind the last one");
    PROMISE(diag.off == off && diag.notes == notes,
            "octets behind the last record are not told");
  }
  return NULL;
}

static const char *whole(size_t len, uint32_t notes) {
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag;

  PROMISE(snarp_message_read(&message, (struct snarp_view){octets, len},
                             &diag) == SNARP_OK &&
              diag.off == 19 && diag.notes == 0,
          "a message is not read");
  PROMISE(message.id == 0x1234 && message.flags == 0x8180 &&
              message.questions == 1,
          "a header is read otherwise");
  for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
    PROMISE(snarp_message_next(&record, &message, &diag) == SNARP_OK &&
                same_record(&record, &records[i].record),
            "a record of a message is read otherwise");
    PROMISE(diag.off == records[i].behind && diag.notes == records[i].notes,
            "what is told of a record of a message is otherwise");
  }
  return the_end(&message, ALL, notes);
}

/* The record that is cut, which the message stays at. */
static const char *cut_record(struct snarp_message *message, int status,
                              size_t off) {
  struct snarp_record record;
  struct snarp_diag diag;

  for (int i = 0; i < 2; i++) {
    memset(&record, 1, sizeof record);
    PROMISE(snarp_message_next(&record, message, &diag) == status,
            "a record that is cut fails otherwise");
    PROMISE(probe_all_zero(&record, sizeof record),
            "a failure leaves a record");
    PROMISE(diag.off == off && diag.notes == 0,
            "a record that is cut fails elsewhere");
  }
  return NULL;
}

static const char *cut(size_t len, int status, size_t off) {
  struct snarp_view view = {octets, len};
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag diag;
  int rv = snarp_message_read(&message, view, &diag);

  if (rv != SNARP_OK) {
    PROMISE(rv == status && diag.off == off && diag.notes == 0,
            "a message that is cut fails otherwise");
    PROMISE(probe_all_zero(&message, sizeof message),
            "a failure leaves a message");
    return NULL;
  }
  for (size_t i = 0; records[i].behind <= len; i++) {
    PROMISE(snarp_message_next(&record, &message, NULL) == SNARP_OK,
            "a record is lost with those behind it");
  }
  return cut_record(&message, status, off);
}

/* Nothing but zeros: a header without records, and what follows. */
static const char *longest(void) {
  struct snarp_view most = {too_long, SNARP_INPUT_MAX};
  struct snarp_view more = {too_long, sizeof too_long};
  struct snarp_message message;
  struct snarp_diag diag;

  PROMISE(snarp_message_read(&message, more, &diag) == SNARP_ERR_INPUT_LONG &&
              probe_all_zero(&message, sizeof message),
          "a message is read that is too long");
  PROMISE(diag.off == SNARP_INPUT_MAX && diag.notes == 0,
          "a message is too long elsewhere");
  PROMISE(snarp_message_read(&message, most, &diag) == SNARP_OK,
          "the longest message is not read");
  return the_end(&message, 12, SNARP_NOTE_MESSAGE_TRAILING);
}

const char *probe_message(void) {
  const char *fault = whole(ALL, 0);

  if (fault == NULL) {
    fault = whole(sizeof octets, SNARP_NOTE_MESSAGE_TRAILING);
  }
  for (size_t i = 0; i < sizeof cuts / sizeof *cuts && fault == NULL; i++) {
    fault = cut(cuts[i].len, cuts[i].status, cuts[i].off);
  }
  return fault != NULL ? fault : longest();
}
