/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "direct.h"

#include <stdio.h>
#include <string.h>

#include "family.h"

static void refuse(struct answer *answer, int status) {
  answer->kind = ANSWER_REJECT;
  snprintf(answer->words, sizeof answer->words, "%s",
           snarp_status_text(status));
  snprintf(answer->reason, sizeof answer->reason, "%s",
           snarp_status_word(status));
}

void direct_answer(struct answer *answer, const struct vector *vector,
                   struct snarp_view octets) {
  int rv;

  json_decref(answer->root);
  answer->root = NULL;
  memset(&answer->value, 0, sizeof answer->value);
  memset(&answer->text, 0, sizeof answer->text);
  answer->kind = ANSWER_OK;
  answer->words[0] = answer->reason[0] = '\0';
  rv = family_of(vector->op)->perform(answer, vector, octets);
  if (rv != SNARP_OK) {
    refuse(answer, rv);
  }
}
