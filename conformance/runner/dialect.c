/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "dialect.h"

#include <string.h>

static const enum option options[][2] = {
    {OPTION_POLICY_DECODE_DRAFT, OPTION_POLICY_DECODE_RFC},
    {OPTION_POLICY_ENCODE_DRAFT, OPTION_POLICY_ENCODE_RFC},
    {OPTION_POOL_DRAFT, OPTION_POOL_RFC},
    {OPTION_POOLUSER_DRAFT, OPTION_POOLUSER_RFC},
};

bool dialect_read(const struct reader *reader, const json_t *in) {
  const char *dialect = json_string_value(json_object_get(in, "dialect"));
  bool rfc = dialect != NULL && strcmp(dialect, "rfc5356") == 0;
  struct vector *vector = reader->vector;

  if (!rfc && (dialect == NULL || strcmp(dialect, "draft-01") != 0)) {
    return reader_wrong(reader, "dialect", "expected draft-01 or rfc5356");
  }
  vector->needs |= 1U << options[vector->op - OP_POLICY_DECODE][rfc ? 1 : 0];
  return true;
}
