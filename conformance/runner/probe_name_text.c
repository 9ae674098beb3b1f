/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/name.h"

/* A text: labels of 63 octets, one of `plain` octets, and what is behind. */
struct drawn {
  size_t full;
  size_t plain;
  const char *behind;
  int status;
  size_t off;
};

static const struct drawn shapes[] = {
    {0, 0, ".", SNARP_OK, 1},
    {0, 0, ".a.", SNARP_ERR_LABEL_EMPTY, 1},
    {0, 0, "@", SNARP_OK, 1},
    {0, 0, "@.", SNARP_OK, 2},
    {0, 0, "\"a.\"", SNARP_ERR_NAME_QUOTED, 0},
    {0, 0, "a..", SNARP_ERR_LABEL_EMPTY, 3},
    {0, 0, "a. b", SNARP_ERR_FIELD_EXTRA, 3},
    {0, 0, "", SNARP_ERR_FIELD_MISSING, 0},
    {0, 63, ".", SNARP_OK, 64},
    {0, 63, "", SNARP_OK, 63},
    {0, 62, "\\b.", SNARP_OK, 65},
    {0, 63, "\\b.", SNARP_ERR_LABEL_LONG, 65},
    {0, 64, ".", SNARP_ERR_LABEL_LONG, 64},
    {3, 61, ".", SNARP_OK, 254},
    {3, 59, "", SNARP_OK, 251},
    {3, 61, "", SNARP_ERR_NAME_LONG, 253},
    {3, 62, ".", SNARP_ERR_NAME_LONG, 255},
    {3, 61, "\\b.", SNARP_ERR_NAME_LONG, 256},
    {3, 62, "\\b.", SNARP_ERR_NAME_LONG, 256},
    {3, 63, ".", SNARP_ERR_NAME_LONG, 255},
    {3, 64, ".", SNARP_ERR_NAME_LONG, 255},
    {3, 60, "\\b", SNARP_ERR_NAME_LONG, 254},
    {3, 58, "\\b", SNARP_OK, 252},
};

static struct snarp_view draw(uint8_t *octets, const struct drawn *shape) {
  size_t len = 0;

  for (size_t i = 0; i < shape->full; i++) {
    memset(octets + len, 'a', SNARP_LABEL_MAX);
    octets[len + SNARP_LABEL_MAX] = '.';
    len += SNARP_LABEL_MAX + 1;
  }
  memset(octets + len, 'a', shape->plain);
  len += shape->plain;
  memcpy(octets + len, shape->behind, strlen(shape->behind));
  return (struct snarp_view){octets, len + strlen(shape->behind)};
}

/* The origin takes 3 octets. */
static const char *scan(const struct drawn *shape) {
  uint8_t octets[300];
  struct snarp_view origin = {(const uint8_t *)"\1o", 3};
  struct snarp_view text = probe_at_edge(0, draw(octets, shape));
  struct snarp_view name = text;
  struct snarp_diag diag;

  PROMISE(snarp_name_scan(&name, probe_edge(1, SNARP_NAME_MAX), text, origin,
                          &diag) == shape->status,
          "a name in text is taken otherwise");
  PROMISE(diag.off == shape->off, "a name in text ends elsewhere");
  PROMISE((name.base == NULL) == (shape->status != SNARP_OK) &&
              (name.len == 0) == (shape->status != SNARP_OK),
          "a failure leaves a name");
  return NULL;
}

/* All octets that stand for themselves, and the others. */
static const char *print(void) {
  static const char spelled[] =
      "!#%&'*+,-/:<=>?[]^_`{|}~\\.\\\\\\\"\\(\\)\\;\\@\\$"
      "\\000\\032\\127\\255.";
  static const uint8_t octets[] =
      "\x24!#%&'*+,-/:<=>?[]^_`{|}~.\\\"();@$\0 \x7f\xff";
  uint8_t text[200];
  struct snarp_buf out = {text, sizeof text, 0};
  struct snarp_view name = {octets, sizeof octets};
  struct snarp_view broken = {octets, 2};

  PROMISE(snarp_name_print(&out, broken, NULL) != SNARP_OK && out.len == 0,
          "what is no name is printed");
  PROMISE(snarp_name_print(&out, name, NULL) == SNARP_OK &&
              out.len == sizeof spelled - 1 &&
              memcmp(text, spelled, out.len) == 0,
          "a name is spelled otherwise");
  return NULL;
}

const char *probe_name_text(void) {
  const char *fault = print();

  for (size_t i = 0; i < sizeof shapes / sizeof *shapes && fault == NULL; i++) {
    fault = scan(&shapes[i]);
  }
  return fault;
}
