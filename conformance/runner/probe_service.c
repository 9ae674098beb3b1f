/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/service.h"

#define TAGS_MAX 256

struct tags {
  struct snarp_view app;
  struct snarp_view protocols[TAGS_MAX];
  size_t n;
};

static int put_field(struct snarp_buf *out, const void *what,
                     struct snarp_diag *diag) {
  const struct tags *tags = what;

  return snarp_service_print(out, tags->app, tags->protocols, tags->n, diag);
}

static struct snarp_view text_of(const json_t *string) {
  return (struct snarp_view){(const uint8_t *)json_string_value(string),
                             json_string_length(string)};
}

/* --- service.print */

static const char *given_tags(const json_t *in) {
  const json_t *list = json_object_get(in, "protocols");
  struct tags tags = {.app = text_of(json_object_get(in, "service"))};
  struct snarp_diag diag;
  int rv;

  while (tags.n < json_array_size(list) && tags.n < TAGS_MAX) {
    tags.protocols[tags.n] = text_of(json_array_get(list, tags.n));
    tags.n++;
  }
  rv = put_field(&(struct snarp_buf){0}, &tags, &diag);
  PROMISE(diag.off == 0 || (rv != SNARP_OK && diag.off < tags.n),
          "the protocol at fault is none of them");
  return probe_rooms(put_field, &tags);
}

/* --- service.parse and service.match */

static void read_tags(struct tags *tags, struct snarp_service *service) {
  tags->app = service->app;
  tags->n = 0;
  while (tags->n < TAGS_MAX &&
         snarp_service_next(&tags->protocols[tags->n], service) == SNARP_OK) {
    tags->n++;
  }
}

/* Each protocol is offered, and none without a service. */
static const char *offers(struct snarp_view field, const struct tags *tags) {
  static const struct snarp_view none = {NULL, 0};

  for (size_t i = 0; i < tags->n; i++) {
    PROMISE(snarp_service_offers(field, tags->app, tags->protocols[i]) ==
                (tags->app.len > 0),
            "a field does not offer what it lists");
    PROMISE(!snarp_service_offers(field, none, tags->protocols[i]),
            "a field offers a protocol without a service");
  }
  return NULL;
}

static const char *given_field(const struct vector *vector) {
  struct snarp_view field = vector->in.octets;
  const json_t *in = vector->in.json;
  struct snarp_service service;
  struct snarp_diag diag;
  struct tags tags;
  uint8_t octets[PROBE_LONGEST];
  struct snarp_buf out = {octets, sizeof octets, 0};

  if (snarp_service_scan(&service, field, &diag) != SNARP_OK) {
    PROMISE(diag.off <= field.len && diag.notes == 0 && service.app.len == 0,
            "a failure leaves a service");
    PROMISE(!snarp_service_offers(field,
                                  text_of(json_object_get(in, "service")),
                                  text_of(json_object_get(in, "protocol"))),
            "a broken field offers something");
    return NULL;
  }
  PROMISE(diag.off == field.len, "a field is not read to its end");
  read_tags(&tags, &service);
  if (tags.app.len > 0 && field.len <= SNARP_STRING_MAX) {
    PROMISE(put_field(&out, &tags, NULL) == SNARP_OK && out.len == field.len &&
                memcmp(octets, field.base, field.len) == 0,
            "a field is another one after it was printed");
  }
  return offers(field, &tags);
}

/* --- facts */

static const struct {
  const char *field;
  int status;
  uint32_t notes;
  size_t off;
} facts[] = {
    {"", SNARP_OK, 0, 0},
    {"EM", SNARP_OK, 0, 2},
    {"E:x", SNARP_OK, 0, 3},
    {":a", SNARP_OK, SNARP_NOTE_SERVICE_NONE, 2},
    {":x-", SNARP_OK, SNARP_NOTE_SERVICE_NONE | SNARP_NOTE_TAG_X, 3},
    {"x-", SNARP_OK, SNARP_NOTE_TAG_X, 2},
    {"x-:a:b", SNARP_OK, SNARP_NOTE_TAG_X, 6},
    {"EM:X-:a", SNARP_OK, SNARP_NOTE_TAG_X, 7},
    {"EM:a:x-", SNARP_OK, SNARP_NOTE_TAG_X, 7},
    {"x:xx:x-a:x.:y-", SNARP_OK, 0, 14},
    {"x-a", SNARP_OK, 0, 3},
    {"EM:", SNARP_ERR_TAG_EMPTY, 0, 3},
    {":", SNARP_ERR_TAG_EMPTY, 0, 1},
    {"EM::a", SNARP_ERR_TAG_EMPTY, 0, 3},
    {"-", SNARP_ERR_TAG_FIRST, 0, 0},
    {"EM:a:1", SNARP_ERR_TAG_FIRST, 0, 5},
    {"EM:a_:b", SNARP_ERR_TAG_OCTET, 0, 4},
};

static const char *fact(size_t i) {
  static const uint8_t octet[] = {1};
  struct snarp_view field = {(const uint8_t *)facts[i].field,
                             strlen(facts[i].field)};
  struct snarp_view protocol = {octet, 1};
  struct snarp_service service;
  struct snarp_diag diag;

  PROMISE(snarp_service_scan(&service, probe_at_edge(0, field), &diag) ==
                  facts[i].status &&
              diag.notes == facts[i].notes && diag.off == facts[i].off,
          "a field is read otherwise");
  if (facts[i].status != SNARP_OK) {
    PROMISE(service.app.len == 0 && service.rest.len == 0,
            "a failure leaves a service or protocols");
    return NULL;
  }
  while (snarp_service_next(&protocol, &service) == SNARP_OK) {
  }
  PROMISE(protocol.len == 0, "there is a protocol behind the last one");
  return NULL;
}

/* What is printed of tags, and which of them is at fault. */
static const char *printed(void) {
  uint8_t octets[SNARP_TAG_MAX];
  struct snarp_view tag = {octets, SNARP_TAG_MAX};
  struct snarp_view one = {octets, 1};
  struct snarp_view bad = {(const uint8_t *)"1", 1};
  struct tags tags = {one, {one, one, bad}, 3};
  struct snarp_diag diag;

  memset(octets, 'a', sizeof octets);
  PROMISE(put_field(&(struct snarp_buf){0}, &tags, &diag) ==
                  SNARP_ERR_TAG_FIRST &&
              diag.off == 2 && diag.notes == 0,
          "another protocol is at fault");
  tags.n = 2;
  PROMISE(put_field(&(struct snarp_buf){0}, &tags, &diag) == SNARP_OK &&
              diag.off == 0 && diag.notes == 0,
          "tags are printed with news");
  tags.app = bad;
  tags.n = 0;
  PROMISE(put_field(&(struct snarp_buf){0}, &tags, &diag) ==
                  SNARP_ERR_TAG_FIRST &&
              diag.off == 0,
          "a service of one octet is not checked");
  tags.app.len = 0;
  PROMISE(put_field(&(struct snarp_buf){0}, &tags, &diag) == SNARP_OK,
          "a field without tags is none");
  tags.app = tag;
  for (; tags.n < 9; tags.n++) {
    tags.protocols[tags.n] = tag;
  }
  PROMISE(put_field(&(struct snarp_buf){0}, &tags, &diag) ==
                  SNARP_ERR_STRING_LONG &&
              diag.off == 6 && diag.notes == 0,
          "another protocol is too much");
  return NULL;
}

const char *probe_service(const struct vector *vector) {
  const char *fault = printed();

  for (size_t i = 0; i < sizeof facts / sizeof *facts && fault == NULL; i++) {
    fault = fact(i);
  }
  if (fault != NULL) {
    return fault;
  }
  return vector->op == OP_SERVICE_PRINT ? given_tags(vector->in.json)
                                        : given_field(vector);
}
