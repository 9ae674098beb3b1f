/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "normal.h"

#include <stdlib.h>
#include <string.h>

#include "snarp/naptr.h"
#include "snarp/srv.h"
#include "text.h"

static const uint8_t root[1] = {0};
static const struct snarp_view root_view = {root, 1};

static bool is_naptr(const struct shape *shape) {
  return shape->n_fields > 1;
}

int normal_scan(struct snarp_buf *rdata, bool *quoted,
                const struct shape *shape, struct snarp_view text) {
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  struct snarp_diag diag = {0, 0};
  int rv = is_naptr(shape)
               ? snarp_naptr_scan(&naptr, rdata, text, root_view, &diag)
               : snarp_srv_scan(&srv, rdata, text, root_view, &diag);

  *quoted = (diag.notes & (SNARP_NOTE_UNQUOTED | SNARP_NOTE_GENERIC)) == 0;
  return rv;
}

int normal_write(struct snarp_buf *rdata, const struct shape *shape,
                 const struct record *record) {
  for (size_t i = 0; i < shape->n_numbers; i++) {
    if (record->numbers[i] < 0 || record->numbers[i] > 65535) {
      return SNARP_ERR_NUMBER_RANGE;
    }
  }
  if (is_naptr(shape)) {
    struct snarp_naptr naptr = {(uint16_t)record->numbers[0],
                                (uint16_t)record->numbers[1],
                                record->fields[0],
                                record->fields[1],
                                record->fields[2],
                                record->fields[3]};

    return snarp_naptr_write(rdata, &naptr, NULL);
  }
  return snarp_srv_write(rdata,
                         &(struct snarp_srv){(uint16_t)record->numbers[0],
                                             (uint16_t)record->numbers[1],
                                             (uint16_t)record->numbers[2],
                                             record->fields[0]},
                         NULL);
}

/* A record in which only field i is not empty, in parentheses so that a
 * comment in the text cannot hide what follows it.
 */
static void around(struct text *line, const struct shape *shape, size_t i,
                   struct snarp_view text) {
  text_add(line, is_naptr(shape) ? "0 0 (" : "0 0 0 (");
  for (size_t j = 0; j < shape->n_fields; j++) {
    text_add(line, "\n");
    if (j == i) {
      text_add_n(line, (const char *)text.base, text.len);
    } else {
      text_add(line, j + 1 == shape->n_fields ? "." : "\"\"");
    }
  }
  text_add(line, "\n)");
}

static struct snarp_view field_of(const struct snarp_naptr *naptr, size_t i) {
  const struct snarp_view *fields[] = {&naptr->flags, &naptr->services,
                                       &naptr->regexp, &naptr->replacement};

  return *fields[i];
}

/* Scans the line into `space` and views its field i there. */
static int scan_line(struct snarp_view *field, uint8_t space[NORMAL_RDATA],
                     const struct shape *shape, size_t i,
                     struct snarp_view line) {
  struct snarp_buf rdata = {space, NORMAL_RDATA, 0};
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  int rv;

  if (is_naptr(shape)) {
    rv = snarp_naptr_scan(&naptr, &rdata, line, root_view, NULL);
    *field = field_of(&naptr, i);
  } else {
    rv = snarp_srv_scan(&srv, &rdata, line, root_view, NULL);
    *field = srv.target;
  }
  return rv;
}

int normal_field(struct snarp_buf *octets, const struct shape *shape, size_t i,
                 struct snarp_view text) {
  struct text line = {0};
  uint8_t space[NORMAL_RDATA];
  struct snarp_view field;
  int rv;

  if (text.len == 0 && i + 1 < shape->n_fields) {
    return SNARP_OK;
  }
  around(&line, shape, i, text);
  rv = scan_line(&field, space, shape, i,
                 (struct snarp_view){(const uint8_t *)line.base, line.len});
  free(line.base);
  if (rv == SNARP_OK && octets->cap - octets->len < field.len) {
    rv = SNARP_ERR_ROOM;
  }
  if (rv == SNARP_OK && field.len > 0) {
    memcpy(octets->base + octets->len, field.base, field.len);
    octets->len += field.len;
  }
  return rv;
}
