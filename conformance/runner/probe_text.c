/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/kind.h"
#include "probe.h"
#include "snarp/name.h"

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 1];

static const struct snarp_view no_octets = {NULL, 0};

/* What a NAPTR record in text is noted for. */
static const struct {
  const char *text;
  uint32_t notes;
} noted[] = {
    {"1 2 \"\" \"\" \"\" .", 0},
    {"1 2 \"a.b\" \" ~\" \"\\255\\\"\" a.b.", 0},
    {"1 2 a.b \"\" \"\" .", SNARP_NOTE_UNQUOTED},
    {"1 2 \"\" \"\x1f\" \"\" .", SNARP_NOTE_RAW_OCTET},
    {"1 2 \"\" \"\x7f\" \"\" .", SNARP_NOTE_RAW_OCTET},
    {"1 2 \"\" \"\r\" \"\" .", SNARP_NOTE_RAW_OCTET},
    {"1 2 \"\" \"\" \"\" \xff.", SNARP_NOTE_RAW_OCTET},
    {"(1)(2)(\"\" \"\" \"\" . )", 0},
    {"(1 (2) \"\" \"\" \"\" . )", SNARP_NOTE_PAREN_NESTED},
    {"(((1))) 2 \"\" \"\" \"\" .", SNARP_NOTE_PAREN_NESTED},
    {"1 2 a \"\xff\" ((\"\")) .",
     SNARP_NOTE_UNQUOTED | SNARP_NOTE_RAW_OCTET | SNARP_NOTE_PAREN_NESTED},
    {"1 2 \"\xff\" a \"\" .", SNARP_NOTE_UNQUOTED | SNARP_NOTE_RAW_OCTET},
    {"((\\# 8 0001000200000000))",
     SNARP_NOTE_GENERIC | SNARP_NOTE_PAREN_NESTED},
    {"1 2 \"\" \"\" \"\" .\r\n", 0},
    {"1 2 \"\" \"\" \"\" .\n ; two\r\n\r\n\t\n", 0},
};

/* What fails, and where; without an origin. */
static const struct {
  const char *text;
  int status;
  size_t off;
} faulty[] = {
    {"1x 2 \"\" \"\" \"\" .", SNARP_ERR_NUMBER, 1},
    {"65536 2 \"\" \"\" \"\" .", SNARP_ERR_NUMBER_RANGE, 4},
    {"1 ) 2", SNARP_ERR_PAREN_CLOSE, 2},
    {"1 2 a \"", SNARP_ERR_QUOTE_OPEN, 7},
    {"1 2 \"a\n\"", SNARP_ERR_QUOTE_NEWLINE, 6},
    {"1 2 \"a\r\n\"", SNARP_ERR_QUOTE_NEWLINE, 6},
    {"1 2 \"a\"b", SNARP_ERR_BLANK_MISSING, 7},
    {"1 2 \"a\"\"b\"", SNARP_ERR_BLANK_MISSING, 7},
    {"1 2 a\"b\"", SNARP_ERR_BLANK_MISSING, 5},
    {"1 2 a\\", SNARP_ERR_ESCAPE_END, 5},
    {"1 2 a\\25b", SNARP_ERR_ESCAPE_DIGITS, 5},
    {"1 2 a\\256", SNARP_ERR_ESCAPE_RANGE, 5},
    {"1 2 \"\" \"\" \"\" ; none", SNARP_ERR_FIELD_MISSING, 19},
    {"1 2 \"\"\r\n\"\" \"\" .", SNARP_ERR_FIELD_MISSING, 6},
    {"1 2 \"\" \"\" \"\" a ; b", SNARP_ERR_NAME_RELATIVE, 14},
    {"1 2 \"\" \"\" \"\" a.\r", SNARP_ERR_NAME_RELATIVE, 16},
    {"1 2 \"\" \"\" \"\" . x", SNARP_ERR_FIELD_EXTRA, 15},
    {"1 2 \"\" \"\" \"\" .\nx", SNARP_ERR_FIELD_EXTRA, 15},
    {"1 2 \"\" \"\" \"\" .\r\n ; b\r\n x", SNARP_ERR_FIELD_EXTRA, 23},
    {"(1 2 a \"\" \"\" .", SNARP_ERR_PAREN_OPEN, 14},
    {"\\# 8 0001000200000000 x", SNARP_ERR_GENERIC_DIGITS, 22},
};

static struct snarp_view view_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

static size_t add_text(uint8_t *to, const char *text) {
  size_t n = 0;

  for (; text[n] != '\0'; n++) {
    to[n] = (uint8_t)text[n];
  }
  return n;
}

/* --- facts */

/* A text, with the end of a line behind its end. */
struct in_line {
  uint8_t octets[64];
  struct snarp_view text;
};

static void put_in_line(struct in_line *line, const char *text) {
  size_t n = add_text(line->octets, text);

  line->octets[n] = '\n';
  line->text = (struct snarp_view){line->octets, n};
}

static const char *note(const char *text, uint32_t notes) {
  struct in_line line;
  uint8_t octets[SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  put_in_line(&line, text);
  PROMISE(snarp_naptr_scan(&naptr, &out, line.text, no_octets, &diag) ==
              SNARP_OK,
          "text is not read");
  PROMISE(diag.notes == notes, "text is noted for something else");
  PROMISE(diag.off == strlen(text), "text is not read to its end");
  return NULL;
}

static const char *fail(const char *text, int status, size_t off) {
  struct in_line line;
  uint8_t octets[SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  put_in_line(&line, text);
  PROMISE(snarp_naptr_scan(&naptr, &out, line.text, no_octets, &diag) == status,
          "text fails otherwise");
  PROMISE(diag.off == off, "text fails elsewhere");
  PROMISE(diag.notes == 0, "a failure is noted for something");
  return NULL;
}

/* Nothing but zeros, as many as there may be, and one more. */
static const char *longest(void) {
  struct snarp_view most = {too_long, SNARP_INPUT_MAX};
  struct snarp_view more = {too_long, sizeof too_long};
  uint8_t octets[SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  PROMISE(snarp_naptr_scan(&naptr, &out, most, no_octets, &diag) ==
                  SNARP_ERR_NUMBER &&
              diag.off == 0,
          "the longest text is not read");
  PROMISE(snarp_naptr_scan(&naptr, &out, more, no_octets, &diag) ==
                  SNARP_ERR_INPUT_LONG &&
              diag.off == SNARP_INPUT_MAX,
          "text is read that is too long");
  return NULL;
}

/* Two of the longest strings and one that is much too long. */
static const char *overlong(void) {
  enum { SECOND = 4 + 256, THIRD = SECOND + 256 };
  uint8_t text[3000];
  uint8_t octets[4000];
  struct snarp_buf out = {octets, SNARP_NAPTR_RDATA_MAX, 0};
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  memset(octets, 0xa5, sizeof octets);
  memset(text, 'a', sizeof text);
  (void)add_text(text, "1 2 ");
  text[SECOND - 1] = text[THIRD - 1] = ' ';
  text[THIRD + 253] = '\\';
  PROMISE(snarp_naptr_scan(&naptr, &out, (struct snarp_view){text, sizeof text},
                           no_octets, &diag) == SNARP_ERR_STRING_LONG &&
              diag.off == THIRD,
          "a string is too long elsewhere");
  for (size_t at = out.cap; at < sizeof octets; at++) {
    PROMISE(octets[at] == 0xa5, "a string is put behind the room");
  }
  return NULL;
}

/* A name with an octet that is noted, and no origin. */
static const char *name_alone(void) {
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view name;
  struct snarp_diag diag;

  PROMISE(snarp_name_scan(&name, space, view_of("\xff."), no_octets, &diag) ==
                  SNARP_OK &&
              diag.off == 2 && diag.notes == SNARP_NOTE_RAW_OCTET,
          "a name is noted for something else");
  PROMISE(snarp_name_scan(&name, space, view_of("\xff"), no_octets, &diag) ==
                  SNARP_ERR_NAME_RELATIVE &&
              diag.off == 1 && diag.notes == 0,
          "a name that fails is noted for something");
  return NULL;
}

static const char *facts(void) {
  const char *fault = longest();

  if (fault == NULL) {
    fault = overlong();
  }
  if (fault == NULL) {
    fault = name_alone();
  }
  for (size_t i = 0; i < sizeof noted / sizeof *noted && fault == NULL; i++) {
    fault = note(noted[i].text, noted[i].notes);
  }
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty && fault == NULL; i++) {
    fault = fail(faulty[i].text, faulty[i].status, faulty[i].off);
  }
  return fault;
}

/* --- the text of a vector */

struct scanned {
  const struct snarp_ops_kind *kind;
  struct snarp_view origin;
  int rv;
  struct snarp_diag diag;
  union snarp_ops_record record;
  uint8_t rdata[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out;
};

static void scan(struct scanned *scanned, struct snarp_view text) {
  scanned->out = (struct snarp_buf){scanned->rdata, sizeof scanned->rdata, 0};
  scanned->rv = scanned->kind->scan(&scanned->record, &scanned->out, text,
                                    scanned->origin, &scanned->diag);
}

static bool same(const struct scanned *a, const struct scanned *b) {
  return a->rv == b->rv && a->out.len == b->out.len &&
         memcmp(a->rdata, b->rdata, a->out.len) == 0;
}

/* What stands behind its end must not matter. */
static const char *what_is_behind(const struct scanned *scanned,
                                  struct snarp_view text) {
  static const char behind[] = "\n 0a\"#(;.\\";
  struct scanned other = {.kind = scanned->kind, .origin = scanned->origin};
  uint8_t copy[PROBE_LONGEST + 1];
  struct snarp_view alone = {copy, text.len};

  memcpy(copy, text.base, text.len);
  for (size_t i = 0; behind[i] != '\0'; i++) {
    copy[text.len] = (uint8_t)behind[i];
    scan(&other, alone);
    PROMISE(same(&other, scanned) && other.diag.off == scanned->diag.off &&
                other.diag.notes == scanned->diag.notes,
            "what is read depends on what stands behind it");
  }
  return NULL;
}

/* Between parentheses and on lines of its own it is the same, but for a CR that
 * ends it and would become part of a line's end. */
static const char *on_lines(const struct scanned *scanned,
                            struct snarp_view text) {
  static const char *const ends[] = {"\n", "\r\n"};
  struct scanned other = {.kind = scanned->kind, .origin = scanned->origin};
  uint8_t copy[PROBE_LONGEST + 6];

  if (text.len > 0 && text.base[text.len - 1] == '\r') {
    return NULL;
  }
  for (size_t i = 0; i < 2; i++) {
    size_t n = add_text(copy, "(");
    n += add_text(copy + n, ends[i]);
    memcpy(copy + n, text.base, text.len);
    n += text.len;
    n += add_text(copy + n, ends[i]);
    n += add_text(copy + n, ")");
    scan(&other, (struct snarp_view){copy, n});
    PROMISE(same(&other, scanned), "between parentheses text is another");
  }
  return NULL;
}

/* The record views what was appended. */
static const char *as_appended(const struct scanned *scanned) {
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};

  PROMISE(scanned->kind->write(&out, &scanned->record, NULL) == SNARP_OK &&
              out.len == scanned->out.len &&
              memcmp(octets, scanned->rdata, out.len) == 0,
          "a record is another one than its RDATA");
  return NULL;
}

/* Without room for it nothing is written, behind the room least of all. */
static const char *no_room(const struct scanned *scanned,
                           struct snarp_view text) {
  static const size_t rooms[][2] = {{0, 1}, {4, 4}, {0, 0}, {9, 8}};
  uint8_t octets[2 * SNARP_OPS_RDATA_MAX];
  union snarp_ops_record record;

  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
    struct snarp_buf out = {octets, rooms[i][0], rooms[i][1]};
    memset(octets, 0xa5, sizeof octets);
    (void)scanned->kind->scan(&record, &out, text, scanned->origin, NULL);
    for (size_t at = out.cap; at < sizeof octets; at++) {
      PROMISE(octets[at] == 0xa5, "text is put behind the room");
    }
  }
  return NULL;
}

/* With room for it and nothing more, nothing more is written. */
static const char *just_room(const struct scanned *scanned,
                             struct snarp_view text) {
  uint8_t octets[2 * SNARP_OPS_RDATA_MAX + 8];
  struct snarp_buf out = {octets, scanned->out.len + 8, 8};
  union snarp_ops_record record;

  memset(octets, 0xa5, sizeof octets);
  PROMISE(scanned->kind->scan(&record, &out, text, scanned->origin, NULL) ==
                  SNARP_OK &&
              out.len == out.cap,
          "text does not fit where it should");
  for (size_t at = 0; at < sizeof octets; at++) {
    PROMISE(octets[at] == 0xa5 || (at >= 8 && at < out.cap),
            "text is put beside the room");
  }
  return NULL;
}

const char *probe_text(const struct snarp_ops_kind *kind,
                       struct snarp_view text, struct snarp_view origin) {
  struct scanned scanned = {.kind = kind, .origin = origin};
  const char *fault = facts();

  if (fault != NULL || text.len > PROBE_LONGEST || text.len == 0) {
    return fault;
  }
  scan(&scanned, text);
  fault = what_is_behind(&scanned, text);
  if (fault == NULL) {
    fault = no_room(&scanned, text);
  }
  if (fault != NULL || scanned.rv != SNARP_OK) {
    return fault;
  }
  fault = on_lines(&scanned, text);
  if (fault == NULL) {
    fault = as_appended(&scanned);
  }
  return fault != NULL ? fault : just_room(&scanned, text);
}
