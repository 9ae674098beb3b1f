/*
 * ops/job.h - one op being done; what the files of this room share.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_JOB_H
#define SNARP_OPS_JOB_H

#include <jansson.h>
#include <stdbool.h>

#include "ops/fields.h"
#include "ops/octets.h"
#include "ops/ops.h"

/* Who performs it leaves `ok` (a new reference), or a `fault`, or a failed
 * status in `news`.
 */
struct job {
  const struct snarp_ops_kind *kind; /* of naptr. and srv. ops, else null */
  const json_t *in;
  const struct snarp_ops_peer *peer; /* or null */
  struct snarp_ops_fault fault;
  struct snarp_ops_news news;
  json_t *ok;
};

/* Keeps the status, and adds the notes to those of its diag; true where it is
 * no failure.
 */
bool job_accepted(struct job *job, int status, uint32_t notes);

/* Fills the fault; false. Both are static strings. */
bool job_fault(struct job *job, const char *member, const char *why);

/* Fills `octets` from a member of `in` with one of the functions of octets.h;
 * false with the fault filled, and nothing to free, where it is none.
 */
bool job_member(struct job *job, struct snarp_octets *octets, const char *name,
                const char *(*from)(struct snarp_octets *, const json_t *));

/* The random numbers of a job: those of `draws` in `in`, or a seeded source.
 * Free `draws`.
 */
struct job_draws {
  struct snarp_rng rng;
  struct snarp_tape tape;
  struct snarp_seed seed;
  uint64_t *draws; /* null where the source is seeded */
};

/* False with the fault filled where `draws` is no list of numbers. The struct
 * must not be moved while its rng is used. */
bool job_draws(struct job *job, struct job_draws *draws);

/* True where each draw that was listed could be used, and with `all` where
 * none is left; else the fault is filled.
 */
bool job_draws_fit(struct job *job, const struct job_draws *draws, bool all);

void service_parse(struct job *job);    /* service.c */
void service_match(struct job *job);    /* service.c */
void service_print(struct job *job);    /* service.c */
void record_check(struct job *job);     /* form.c */
void record_canonical(struct job *job); /* form.c */
void record_sort(struct job *job);      /* form.c */
void srv_order(struct job *job);        /* order.c */
void snaptr_resolve(struct job *job);   /* resolve.c */
void policy_decode(struct job *job);    /* policy.c */
void policy_encode(struct job *job);    /* policy.c */
void pool_run(struct job *job);         /* pool.c */
void pooluser_run(struct job *job);     /* pooluser.c */

#endif
