/*
 * snarp.c - libsnarp as a contestant, and the floor under it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bench.h"
#include "snarp/message.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

#define TEXT_MAX 4096

/* What no reader can do without: the octets copied, each looked at once. */
static size_t floor_read(const struct sample *sample, size_t n) {
  uint8_t copy[SNARP_NAPTR_RDATA_MAX];
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++) {
    bench_use(sample->rdata.base);
    memcpy(copy, sample->rdata.base, sample->rdata.len);
    bench_use(copy);
    for (size_t off = 0; off < sample->rdata.len; off++) {
      sum += copy[off];
    }
    bench_use(&sum);
  }
  return n;
}

static size_t naptr_read(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct snarp_naptr naptr;
    bench_use(sample->rdata.base);
    good += snarp_naptr_read(&naptr, sample->rdata, NULL) == SNARP_OK;
    bench_use(&naptr);
  }
  return good;
}

static size_t srv_read(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct snarp_srv srv;
    bench_use(sample->rdata.base);
    good += snarp_srv_read(&srv, sample->rdata, NULL) == SNARP_OK;
    bench_use(&srv);
  }
  return good;
}

static bool next(struct snarp_record *record, const struct sample *sample) {
  struct snarp_message message;
  bench_use(sample->message.base);
  return snarp_message_read(&message, sample->message, NULL) == SNARP_OK &&
         snarp_message_next(record, &message, NULL) == SNARP_OK;
}

static size_t naptr_in_message(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct snarp_record record;
    struct snarp_naptr naptr;
    uint8_t space[SNARP_NAME_MAX];
    good +=
        next(&record, sample) &&
        snarp_naptr_read_in(&naptr, space, sample->message, record.rdata_off,
                            record.rdata_len, NULL) == SNARP_OK;
    bench_use(&naptr);
    bench_use(space);
  }
  return good;
}

static size_t srv_in_message(const struct sample *sample, size_t n) {
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct snarp_record record;
    struct snarp_srv srv;
    uint8_t space[SNARP_NAME_MAX];
    good += next(&record, sample) &&
            snarp_srv_read_in(&srv, space, sample->message, record.rdata_off,
                              record.rdata_len, NULL) == SNARP_OK;
    bench_use(&srv);
    bench_use(space);
  }
  return good;
}

static size_t naptr_scan(const struct sample *sample, size_t n) {
  const struct snarp_view text = {(const uint8_t *)sample->text,
                                  strlen(sample->text)};
  size_t good = 0;
  for (size_t i = 0; i < n; i++) {
    struct snarp_naptr naptr;
    uint8_t octets[SNARP_NAPTR_RDATA_MAX];
    struct snarp_buf space = {octets, sizeof octets, 0};
    struct snarp_view none = {NULL, 0};
    bench_use(text.base);
    good += snarp_naptr_scan(&naptr, &space, text, none, NULL) == SNARP_OK;
    bench_use(&naptr);
    bench_use(octets);
  }
  return good;
}

static size_t naptr_print(const struct sample *sample, size_t n) {
  struct snarp_naptr naptr;
  size_t good = 0;
  if (snarp_naptr_read(&naptr, sample->rdata, NULL) != SNARP_OK) {
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    uint8_t text[TEXT_MAX];
    struct snarp_buf out = {text, sizeof text, 0};
    bench_use(&naptr);
    good += snarp_naptr_print(&out, &naptr, NULL) == SNARP_OK;
    bench_use(text);
  }
  return good;
}

const struct contestant contestants_snarp[] = {
    {"naptr_read", "snarp", "snarp_naptr_read", naptr_read, 0},
    {"naptr_read", "floor", "copy and walk once", floor_read, 0.4},
    {"naptr_read", "snarp", "snarp_naptr_read_in", naptr_in_message, 0},
    {"naptr_scan", "snarp", "snarp_naptr_scan", naptr_scan, 0},
    {"naptr_print", "snarp", "snarp_naptr_print", naptr_print, 0},
    {"srv_read", "snarp", "snarp_srv_read", srv_read, 0},
    {"srv_read", "floor", "copy and walk once", floor_read, 0},
    {"srv_read", "snarp", "snarp_srv_read_in", srv_in_message, 0},
    {NULL, NULL, NULL, NULL, 0},
};
