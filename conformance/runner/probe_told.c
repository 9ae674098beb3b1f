/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "ops/kind.h"
#include "probe.h"

enum { HEADER = 12, FILL = 0xa5 };

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 1];

static const struct snarp_view long_input = {too_long, sizeof too_long};
static const struct snarp_view no_octets = {NULL, 0};

/* What a call finds in its destinations. */
static union snarp_ops_record stale_record(void) {
  union snarp_ops_record record;

  memset(&record, FILL, sizeof record);
  return record;
}

static bool nothing(const struct snarp_ops_kind *kind,
                    union snarp_ops_record record) {
  for (size_t i = 0; i < kind->n; i++) {
    const struct snarp_ops_field *field = &kind->fields[i];
    const struct snarp_view *octets =
        field->number ? &no_octets : snarp_ops_octets(&record, field);
    if ((field->number && *snarp_ops_number(&record, field) != 0) ||
        octets->base != NULL || octets->len != 0) {
      return false;
    }
  }
  return true;
}

static bool told(struct snarp_diag diag, size_t off, uint32_t notes) {
  return diag.off == off && diag.notes == notes;
}

/* --- what is told of a record */

static const char *told_by_writers(const struct snarp_ops_kind *kind,
                                   const union snarp_ops_record *record) {
  struct snarp_diag diag[3];
  struct snarp_buf none = {NULL, 0, 0};

  memset(diag, FILL, sizeof diag);
  kind->write(&none, record, &diag[0]);
  kind->print(&none, record, &diag[1]);
  kind->canonical(&none, record, &diag[2]);
  for (size_t i = 0; i < 3; i++) {
    PROMISE(told(diag[i], 0, 0), "something is told of a record's fields");
  }
  return NULL;
}

static uint32_t worth_telling(const struct snarp_ops_kind *kind,
                              const union snarp_ops_record *record) {
  const struct snarp_naptr *naptr = &record->naptr;
  uint32_t notes = 0;

  if (kind->n == 4) {
    return record->srv.target.len == 1 ? SNARP_NOTE_NO_SERVICE : 0;
  }
  if (naptr->flags.len > 1) {
    notes |= SNARP_NOTE_FLAGS_MANY;
  }
  if (naptr->regexp.len == 0 && naptr->replacement.len == 1) {
    notes |= SNARP_NOTE_NO_REWRITE;
  }
  return notes;
}

static bool letter_or_digit(uint8_t octet) {
  return (octet >= '0' && octet <= '9') || (octet >= 'a' && octet <= 'z') ||
         (octet >= 'A' && octet <= 'Z');
}

/* In which field a check stopped, and where. */
static bool stopped_there(const struct snarp_naptr *naptr, int status,
                          size_t off) {
  if (status == SNARP_ERR_BOTH) {
    return off == 0;
  }
  if (status != SNARP_ERR_FLAGS_OCTET) {
    return off <= naptr->regexp.len;
  }
  for (size_t i = 0; i < off; i++) {
    if (!letter_or_digit(naptr->flags.base[i])) {
      return false;
    }
  }
  return off < naptr->flags.len && !letter_or_digit(naptr->flags.base[off]);
}

static const char *told_by_check(const struct snarp_ops_kind *kind,
                                 const union snarp_ops_record *record) {
  struct snarp_buf none = {NULL, 0, 0};
  int writes = kind->write(&none, record, NULL);
  struct snarp_diag diag = {FILL, FILL};
  int rv = kind->check(record, &diag);

  if (rv == SNARP_OK) {
    PROMISE(told(diag, 0, worth_telling(kind, record)),
            "a record is noted for something else");
    return NULL;
  }
  PROMISE(writes == SNARP_OK || rv == writes,
          "a record fails otherwise where it is not written");
  PROMISE(diag.notes == 0, "a record is noted and not allowed");
  PROMISE(writes == SNARP_OK ? stopped_there(&record->naptr, rv, diag.off)
                             : diag.off == 0,
          "a record is not allowed elsewhere");
  return NULL;
}

/* One octet is not the root yet. */
static const char *no_root(void) {
  static const uint8_t octets[] = {1};
  struct snarp_srv srv = {1, 2, 3, {octets, sizeof octets}};
  struct snarp_diag diag = {FILL, FILL};

  PROMISE(snarp_srv_check(&srv, &diag) == SNARP_ERR_NAME_OVERRUN &&
              told(diag, 0, 0),
          "a target that is no name is noted");
  return NULL;
}

const char *probe_told(const struct snarp_ops_kind *kind,
                       const union snarp_ops_record *record) {
  const char *fault = told_by_writers(kind, record);

  if (fault == NULL) {
    fault = told_by_check(kind, record);
  }
  return fault != NULL ? fault : no_root();
}

/* --- RDATA */

/* In a message it is told of the same as alone, with offsets in the message;
 * but for names, which may be compressed there. */
static const char *told_in_message(const struct snarp_ops_kind *kind,
                                   struct snarp_view rdata, int alone,
                                   struct snarp_diag before) {
  uint8_t octets[HEADER + 2 * SNARP_OPS_RDATA_MAX] = {0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, HEADER + rdata.len};
  union snarp_ops_record record = stale_record();
  struct snarp_diag diag;

  if (rdata.len == 0 || message.len > sizeof octets) {
    return NULL;
  }
  memcpy(octets + HEADER, rdata.base, rdata.len);
  int rv = kind->read_in(&record, space, message, HEADER, rdata.len, &diag);
  PROMISE(rv == SNARP_OK || nothing(kind, record),
          "a failure in a message leaves a record");
  if (alone == SNARP_OK || alone == SNARP_ERR_SHORT ||
      alone == SNARP_ERR_STRING_MISSING || alone == SNARP_ERR_STRING_OVERRUN) {
    PROMISE(rv == alone && told(diag, HEADER + before.off, before.notes),
            "RDATA is told of otherwise in a message");
  }
  record = stale_record();
  rv = kind->read_in(&record, space, message, HEADER, rdata.len + 1, &diag);
  PROMISE(rv == SNARP_ERR_BOUNDS && told(diag, message.len, 0) &&
              nothing(kind, record),
          "RDATA behind a message is told of otherwise");
  return NULL;
}

static const char *told_of_too_long(const struct snarp_ops_kind *kind) {
  uint8_t space[SNARP_NAME_MAX];
  union snarp_ops_record record = stale_record();
  union snarp_ops_record other = record;
  struct snarp_diag diag[2];
  int rv = kind->read(&record, long_input, &diag[0]);

  PROMISE(rv == SNARP_ERR_INPUT_LONG && told(diag[0], SNARP_INPUT_MAX, 0) &&
              nothing(kind, record),
          "RDATA is told to be too long elsewhere");
  rv = kind->read_in(&other, space, long_input, HEADER, 1, &diag[1]);
  PROMISE(rv == SNARP_ERR_INPUT_LONG && told(diag[1], SNARP_INPUT_MAX, 0) &&
              nothing(kind, other),
          "a message is told to be too long elsewhere");
  return NULL;
}

/* A string whose length is like a pointer, to the root: it runs past the end,
 * and nothing behind it is looked at. */
static const char *string_like_pointer(void) {
  static const uint8_t octets[] = {0, 0, 0, 0, 0, 0, 0, 0,    0,
                                   0, 0, 0, 0, 1, 0, 2, 0xc0, 12};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, sizeof octets};
  struct snarp_naptr naptr;
  struct snarp_diag diag;

  PROMISE(snarp_naptr_read_in(&naptr, space, message, HEADER, 6, &diag) ==
                  SNARP_ERR_STRING_OVERRUN &&
              told(diag, 16, 0),
          "a string is read as a pointer");
  return NULL;
}

const char *probe_rdata(const struct snarp_ops_kind *kind,
                        struct snarp_view rdata) {
  union snarp_ops_record record = stale_record();
  struct snarp_diag diag;
  int rv = kind->read(&record, rdata, &diag);
  const char *fault = told_in_message(kind, rdata, rv, diag);

  PROMISE(rv == SNARP_OK ? told(diag, rdata.len, 0) : diag.notes == 0,
          "RDATA is told of otherwise");
  PROMISE(rv == SNARP_OK || nothing(kind, record), "a failure leaves a record");
  if (fault == NULL) {
    fault = told_of_too_long(kind);
  }
  return fault != NULL ? fault : string_like_pointer();
}

/* --- text */

/* Fails with notes at hand, and without the last field. */
static const char *text_that_ends(const struct snarp_ops_kind *kind) {
  const char *text = kind->n == 4 ? "((1 2 3" : "((1 2 a b c";
  struct snarp_view view = {(const uint8_t *)text, strlen(text)};
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  union snarp_ops_record record = stale_record();
  struct snarp_diag diag;

  PROMISE(kind->scan(&record, &out, view, no_octets, &diag) ==
              SNARP_ERR_FIELD_MISSING,
          "text without its last field is read");
  PROMISE(told(diag, view.len, 0) && out.len == 0 && nothing(kind, record),
          "text without its last field is told of otherwise");
  return NULL;
}

/* The longest record: in `rdata` as it is written, which has its size. */
static size_t longest_rdata(const struct snarp_ops_kind *kind, uint8_t *rdata) {
  uint8_t octets[SNARP_STRING_MAX];
  uint8_t name[SNARP_NAME_MAX];
  union snarp_ops_record record = stale_record();
  struct snarp_buf out = {rdata, SNARP_OPS_RDATA_MAX, 0};
  const struct snarp_ops_field *last = &kind->fields[kind->n - 1];

  memset(octets, 'x', sizeof octets);
  for (size_t i = 0; i < kind->n; i++) {
    if (!kind->fields[i].number) {
      *snarp_ops_octets(&record, &kind->fields[i]) =
          (struct snarp_view){octets, sizeof octets};
    }
  }
  memset(name, 63, sizeof name);
  name[192] = 61;
  name[SNARP_NAME_MAX - 1] = 0;
  *snarp_ops_octets(&record, last) = (struct snarp_view){name, sizeof name};
  kind->write(&out, &record, NULL);
  return out.len;
}

static size_t put_hex(char *to, const uint8_t *octets, size_t n) {
  static const char digits[] = "0123456789abcdef";

  for (size_t i = 0; i < n; i++) {
    to[2 * i] = digits[octets[i] / 16];
    to[2 * i + 1] = digits[octets[i] % 16];
  }
  return 2 * n;
}

struct longest {
  uint8_t rdata[SNARP_OPS_RDATA_MAX + 1];
  size_t len;
  char text[4 * SNARP_OPS_RDATA_MAX];
  size_t text_len;
};

/* In the room that it needs, in more, and in none. */
static const char *scan_longest(const struct snarp_ops_kind *kind,
                                const struct longest *longest) {
  uint8_t octets[SNARP_OPS_RDATA_MAX + 9];
  struct snarp_view text = {(const uint8_t *)longest->text, longest->text_len};
  union snarp_ops_record record;
  struct snarp_diag diag;

  for (size_t more = 0; more < 10; more += 3) {
    struct snarp_buf out = {octets, longest->len + more, 0};
    memset(octets, FILL, sizeof octets);
    PROMISE(kind->scan(&record, &out, text, no_octets, NULL) == SNARP_OK &&
                out.len == longest->len &&
                memcmp(octets, longest->rdata, longest->len) == 0,
            "the longest record is another one");
  }
  struct snarp_buf out = {octets, longest->len - 1, 0};
  record = stale_record();
  PROMISE(kind->scan(&record, &out, text, no_octets, &diag) == SNARP_ERR_ROOM &&
              told(diag, longest->len, 0) && nothing(kind, record),
          "the longest record is told of otherwise");
  return NULL;
}

/* One octet more than that, in the generic form. */
static const char *longer(const struct snarp_ops_kind *kind,
                          struct longest *longest) {
  uint8_t octets[SNARP_OPS_RDATA_MAX + 9];
  struct snarp_buf out = {octets, sizeof octets, 0};
  union snarp_ops_record record = stale_record();
  struct snarp_diag diag;
  size_t n = (size_t)snprintf(longest->text, sizeof longest->text, "\\# %zu ",
                              longest->len + 1);

  n += put_hex(longest->text + n, longest->rdata, longest->len + 1);
  struct snarp_view text = {(const uint8_t *)longest->text, n};
  PROMISE(kind->scan(&record, &out, text, no_octets, &diag) ==
              SNARP_ERR_TRAILING,
          "an octet behind the longest record is not seen");
  PROMISE(told(diag, n, 0) && out.len == 0 && nothing(kind, record),
          "an octet behind the longest record is told of otherwise");
  return NULL;
}

const char *probe_scan(const struct snarp_ops_kind *kind) {
  struct longest longest = {.len = 0};
  union snarp_ops_record record;
  struct snarp_buf out = {(uint8_t *)longest.text, sizeof longest.text, 0};
  const char *fault = text_that_ends(kind);

  longest.len = longest_rdata(kind, longest.rdata);
  PROMISE(kind->read(&record, (struct snarp_view){longest.rdata, longest.len},
                     NULL) == SNARP_OK,
          "the longest record is not read");
  kind->print(&out, &record, NULL);
  longest.text_len = out.len;
  if (fault == NULL) {
    fault = scan_longest(kind, &longest);
  }
  return fault != NULL ? fault : longer(kind, &longest);
}
