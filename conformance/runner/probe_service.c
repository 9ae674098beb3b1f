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

const char *probe_service(const struct vector *vector) {
  return vector->op == OP_SERVICE_PRINT ? given_tags(vector->in.json)
                                        : given_field(vector);
}
