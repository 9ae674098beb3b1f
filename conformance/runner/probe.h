/*
 * runner/probe.h - what the headers of libsnarp promise beyond what a vector
 * asks, tried on the vector's own input: that a size can be asked for, that
 * what does not fit is not written, that what was read says the same after it
 * was written, that nothing but the input decides.
 *
 * They need no expectation, and they are for libsnarp in this process alone: a
 * promise that does not hold makes the answer wrong.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_PROBE_H
#define SNARP_RUNNER_PROBE_H

#include "answer.h"
#include "ops/kind.h"
#include "snarp/policy.h"
#include "vector.h"

/* Tries all that is promised about the input of a vector. After a failure the
 * answer is ANSWER_UNPROMISED, which fails whatever the vector expects, and its
 * words say what does not hold. `octets` is as
 * in direct_answer.
 */
void probe(struct answer *answer, const struct vector *vector,
           struct snarp_view octets);

/* Ends a probe with static words where a promise does not hold. */
#define PROMISE(holds, words)                                                  \
  do {                                                                         \
    if (!(holds)) {                                                            \
      return words;                                                            \
    }                                                                          \
  } while (0)

/* A function that appends output of `what`. */
typedef int probe_put(struct snarp_buf *out, const void *what,
                      struct snarp_diag *diag);

/* The longest output of such a function. */
#define PROBE_LONGEST 4200

/* All of these give null, or static words. */

/* Output into rooms of all sizes, or of some where it is long. */
const char *probe_rooms(probe_put *put, const void *what);

/* The codecs, by op: a name, RDATA, a record, text. */
const char *probe_name(struct snarp_view name);
const char *probe_codec(const struct vector *vector, struct snarp_view octets);

/* What RDATA of zeros says, as much as there may be, and more. */
const char *probe_longest(const struct snarp_ops_kind *kind);

/* How a record is spelled, and where it stands beside a shorter one. */
const char *probe_form(const struct snarp_ops_kind *kind,
                       const union snarp_ops_record *record);

/* Text, which is scanned as it is and changed; and facts of text. */
const char *probe_text(const struct snarp_ops_kind *kind,
                       struct snarp_view text, struct snarp_view origin);

/* Octets that end where a page begins that cannot be touched: what reads or
 * writes behind them ends the process. There are 8 such places; at each, what
 * was there before is gone. A size is at most PROBE_EDGE_MAX. */
#define PROBE_EDGE_MAX ((size_t)1 << 18)
uint8_t *probe_edge(unsigned which, size_t size);
struct snarp_view probe_at_edge(unsigned which, struct snarp_view octets);

/* A record and a text once more, there. */
const char *probe_record_at_edge(const struct snarp_ops_kind *kind,
                                 const union snarp_ops_record *record);
const char *probe_text_at_edge(const struct snarp_ops_kind *kind,
                               struct snarp_view text,
                               struct snarp_view origin);

/* Facts of names in text, and of substitution expressions. */
const char *probe_name_text(void);
const char *probe_regexp(void);

/* Facts of messages, and of names alone, in messages and in their order. */
const char *probe_message(void);
const char *probe_names(void);

/* What is told of a record by what writes and checks it, of RDATA by what reads
 * it, and of text; and that a failure leaves no record. */
const char *probe_told(const struct snarp_ops_kind *kind,
                       const union snarp_ops_record *record);
const char *probe_rdata(const struct snarp_ops_kind *kind,
                        struct snarp_view rdata);
const char *probe_scan(const struct snarp_ops_kind *kind);

/* The others, by their request. */
const char *probe_service(const struct vector *vector);
const char *probe_order(const struct vector *vector);
const char *probe_policy(const struct vector *vector);
const char *probe_policy_facts(void);
const char *probe_pool(const struct vector *vector);
const char *probe_pool_model(const struct vector *vector);
const char *probe_pooluser(const struct vector *vector);
const char *probe_resolve(const struct vector *vector);
const char *probe_status(const struct vector *vector);

/* Facts of walks: their steps, plans and memory. */
const char *probe_walk(void);
const char *probe_walk_plan(void);
const char *probe_walk_memory(void);

/* "dialect" of the request of a vector. */
enum snarp_dialect probe_dialect(const struct vector *vector);

/* Whether two policies have the same values, data and number. */
bool probe_same_policy(const struct snarp_policy *a,
                       const struct snarp_policy *b);

/* The policy with this short name; OPAQUE where it is no string. */
enum snarp_policy_kind probe_kind(const json_t *name);

/* Whether all octets are 0, as a failure leaves a destination. */
bool probe_all_zero(const void *what, size_t size);

/* A count of elements that no 32 bits hold, where there is one; else one that
 * no memory holds. */
size_t probe_too_many(void);

#endif
