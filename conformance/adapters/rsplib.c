/* rsplib.c - adapter of rsplib, which is loaded at run time.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "kit_pool.h"
#include "rsplib_calls.h"

static const struct rsplib *lib;

static const char *decode(struct kit_policy *policy,
                          struct kit_octets parameter) {
  size_t room = RSPLIB_RESPONSE + parameter.len;
  uint8_t *packet = malloc(room);
  if (room > 65535 || packet == NULL) {
    kit_unsupported("no message has room for this parameter");
  }
  struct rsplib_message *message =
      rsplib_response_read(lib, packet, room, parameter.base, parameter.len);
  if (message->error != 0) {
    return rsplib_words(lib, message->error);
  }
  const struct rsplib_settings *values = &message->settings;
  if (values->type == 0) {
    return "the response has no policy";
  }
  policy->number = values->type;
  policy->weight = policy->priority = values->weight;
  policy->load = values->load;
  policy->degradation = values->degradation;
  size_t len = lib->message_write(message) - RSPLIB_RESPONSE - 8;
  policy->data = (struct kit_octets){packet + RSPLIB_RESPONSE + 8, len};
  return NULL;
}

static struct rsplib_settings settings_of(const struct kit_policy *policy) {
  struct rsplib_settings settings;
  if (policy->opaque) {
    kit_unsupported("this library takes values, not octets");
  }
  lib->settings_new(&settings);
  settings.type = policy->number;
  settings.weight = policy->weight + policy->priority; /* one of them is 0 */
  settings.load = policy->load;
  settings.degradation = policy->degradation;
  return settings;
}

static const char *encode(struct kit_octets *parameter,
                          const struct kit_policy *policy) {
  static const uint8_t round_robin[] = {0, 8, 0, 8, 0, 0, 0, KIT_RR};
  static uint8_t packet[64];
  struct rsplib_message *message = rsplib_response_read(
      lib, packet, sizeof packet, round_robin, sizeof round_robin);
  message->settings = settings_of(policy);
  size_t len = lib->message_write(message) - RSPLIB_RESPONSE;
  *parameter = (struct kit_octets){packet + RSPLIB_RESPONSE, len};
  return NULL;
}

static void *open(void) {
  static struct rsplib_pool pool;
  rsplib_pool_begin(&pool, lib);
  return &pool;
}

static struct kit_refusal refusal_of(unsigned error) {
  return (struct kit_refusal){error == 0 ? NULL : rsplib_words(lib, error),
                              error == RSPLIB_INCONSISTENT
                                  ? "policy-inconsistent"
                              : error == RSPLIB_NOT_FOUND ? "element-unknown"
                              : error == RSPLIB_BAD_IDENTIFIER ? "element-id"
                                                               : NULL};
}

static struct kit_refusal add(void *pool, uint32_t id,
                              const struct kit_policy *policy, void **element) {
  struct rsplib_settings settings = settings_of(policy);
  return refusal_of(rsplib_pool_register(pool, id, &settings, element));
}

static struct kit_refusal drop(void *pool, uint32_t id) {
  return refusal_of(rsplib_pool_deregister(pool, id));
}

static size_t choose(void *pool, void **elements, size_t k) {
  return rsplib_pool_select(pool, elements, k, RSPLIB_MOVED);
}

int main(void) {
  struct kit_pool_ops ops = {decode, encode, open, add, drop, choose};
  lib = rsplib_load();
  return lib == NULL ? 1 : kit_pool_main("rsplib", rsplib_version(), ops);
}
