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

static const struct {
  const char *name;
  enum role role;
} ops[OPS] = {
    [OP_NAPTR_DECODE] = {"naptr.decode", ROLE_DECODER},
    [OP_NAPTR_ENCODE] = {"naptr.encode", ROLE_ENCODER},
    [OP_NAPTR_SCAN] = {"naptr.scan", ROLE_ZONE_READER},
    [OP_NAPTR_PRINT] = {"naptr.print", ROLE_ZONE_WRITER},
    [OP_SRV_DECODE] = {"srv.decode", ROLE_DECODER},
    [OP_SRV_ENCODE] = {"srv.encode", ROLE_ENCODER},
    [OP_SRV_SCAN] = {"srv.scan", ROLE_ZONE_READER},
    [OP_SRV_PRINT] = {"srv.print", ROLE_ZONE_WRITER},
    [OP_SERVICE_PARSE] = {"service.parse", ROLE_CLIENT},
    [OP_SERVICE_MATCH] = {"service.match", ROLE_CLIENT},
    [OP_SRV_ORDER] = {"srv.order", ROLE_CLIENT},
    [OP_RESOLVE] = {"snaptr.resolve", ROLE_CLIENT},
    [OP_POLICY_DECODE] = {"policy.decode", ROLE_DECODER},
    [OP_POLICY_ENCODE] = {"policy.encode", ROLE_ENCODER},
    [OP_POOL_RUN] = {"pool.run", ROLE_NAME_SERVER},
    [OP_POOLUSER_RUN] = {"pooluser.run", ROLE_POOL_USER},
    [OP_NAPTR_CHECK] = {"naptr.check", ROLE_ZONE_READER},
    [OP_NAPTR_CANONICAL] = {"naptr.canonical", ROLE_ENCODER},
    [OP_NAPTR_SORT] = {"naptr.sort", ROLE_ENCODER},
    [OP_SRV_CHECK] = {"srv.check", ROLE_ZONE_READER},
    [OP_SRV_CANONICAL] = {"srv.canonical", ROLE_ENCODER},
    [OP_SRV_SORT] = {"srv.sort", ROLE_ENCODER},
    [OP_SERVICE_PRINT] = {"service.print", ROLE_ZONE_WRITER},
};

static const char *const options[OPTIONS] = {
    [OPTION_NAPTR_DECODE_MESSAGE] = "naptr.decode/message",
    [OPTION_NAPTR_ENCODE_MESSAGE] = "naptr.encode/message",
    [OPTION_NAPTR_SCAN_ORIGIN] = "naptr.scan/origin",
    [OPTION_SRV_DECODE_MESSAGE] = "srv.decode/message",
    [OPTION_SRV_ENCODE_MESSAGE] = "srv.encode/message",
    [OPTION_SRV_SCAN_ORIGIN] = "srv.scan/origin",
    [OPTION_ORDER_DRAWS] = "srv.order/draws",
    [OPTION_ORDER_RUNS] = "srv.order/runs",
    [OPTION_RESOLVE_DRAWS] = "snaptr.resolve/draws",
    [OPTION_RESOLVE_ZONE] = "snaptr.resolve/zone",
    [OPTION_RESOLVE_URI] = "snaptr.resolve/uri",
    [OPTION_RESOLVE_CLASS] = "snaptr.resolve/class",
    [OPTION_RESOLVE_WHY] = "snaptr.resolve/why",
    [OPTION_RESOLVE_EAGER] = "snaptr.resolve/eager",
    [OPTION_POLICY_DECODE_DRAFT] = "policy.decode/draft-01",
    [OPTION_POLICY_DECODE_RFC] = "policy.decode/rfc5356",
    [OPTION_POLICY_SEQUENCE] = "policy.decode/sequence",
    [OPTION_POLICY_ENCODE_DRAFT] = "policy.encode/draft-01",
    [OPTION_POLICY_ENCODE_RFC] = "policy.encode/rfc5356",
    [OPTION_POOL_DRAFT] = "pool.run/draft-01",
    [OPTION_POOL_RFC] = "pool.run/rfc5356",
    [OPTION_POOL_DRAWS] = "pool.run/draws",
    [OPTION_POOL_COUNT] = "pool.run/count",
    [OPTION_POOLUSER_DRAFT] = "pooluser.run/draft-01",
    [OPTION_POOLUSER_RFC] = "pooluser.run/rfc5356",
    [OPTION_POOLUSER_DRAWS] = "pooluser.run/draws",
};

static const char *const roles[ROLES] = {
    "decoder", "encoder",     "zone reader", "zone writer",
    "client",  "name server", "pool user"};

const struct shape *shape_of(enum op op) {
  bool naptr = op < OP_SRV_DECODE || op == OP_NAPTR_CHECK ||
               op == OP_NAPTR_CANONICAL || op == OP_NAPTR_SORT;

  return &shapes[naptr ? KIND_NAPTR : KIND_SRV];
}

enum verb verb_of(enum op op) {
  return op < KINDS * VERBS ? (enum verb)(op % VERBS) : VERB_NONE;
}

const char *op_name(enum op op) {
  return ops[op].name;
}

bool op_find(enum op *op, const char *name) {
  for (int i = 0; i < OPS; i++) {
    if (strcmp(ops[i].name, name) == 0) {
      *op = (enum op)i;
      return true;
    }
  }
  return false;
}

enum role op_role(enum op op) {
  return ops[op].role;
}

const char *role_name(enum role role) {
  return roles[role];
}

const char *option_name(enum option option) {
  return options[option];
}
