/* The order in which the targets of SRV records are tried (RFC 2782).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "srv_order.h"

#include "sort.h"
#include "sums.h"
#include "wire.h"

/* The canonical order, which has weight 0 before all others of a priority, and
 * at last the case of letters, so that the order of the RRset does not matter.
 */
static int compare_arranged(const void *items, uint32_t a, uint32_t b) {
  const struct snarp_srv *records = items;
  const struct snarp_srv *one = &records[a];
  const struct snarp_srv *other = &records[b];

  int rv = snarp_srv_compare(one, other);
  return rv != 0 ? rv : wire_compare_string(one->target, other->target);
}

void srv_arrange(uint32_t *indexes, size_t n, const struct snarp_srv *records) {
  struct sort_order by = {compare_arranged, records};

  sort_indexes(indexes, n, by);
}

void snarp_srv_arrange(uint32_t *arranged, const struct snarp_srv *records,
                       size_t n) {
  for (size_t i = 0; i < n; i++) {
    arranged[i] = (uint32_t)i;
  }
  srv_arrange(arranged, n, records);
}

/* Where the records of the priority that stands at `from` end. */
static size_t group_end(const uint32_t *order, const struct snarp_srv *records,
                        size_t from, size_t n) {
  size_t end = from + 1;

  while (end < n &&
         records[order[end]].priority == records[order[from]].priority) {
    end++;
  }
  return end;
}

/* The records of one priority, being drawn. */
struct group {
  const uint32_t *arranged;
  size_t n;
  size_t zeros; /* how many of them have weight 0: the first ones */
  size_t drawn_zeros;
  uint64_t *sums; /* of the weights of those that are left */
  uint64_t sum;
};

static struct group begin_group(const uint32_t *arranged,
                                const struct snarp_srv *records, size_t n,
                                uint64_t *sums) {
  struct group group = {arranged, n, 0, 0, sums, 0};

  for (size_t i = 0; i < n; i++) {
    uint16_t weight = records[arranged[i]].weight;
    sums[i + 1] = weight;
    group.zeros += weight == 0;
    group.sum += weight;
  }
  sums_build(sums, n);
  return group;
}

/* The random number of the text, from 0 to the sum. It needs no draw where it
 * cannot change what is selected. */
static uint64_t draw_number(const struct group *group, size_t left,
                            enum snarp_srv_mode mode,
                            const struct snarp_rng *rng) {
  if (left == 1 || group->sum == 0) {
    return 0;
  }
  if (mode == SNARP_SRV_PROPORTIONAL) {
    return 1 + rng->below(rng->ctx, group->sum);
  }
  return rng->below(rng->ctx, group->sum + 1);
}

/* Selects the first record whose running sum is at least `number`. */
static uint32_t take(struct group *group, const struct snarp_srv *records,
                     uint64_t number) {
  if (number == 0 && group->drawn_zeros < group->zeros) {
    group->drawn_zeros++;
    return group->arranged[group->drawn_zeros - 1];
  }

  size_t i = sums_find(group->sums, group->n, number == 0 ? 1 : number);
  uint32_t record = group->arranged[i - 1];
  sums_take(group->sums, group->n, i, records[record].weight);
  group->sum -= records[record].weight;
  return record;
}

void snarp_srv_draw(uint32_t *drawn, const uint32_t *arranged,
                    const struct snarp_srv *records, size_t n,
                    enum snarp_srv_mode mode, const struct snarp_rng *rng,
                    uint64_t *sums) {
  size_t end;

  for (size_t from = 0; from < n; from = end) {
    end = group_end(arranged, records, from, n);

    struct group group =
        begin_group(arranged + from, records, end - from, sums);
    for (size_t i = from; i < end; i++) {
      uint64_t number = draw_number(&group, end - i, mode, rng);
      drawn[i] = take(&group, records, number);
    }
  }
}
