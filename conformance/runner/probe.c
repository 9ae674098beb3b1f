/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "probe.h"

#include <stdio.h>
#include <string.h>

/* Where to begin in a buffer that has something, and what stands in it. */
enum { BEFORE = 3, FILL = 0xa5 };

static const char *into(probe_put *put, const void *what, size_t cap,
                        const struct snarp_buf *all, int rv) {
  uint8_t room[BEFORE + PROBE_LONGEST + 1];
  struct snarp_buf out = {room, BEFORE + cap, BEFORE};
  size_t end = BEFORE + cap;

  memset(room, FILL, BEFORE);
  room[end] = FILL;
  PROMISE(put(&out, what, NULL) == rv, "the status depends on the room");
  PROMISE(out.len == BEFORE + all->len, "the size depends on the room");
  PROMISE(room[0] == FILL && room[BEFORE - 1] == FILL,
          "output stands before where it begins");
  PROMISE(room[end] == FILL, "output is written past the room");
  if (rv == SNARP_OK) {
    PROMISE(memcmp(room + BEFORE, all->base, cap) == 0,
            "output depends on the room");
  }
  return NULL;
}

const char *probe_rooms(probe_put *put, const void *what) {
  uint8_t octets[PROBE_LONGEST];
  struct snarp_buf all = {octets, sizeof octets, 0};
  struct snarp_buf past = {octets, 0, BEFORE};
  struct snarp_diag diag;
  int rv = put(&all, what, &diag);
  const char *fault = NULL;

  PROMISE(all.len <= all.cap, "output is longer than it is said to be");
  PROMISE(rv == SNARP_OK || all.len == 0, "a failure leaves output");
  for (size_t cap = 0; cap <= all.len && fault == NULL;
       cap += 1 + all.len / 64) {
    fault = into(put, what, cap, &all, rv);
  }
  if (fault == NULL && put(&past, what, NULL) == SNARP_OK) {
    PROMISE(past.len == BEFORE + all.len, "nothing is counted past the room");
  }
  return fault != NULL ? fault : into(put, what, all.len, &all, rv);
}

/* The word of each reason that a vector expects names one status. */
const char *probe_status(const struct vector *vector) {
  const struct choice *choice = vector->expect.choices;

  if (vector->expect.kind != EXPECT_REJECT) {
    return NULL;
  }
  for (size_t i = 0; i < choice->n_reasons; i++) {
    int found = 0;
    for (int status = -400; status < 100; status++) {
      bool is = strcmp(snarp_status_word(status), choice->reasons[i]) == 0;
      bool known = strcmp(snarp_status_word(status), "unknown") != 0;
      PROMISE(known == (strcmp(snarp_status_text(status), "unknown") != 0) &&
                  known == (strcmp(snarp_status_cite(status), "unknown") != 0),
              "a status has a word and no text or section");
      found += is;
    }
    PROMISE(found <= 1, "two statuses have one word");
  }
  return NULL;
}

enum snarp_dialect probe_dialect(const struct vector *vector) {
  const char *name =
      json_string_value(json_object_get(vector->in.json, "dialect"));

  return strcmp(name, "draft-01") == 0 ? SNARP_DRAFT_01 : SNARP_RFC_5356;
}

bool probe_same_policy(const struct snarp_policy *a,
                       const struct snarp_policy *b) {
  return a->dialect == b->dialect && a->kind == b->kind &&
         a->number == b->number && a->weight == b->weight &&
         a->priority == b->priority && a->load == b->load &&
         a->degradation == b->degradation && a->data.len == b->data.len &&
         (a->data.len == 0 ||
          memcmp(a->data.base, b->data.base, a->data.len) == 0);
}

enum snarp_policy_kind probe_kind(const json_t *name) {
  int kind = SNARP_POLICY_RLU;

  while (kind > SNARP_POLICY_OPAQUE &&
         (!json_is_string(name) ||
          strcmp(snarp_policy_name((enum snarp_policy_kind)kind),
                 json_string_value(name)) != 0)) {
    kind--;
  }
  return (enum snarp_policy_kind)kind;
}

bool probe_all_zero(const void *what, size_t size) {
  const uint8_t *octets = what;
  size_t i = 0;

  while (i < size && octets[i] == 0) {
    i++;
  }
  return i == size;
}

size_t probe_too_many(void) {
  return SIZE_MAX > UINT32_MAX ? (size_t)UINT32_MAX + 1 : SIZE_MAX;
}

static const char *by_op(const struct vector *vector,
                         struct snarp_view octets) {
  const char *fault;

  switch (vector->op) {
  case OP_SERVICE_PARSE:
  case OP_SERVICE_MATCH:
  case OP_SERVICE_PRINT:
    return probe_service(vector);
  case OP_SRV_ORDER:
    return probe_order(vector);
  case OP_RESOLVE:
    return probe_resolve(vector);
  case OP_NAPTR_CHECK:
    return probe_regexp();
  case OP_POLICY_DECODE:
  case OP_POLICY_ENCODE:
    return probe_policy(vector);
  case OP_POOL_RUN:
    fault = probe_pool(vector);
    return fault != NULL ? fault : probe_pool_model(vector);
  case OP_POOLUSER_RUN:
    return probe_pooluser(vector);
  default:
    return verb_of(vector->op) == VERB_NONE ? NULL
                                            : probe_codec(vector, octets);
  }
}

void probe(struct answer *answer, const struct vector *vector,
           struct snarp_view octets) {
  const char *fault = by_op(vector, octets);

  if (fault == NULL && vector->derived == DERIVED_NOT) {
    fault = probe_status(vector);
  }
  if (fault != NULL) {
    answer->kind = ANSWER_UNPROMISED;
    snprintf(answer->words, sizeof answer->words, "a promise is broken: %s",
             fault);
  }
}
