/*
 * Libsnarp as the subject of ops that keep JSON: by what is behind
 * `snarp adapter ref`.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "family.h"
#include "fault.h"
#include "ops/ops.h"

int family_ops_perform(struct answer *answer, const struct vector *vector,
                       struct snarp_view octets) {
  (void)octets;
  struct snarp_ops_news news = {0};
  json_t *all =
      need(snarp_ops_answer_news(op_name(vector->op), vector->in.json, &news));
  json_t *ok = json_object_get(all, "ok");

  if (ok != NULL) {
    answer_set(answer, json_incref(ok));
  } else if (news.status >= 0) {
    answer->kind = ANSWER_WRONG;
    snprintf(answer->words, sizeof answer->words, "%s",
             json_string_value(json_object_get(all, "error")));
  }
  json_decref(all);
  return ok != NULL ? SNARP_OK : news.status < 0 ? news.status : SNARP_OK;
}
