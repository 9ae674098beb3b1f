/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "family.h"

#include <stdlib.h>
#include <strings.h>

#include "fault.h"

static const struct family *const families[OPS] = {
    [OP_NAPTR_DECODE] = &family_codec,    [OP_NAPTR_ENCODE] = &family_codec,
    [OP_NAPTR_SCAN] = &family_codec,      [OP_NAPTR_PRINT] = &family_codec,
    [OP_SRV_DECODE] = &family_codec,      [OP_SRV_ENCODE] = &family_codec,
    [OP_SRV_SCAN] = &family_codec,        [OP_SRV_PRINT] = &family_codec,
    [OP_SERVICE_PARSE] = &family_service, [OP_SERVICE_MATCH] = &family_service,
    [OP_SRV_ORDER] = &family_order,       [OP_RESOLVE] = &family_resolve,
    [OP_POLICY_DECODE] = &family_policy,  [OP_POLICY_ENCODE] = &family_policy,
    [OP_POOL_RUN] = &family_pool,         [OP_POOLUSER_RUN] = &family_pool,
    [OP_NAPTR_CHECK] = &family_form,      [OP_NAPTR_CANONICAL] = &family_form,
    [OP_NAPTR_SORT] = &family_form,       [OP_SRV_CHECK] = &family_form,
    [OP_SRV_CANONICAL] = &family_form,    [OP_SRV_SORT] = &family_form,
    [OP_SERVICE_PRINT] = &family_form,
};

const struct family *family_of(enum op op) {
  return families[op];
}

static int add_chunk(const char *chars, size_t n, void *out) {
  text_add_n(out, chars, n);
  return 0;
}

void text_dump(struct text *out, const json_t *json) {
  json_dump_callback(json, add_chunk, out,
                     JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ENCODE_ANY);
}

void family_json_input(struct text *out, const struct vector *vector) {
  struct text whole = {0};

  text_dump(&whole, vector->in.json);
  text_add_n(out, whole.base + 1, whole.len - 2); /* without the braces */
  free(whole.base);
}

void family_json_render(struct text *out, enum op op, const struct value *value,
                        size_t cap) {
  struct text whole = {0};

  (void)op;
  text_dump(&whole, value->json);
  text_cut(&whole, cap);
  text_add_n(out, whole.base, whole.len);
  free(whole.base);
}

void answer_set(struct answer *answer, json_t *result) {
  json_decref(answer->root);
  answer->root = need(result);
  answer->value.kind = VALUE_JSON;
  answer->value.json = result;
}

bool same_word(const json_t *a, const json_t *b) {
  return json_is_string(a) && json_is_string(b) &&
         json_string_length(a) == json_string_length(b) &&
         strcasecmp(json_string_value(a), json_string_value(b)) == 0;
}
