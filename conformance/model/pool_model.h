/*
 * pool_model.h - pools by the plainest means, to compare with: arrays that are
 * searched from end to end.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_POOL_MODEL_H
#define SNARP_POOL_MODEL_H

#include "snarp/pool.h"

enum { MODEL_MAX = 4096 };

struct model_element {
  uint32_t id;
  uint32_t value; /* weight, priority or load */
  uint32_t degradation;
  uint64_t counter; /* LUD */
  uint64_t stamp;   /* the order between equals */
  uint32_t taken;   /* WRR: turns of its cycle */
  bool may;         /* WRR: has become eligible for the next one */
  bool drawn;
  uint64_t came; /* WRR: the order among those of its weight and turns */
};

/* Elements in the order of the list; for Round Robin the head is the first. */
struct model {
  enum snarp_dialect dialect;
  enum snarp_policy_kind kind;
  size_t n;
  uint64_t stamp;
  struct model_element elements[MODEL_MAX];
  struct model_element *sorted[MODEL_MAX]; /* WRR: into queues */
};

void model_init(struct model *model, enum snarp_dialect dialect,
                enum snarp_policy_kind kind);

/* An element by its identifier, or null. */
struct model_element *model_find(struct model *model, uint32_t id);

void model_register(struct model *model, uint32_t id, uint32_t value,
                    uint32_t degradation);
void model_deregister(struct model *model, uint32_t id);

/* Writes the identifiers of up to k elements and gives their number. */
size_t model_select(uint32_t *ids, struct model *model, size_t k,
                    const struct snarp_rng *rng);

#endif
