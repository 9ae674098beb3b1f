/* Changes of worlds that keep their structure (walk_world.h): a record comes,
 * goes, is copied or moved, or one octet that means one thing is changed.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "snarp/rng.h"
#include "walk_world.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);

struct change {
  uint8_t *data;
  size_t n; /* records */
  size_t max;
  struct snarp_rng rng;
};

static size_t below(const struct change *change, size_t bound) {
  return (size_t)change->rng.below(change->rng.ctx, bound);
}

static uint8_t *record_at(const struct change *change, size_t i) {
  return change->data + WORLD_HEAD + i * WORLD_RECORD;
}

/* Octets that lead to something more often than others would: a NAPTR or SRV
 * record of an owner that is named, which offers most protocols. */
static void fill_record(const struct change *change, uint8_t *record) {
  for (size_t i = 0; i < WORLD_RECORD; i++) {
    record[i] = (uint8_t)below(change, 256);
  }
  record[0] &= 31;
  if (below(change, 4) != 0) {
    record[3] = (uint8_t)below(change, 7);
    record[4] &= 1;
    record[6] = 0;
    record[7] = (uint8_t)below(change, WORLD_OWNERS);
  }
}

static void insert_record(struct change *change) {
  size_t at = below(change, change->n + 1);
  uint8_t *record = record_at(change, at);

  if (change->n == change->max) {
    return;
  }
  memmove(record + WORLD_RECORD, record, (change->n - at) * WORLD_RECORD);
  change->n++;
  fill_record(change, record);
}

/* Copies a record to the end; half of the time under the name that it leads
 * to, which makes trees grow. */
static void copy_record(struct change *change) {
  const uint8_t *from = record_at(change, below(change, change->n));
  uint8_t *to = record_at(change, change->n);

  if (change->n == change->max) {
    return;
  }
  memcpy(to, from, WORLD_RECORD);
  if (below(change, 2) == 0) {
    to[0] = (uint8_t)((to[0] & 16) | (from[7] & 15));
    to[7] = (uint8_t)below(change, WORLD_OWNERS);
  }
  change->n++;
}

static void remove_record(struct change *change) {
  size_t at = below(change, change->n);
  uint8_t *record = record_at(change, at);

  change->n--;
  memmove(record, record + WORLD_RECORD, (change->n - at) * WORLD_RECORD);
}

static void change_record(struct change *change) {
  uint8_t *record = record_at(change, below(change, change->n));
  size_t at = below(change, WORLD_RECORD);

  record[at] = below(change, 2) == 0
                   ? (uint8_t)below(change, 32)
                   : (uint8_t)(record[at] ^ 1u << below(change, 8));
}

static void change_head(struct change *change) {
  size_t at = below(change, WORLD_HEAD);

  change->data[at] = (uint8_t)below(change, 256);
}

static void change_one(struct change *change) {
  size_t what = below(change, 8);

  if (what == 0) {
    change_head(change);
  } else if (what <= 2 || change->n == 0) {
    insert_record(change);
  } else if (what == 3) {
    copy_record(change);
  } else if (what == 4) {
    remove_record(change);
  } else {
    change_record(change);
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed) {
  struct snarp_seed state;
  struct change change = {.data = data,
                          .rng = snarp_rng_from_seed(&state, seed)};

  if (max_size < WORLD_HEAD || below(&change, 16) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  if (size < WORLD_HEAD) {
    memset(data + size, 0, WORLD_HEAD - size);
    size = WORLD_HEAD;
  }
  change.n = (size - WORLD_HEAD) / WORLD_RECORD;
  change.max = (max_size - WORLD_HEAD) / WORLD_RECORD;
  if (change.max > WORLD_RECORDS) {
    change.max = WORLD_RECORDS;
  }
  if (change.n > change.max) {
    change.n = change.max;
  }
  for (size_t i = below(&change, 3) + 1; i > 0; i--) {
    change_one(&change);
  }
  return WORLD_HEAD + change.n * WORLD_RECORD;
}
