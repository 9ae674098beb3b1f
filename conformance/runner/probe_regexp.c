/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/naptr.h"

/* What a check says of a substitution expression, and where it stops. */
static const struct {
  const char *regexp;
  int status;
  size_t off;
} facts[] = {
    {"!a!b!", SNARP_OK, 0},
    {"!a!b!iI", SNARP_OK, 0},
    {"1a1b1", SNARP_ERR_REGEXP_DELIMITER, 0},
    {"9a9b9", SNARP_ERR_REGEXP_DELIMITER, 0},
    {"iaibi", SNARP_ERR_REGEXP_DELIMITER, 0},
    {"\\a\\b\\", SNARP_ERR_REGEXP_DELIMITER, 0},
    {"!", SNARP_ERR_REGEXP_PARTS, 1},
    {"!a", SNARP_ERR_REGEXP_PARTS, 2},
    {"!a!", SNARP_ERR_REGEXP_PARTS, 3},
    {"!a!b", SNARP_ERR_REGEXP_PARTS, 4},
    {"!a!b\\!", SNARP_ERR_REGEXP_PARTS, 6},
    {"!a\\", SNARP_ERR_REGEXP_PARTS, 3},
    {"!a!b\\", SNARP_ERR_REGEXP_PARTS, 5},
    {"!a!b!!", SNARP_ERR_REGEXP_PARTS, 5},
    {"!a!b!i!", SNARP_ERR_REGEXP_PARTS, 6},
    {"!a!b!ix", SNARP_ERR_REGEXP_FLAG, 6},
    {"!a!b!x!", SNARP_ERR_REGEXP_FLAG, 5},
    {"!a!\\1!", SNARP_ERR_REGEXP_BACKREF, 3},
    {"!a!b\\9!", SNARP_ERR_REGEXP_BACKREF, 4},
    {"!(a)!\\1\\2!", SNARP_ERR_REGEXP_BACKREF, 7},
    {"!(a)!\\\\2\\1!", SNARP_OK, 0},
    {"!\\\\!\\1!", SNARP_ERR_REGEXP_BACKREF, 4},
    {"!((a)b)!\\2\\1!", SNARP_OK, 0},
    {"!((a)b)!\\3!", SNARP_ERR_REGEXP_BACKREF, 8},
    {"!\\.(a)!\\1!", SNARP_OK, 0},
    {"!\\(a!\\1!", SNARP_ERR_REGEXP_BACKREF, 5},
    {"![(]!\\1!", SNARP_ERR_REGEXP_BACKREF, 5},
    {"![^](](a)!\\1!", SNARP_OK, 0},
    {"![^](](a)!\\2!", SNARP_ERR_REGEXP_BACKREF, 10},
    {"(a(\\1(", SNARP_ERR_REGEXP_BACKREF, 3},
    {"[a(b)[\\1[", SNARP_OK, 0},
    {"]a[(]\\1]", SNARP_ERR_REGEXP_BACKREF, 5},
    {"^[^\\1^", SNARP_ERR_REGEXP_BACKREF, 3},
};

static const char *check(size_t i) {
  struct snarp_view regexp = {(const uint8_t *)facts[i].regexp,
                              strlen(facts[i].regexp)};
  struct snarp_naptr naptr = {1,
                              2,
                              {(const uint8_t *)"u", 1},
                              {NULL, 0},
                              probe_at_edge(0, regexp),
                              {(const uint8_t *)"", 1}};
  struct snarp_diag diag;

  PROMISE(snarp_naptr_check(&naptr, &diag) == facts[i].status,
          "an expression is checked otherwise");
  PROMISE(diag.off == facts[i].off && diag.notes == 0,
          "an expression is told to be wrong elsewhere");
  return NULL;
}

const char *probe_regexp(void) {
  const char *fault = NULL;

  for (size_t i = 0; i < sizeof facts / sizeof *facts && fault == NULL; i++) {
    fault = check(i);
  }
  return fault;
}
