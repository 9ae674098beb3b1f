/*
 * ops/policy.h - policies of RSerPool from JSON and to JSON.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_OPS_POLICY_H
#define SNARP_OPS_POLICY_H

#include "ops/job.h"
#include "snarp/policy.h"

/* The request's `dialect`; false with the fault filled where it is none. */
bool policy_dialect(struct job *job, enum snarp_dialect *dialect);

/* Fills a policy from a policy object; `name` is its member "policy", which
 * may stand elsewhere. Of an opaque one the data is put in `data`; free its
 * base. False with the fault filled. */
bool policy_from_json(struct job *job, struct snarp_policy *policy,
                      struct snarp_octets *data, const json_t *name,
                      const json_t *object);

/* A new policy object. */
json_t *policy_to_json(const struct snarp_policy *policy);

/* The kind with this name, such as "WRR"; OPAQUE where there is none. */
enum snarp_policy_kind policy_kind(const json_t *name);

#endif
