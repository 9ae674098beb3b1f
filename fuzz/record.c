/* Properties of records of both types.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "record.h"

#include <string.h>

enum { PRINTED_MAX = 4093 }; /* snarp_naptr_print */

/* Fills the record with octets that no call may leave behind. */
static void spoil(struct record *record) {
  memset(&record->as_naptr, 0xa5, sizeof record->as_naptr);
  memset(&record->as_srv, 0xa5, sizeof record->as_srv);
}

static bool all_zero(const void *memory, size_t size) {
  const uint8_t *octets = memory;

  while (size > 0 && octets[size - 1] == 0) {
    size--;
  }
  return size == 0;
}

/* What base.h promises of a call that failed: a status that is known, and a
 * destination of zeros. */
static int prove_status(const struct record *record, int status) {
  FUZZ_HOLDS(status <= 0);
  FUZZ_HOLDS(strcmp(snarp_status_word(status), "unknown") != 0);
  if (status < 0) {
    FUZZ_HOLDS(record->srv
                   ? all_zero(&record->as_srv, sizeof record->as_srv)
                   : all_zero(&record->as_naptr, sizeof record->as_naptr));
  }
  return status;
}

int record_read(struct record *record, struct snarp_view rdata) {
  spoil(record);
  return prove_status(
      record, record->srv ? snarp_srv_read(&record->as_srv, rdata, NULL)
                          : snarp_naptr_read(&record->as_naptr, rdata, NULL));
}

int record_read_in(struct record *record, uint8_t space[SNARP_NAME_MAX],
                   struct snarp_view message, size_t off, size_t len) {
  spoil(record);
  return prove_status(
      record, record->srv ? snarp_srv_read_in(&record->as_srv, space, message,
                                              off, len, NULL)
                          : snarp_naptr_read_in(&record->as_naptr, space,
                                                message, off, len, NULL));
}

int record_scan(struct record *record, struct snarp_buf *space,
                struct snarp_view text, struct snarp_view origin) {
  spoil(record);
  return prove_status(
      record,
      record->srv
          ? snarp_srv_scan(&record->as_srv, space, text, origin, NULL)
          : snarp_naptr_scan(&record->as_naptr, space, text, origin, NULL));
}

/* --- the writers of a record, alike */

typedef int writer(struct snarp_buf *out, const struct record *record);

static int record_write(struct snarp_buf *out, const struct record *record) {
  return record->srv ? snarp_srv_write(out, &record->as_srv, NULL)
                     : snarp_naptr_write(out, &record->as_naptr, NULL);
}

static int record_canonical(struct snarp_buf *out,
                            const struct record *record) {
  return record->srv ? snarp_srv_canonical(out, &record->as_srv, NULL)
                     : snarp_naptr_canonical(out, &record->as_naptr, NULL);
}

static int record_print(struct snarp_buf *out, const struct record *record) {
  return record->srv ? snarp_srv_print(out, &record->as_srv, NULL)
                     : snarp_naptr_print(out, &record->as_naptr, NULL);
}

/* Of a record that was read, check can only say what its text forbids. */
static void prove_check(const struct record *record) {
  int rv = record->srv ? snarp_srv_check(&record->as_srv, NULL)
                       : snarp_naptr_check(&record->as_naptr, NULL);

  FUZZ_HOLDS(rv == 0 || (!record->srv && rv <= SNARP_ERR_FLAGS_OCTET));
}

static int record_compare(const struct record *a, const struct record *b) {
  return a->srv ? snarp_srv_compare(&a->as_srv, &b->as_srv)
                : snarp_naptr_compare(&a->as_naptr, &b->as_naptr);
}

/* Writes into a block of exactly `cap` octets; what fits must be the beginning
 * of the whole. */
static void prove_cap(const struct record *record, writer *write,
                      struct snarp_view whole, size_t cap) {
  uint8_t *base = fuzz_block(cap);
  struct snarp_buf out = {base, cap, 0};

  FUZZ_HOLDS(write(&out, record) == 0);
  FUZZ_HOLDS(out.len == whole.len);
  FUZZ_HOLDS(memcmp(base, whole.base, cap < whole.len ? cap : whole.len) == 0);
  fuzz_release(base);
}

/* Every capacity of short output; of long output the ends and one between,
 * which the output itself picks. */
static struct snarp_view prove_caps(const struct record *record, writer *write,
                                    uint8_t *space, size_t size) {
  struct snarp_buf out = {space, size, 0};

  FUZZ_HOLDS(write(&out, record) == 0);
  FUZZ_HOLDS(out.len > 0 && out.len <= size);

  struct snarp_view whole = {space, out.len};
  size_t step = whole.len <= 16 ? 1 : whole.len / 2 - space[0] % 8;
  for (size_t cap = 0; cap < whole.len; cap += step) {
    prove_cap(record, write, whole, cap);
  }
  prove_cap(record, write, whole, whole.len - 1);
  prove_cap(record, write, whole, whole.len);
  return whole;
}

static struct snarp_view name_of(const struct record *record) {
  return record->srv ? record->as_srv.target : record->as_naptr.replacement;
}

/* Labels of 1 to 63 octets and the root, in 255 octets (RFC 1035 2.3.4). */
static void prove_name(struct snarp_view name) {
  size_t pos = 0;

  FUZZ_HOLDS(name.len > 0 && name.len <= SNARP_NAME_MAX);
  while (name.base[pos] != 0) {
    FUZZ_HOLDS(name.base[pos] <= SNARP_LABEL_MAX);
    pos += 1u + name.base[pos];
    FUZZ_HOLDS(pos < name.len);
  }
  FUZZ_HOLDS(pos == name.len - 1);
}

/* The canonical form is the RDATA but for the case of the name (RFC 4034
 * 6.2). */
static void prove_lower(struct snarp_view canonical, struct snarp_view rdata,
                        size_t name) {
  for (size_t i = 0; i < rdata.len; i++) {
    bool upper =
        i >= rdata.len - name && rdata.base[i] >= 'A' && rdata.base[i] <= 'Z';
    FUZZ_HOLDS(canonical.base[i] == rdata.base[i] + (upper ? 'a' - 'A' : 0));
  }
}

static void prove_canonical(const struct record *record,
                            struct snarp_view rdata) {
  uint8_t first[SNARP_NAPTR_RDATA_MAX];
  uint8_t second[SNARP_NAPTR_RDATA_MAX];
  struct record lower = *record;

  struct snarp_view once =
      prove_caps(record, record_canonical, first, sizeof first);
  FUZZ_HOLDS(once.len == rdata.len);
  prove_lower(once, rdata, name_of(record).len);
  FUZZ_HOLDS(record_read(&lower, once) == 0);
  FUZZ_HOLDS(record_compare(record, &lower) == 0);
  FUZZ_HOLDS(record_compare(record, record) == 0);

  struct snarp_buf out = {second, sizeof second, 0};
  FUZZ_HOLDS(record_canonical(&out, &lower) == 0);
  FUZZ_HOLDS(out.len == once.len && memcmp(first, second, once.len) == 0);
}

static void prove_text(const struct record *record, struct snarp_view rdata) {
  uint8_t printed[PRINTED_MAX];
  uint8_t scanned[SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf out = {scanned, rdata.len, 0};
  struct snarp_view none = {NULL, 0};
  struct record again = *record;

  struct snarp_view text =
      prove_caps(record, record_print, printed, sizeof printed);
  for (size_t i = 0; i < text.len; i++) {
    FUZZ_HOLDS(printed[i] >= ' ' && printed[i] <= '~');
  }
  FUZZ_HOLDS(record_scan(&again, &out, text, none) == 0);
  FUZZ_HOLDS(out.len == rdata.len);
  FUZZ_HOLDS(memcmp(scanned, rdata.base, rdata.len) == 0);
}

void record_prove(const struct record *record, const struct snarp_view *rdata) {
  uint8_t written[SNARP_NAPTR_RDATA_MAX];
  struct record again = *record;

  prove_name(name_of(record));
  struct snarp_view whole =
      prove_caps(record, record_write, written, sizeof written);
  if (rdata != NULL) {
    FUZZ_HOLDS(fuzz_equal(whole, *rdata));
  }
  FUZZ_HOLDS(record_read(&again, whole) == 0);
  FUZZ_HOLDS(record_compare(record, &again) == 0);
  prove_canonical(record, whole);
  prove_text(record, whole);
  prove_check(record);
}
