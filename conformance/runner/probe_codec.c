/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/kind.h"
#include "probe.h"
#include "snarp/name.h"

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 1];

static const struct snarp_view long_input = {too_long, sizeof too_long};
static const struct snarp_view no_octets = {NULL, 0};

static const struct snarp_ops_kind *kind_of(enum op op) {
  const char *name = shape_of(op)->name;

  return snarp_ops_kind_find(name, strlen(name));
}

static bool same(struct snarp_view a, struct snarp_view b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.base, b.base, a.len) == 0);
}

static int sign(int number) {
  return (number > 0) - (number < 0);
}

/* --- names */

static int put_name(struct snarp_buf *out, const void *name,
                    struct snarp_diag *diag) {
  return snarp_name_print(out, *(const struct snarp_view *)name, diag);
}

/* The name behind the header of a message and nothing behind it. */
static const char *name_in_message(struct snarp_view name) {
  uint8_t octets[12 + SNARP_NAME_MAX] = {0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, 12 + name.len};
  struct snarp_view got;
  struct snarp_diag diag;

  memcpy(octets + 12, name.base, name.len);
  PROMISE(snarp_name_read_in(&got, space, message, 12, &diag) == SNARP_OK &&
              same(got, name) && diag.off == message.len,
          "a name is another one in a message");
  PROMISE(snarp_name_read_in(&got, space, message, message.len, NULL) ==
                  SNARP_ERR_NAME_MISSING &&
              got.len == 0,
          "a name is read at the end of a message");
  PROMISE(snarp_name_read_in(&got, space, message, message.len + 1, NULL) ==
              SNARP_ERR_BOUNDS,
          "a name is read behind a message");
  return NULL;
}

/* As text with and without its final dot. */
static const char *name_as_text(struct snarp_view name) {
  static const uint8_t octets[] = {0, 1};
  uint8_t text[1009];
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_buf out = {text, sizeof text, 0};
  struct snarp_view root = {octets, 1};
  struct snarp_view broken = {octets + 1, 1};
  struct snarp_view got;

  PROMISE(snarp_name_print(&out, name, NULL) == SNARP_OK,
          "a name is not printed");
  struct snarp_view whole = {text, out.len};
  struct snarp_view relative = {text, out.len - 1};
  PROMISE(snarp_name_scan(&got, space, whole, no_octets, NULL) == SNARP_OK &&
              same(got, name),
          "a name is another one after it was printed");
  if (name.len == 1) {
    return NULL;
  }
  PROMISE(snarp_name_scan(&got, space, relative, root, NULL) == SNARP_OK &&
              same(got, name),
          "a relative name is not completed");
  PROMISE(snarp_name_scan(&got, space, relative, no_octets, NULL) ==
                  SNARP_ERR_NAME_RELATIVE &&
              got.len == 0,
          "a relative name needs no origin");
  PROMISE(snarp_name_scan(&got, space, relative, broken, NULL) ==
              SNARP_ERR_ORIGIN,
          "a relative name takes an origin that is no name");
  return NULL;
}

/* What is no name stands as its longest readable beginning. */
static const char *name_that_is_none(void) {
  static const uint8_t pointer[] = {0xc0, 12};
  static const uint8_t root[] = {0};
  uint8_t many[4 * 64 + 1] = {0};
  struct snarp_view all = {many, sizeof many};
  uint8_t three[3 * 64 + 1] = {0};
  struct snarp_view some = {three, sizeof three};

  for (size_t at = 0; at < 4 * 64; at += 64) {
    memset(many + at, 63, 64);
  }
  memcpy(three, many, 3 * 64);
  PROMISE(snarp_name_compare((struct snarp_view){pointer, 2},
                             (struct snarp_view){root, 1}) == 0,
          "a pointer has a place among names");
  PROMISE(snarp_name_compare(all, some) == 0,
          "a name too long has a place of its own");
  return NULL;
}

static const char *name_order(struct snarp_view name) {
  PROMISE(snarp_name_compare(name, name) == 0, "a name is not equal to itself");
  if (name.len > 1) {
    size_t label = 1 + (size_t)name.base[0];
    struct snarp_view above = {name.base + label, name.len - label};
    PROMISE(snarp_name_compare(above, name) < 0,
            "a name stands before the one above it");
  }
  for (size_t len = 0; len < name.len; len += 1 + name.len / 16) {
    struct snarp_view cut = {name.base, len};
    PROMISE(sign(snarp_name_compare(cut, name)) ==
                -sign(snarp_name_compare(name, cut)),
            "the order of names depends on the side");
  }
  return name_that_is_none();
}

const char *probe_name(struct snarp_view name) {
  const char *fault = probe_rooms(put_name, &name);

  if (fault == NULL) {
    fault = name_in_message(name);
  }
  if (fault == NULL) {
    fault = name_as_text(name);
  }
  return fault != NULL ? fault : name_order(name);
}

/* --- records */

struct subject {
  const struct snarp_ops_kind *kind;
  union snarp_ops_record record;
};

static int put_wire(struct snarp_buf *out, const void *what,
                    struct snarp_diag *diag) {
  const struct subject *subject = what;

  return subject->kind->write(out, &subject->record, diag);
}

static int put_text(struct snarp_buf *out, const void *what,
                    struct snarp_diag *diag) {
  const struct subject *subject = what;

  return subject->kind->print(out, &subject->record, diag);
}

static int put_canonical(struct snarp_buf *out, const void *what,
                         struct snarp_diag *diag) {
  const struct subject *subject = what;

  return subject->kind->canonical(out, &subject->record, diag);
}

static struct snarp_view *name_field(struct subject *subject) {
  const struct snarp_ops_kind *kind = subject->kind;

  return snarp_ops_octets(&subject->record, &kind->fields[kind->n - 1]);
}

/* The canonical form is that of the same record, and its own. */
static const char *canonical_form(const struct subject *subject) {
  uint8_t first[SNARP_OPS_RDATA_MAX];
  uint8_t second[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {first, sizeof first, 0};
  struct snarp_buf again = {second, sizeof second, 0};
  struct subject other = {subject->kind, {{0}}};
  struct snarp_view rdata;

  put_canonical(&out, subject, NULL);
  rdata = (struct snarp_view){first, out.len};
  PROMISE(subject->kind->read(&other.record, rdata, NULL) == SNARP_OK,
          "the canonical form is no RDATA");
  PROMISE(subject->kind->compare(&subject->record, &other.record) == 0,
          "the canonical form is of another record");
  put_canonical(&again, &other, NULL);
  PROMISE(again.len == out.len && memcmp(first, second, out.len) == 0,
          "the canonical form has another one");
  return NULL;
}

static const char *record_order(const struct subject *subject) {
  struct subject other = *subject;
  uint16_t *number = snarp_ops_number(&other.record, &subject->kind->fields[0]);
  bool before = *number > 0;

  *number = (uint16_t)(before ? *number - 1 : 1);
  PROMISE(subject->kind->compare(&subject->record, &subject->record) == 0,
          "a record is not equal to itself");
  PROMISE((subject->kind->compare(&other.record, &subject->record) < 0) ==
              before,
          "records do not stand in the order of their first number");
  PROMISE((subject->kind->compare(&subject->record, &other.record) > 0) ==
              before,
          "the order of records depends on the side");
  return NULL;
}

static const char *probe_record(struct subject *subject) {
  struct snarp_diag diag;
  bool fine = put_wire(&(struct snarp_buf){0}, subject, &diag) == SNARP_OK;
  const char *fault = probe_rooms(put_wire, subject);

  PROMISE(diag.off == 0, "a record that is written stops at an offset");
  if (fault == NULL) {
    fault = probe_rooms(put_name, name_field(subject));
  }
  if (fault == NULL) {
    fault = probe_rooms(put_text, subject);
  }
  if (fault == NULL) {
    fault = probe_rooms(put_canonical, subject);
  }
  if (fault == NULL) {
    fault = record_order(subject);
  }
  if (fault == NULL) {
    fault = probe_form(subject->kind, &subject->record);
  }
  if (fault == NULL) {
    fault = probe_record_at_edge(subject->kind, &subject->record);
  }
  if (fault == NULL) {
    fault = probe_told(subject->kind, &subject->record);
  }
  if (fault != NULL || !fine) {
    return fault;
  }
  fault = canonical_form(subject);
  return fault != NULL ? fault : probe_name(*name_field(subject));
}

static const char *given_record(const struct vector *vector) {
  const struct snarp_ops_kind *kind = kind_of(vector->op);
  struct subject subject = {kind, {{0}}};
  size_t number = 0;
  size_t field = 0;

  for (size_t i = 0; i < kind->n; i++) {
    if (kind->fields[i].number) {
      *snarp_ops_number(&subject.record, &kind->fields[i]) =
          (uint16_t)vector->in.record.numbers[number++];
    } else {
      *snarp_ops_octets(&subject.record, &kind->fields[i]) =
          vector->in.record.fields[field++];
    }
  }
  return probe_record(&subject);
}

/* --- RDATA */

/* The RDATA inside a message, and past its ends. */
static const char *rdata_in_message(const struct snarp_ops_kind *kind,
                                    struct snarp_view rdata, int alone) {
  uint8_t octets[12 + 2 * SNARP_OPS_RDATA_MAX] = {0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, 12 + rdata.len};
  union snarp_ops_record record;
  int rv;

  if (message.len > sizeof octets) {
    return NULL;
  }
  if (rdata.len > 0) {
    memcpy(octets + 12, rdata.base, rdata.len);
  }
  rv = kind->read_in(&record, space, message, 12, rdata.len, NULL);
  PROMISE(rv == alone || alone == SNARP_ERR_POINTER_ALONE,
          "RDATA is read otherwise in a message");
  PROMISE(kind->read_in(&record, space, message, 12, rdata.len + 1, NULL) ==
              SNARP_ERR_BOUNDS,
          "RDATA is read past the end of a message");
  PROMISE(kind->read_in(&record, space, message, message.len + 1, 0, NULL) ==
              SNARP_ERR_BOUNDS,
          "RDATA is read behind a message");
  PROMISE(kind->read_in(&record, space, long_input, 12, 1, NULL) ==
              SNARP_ERR_INPUT_LONG,
          "a message is read that is too long");
  return NULL;
}

static const char *given_rdata(const struct vector *vector,
                               struct snarp_view rdata) {
  struct subject subject = {kind_of(vector->op), {{0}}};
  struct snarp_diag diag;
  union snarp_ops_record none;
  int rv = subject.kind->read(&subject.record, rdata, &diag);
  const char *fault = rdata_in_message(subject.kind, rdata, rv);

  if (fault == NULL) {
    fault = probe_longest(subject.kind);
  }
  if (fault == NULL) {
    fault = probe_rdata(subject.kind, rdata);
  }
  PROMISE(subject.kind->read(&none, long_input, NULL) == SNARP_ERR_INPUT_LONG,
          "RDATA is read that is too long");
  if (rv != SNARP_OK) {
    memset(&none, 0, sizeof none);
    PROMISE(diag.off <= rdata.len && diag.notes == 0,
            "a failure is told that is none of this RDATA");
    PROMISE(name_field(&subject)->len == 0, "a failure leaves a record");
    return fault;
  }
  PROMISE(diag.off == rdata.len, "reading stops before the end");
  return fault != NULL ? fault : probe_record(&subject);
}

/* --- text */

struct scanned {
  const struct snarp_ops_kind *kind;
  struct snarp_view text;
  struct snarp_view origin;
  int rv;
  uint8_t rdata[SNARP_OPS_RDATA_MAX];
  size_t len;
};

/* Scans with another origin; the status, or OK where the RDATA is another. */
static bool scans_so(const struct scanned *scanned, struct snarp_view origin,
                     int status) {
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  union snarp_ops_record record;
  int rv = scanned->kind->scan(&record, &out, scanned->text, origin, NULL);

  if (rv == status) {
    return true;
  }
  return rv == scanned->rv && out.len == scanned->len &&
         memcmp(octets, scanned->rdata, out.len) == 0;
}

static const char *scan_room(const struct scanned *scanned, size_t cap,
                             size_t begin) {
  uint8_t octets[SNARP_OPS_RDATA_MAX + 8];
  struct snarp_buf out = {octets, cap, begin};
  struct snarp_diag diag;
  union snarp_ops_record record;
  bool fits = begin <= cap && cap - begin >= scanned->len;
  int rv =
      scanned->kind->scan(&record, &out, scanned->text, scanned->origin, &diag);

  if (!fits) {
    PROMISE(rv == SNARP_ERR_ROOM && out.len == begin &&
                diag.off == scanned->len,
            "a room too small is not told");
    return NULL;
  }
  PROMISE(rv == SNARP_OK && out.len == begin + scanned->len &&
              memcmp(octets + begin, scanned->rdata, scanned->len) == 0,
          "what is scanned depends on the room");
  return NULL;
}

static const char *scan_rooms(const struct scanned *scanned) {
  static const size_t begins[] = {0, 1, 8};
  const char *fault = scan_room(scanned, 0, 1);

  for (size_t i = 0; i < 3 && fault == NULL; i++) {
    fault = scan_room(scanned, begins[i] + scanned->len, begins[i]);
    if (fault == NULL) {
      fault = scan_room(scanned, begins[i] + scanned->len - 1, begins[i]);
    }
  }
  return fault;
}

static const char *given_text(const struct vector *vector,
                              struct snarp_view text) {
  static const uint8_t one[] = {1};
  struct scanned scanned = {.kind = kind_of(vector->op), .text = text};
  struct snarp_buf out = {scanned.rdata, sizeof scanned.rdata, 0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view origin = {(const uint8_t *)vector->in.origin,
                              strlen(vector->in.origin)};
  struct subject subject = {scanned.kind, {{0}}};
  struct snarp_diag diag;
  union snarp_ops_record none;

  if (snarp_name_scan(&scanned.origin, space, origin, no_octets, NULL) !=
      SNARP_OK) {
    return NULL;
  }
  const char *fault = probe_scan(scanned.kind);
  if (fault == NULL) {
    fault = probe_text(scanned.kind, text, scanned.origin);
  }
  if (fault != NULL) {
    return fault;
  }
  scanned.rv =
      scanned.kind->scan(&subject.record, &out, text, scanned.origin, &diag);
  scanned.len = out.len;
  fault = probe_text_at_edge(scanned.kind, text, scanned.origin);
  if (fault != NULL) {
    return fault;
  }
  PROMISE(scans_so(&scanned, no_octets, SNARP_ERR_NAME_RELATIVE),
          "text is read otherwise without an origin");
  PROMISE(scans_so(&scanned, (struct snarp_view){one, 1}, SNARP_ERR_ORIGIN),
          "text is read otherwise with an origin that is no name");
  PROMISE(scanned.kind->scan(&none, &out, long_input, scanned.origin, NULL) ==
              SNARP_ERR_INPUT_LONG,
          "text is read that is too long");
  if (scanned.rv != SNARP_OK) {
    PROMISE(out.len == 0 && diag.off <= text.len, "a failure leaves output");
    return NULL;
  }
  fault = scan_rooms(&scanned);
  return fault != NULL ? fault : probe_record(&subject);
}

static const char *given_message(void) {
  const char *fault = probe_message();

  return fault != NULL ? fault : probe_names();
}

const char *probe_codec(const struct vector *vector, struct snarp_view octets) {
  const char *fault;

  switch (verb_of(vector->op)) {
  case VERB_DECODE:
    return vector->in.whole ? given_message() : given_rdata(vector, octets);
  case VERB_SCAN:
    fault = probe_name_text();
    return fault != NULL ? fault : given_text(vector, octets);
  default:
    return given_record(vector);
  }
}
