/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/name.h"
#include "snarp/srv.h"

enum {
  HEADER = 12,
  LONGEST = 600, /* of the messages here */
  LABELS = 127   /* of the name that has most */
};

/* Longer than any input may be. */
static const uint8_t too_long[SNARP_INPUT_MAX + 1];

static const struct snarp_view long_input = {too_long, sizeof too_long};

/* What stands in a destination before a call. */
static const struct snarp_view stale = {too_long, 7};

/* Octets as a literal has them, without the zero behind it. */
#define OCTETS(literal) (literal), sizeof(literal) - 1

struct octets {
  const char *base;
  size_t len;
};

static struct snarp_view view_of(struct octets octets) {
  return (struct snarp_view){(const uint8_t *)octets.base, octets.len};
}

static bool same(struct snarp_view a, struct snarp_view b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.base, b.base, a.len) == 0);
}

static bool nothing(struct snarp_view view) {
  return view.base == NULL && view.len == 0;
}

/* --- names that stand alone */

static const struct {
  struct octets octets;
  int status;
  size_t off;
} alone[] = {
    {{OCTETS("\0")}, SNARP_OK, 1},
    {{OCTETS("\1a\0")}, SNARP_OK, 3},
    {{OCTETS("")}, SNARP_ERR_NAME_MISSING, 0},
    {{OCTETS("\1a")}, SNARP_ERR_NAME_OVERRUN, 2},
    {{OCTETS("\1a\2b")}, SNARP_ERR_NAME_OVERRUN, 4},
    {{OCTETS("\1a\100")}, SNARP_ERR_LABEL_TYPE, 2},
    {{OCTETS("\1a\300\0")}, SNARP_ERR_POINTER_ALONE, 2},
    {{OCTETS("\1a\0\0")}, SNARP_ERR_TRAILING, 3},
};

static const char *read_alone(struct snarp_view octets, int status,
                              size_t off) {
  struct snarp_view name = stale;
  struct snarp_diag diag;

  PROMISE(snarp_name_read(&name, octets, &diag) == status,
          "a name alone is read otherwise");
  PROMISE(diag.off == off && diag.notes == 0,
          "a name alone is told of otherwise");
  PROMISE(status == SNARP_OK ? same(name, octets) : nothing(name),
          "a name alone is another one");
  return NULL;
}

/* Four labels of 63 octets, and what is no label: the fourth is too many,
 * whatever follows. */
static const char *too_many_labels(void) {
  uint8_t octets[HEADER + 4 * 64 + 1] = {0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view name = stale;
  struct snarp_diag diag;

  for (size_t at = 0; at < 4; at++) {
    memset(octets + HEADER + at * 64, 63, 64);
  }
  octets[HEADER + 4 * 64] = 0xff;
  PROMISE(snarp_name_read_in(&name, space,
                             (struct snarp_view){octets, sizeof octets}, HEADER,
                             &diag) == SNARP_ERR_NAME_LONG &&
              nothing(name),
          "a name in a message is too long");
  PROMISE(diag.off == HEADER + 3 * 64 && diag.notes == 0,
          "a name in a message is too long elsewhere");
  return read_alone((struct snarp_view){octets + HEADER, 4 * 64 + 1},
                    SNARP_ERR_NAME_LONG, 3 * 64);
}

static const char *names_alone(void) {
  const char *fault =
      read_alone(long_input, SNARP_ERR_INPUT_LONG, SNARP_INPUT_MAX);

  for (size_t i = 0; i < sizeof alone / sizeof *alone && fault == NULL; i++) {
    fault = read_alone(probe_at_edge(0, view_of(alone[i].octets)),
                       alone[i].status, alone[i].off);
  }
  return fault != NULL ? fault : too_many_labels();
}

/* --- names in a message */

/* What stands behind the header, where the name is read, and what comes of
 * it. */
static const struct {
  struct octets body;
  size_t at;
  int status;
  size_t off;
  uint32_t notes;
  struct octets name;
} inside[] = {
    {{OCTETS("\1a\0")}, 12, SNARP_OK, 15, 0, {OCTETS("\1a\0")}},
    {{OCTETS("\1a\0\300\14")},
     15,
     SNARP_OK,
     17,
     SNARP_NOTE_COMPRESSED,
     {OCTETS("\1a\0")}},
    {{OCTETS("\1a\0\1b\300\14\1c\300\17")},
     19,
     SNARP_OK,
     23,
     SNARP_NOTE_COMPRESSED,
     {OCTETS("\1c\1b\1a\0")}},
    {{OCTETS("\1a")}, 12, SNARP_ERR_NAME_OVERRUN, 14, 0, {OCTETS("")}},
    {{OCTETS("\2a")}, 12, SNARP_ERR_NAME_OVERRUN, 12, 0, {OCTETS("")}},
    {{OCTETS("\100")}, 12, SNARP_ERR_LABEL_TYPE, 12, 0, {OCTETS("")}},
    {{OCTETS("\1a\0")}, 15, SNARP_ERR_NAME_MISSING, 15, 0, {OCTETS("")}},
    {{OCTETS("\1a\0")}, 16, SNARP_ERR_BOUNDS, 15, 0, {OCTETS("")}},
    {{OCTETS("\0\300")}, 13, SNARP_ERR_POINTER_HALF, 13, 0, {OCTETS("")}},
    {{OCTETS("\300\13")}, 12, SNARP_ERR_POINTER_HEADER, 12, 0, {OCTETS("")}},
    {{OCTETS("\300\14")}, 12, SNARP_ERR_POINTER_FORWARD, 12, 0, {OCTETS("")}},
    /* from 16 to 12, and from there to 14 */
    {{OCTETS("\300\16\0\0\300\14")},
     16,
     SNARP_ERR_POINTER_FORWARD,
     12,
     0,
     {OCTETS("")}},
};

static const char *read_inside(size_t i) {
  struct octets body = inside[i].body;
  uint8_t *octets = probe_edge(0, HEADER + body.len);
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, HEADER + body.len};
  struct snarp_view name = stale;
  struct snarp_diag diag;

  memset(octets, 0, HEADER);
  memcpy(octets + HEADER, body.base, body.len);
  PROMISE(snarp_name_read_in(&name, space, message, inside[i].at, &diag) ==
              inside[i].status,
          "a name in a message is read otherwise");
  PROMISE(diag.off == inside[i].off && diag.notes == inside[i].notes,
          "a name in a message is told of otherwise");
  PROMISE(inside[i].status == SNARP_OK ? same(name, view_of(inside[i].name))
                                       : nothing(name),
          "a name in a message is another one");
  return NULL;
}

/* Pointers, each to the one before it, and the first to the root. */
static const char *pointer_chain(void) {
  uint8_t octets[LONGEST] = {0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, sizeof octets};
  struct snarp_view name;
  struct snarp_diag diag;
  size_t first = HEADER + 1;
  size_t last = first + 2 * (SNARP_POINTERS_MAX - 1);

  for (size_t at = first, to = HEADER; at + 1 < sizeof octets; at += 2) {
    octets[at] = (uint8_t)(0xc0 | to / 256);
    octets[at + 1] = (uint8_t)(to % 256);
    to = at;
  }
  PROMISE(snarp_name_read_in(&name, space, message, last, &diag) == SNARP_OK &&
              name.len == 1 && diag.off == last + 2 &&
              diag.notes == SNARP_NOTE_COMPRESSED,
          "a name may not follow as many pointers as it may");
  PROMISE(snarp_name_read_in(&name, space, message, last + 2, &diag) ==
                  SNARP_ERR_POINTER_CHAIN &&
              nothing(name) && diag.off == first && diag.notes == 0,
          "a name follows too many pointers");
  return NULL;
}

static const char *names_inside(void) {
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view name = stale;
  struct snarp_diag diag;
  const char *fault = pointer_chain();

  PROMISE(snarp_name_read_in(&name, space, long_input, HEADER, &diag) ==
                  SNARP_ERR_INPUT_LONG &&
              nothing(name) && diag.off == SNARP_INPUT_MAX && diag.notes == 0,
          "a message is read that is too long");
  for (size_t i = 0; i < sizeof inside / sizeof *inside && fault == NULL; i++) {
    fault = read_inside(i);
  }
  return fault;
}

/* --- pointers in the RDATA of an SRV record */

static const struct {
  struct octets body;
  size_t at;
  uint32_t notes;
  struct octets target;
} targets[] = {
    {{OCTETS("\0\0\0\0\0\0\0")}, 12, 0, {OCTETS("\0")}},
    {{OCTETS("\0\0\0\0\0\0\0\300\14")},
     13,
     SNARP_NOTE_COMPRESSED,
     {OCTETS("\0")}},
    {{OCTETS("\0\0\0\0\0\0\300\14")},
     12,
     SNARP_NOTE_COMPRESSED | SNARP_NOTE_POINTER_RDATA,
     {OCTETS("\0")}},
    {{OCTETS("\0\0\0\1a\0\300\17")},
     12,
     SNARP_NOTE_COMPRESSED | SNARP_NOTE_POINTER_RDATA,
     {OCTETS("\1a\0")}},
};

static const char *read_target(size_t i) {
  uint8_t octets[LONGEST] = {0};
  uint8_t space[SNARP_NAME_MAX];
  struct octets body = targets[i].body;
  struct snarp_view message = {octets, HEADER + body.len};
  struct snarp_srv srv;
  struct snarp_diag diag;

  memcpy(octets + HEADER, body.base, body.len);
  PROMISE(snarp_srv_read_in(&srv, space, message, targets[i].at,
                            message.len - targets[i].at, &diag) == SNARP_OK &&
              same(srv.target, view_of(targets[i].target)),
          "a compressed target is read otherwise");
  PROMISE(diag.off == message.len && diag.notes == targets[i].notes,
          "a compressed target is told of otherwise");
  return NULL;
}

/* A pointer leads out of the RDATA: there a label may end behind it. */
static const char *behind_rdata(void) {
  static const uint8_t octets[34] = {
      [12] = 20, [20] = 0xc0, [21] = 12, [33] = 0};
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view message = {octets, sizeof octets};
  struct snarp_srv srv;
  struct snarp_diag diag;

  PROMISE(snarp_srv_read_in(&srv, space, message, 14, 8, &diag) == SNARP_OK &&
              srv.target.len == 22 && diag.off == 22 &&
              diag.notes == SNARP_NOTE_COMPRESSED,
          "a pointer is bound to the RDATA");
  return NULL;
}

static const char *names_in_rdata(void) {
  const char *fault = behind_rdata();

  for (size_t i = 0; i < sizeof targets / sizeof *targets && fault == NULL;
       i++) {
    fault = read_target(i);
  }
  return fault;
}

/* --- the order of names, and of what is none */

static const struct {
  struct octets before;
  struct octets behind;
  bool equal;
} pairs[] = {
    {{OCTETS("\0")}, {OCTETS("\1a")}, false},
    {{OCTETS("\1a")}, {OCTETS("\1a\0")}, true},
    {{OCTETS("\1a\2b")}, {OCTETS("\1a\0")}, true},
    {{OCTETS("\0\1a")}, {OCTETS("\0")}, true},
    {{OCTETS("\1z\1a\0")}, {OCTETS("\1a\1b\0")}, false},
};

static const char *order_pair(size_t i) {
  struct snarp_view before = probe_at_edge(0, view_of(pairs[i].before));
  struct snarp_view behind = probe_at_edge(1, view_of(pairs[i].behind));

  PROMISE(snarp_name_compare(before, behind) < (pairs[i].equal ? 1 : 0) &&
              snarp_name_compare(behind, before) > (pairs[i].equal ? -1 : 0),
          "names stand in another order");
  return NULL;
}

/* A label of 64 octets is none, and one that leaves no room for the root. */
static const char *too_long_to_order(void) {
  uint8_t octets[SNARP_NAME_MAX + 1] = {64};
  struct snarp_view root = {octets + SNARP_NAME_MAX, 1};

  PROMISE(snarp_name_compare((struct snarp_view){octets, 66}, root) == 0,
          "a label of 64 octets has a place");
  memset(octets, 63, 192);
  octets[192] = 62;
  struct snarp_view all = {octets, SNARP_NAME_MAX + 1};
  struct snarp_view three = {octets, 192};
  PROMISE(snarp_name_compare(all, three) == 0,
          "a name of 256 octets has a place");
  octets[192] = 61;
  octets[SNARP_NAME_MAX - 1] = 0;
  all.len = SNARP_NAME_MAX;
  PROMISE(snarp_name_compare(all, three) != 0,
          "a name of 255 octets has no place");
  return NULL;
}

/* The name of most labels, beside the first of its last one and another. */
static const char *most_labels(void) {
  static const uint8_t z[SNARP_NAME_MAX] = {1, 'z', 0};
  uint8_t octets[SNARP_NAME_MAX] = {0};
  struct snarp_view name = {octets, sizeof octets};
  struct snarp_view last = {octets + sizeof octets - 3, 3};
  struct snarp_view other = {z, 3};

  for (size_t i = 0; i < LABELS; i++) {
    octets[2 * i] = 1;
    octets[2 * i + 1] = 'a';
  }
  PROMISE(snarp_name_compare(name, name) == 0 &&
              snarp_name_compare(name, last) > 0 &&
              snarp_name_compare(last, name) < 0,
          "a name of many labels stands before its last");
  PROMISE(snarp_name_compare(name, other) < 0 &&
              snarp_name_compare(other, name) > 0,
          "a name of many labels stands behind another");
  return NULL;
}

static const char *names_in_order(void) {
  const char *fault = too_long_to_order();

  for (size_t i = 0; i < sizeof pairs / sizeof *pairs && fault == NULL; i++) {
    fault = order_pair(i);
  }
  return fault != NULL ? fault : most_labels();
}

const char *probe_names(void) {
  const char *fault = names_alone();

  if (fault == NULL) {
    fault = names_inside();
  }
  if (fault == NULL) {
    fault = names_in_rdata();
  }
  return fault != NULL ? fault : names_in_order();
}
