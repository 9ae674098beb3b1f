/*
 * kit_pool.h - the part of the kit for RSerPool: policies and pools, in the
 * dialect of RFC 5356.
 *
 * Each request is performed by a child of the adapter, so that nothing of one
 * remains for the next. A signal that ends the child ends the adapter, too: the
 * runner sees a crash, finds the vector of it and starts the adapter again.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef KIT_POOL_H
#define KIT_POOL_H

#include "kit.h"

/* The numbers of the policies. */
enum kit_policy_number {
  KIT_RR = 1,
  KIT_WRR = 2,
  KIT_RAND = 3,
  KIT_WRAND = 4,
  KIT_PRIO = 5,
  KIT_LU = 0x40000001,
  KIT_LUD = 0x40000002,
  KIT_PLU = 0x40000003,
  KIT_RLU = 0x40000004
};

/* A policy and its values; those that it does not have are 0. */
struct kit_policy {
  uint32_t number;
  bool opaque; /* the number is none of those above, and `data` counts */
  uint32_t weight;
  uint32_t priority;
  uint32_t load;
  uint32_t degradation;
  struct kit_octets data; /* all octets behind the number */
};

/* How a library refuses: its words, null where it does not, and the reason in
 * the words of the vectors where it tells that, too.
 */
struct kit_refusal {
  const char *words;
  const char *reason;
};

/* What a library can do; null where it cannot. decode and encode return null,
 * or the words in which the library refuses. What is allocated ends with the
 * child.
 */
struct kit_pool_ops {
  /* One parameter with its padding; the octets lie in memory of their size. */
  const char *(*decode)(struct kit_policy *policy, struct kit_octets parameter);
  const char *(*encode)(struct kit_octets *parameter,
                        const struct kit_policy *policy);

  void *(*open)(void);
  /* `element` receives the pointer by which selections name the element. */
  struct kit_refusal (*add)(void *pool, uint32_t id,
                            const struct kit_policy *policy, void **element);
  struct kit_refusal (*drop)(void *pool, uint32_t id);
  /* Up to k elements, for which there is room; returns how many. */
  size_t (*select)(void *pool, void **elements, size_t k);
};

/* Serves requests until the input ends; returns what main returns. */
int kit_pool_main(const char *name, const char *version,
                  struct kit_pool_ops ops);

/* Answers that the library cannot be asked this. */
void kit_unsupported(const char *why) __attribute__((noreturn));

#endif
