/*
 * paths_fields.c - names, messages, service fields, policies; see paths.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bench.h"
#include "paths.h"
#include "snarp/message.h"
#include "snarp/name.h"
#include "snarp/policy.h"
#include "snarp/service.h"

#define TIMES 100

/* Octets that are written down; what ends the literal is none of them. */
#define VIEW(literal)                                                          \
  ((struct snarp_view){(const uint8_t *)(literal), sizeof(literal) - 1})

/* --- names */

#define NAME VIEW("\7gateway\11frankfurt\5voice\7example\3net")

static struct snarp_view name_of(void) {
  return (struct snarp_view){NAME.base, NAME.len + 1};
}

static size_t name_read(void *made, size_t times) {
  struct snarp_view *octets = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    struct snarp_view name;
    bench_use(octets);
    good += snarp_name_read(&name, *octets, NULL) == SNARP_OK;
    bench_use(&name);
  }
  return good;
}

static size_t name_scan(void *made, size_t times) {
  struct snarp_view *text = made;
  const struct snarp_view none = {NULL, 0};
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    uint8_t space[SNARP_NAME_MAX];
    struct snarp_view name;
    bench_use(text);
    good += snarp_name_scan(&name, space, *text, none, NULL) == SNARP_OK;
    bench_use(space);
  }
  return good;
}

static size_t name_print(void *made, size_t times) {
  struct snarp_view *octets = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    uint8_t text[4 * SNARP_NAME_MAX];
    struct snarp_buf out = {text, sizeof text, 0};
    bench_use(octets);
    good += snarp_name_print(&out, *octets, NULL) == SNARP_OK;
    bench_use(text);
  }
  return good;
}

static size_t name_compare(void *made, size_t times) {
  struct snarp_view *octets = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    bench_use(octets);
    good += snarp_name_compare(octets[0], octets[1]) == 0;
  }
  return good;
}

static void count_names(void) {
  struct snarp_view names[2] = {name_of(), name_of()};
  struct snarp_view text = VIEW("gateway.frankfurt.voice.example.net.");
  path_count("snarp_name_read", name_read, names, TIMES);
  path_count("snarp_name_scan", name_scan, &text, TIMES);
  path_count("snarp_name_print", name_print, names, TIMES);
  path_count("snarp_name_compare: equal", name_compare, names, TIMES);
}

/* --- messages: a question, and records with its name as their owner */

#define HEADER "\0\1\201\200\0\1\0\144\0\0\0\0"
#define QUESTION "\7example\3com\0\0\41\0\1"
#define RECORD "\300\14\0\41\0\1\0\0\0\74\0\11\0\0\0\0\0\0\1a\0"
#define RECORDS 100

struct message {
  uint8_t octets[1024 * 4];
  size_t len;
};

static void add(struct message *message, struct snarp_view octets) {
  memcpy(message->octets + message->len, octets.base, octets.len);
  message->len += octets.len;
}

static size_t message_records(void *made, size_t times) {
  const struct message *octets = made;
  struct snarp_message message;
  size_t n = 0;
  struct snarp_record record;
  bench_use(octets);
  if (snarp_message_read(&message,
                         (struct snarp_view){octets->octets, octets->len},
                         NULL) != SNARP_OK) {
    return 0;
  }
  while (n < times && snarp_message_next(&record, &message, NULL) == SNARP_OK) {
    bench_use(&record);
    n++;
  }
  return n;
}

static void count_messages(void) {
  struct message message = {{0}, 0};
  add(&message, VIEW(HEADER));
  add(&message, VIEW(QUESTION));
  for (size_t i = 0; i < RECORDS; i++) {
    add(&message, VIEW(RECORD));
  }
  path_count("snarp_message_next", message_records, &message, RECORDS);
}

/* --- service fields */

static size_t service_scan(void *made, size_t times) {
  struct snarp_view *field = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    struct snarp_service service;
    bench_use(field);
    good += snarp_service_scan(&service, *field, NULL) == SNARP_OK;
    bench_use(&service);
  }
  return good;
}

static size_t service_offers(void *made, size_t times) {
  struct snarp_view *field = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    bench_use(field);
    good += snarp_service_offers(*field, VIEW("aaa+auth"), VIEW("radius.tcp"));
  }
  return good;
}

static void count_services(void) {
  struct snarp_view field = VIEW("AAA+Auth:radius.tls:radius.dtls:RADIUS.TCP");
  path_count("snarp_service_scan", service_scan, &field, TIMES);
  path_count("snarp_service_offers", service_offers, &field, TIMES);
}

/* --- parameters */

static size_t policy_read(void *made, size_t times) {
  struct snarp_view *octets = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    struct snarp_policy policy;
    bench_use(octets);
    good +=
        snarp_policy_read(&policy, *octets, SNARP_RFC_5356, NULL) == SNARP_OK;
    bench_use(&policy);
  }
  return good;
}

static size_t policy_write(void *made, size_t times) {
  struct snarp_policy *policy = made;
  size_t good = 0;
  for (size_t i = 0; i < times; i++) {
    uint8_t octets[16];
    struct snarp_buf out = {octets, sizeof octets, 0};
    bench_use(policy);
    good += snarp_policy_write(&out, policy, NULL) == SNARP_OK;
    bench_use(octets);
  }
  return good;
}

static void count_policies(void) {
  struct snarp_view octets = VIEW("\0\10\0\20\100\0\0\2\100\0\0\0\10\0\0\0");
  struct snarp_policy policy;
  if (snarp_policy_read(&policy, octets, SNARP_RFC_5356, NULL) != SNARP_OK) {
    bench_die("the policy cannot be read");
  }
  path_count("snarp_policy_read: LUD", policy_read, &octets, TIMES);
  path_count("snarp_policy_write: LUD", policy_write, &policy, TIMES);
}

void paths_fields(void) {
  count_names();
  count_messages();
  count_services();
  count_policies();
}
