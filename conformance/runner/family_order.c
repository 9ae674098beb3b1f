/*
 * The family of srv.order.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "answer_inner.h"
#include "dist.h"
#include "family.h"
#include "fault.h"
#include "snarp/srv.h"

#define RECORDS_MAX 4096
#define RUNS_MAX 1000000

/* What a request holds that results are compared by. */
struct order_in {
  size_t n;      /* records */
  uint64_t runs; /* 0 where they are not asked for */
};

/* --- corpus */

static bool read_records(const struct reader *reader, struct order_in *order,
                         json_t *in) {
  json_t *list = place_array(reader->place, in, "records");
  const struct shape *shape = shape_of(OP_SRV_ORDER);
  size_t i;
  json_t *object;

  if (list == NULL) {
    return false;
  }
  order->n = json_array_size(list);
  if (order->n == 0 || order->n > RECORDS_MAX) {
    return reader_wrong(reader, "records", "expected 1 to 4096 records");
  }
  json_array_foreach(list, i, object) {
    struct record record;

    if (!reader_record(reader, &record, shape, object, NULL)) {
      return false;
    }
  }
  return true;
}

static bool read_runs(const struct reader *reader, struct order_in *order,
                      const json_t *in) {
  int64_t runs;

  if (json_object_get(in, "draws") != NULL) {
    return reader_wrong(reader, "runs", "expected either draws or runs");
  }
  if (!reader_number(reader, &runs, in, "runs", DIST_RUNS_MIN, RUNS_MAX)) {
    return false;
  }
  order->runs = (uint64_t)runs;
  return true;
}

static bool read_in(const struct reader *reader, json_t *in) {
  static const char *const members[] = {"records", "draws", "runs"};
  struct order_in *order = arena_take(reader->arena, sizeof *order);
  struct vector *vector = reader->vector;
  bool runs = json_object_get(in, "runs") != NULL;

  vector->in.json = reader_keep(reader, in);
  vector->in.own = order;
  vector->needs = runs ? 1U << OPTION_ORDER_RUNS : 0;
  return place_only(reader->place, in, members, COUNT(members)) &&
         read_records(reader, order, in) &&
         reader_draws(reader, in, OPTION_ORDER_DRAWS) &&
         (!runs || read_runs(reader, order, in));
}

/* Each index once, in the list or in a list of it. */
static bool are_indexes(const json_t *list, bool *seen, size_t n, bool inner) {
  size_t i;
  const json_t *item;

  json_array_foreach(list, i, item) {
    json_int_t index = json_integer_value(item);

    if (json_is_array(item)) {
      if (inner || !are_indexes(item, seen, n, true)) {
        return false;
      }
    } else if (!json_is_integer(item) || index < 0 || (size_t)index >= n ||
               seen[index]) {
      return false;
    } else {
      seen[index] = true;
    }
  }
  return json_is_array(list);
}

static bool read_order(const struct reader *reader, json_t *object) {
  static const char *const members[] = {"order"};
  const struct order_in *order = reader->vector->in.own;
  bool *seen = take(order->n);
  bool fine =
      are_indexes(json_object_get(object, "order"), seen, order->n, false);

  free(seen);
  if (order->runs > 0) {
    return reader_wrong(reader, "expect", "expected dist, for there are runs");
  }
  return (fine || reader_wrong(reader, "order",
                               "expected indexes of records, each once, some "
                               "of them in inner lists")) &&
         place_only(reader->place, object, members, COUNT(members));
}

static bool read_fractions(const struct reader *reader,
                           struct fraction *fractions, const json_t *list) {
  const struct order_in *order = reader->vector->in.own;

  if (json_array_size(list) != order->n) {
    return reader_wrong(reader, "dist", "expected a probability a record");
  }
  for (size_t i = 0; i < order->n; i++) {
    const char *text = json_string_value(json_array_get(list, i));

    if (text == NULL || !fraction_read(&fractions[i], text)) {
      return reader_wrong(reader, "dist", "expected fractions as \"1/3\"");
    }
    if (fractions[i].of >= UINT32_MAX / order->runs) {
      return reader_wrong(reader, "dist",
                          "expected runs times a denominator below 2^32");
    }
  }
  return fractions_whole(fractions, order->n) ||
         reader_wrong(reader, "dist",
                      "expected probabilities that add up to 1");
}

/* What is expected of the first: order->n fractions a list. */
static bool read_dist(const struct reader *reader, struct value *value,
                      json_t *object) {
  static const char *const members[] = {"dist"};
  static const char *const parts[] = {"first"};
  const struct order_in *order = reader->vector->in.own;
  json_t *dist = json_object_get(object, "dist");
  const json_t *lists = json_object_get(dist, "first");
  size_t n = json_array_size(lists);
  struct fraction *fractions =
      arena_take(reader->arena, (n + 1) * order->n * sizeof *fractions);

  value->own = fractions;
  if (order->runs == 0) {
    return reader_wrong(reader, "dist", "expected runs in the request");
  }
  if (n == 0) {
    return reader_wrong(reader, "dist", "expected lists as \"first\"");
  }
  for (size_t i = 0; i < n; i++) {
    if (!read_fractions(reader, fractions + i * order->n,
                        json_array_get(lists, i))) {
      return false;
    }
  }
  return place_only(reader->place, object, members, COUNT(members)) &&
         place_only(reader->place, dist, parts, COUNT(parts));
}

static bool read_value(const struct reader *reader, struct value *value,
                       const char *member, json_t *object) {
  value->kind = VALUE_JSON;
  value->json = reader_keep(reader, object);
  return member != NULL && strcmp(member, "dist") == 0
             ? read_dist(reader, value, object)
             : read_order(reader, object);
}

/* --- answers */

static bool is_order(const json_t *order) {
  size_t i;
  const json_t *index;

  json_array_foreach(order, i, index) {
    if (!json_is_integer(index) || json_integer_value(index) < 0) {
      return false;
    }
  }
  return json_is_array(order);
}

static bool are_orders(const json_t *orders) {
  size_t i;
  const json_t *pair;

  json_array_foreach(orders, i, pair) {
    const json_t *count = json_array_get(pair, 1);

    if (json_array_size(pair) != 2 || !is_order(json_array_get(pair, 0)) ||
        !json_is_integer(count) || json_integer_value(count) < 0 ||
        json_integer_value(count) > RUNS_MAX) {
      return false;
    }
  }
  return json_is_array(orders);
}

static void take_result(struct answer *answer, enum op op, bool whole) {
  const json_t *ok = json_object_get(answer->root, "ok");
  const json_t *orders = json_object_get(ok, "orders");

  (void)op;
  (void)whole;
  answer->value.kind = VALUE_JSON;
  answer->value.json = ok;
  if (orders != NULL && !are_orders(orders)) {
    answer_expected(answer, "orders", "a list of [order, count]");
  } else if (orders == NULL && !is_order(json_object_get(ok, "order"))) {
    answer_expected(answer, "order", "a list of indexes");
  }
}

/* True where `got` has the items of `want`, in any order, from `at` on. */
static bool same_items(const json_t *want, const json_t *got, size_t at) {
  size_t n = json_array_size(want);
  size_t i;
  const json_t *index;

  json_array_foreach(want, i, index) {
    size_t j = 0;

    while (j < n && !json_equal(index, json_array_get(got, at + j))) {
      j++;
    }
    if (j == n) {
      return false;
    }
  }
  return true;
}

static bool same_order(const json_t *want, const json_t *got) {
  size_t at = 0;
  size_t i;
  json_t *item;

  json_array_foreach(want, i, item) {
    if (!json_is_array(item)) {
      if (!json_equal(item, json_array_get(got, at++))) {
        return false;
      }
    } else if (!same_items(item, got, at)) {
      return false;
    } else {
      at += json_array_size(item);
    }
  }
  return at == json_array_size(got);
}

/* How often each record came first; false where the counts are not of this
 * many runs over these records. */
static bool count_first(uint64_t *first, const struct order_in *order,
                        const json_t *orders) {
  uint64_t runs = 0;
  size_t i;
  json_t *pair;

  json_array_foreach(orders, i, pair) {
    json_t *list = json_array_get(pair, 0);
    json_int_t index = json_integer_value(json_array_get(list, 0));
    uint64_t count = (uint64_t)json_integer_value(json_array_get(pair, 1));

    if (json_array_size(list) == 0 || (size_t)index >= order->n) {
      return false;
    }
    first[index] += count;
    runs += count;
  }
  return runs == order->runs;
}

static bool fits(const struct fraction *fractions, const uint64_t *first,
                 const struct order_in *order) {
  for (size_t i = 0; i < order->n; i++) {
    if (!fraction_fits(fractions[i], first[i], order->runs)) {
      return false;
    }
  }
  return true;
}

static bool same_dist(const struct order_in *order, const struct value *want,
                      const json_t *orders, const char **where) {
  const json_t *dist = json_object_get(want->json, "dist");
  size_t n = json_array_size(json_object_get(dist, "first"));
  const struct fraction *fractions = want->own;
  uint64_t *first = take(order->n * sizeof *first);
  bool counted = count_first(first, order, orders);
  bool same = false;

  *where = counted ? "first" : "count of runs";
  for (size_t i = 0; counted && !same && i < n; i++) {
    same = fits(fractions + i * order->n, first, order);
  }
  free(first);
  return same;
}

static bool equal(const struct vector *vector, const struct value *want,
                  const struct answer *got, const char **where) {
  if (want->own != NULL) {
    return same_dist(vector->in.own, want,
                     json_object_get(got->value.json, "orders"), where);
  }
  *where = "order";
  return same_order(json_object_get(want->json, "order"),
                    json_object_get(got->value.json, "order"));
}

const struct family family_order = {.results = {"order", "dist"},
                                    .read_in = read_in,
                                    .read_value = read_value,
                                    .add_input = family_json_input,
                                    .take_result = take_result,
                                    .equal = equal,
                                    .render = family_json_render,
                                    .perform = family_ops_perform};
