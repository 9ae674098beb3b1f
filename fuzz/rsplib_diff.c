/* libsnarp beside rsplib on the parameters of a response that has a pool's
 * policy, in the dialect of RFC 5356: the first policy among them, behind
 * parameters that are not recognized; all of them whole.
 *
 * What one of them accepts the other must accept with the same values, and
 * write with the same octets. What only one accepts is excused by the rule that
 * the other leaves aside, never by the input. rsplib ends the process where it
 * is to write a policy that it does not know, so it writes only what both read.
 *
 * Without rsplib (package librsplib3) there is nothing to prove.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "excuses.h"
#include "fuzz.h"
#include "rsplib_calls.h"
#include "snarp/policy.h"

enum { SIZE_MOST = 2048, POLICY = 8, LAST_TYPE = 0x10 };

/* What libsnarp makes of the octets, by RFC 5354 3. */
struct reading {
  int rv; /* SNARP_END where there is no policy */
  struct snarp_policy policy;
  size_t end; /* behind the last parameter read */
};

/* rfc5354-3-padding-passed: rsplib does not pass over the padding of what it
 * skips; rfc5354-3-type: with its two highest bits masked off, a type is one
 * that it looks for in a response. */
static bool goes_apart(const struct snarp_parameter *parameter) {
  unsigned type = parameter->type & 0x3fff;

  return parameter->whole.len % 4 != 0 ||
         (type <= LAST_TYPE && (type != POLICY || parameter->type >= 0x8000));
}

/* Goes on where a parameter is to be skipped. False where the octets are not
 * parameters, or rsplib would read others. */
static bool read_policy(struct reading *reading, struct snarp_view octets) {
  struct snarp_parameters sequence = {octets, 0, false};
  struct snarp_parameter parameter;
  int rv;

  while ((rv = snarp_parameter_next(&parameter, &sequence, NULL)) == 0) {
    reading->end = sequence.off;
    if (parameter.type == POLICY) {
      reading->rv = snarp_policy_read_in(&reading->policy, &parameter,
                                         SNARP_RFC_5356, NULL);
      return true;
    }
    if (goes_apart(&parameter)) {
      return false;
    }
    if (snarp_parameter_action(parameter.type) < SNARP_PARAMETER_SKIP) {
      reading->rv = SNARP_ERR_PARAMETER_TYPE;
      return true;
    }
  }
  reading->rv = rv;
  return rv == SNARP_END;
}

static void prove_values(const struct snarp_policy *policy,
                         const struct rsplib_settings *values) {
  FUZZ_HOLDS(values->type == policy->number);
  FUZZ_HOLDS(values->weight == policy->weight + policy->priority);
  FUZZ_HOLDS(values->load == policy->load);
  FUZZ_HOLDS(values->degradation == policy->degradation);
}

/* rsplib writes the response into the packet that it was read from. */
static void prove_written(const struct rsplib *lib,
                          const struct snarp_policy *policy,
                          struct rsplib_message *message,
                          const uint8_t *packet) {
  uint8_t octets[16];
  struct snarp_buf out = {octets, sizeof octets, 0};
  size_t len = lib->message_write(message);

  FUZZ_HOLDS(snarp_policy_write(&out, policy, NULL) == 0);
  FUZZ_HOLDS(len == RSPLIB_RESPONSE + out.len);
  FUZZ_HOLDS(memcmp(packet + RSPLIB_RESPONSE, octets, out.len) == 0);
}

static void prove_both(const struct rsplib *lib, const struct reading *mine,
                       struct rsplib_message *theirs, const uint8_t *packet) {
  bool known = mine->policy.kind != SNARP_POLICY_OPAQUE;

  if (theirs->error != 0) {
    /* rfc5356-7.1-private: what one does not know is refused or kept */
    FUZZ_HOLDS(mine->rv != 0 || !known);
  } else if (mine->rv != 0) {
    FUZZ_HOLDS(is_excused(EXCUSE_LIBRARY_rsplib, mine->rv));
  } else if (known) {
    prove_values(&mine->policy, &theirs->settings);
    prove_written(lib, &mine->policy, theirs, packet);
  } else {
    FUZZ_HOLDS(theirs->settings.type == mine->policy.number);
  }
}

static void prove_same(const struct rsplib *lib, struct snarp_view octets) {
  struct reading mine = {.end = 0};

  if (!read_policy(&mine, octets)) {
    return;
  }

  size_t room = RSPLIB_RESPONSE + mine.end;
  uint8_t *packet = malloc(room);
  FUZZ_HOLDS(packet != NULL);
  struct rsplib_message *theirs =
      rsplib_response_read(lib, packet, room, octets.base, mine.end);
  FUZZ_HOLDS(theirs != NULL);
  prove_both(lib, &mine, theirs, packet);
  lib->message_delete(theirs);
  free(packet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const struct rsplib *lib = rsplib_load();

  if (lib == NULL || size > SIZE_MOST) {
    return 0;
  }

  struct snarp_view octets = fuzz_exact(data, size);
  prove_same(lib, octets);
  fuzz_release(octets.base);
  return 0;
}
