/*
 * kit_pool_fake.c - an adapter of no library, for the test of kit_pool.c. It
 * has one pool that answers what was registered last, aborts where nothing is
 * to be selected, and reads a policy from the first octet of a parameter.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "kit_pool.h"

#include <signal.h>
#include <stdlib.h>

static const char *decode(struct kit_policy *policy,
                          struct kit_octets parameter) {
  if (parameter.len == 0) {
    return "nothing there";
  }
  *policy =
      (struct kit_policy){.number = parameter.base[0],
                          .weight = 4294967295,
                          .data = {parameter.base + 1, parameter.len - 1}};
  return NULL;
}

static const char *encode(struct kit_octets *parameter,
                          const struct kit_policy *policy) {
  static uint8_t octet;
  if (policy->opaque) {
    *parameter = policy->data;
    return NULL;
  }
  if (policy->number == KIT_PLU) {
    raise(SIGKILL);
  }
  octet = (uint8_t)(policy->weight + policy->priority + policy->load +
                    policy->degradation);
  *parameter = (struct kit_octets){&octet, 1};
  return policy->number == KIT_LU ? "not this one" : NULL;
}

/* The elements, the last one first. */
static int elements[4];
static size_t n;

static void *open(void) {
  return elements;
}

static struct kit_refusal add(void *pool, uint32_t id,
                              const struct kit_policy *policy, void **element) {
  (void)pool;
  if (id == 0) {
    return (struct kit_refusal){"no zero", "element-id"};
  }
  if (policy->weight == 1) {
    kit_unsupported("no weight of one");
  }
  *element = &elements[n++];
  return (struct kit_refusal){NULL, NULL};
}

static struct kit_refusal drop(void *pool, uint32_t id) {
  (void)pool;
  if (id == 9) {
    return (struct kit_refusal){"not nine", NULL};
  }
  n--;
  return (struct kit_refusal){NULL, NULL};
}

static size_t choose(void *pool, void **found, size_t k) {
  (void)pool;
  if (k == 0) {
    abort();
  }
  for (size_t i = 0; i < k && i < n; i++) {
    found[i] = &elements[n - 1 - i];
  }
  return k < n ? k : n;
}

int main(void) {
  struct kit_pool_ops ops = {decode, encode, open, add, drop, choose};
  return kit_pool_main("fake", "1", ops);
}
