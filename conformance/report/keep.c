/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "keep.h"

#include <stdlib.h>

#include "fault.h"
#include "text.h"

void keep_add(struct keep *keep, const struct result *result) {
  if (keep->n == keep->cap) {
    keep->cap = keep->cap == 0 ? 1024 : 2 * keep->cap;
    keep->list = grow(keep->list, keep->cap * sizeof *keep->list);
  }
  keep->list[keep->n++] = *result;
}

void keep_free(struct keep *keep) {
  free(keep->list);
  *keep = (struct keep){0};
}

char *keep_rule(const struct vector *vector) {
  const struct rule *rule = vector->rules[0];
  struct text text = {0};
  text_format(&text, "%s %s: %s", rule->spec, rule->section, rule->says);
  return text.base;
}

json_t *keep_details(const struct result *result) {
  return json_pack("{s:s*, s:s*, s:s*, s:s*, s:s*, s:s*}", "why", result->why,
                   "got", result->got, "steps", result->beside, "reason",
                   result->reason, "known", result->known, "stderr",
                   result->stderr_tail);
}
