/* Pool Member Selection Policy Parameters: policy.decode, policy.encode.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "ops/policy.h"

#include <stdlib.h>
#include <string.h>

#include "snarp/parameter.h"

#define PARAMETER_ROOM (SNARP_PARAMETER_MAX + 3)

bool policy_dialect(struct job *job, enum snarp_dialect *dialect) {
  const char *name = json_string_value(json_object_get(job->in, "dialect"));

  if (name != NULL && strcmp(name, "draft-01") == 0) {
    *dialect = SNARP_DRAFT_01;
    return true;
  }
  *dialect = SNARP_RFC_5356;
  return (name != NULL && strcmp(name, "rfc5356") == 0) ||
         job_fault(job, "dialect", "expected draft-01 or rfc5356");
}

/* --- policy objects */

/* The values that a kind has, in the order of its parameter. */
struct value {
  const char *name;
  uint32_t *at;
};

static size_t values_of(struct value values[2], struct snarp_policy *policy) {
  switch (policy->kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    values[0] = (struct value){"weight", &policy->weight};
    return 1;
  case SNARP_POLICY_PRIO:
    values[0] = (struct value){"priority", &policy->priority};
    return 1;
  case SNARP_POLICY_LU:
  case SNARP_POLICY_RLU:
    values[0] = (struct value){"load", &policy->load};
    return 1;
  case SNARP_POLICY_LUD:
  case SNARP_POLICY_PLU:
    values[0] = (struct value){"load", &policy->load};
    values[1] = (struct value){"degradation", &policy->degradation};
    return 2;
  default:
    return 0;
  }
}

enum snarp_policy_kind policy_kind(const json_t *name) {
  for (int kind = SNARP_POLICY_RR; kind <= SNARP_POLICY_RLU; kind++) {
    const char *text = json_string_value(name);
    if (text != NULL &&
        strcmp(text, snarp_policy_name((enum snarp_policy_kind)kind)) == 0) {
      return (enum snarp_policy_kind)kind;
    }
  }
  return SNARP_POLICY_OPAQUE;
}

static bool number_from(uint32_t *number, const json_t *value) {
  json_int_t n = json_integer_value(value);

  *number = (uint32_t)n;
  return json_is_integer(value) && n >= 0 && n <= UINT32_MAX;
}

static bool opaque_from_json(struct job *job, struct snarp_policy *policy,
                             struct snarp_octets *data, const json_t *name,
                             const json_t *object) {
  if (!number_from(&policy->number, name)) {
    return job_fault(job, "policy", "expected a policy's name or number");
  }

  const char *why =
      snarp_octets_from_hex(data, json_object_get(object, "data"));
  if (why != NULL) {
    return job_fault(job, "data", why);
  }
  policy->data = snarp_octets_view(data);
  return true;
}

bool policy_from_json(struct job *job, struct snarp_policy *policy,
                      struct snarp_octets *data, const json_t *name,
                      const json_t *object) {
  struct value values[2];

  policy->kind = policy_kind(name);
  if (policy->kind == SNARP_POLICY_OPAQUE) {
    return opaque_from_json(job, policy, data, name, object);
  }

  size_t n = values_of(values, policy);
  for (size_t i = 0; i < n; i++) {
    if (!number_from(values[i].at, json_object_get(object, values[i].name))) {
      return job_fault(job, values[i].name,
                       "expected a number of at most 32 bits");
    }
  }
  return true;
}

json_t *policy_to_json(const struct snarp_policy *policy) {
  struct snarp_policy copy = *policy;
  struct value values[2];
  json_t *object;

  if (policy->kind == SNARP_POLICY_OPAQUE) {
    return json_pack("{s:I, s:o}", "policy", (json_int_t)policy->number, "data",
                     snarp_octets_to_hex(policy->data));
  }

  size_t n = values_of(values, &copy);
  object = json_pack("{s:s}", "policy", snarp_policy_name(policy->kind));
  for (size_t i = 0; i < n; i++) {
    json_object_set_new(object, values[i].name,
                        json_integer((json_int_t)*values[i].at));
  }
  return object;
}

/* --- decode */

static void decode_one(struct job *job, enum snarp_dialect dialect) {
  struct snarp_octets octets;
  struct snarp_policy policy;

  if (!job_member(job, &octets, "parameter", snarp_octets_from_hex)) {
    return;
  }
  if (job_accepted(job,
                   snarp_policy_read(&policy, snarp_octets_view(&octets),
                                     dialect, &job->news.diag),
                   0)) {
    job->ok = policy_to_json(&policy);
  }
  free(octets.base);
}

/* What was found in a sequence of parameters. */
struct found {
  json_t *policies;
  json_t *reports;
  bool stopped;
};

/* Does with a parameter that is no policy what its type asks for (RFC 5354 3).
 */
static void pass_over(struct found *found, uint16_t type) {
  enum snarp_parameter_action action = snarp_parameter_action(type);

  found->stopped =
      action == SNARP_PARAMETER_STOP || action == SNARP_PARAMETER_STOP_REPORT;
  if (action == SNARP_PARAMETER_STOP_REPORT ||
      action == SNARP_PARAMETER_SKIP_REPORT) {
    json_array_append_new(found->reports, json_integer(type));
  }
}

/* The next parameter's status; SNARP_END also where the sequence stops. */
static int find_next(struct found *found, struct snarp_parameters *sequence,
                     enum snarp_dialect dialect, struct snarp_diag *diag) {
  struct snarp_parameter parameter;
  struct snarp_policy policy;
  int rv = snarp_parameter_next(&parameter, sequence, diag);

  if (rv != SNARP_OK) {
    return rv;
  }
  rv = snarp_policy_read_in(&policy, &parameter, dialect, diag);
  if (rv == SNARP_ERR_PARAMETER_TYPE) {
    pass_over(found, parameter.type);
    return found->stopped ? SNARP_END : SNARP_OK;
  }
  if (rv == SNARP_OK) {
    json_array_append_new(found->policies, policy_to_json(&policy));
  }
  return rv;
}

static void decode_sequence(struct job *job, enum snarp_dialect dialect) {
  struct snarp_octets octets;
  struct found found = {json_array(), json_array(), false};
  int rv = SNARP_OK;

  if (job_member(job, &octets, "parameters", snarp_octets_from_hex)) {
    struct snarp_parameters sequence = {snarp_octets_view(&octets), 0, false};
    while (rv == SNARP_OK) {
      rv = find_next(&found, &sequence, dialect, &job->news.diag);
    }
    if (job_accepted(job, rv, 0)) {
      job->ok =
          json_pack("{s:O, s:O, s:b}", "policies", found.policies, "reports",
                    found.reports, "stopped", (int)found.stopped);
    }
    free(octets.base);
  }
  json_decref(found.policies);
  json_decref(found.reports);
}

void policy_decode(struct job *job) {
  enum snarp_dialect dialect;

  if (!policy_dialect(job, &dialect)) {
    return;
  }
  if (json_object_get(job->in, "parameters") != NULL) {
    decode_sequence(job, dialect);
  } else {
    decode_one(job, dialect);
  }
}

/* --- encode */

void policy_encode(struct job *job) {
  static uint8_t room[PARAMETER_ROOM];
  struct snarp_buf out = {room, sizeof room, 0};
  struct snarp_octets data = {NULL, 0};
  struct snarp_policy policy = {0};
  const json_t *name = json_object_get(job->in, "policy");

  if (policy_dialect(job, &policy.dialect) &&
      policy_from_json(job, &policy, &data, name, job->in) &&
      job_accepted(job, snarp_policy_write(&out, &policy, &job->news.diag),
                   0)) {
    struct snarp_view parameter = {room, out.len};
    job->ok = json_pack("{s:o}", "parameter", snarp_octets_to_hex(parameter));
  }
  free(data.base);
}
