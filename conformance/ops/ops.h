/*
 * ops/ops.h - the ops of the vectors (docs/vector-format.md), done by libsnarp.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_OPS_H
#define SNARP_OPS_OPS_H

#include <jansson.h>

#include "snarp/base.h"

/* Whoever answers the questions of snaptr.resolve: a question is what stands in
 * "ask" (docs/adapter-protocol.md), the answer a new reference to what stands
 * in "answer", or null where there will be none.
 */
struct snarp_ops_peer {
  json_t *(*ask)(void *ctx, const json_t *question);
  void *ctx;
};

/*
 * Does one op ("naptr.decode", or "echo") with the members of `in`; members
 * that it does not know are passed over. Returns a new object, or null where
 * memory is short:
 *
 *   {"ok": {...}}                         the result of the op
 *   {"reject": "words", "reason": "..."}  libsnarp refused; its status word
 *   {"unsupported": "why"}                there is no such op
 *   {"error": "what"}                     `in` is no request of this op: which
 *                                         member, and what was expected; or
 *                                         that of an answer of the peer
 *
 * Without a peer (null) there is no snaptr.resolve.
 */
json_t *snarp_ops_answer(const char *op, const json_t *in,
                         const struct snarp_ops_peer *peer);

/* What libsnarp said besides: the last status, where reading stopped, and the
 * notes of all calls; 0 where the op was not done.
 */
struct snarp_ops_news {
  int status;
  struct snarp_diag diag;
};

/* As snarp_ops_answer, without a peer. */
json_t *snarp_ops_answer_news(const char *op, const json_t *in,
                              struct snarp_ops_news *news);

/* What snarp_<kind>_check says of a record's fields: a new string as in
 * "reject", or a new null where they are fine. Null where `fields` is no record
 * of this kind, or memory is short. The notes are in `news`.
 */
json_t *snarp_ops_check(const char *kind, const json_t *fields,
                        struct snarp_ops_news *news);

/* The caps of hello (docs/adapter-protocol.md): a new array of strings. */
json_t *snarp_ops_caps(void);

#endif
