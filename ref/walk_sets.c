/* The sets of a walk: which records are pursued, in which order.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "walk_sets.h"

#include "snarp/name.h"
#include "sort.h"
#include "srv_order.h"
#include "walk_memory.h"
#include "wire.h"

/* --- sets of NAPTR records */

/* Which protocols the set at hand is filtered by: the one that is being
 * pursued, or at the first set all (2.2.5). */
static size_t protocols_wanted(uint8_t wanted[SNARP_WALK_PROTOCOLS_MAX],
                               const struct snarp_walk *walk) {
  if (walk->top != 0) {
    wanted[0] = choice_at(walk)->protocol;
    return 1;
  }
  for (size_t i = 0; i < walk->plan->n_protocols; i++) {
    wanted[i] = (uint8_t)i;
  }
  return walk->plan->n_protocols;
}

static bool offers(const struct snarp_walk *walk,
                   const struct snarp_naptr *record, uint8_t protocol) {
  const struct snarp_walk_plan *plan = walk->plan;

  return snarp_walk_judge(record, plan->service, plan->protocols[protocol],
                          plan->uri) == 0;
}

/* Their canonical order is that of ORDER and PREFERENCE (2.2.1); where the rest
 * is the same too, the case of letters decides. */
static int compare_naptr(const void *items, uint32_t a, uint32_t b) {
  const struct snarp_naptr *records = items;
  int rv = snarp_naptr_compare(&records[a], &records[b]);

  return rv != 0 ? rv
                 : wire_compare_string(records[a].replacement,
                                       records[b].replacement);
}

static bool same_naptr(const struct snarp_naptr *records, uint32_t a,
                       uint32_t b) {
  return snarp_naptr_compare(&records[a], &records[b]) == 0;
}

/* A set of records and their indexes, in order. */
struct naptr_set {
  const struct snarp_naptr *records;
  uint32_t *indexes;
  size_t n;
};

/* Sorts the records by ORDER and PREFERENCE (2.2.1), keeps one of those that
 * are the same. */
static void arrange_naptr(struct naptr_set *set, size_t n) {
  struct sort_order by = {compare_naptr, set->records};
  size_t kept = 0;

  for (size_t i = 0; i < n; i++) {
    set->indexes[i] = (uint32_t)i;
  }
  sort_indexes(set->indexes, n, by);
  for (size_t i = 0; i < n; i++) {
    if (kept == 0 ||
        !same_naptr(set->records, set->indexes[kept - 1], set->indexes[i])) {
      set->indexes[kept] = set->indexes[i];
      kept++;
    }
  }
  set->n = kept;
}

/* ORDER and PREFERENCE of the best record for a protocol; past all of them
 * where there is none. */
static uint64_t best_rank(const struct snarp_walk *walk,
                          const struct naptr_set *set, uint8_t protocol) {
  for (size_t i = 0; i < set->n; i++) {
    const struct snarp_naptr *record = &set->records[set->indexes[i]];
    if (offers(walk, record, protocol)) {
      return (uint64_t)record->order << 16 | record->preference;
    }
  }
  return UINT64_MAX;
}

/* Sorts the protocols by their best records; equals stay in the order of the
 * plan (RFC 5928 3). */
static void rank_protocols(const struct snarp_walk *walk,
                           const struct naptr_set *set, uint8_t *wanted,
                           size_t n_wanted) {
  uint64_t ranks[SNARP_WALK_PROTOCOLS_MAX];

  for (size_t i = 0; i < n_wanted; i++) {
    uint8_t protocol = wanted[i];
    uint64_t rank = best_rank(walk, set, protocol);
    size_t at = i;
    for (; at > 0 && ranks[at - 1] > rank; at--) {
      ranks[at] = ranks[at - 1];
      wanted[at] = wanted[at - 1];
    }
    ranks[at] = rank;
    wanted[at] = protocol;
  }
}

static bool add_rule(struct snarp_walk *walk, struct frame *frame,
                     const struct snarp_naptr *record, uint8_t protocol) {
  struct rule rule;

  rule_read(&rule, record, walk->plan->uri);

  struct choice choice = {rule.target, rule.kind, protocol, false, 0};
  return frame_add(walk, frame, &choice);
}

/* One protocol after the other (2.2.5), each record in its order. */
static bool fill_naptr(struct snarp_walk *walk, struct frame *frame,
                       const struct naptr_set *set, const uint8_t *wanted,
                       size_t n_wanted) {
  for (size_t p = 0; p < n_wanted; p++) {
    for (size_t i = 0; i < set->n; i++) {
      const struct snarp_naptr *record = &set->records[set->indexes[i]];
      if (offers(walk, record, wanted[p]) &&
          !add_rule(walk, frame, record, wanted[p])) {
        return false;
      }
    }
  }
  return frame_keep_targets(walk, frame);
}

bool sets_push_naptr(struct snarp_walk *walk, const struct snarp_naptr *records,
                     size_t n) {
  uint8_t wanted[SNARP_WALK_PROTOCOLS_MAX] = {0};
  size_t n_wanted = protocols_wanted(wanted, walk);
  bool first = walk->top == 0;
  struct snarp_view owner = first ? walk->domain : choice_at(walk)->target;
  struct naptr_set set = {records, scratch_take(walk, n, sizeof(uint32_t)), 0};

  if (set.indexes == NULL) {
    return false;
  }
  arrange_naptr(&set, n);
  if (first && walk->plan->first == SNARP_WALK_ZONE) {
    rank_protocols(walk, &set, wanted, n_wanted);
  }

  struct frame *frame = frame_push(walk, owner, true);
  if (frame == NULL) {
    return false;
  }
  if (!fill_naptr(walk, frame, &set, wanted, n_wanted)) {
    frame_pop(walk);
    return false;
  }
  return true;
}

/* --- sets of SRV records */

static bool same_srv(const struct snarp_srv *records, uint32_t a, uint32_t b) {
  return snarp_srv_compare(&records[a], &records[b]) == 0;
}

/* Keeps the records that have a target, one of those that are the same, in the
 * order in which they are drawn from; their number. The target "." says that
 * the service is not there (RFC 2782). */
static size_t arrange_srv(uint32_t *indexes, const struct snarp_srv *records,
                          size_t n) {
  size_t n_targets = 0;
  size_t kept = 0;

  for (size_t i = 0; i < n; i++) {
    struct snarp_view target;
    if (snarp_name_read(&target, records[i].target, NULL) == 0 &&
        target.len > 1) {
      indexes[n_targets] = (uint32_t)i;
      n_targets++;
    }
  }
  srv_arrange(indexes, n_targets, records);
  for (size_t i = 0; i < n_targets; i++) {
    if (kept == 0 || !same_srv(records, indexes[kept - 1], indexes[i])) {
      indexes[kept] = indexes[i];
      kept++;
    }
  }
  return kept;
}

static bool fill_srv(struct snarp_walk *walk, struct frame *frame,
                     const struct snarp_srv *records, const uint32_t *drawn,
                     size_t n, uint8_t protocol) {
  for (size_t i = 0; i < n; i++) {
    const struct snarp_srv *record = &records[drawn[i]];
    struct choice choice = {record->target, RULE_HOST, protocol, true,
                            record->port};
    if (!frame_add(walk, frame, &choice)) {
      return false;
    }
  }
  return frame_keep_targets(walk, frame);
}

bool sets_push_srv(struct snarp_walk *walk, const struct snarp_srv *records,
                   size_t n) {
  const struct choice *choice = choice_at(walk);
  uint32_t *arranged = scratch_take(walk, n, 2 * sizeof *arranged);
  uint64_t *sums = scratch_take(walk, n + 1, sizeof *sums);

  if (arranged == NULL || sums == NULL) {
    return false;
  }

  uint32_t *drawn = arranged + n;
  size_t kept = arrange_srv(arranged, records, n);
  snarp_srv_draw(drawn, arranged, records, kept, walk->plan->srv_mode,
                 walk->plan->rng, sums);

  struct frame *frame = frame_push(walk, choice->target, false);
  if (frame == NULL) {
    return false;
  }
  if (!fill_srv(walk, frame, records, drawn, kept, choice->protocol)) {
    frame_pop(walk);
    return false;
  }
  return true;
}
