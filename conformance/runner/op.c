/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "op.h"

#include <string.h>

static const struct shape shapes[KINDS] = {
    {"naptr",
     2,
     {"order", "preference", NULL},
     4,
     {"flags", "services", "regexp", "replacement"},
     {"flags_text", "services_text", "regexp_text", "replacement_text"}},
    {"srv",
     3,
     {"priority", "weight", "port"},
     1,
     {"target", NULL, NULL, NULL},
     {"target_text", NULL, NULL, NULL}},
};

static const char *const names[OPS] = {
    "naptr.decode", "naptr.encode", "naptr.scan", "naptr.print",
    "srv.decode",   "srv.encode",   "srv.scan",   "srv.print"};

static const char *const options[OPS] = {
    "naptr.decode/message", "naptr.encode/message", "naptr.scan/origin", NULL,
    "srv.decode/message",   "srv.encode/message",   "srv.scan/origin",   NULL};

static const char *const verb_roles[VERBS] = {"decoder", "encoder",
                                              "zone reader", "zone writer"};

const struct shape *shape_of(enum op op) {
  return &shapes[op / VERBS];
}

enum verb verb_of(enum op op) {
  return (enum verb)(op % VERBS);
}

const char *op_name(enum op op) {
  return names[op];
}

bool op_find(enum op *op, const char *name) {
  for (int i = 0; i < OPS; i++) {
    if (strcmp(names[i], name) == 0) {
      *op = (enum op)i;
      return true;
    }
  }
  return false;
}

const char *op_role(enum op op) {
  return verb_roles[verb_of(op)];
}

const char *op_option(enum op op) {
  return options[op];
}
