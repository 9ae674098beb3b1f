/* The service field of S-NAPTR (RFC 3958 6.5).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/service.h"

#include "wire.h"

static bool is_alpha(uint8_t octet) {
  uint8_t lower = wire_lower(octet);

  return lower >= 'a' && lower <= 'z';
}

static bool is_alphanumsym(uint8_t octet) {
  return is_alpha(octet) || (octet >= '0' && octet <= '9') || octet == '+' ||
         octet == '-' || octet == '.';
}

/* 0 if the octets are a tag, else why not; *off is the octet at fault. */
static int check_tag(struct snarp_view tag, size_t *off) {
  *off = 0;
  if (tag.len == 0) {
    return SNARP_ERR_TAG_EMPTY;
  }
  if (!is_alpha(tag.base[0])) {
    return SNARP_ERR_TAG_FIRST;
  }
  for (size_t i = 1; i < tag.len; i++) {
    *off = i;
    if (!is_alphanumsym(tag.base[i])) {
      return SNARP_ERR_TAG_OCTET;
    }
    if (i == SNARP_TAG_MAX) {
      return SNARP_ERR_TAG_LONG;
    }
  }
  return 0;
}

/* The octets up to the next colon, or all. */
static struct snarp_view head(struct snarp_view field) {
  size_t n = 0;

  while (n < field.len && field.base[n] != ':') {
    n++;
  }

  struct snarp_view tag = {field.base, n};
  return tag;
}

static struct snarp_view behind(struct snarp_view field, size_t n) {
  struct snarp_view rest = {field.len > n ? field.base + n : NULL,
                            field.len - n};

  return rest;
}

int snarp_service_next(struct snarp_view *protocol,
                       struct snarp_service *service) {
  struct snarp_view none = {NULL, 0};

  if (service->rest.len == 0) {
    *protocol = none;
    return SNARP_END;
  }
  *protocol = head(behind(service->rest, 1));
  service->rest = behind(service->rest, 1 + protocol->len);
  return 0;
}

/* 0 if every protocol is a tag; *off is the octet at fault. */
static int check_protocols(struct snarp_service service, size_t field_len,
                           size_t *off) {
  struct snarp_view protocol;
  size_t at;

  while (snarp_service_next(&protocol, &service) == 0) {
    int rv = check_tag(protocol, &at);
    if (rv != 0) {
      *off = field_len - service.rest.len - protocol.len + at;
      return rv;
    }
  }
  return 0;
}

static uint32_t note_tag(struct snarp_view tag) {
  bool x = tag.len == 2 && wire_lower(tag.base[0]) == 'x' && tag.base[1] == '-';

  return x ? SNARP_NOTE_TAG_X : 0;
}

static uint32_t note_tags(struct snarp_service service) {
  uint32_t notes = note_tag(service.app);
  struct snarp_view protocol;

  if (service.app.len == 0 && service.rest.len > 0) {
    notes = SNARP_NOTE_SERVICE_NONE;
  }
  while (snarp_service_next(&protocol, &service) == 0) {
    notes |= note_tag(protocol);
  }
  return notes;
}

int snarp_service_scan(struct snarp_service *service, struct snarp_view field,
                       struct snarp_diag *diag) {
  struct snarp_view none = {NULL, 0};
  size_t off;
  int rv = 0;

  service->app = head(field);
  service->rest = behind(field, service->app.len);
  if (service->app.len > 0) {
    rv = check_tag(service->app, &off);
  }
  if (rv == 0) {
    rv = check_protocols(*service, field.len, &off);
  }
  if (rv != 0) {
    service->app = none;
    service->rest = none;
    return wire_tell(diag, off, 0, rv);
  }
  return wire_tell(diag, field.len, note_tags(*service), 0);
}

static int check_tags(struct snarp_view app, const struct snarp_view *protocols,
                      size_t n, size_t *off) {
  size_t at;
  int rv = app.len > 0 || n > 0 ? check_tag(app, &at) : 0;

  *off = 0;
  for (size_t i = 0; i < n && rv == 0; i++) {
    *off = i;
    rv = check_tag(protocols[i], &at);
  }
  return rv;
}

int snarp_service_print(struct snarp_buf *out, struct snarp_view app,
                        const struct snarp_view *protocols, size_t n,
                        struct snarp_diag *diag) {
  size_t len = app.len;
  size_t off = 0;
  int rv = check_tags(app, protocols, n, &off);

  for (size_t i = 0; i < n && rv == 0; i++) {
    off = i;
    len += 1 + protocols[i].len;
    rv = len > SNARP_STRING_MAX ? SNARP_ERR_STRING_LONG : 0;
  }
  if (rv != 0) {
    return wire_tell(diag, off, 0, rv);
  }

  put_octets(out, app);
  for (size_t i = 0; i < n; i++) {
    put_u8(out, ':');
    put_octets(out, protocols[i]);
  }
  return wire_tell(diag, 0, 0, 0);
}

bool snarp_service_offers(struct snarp_view field, struct snarp_view app,
                          struct snarp_view protocol) {
  struct snarp_service service;
  struct snarp_view offered;

  if (app.len == 0 || snarp_service_scan(&service, field, NULL) != 0 ||
      wire_compare_lower(service.app, app) != 0) {
    return false;
  }
  while (snarp_service_next(&offered, &service) == 0) {
    if (wire_compare_lower(offered, protocol) == 0) {
      return true;
    }
  }
  return false;
}
