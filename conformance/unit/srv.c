/* SRV RDATA (RFC 2782).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/srv.h"

#include <string.h>

#include "unit.h"

#define PLAIN "0001 0002 0050 04 68415354 00"

static void is_zero(const struct snarp_srv *srv) {
  IS_NUMBER(srv->priority, 0);
  IS_NUMBER(srv->weight, 0);
  IS_NUMBER(srv->port, 0);
  IS_OCTETS(srv->target, NONE);
  CU_ASSERT_PTR_NULL(srv->target.base);
}

static void read_fails(const char *octets, int rv, size_t off) {
  struct snarp_srv srv;
  struct snarp_diag diag;

  memset(&srv, 0xff, sizeof srv);
  IS_STATUS_AT(octets, snarp_srv_read(&srv, hex(octets), &diag), rv);
  is_zero(&srv);
  IS_NUMBER(diag.off, off);
}

static struct snarp_srv from(const char *octets) {
  struct snarp_srv srv;

  IS_STATUS_AT(octets, snarp_srv_read(&srv, hex(octets), NULL), SNARP_OK);
  return srv;
}

static void the_fields_are_read(void) {
  struct snarp_srv srv = from(PLAIN);

  IS_NUMBER(srv.priority, 1);
  IS_NUMBER(srv.weight, 2);
  IS_NUMBER(srv.port, 80);
  IS_HEX(srv.target, "04 68415354 00");
}

static void every_beginning_of_rdata_is_refused(void) {
  struct snarp_view whole = hex(PLAIN);

  for (size_t n = 0; n < whole.len; n++) {
    struct snarp_srv srv;
    CU_ASSERT(snarp_srv_read(&srv, head(whole, n), NULL) < 0);
    is_zero(&srv);
  }
}

static void faults_have_their_own_status(void) {
  read_fails("", SNARP_ERR_SHORT, 0);
  read_fails("0001 0002 00", SNARP_ERR_SHORT, 5);
  read_fails("0001 0002 0003", SNARP_ERR_NAME_MISSING, 6);
  read_fails("0001 0002 0003 01", SNARP_ERR_NAME_OVERRUN, 7);
  read_fails("0001 0002 0003 80", SNARP_ERR_LABEL_TYPE, 6);
  read_fails("0001 0002 0003 c00c", SNARP_ERR_POINTER_ALONE, 6);
  read_fails("0001 0002 0003 00 00", SNARP_ERR_TRAILING, 7);
}

static void a_compressed_target_is_read_and_noted(void) {
  struct snarp_view message =
      JOIN(fill(0, 12), hex("0161 00 0001 0002 0003 0162 c00c"));
  uint8_t *space = room(SNARP_NAME_MAX).base;
  struct snarp_srv srv;
  struct snarp_diag diag;

  IS_STATUS(snarp_srv_read_in(&srv, space, message, 15, 10, &diag), SNARP_OK);
  IS_HEX(srv.target, "0162 0161 00");
  IS_NUMBER(diag.notes, SNARP_NOTE_COMPRESSED);
  IS_STATUS(snarp_srv_read_in(&srv, space, message, 15, 9, NULL),
            SNARP_ERR_POINTER_HALF);
  is_zero(&srv);
  IS_STATUS(snarp_srv_read_in(&srv, space, message, 15, 11, NULL),
            SNARP_ERR_BOUNDS);
}

static int write_it(struct snarp_buf *out, const void *what) {
  return snarp_srv_write(out, what, NULL);
}

static int canonical(struct snarp_buf *out, const void *what) {
  return snarp_srv_canonical(out, what, NULL);
}

static int print(struct snarp_buf *out, const void *what) {
  return snarp_srv_print(out, what, NULL);
}

static void writers_give_three_forms(void) {
  struct snarp_srv srv = from(PLAIN);

  IS_WRITTEN(write_it, &srv, hex(PLAIN));
  IS_WRITTEN(canonical, &srv, hex("0001 0002 0050 04 68617374 00"));
  IS_WRITTEN(print, &srv, str("1 2 80 hAST."));
}

static void a_target_that_is_no_name_is_refused(void) {
  struct snarp_srv srv = {1, 2, 3, hex("0161")};
  struct snarp_buf out = room(8);
  struct snarp_diag diag = {9, 9};

  IS_STATUS(snarp_srv_write(&out, &srv, &diag), SNARP_ERR_NAME_OVERRUN);
  IS_NUMBER(diag.off, 0);
  IS_NUMBER(diag.notes, 0);
  IS_STATUS(snarp_srv_canonical(&out, &srv, NULL), SNARP_ERR_NAME_OVERRUN);
  IS_STATUS(snarp_srv_print(&out, &srv, NULL), SNARP_ERR_NAME_OVERRUN);
  IS_STATUS(snarp_srv_check(&srv, NULL), SNARP_ERR_NAME_OVERRUN);
  IS_NUMBER(out.len, 0);
}

static void the_longest_record_has_261_octets(void) {
  struct snarp_view label = JOIN(hex("3f"), fill(0, 63));
  struct snarp_view rdata = JOIN(hex("ffff ffff ffff"), label, label, label,
                                 hex("3d"), fill(0, 61), hex("00"));
  struct snarp_srv srv;
  struct snarp_buf out = room(1027);

  IS_NUMBER(rdata.len, SNARP_SRV_RDATA_MAX);
  IS_STATUS(snarp_srv_read(&srv, rdata, NULL), SNARP_OK);
  IS_WRITTEN(write_it, &srv, rdata);
  IS_STATUS(snarp_srv_print(&out, &srv, NULL), SNARP_OK);
  CU_ASSERT(out.len <= 1027);
}

static int scan(struct snarp_srv *srv, const char *text, size_t cap) {
  struct snarp_buf space = room(cap);

  memset(srv, 0xff, sizeof *srv);
  return snarp_srv_scan(srv, &space, str(text), NONE, NULL);
}

static void text_is_scanned(void) {
  struct snarp_srv srv;

  IS_STATUS(scan(&srv, "1 2 80 h.", 9), SNARP_OK);
  IS_NUMBER(srv.port, 80);
  IS_HEX(srv.target, "0168 00");
  IS_STATUS(scan(&srv, "\\# 7 000100020050 00", 7), SNARP_OK);
  IS_HEX(srv.target, "00");
}

static void text_with_a_fault_is_refused(void) {
  static const struct {
    const char *text;
    int rv;
  } rows[] = {
      {"1 2 80", SNARP_ERR_FIELD_MISSING},
      {"1 2 65536 .", SNARP_ERR_NUMBER_RANGE},
      {"1 2 x .", SNARP_ERR_NUMBER},
      {"1 2 80 . .", SNARP_ERR_FIELD_EXTRA},
      {"1 2 80 a", SNARP_ERR_NAME_RELATIVE},
      {"\\# 8 000100020050 0000", SNARP_ERR_TRAILING},
  };
  struct snarp_srv srv;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    IS_STATUS_AT(rows[i].text, scan(&srv, rows[i].text, 300), rows[i].rv);
    is_zero(&srv);
  }
}

static void space_must_hold_the_record(void) {
  struct snarp_buf space = room(8);
  struct snarp_srv srv;
  struct snarp_diag diag;

  IS_STATUS(snarp_srv_scan(&srv, &space, str("1 2 80 h."), NONE, &diag),
            SNARP_ERR_ROOM);
  IS_NUMBER(diag.off, 9);
  IS_NUMBER(space.len, 0);
  is_zero(&srv);
}

/* RFC 2782: "." means that the service is decidedly not available. */
static void the_root_as_target_is_noted(void) {
  struct snarp_srv none = from("0000 0000 0000 00");
  struct snarp_srv some = from(PLAIN);
  struct snarp_diag diag;

  IS_STATUS(snarp_srv_check(&none, &diag), SNARP_OK);
  IS_NUMBER(diag.notes, SNARP_NOTE_NO_SERVICE);
  IS_STATUS(snarp_srv_check(&some, &diag), SNARP_OK);
  IS_NUMBER(diag.notes, 0);
}

static void records_compare_as_their_octets(void) {
  static const char *const rows[] = {
      "0000 0000 0000 00",      "0000 0000 0001 00",
      "0000 0001 0000 00",      "0001 0000 0000 00",
      "0001 0000 0000 0161 00", "0001 0000 0000 02 6161 00",
      "ffff 0000 0000 00",
  };
  const size_t n = sizeof rows / sizeof rows[0];

  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      struct snarp_srv a = from(rows[i]);
      struct snarp_srv b = from(rows[j]);
      int got = snarp_srv_compare(&a, &b);
      IS_NUMBER((got > 0) - (got < 0), (i > j) - (i < j));
    }
  }

  struct snarp_srv upper = from("0000 0000 0000 0141 00");
  struct snarp_srv lower = from("0000 0000 0000 0161 00");
  IS_NUMBER(snarp_srv_compare(&upper, &lower), 0);
}

CU_TestInfo srv_tests[] = {
    {"the fields are read", the_fields_are_read},
    {"every beginning of RDATA is refused",
     every_beginning_of_rdata_is_refused},
    {"faults have their own status", faults_have_their_own_status},
    {"a compressed target is read and noted",
     a_compressed_target_is_read_and_noted},
    {"writers give three forms", writers_give_three_forms},
    {"a target that is no name is refused",
     a_target_that_is_no_name_is_refused},
    {"the longest record has 261 octets", the_longest_record_has_261_octets},
    {"text is scanned", text_is_scanned},
    {"text with a fault is refused", text_with_a_fault_is_refused},
    {"space must hold the record", space_must_hold_the_record},
    {"the root as target is noted", the_root_as_target_is_noted},
    {"records compare as their octets", records_compare_as_their_octets},
    CU_TEST_INFO_NULL,
};
