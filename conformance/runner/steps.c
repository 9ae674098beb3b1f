/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "dns/answer.h"
#include "fault.h"
#include "snarp/name.h"
#include "text.h"

/* The longest name as text; see snarp/name.h. */
#define NAME_TEXT_MAX 1009

/* --- lists */

void steps_add(struct steps *steps, char *step) {
  if (steps->n == steps->cap) {
    steps->cap = steps->cap == 0 ? 16 : 2 * steps->cap;
    steps->list = grow(steps->list, steps->cap * sizeof *steps->list);
  }
  steps->list[steps->n++] = step;
}

void steps_clear(struct steps *steps) {
  for (size_t i = 0; i < steps->n; i++) {
    free(steps->list[i]);
  }
  steps->n = 0;
}

void steps_free(struct steps *steps) {
  steps_clear(steps);
  free(steps->list);
  memset(steps, 0, sizeof *steps);
}

/* --- texts */

static void add_lower(struct text *out, struct snarp_view octets) {
  for (size_t i = 0; i < octets.len; i++) {
    char c = (char)octets.base[i];

    c = c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
    text_add_n(out, &c, 1);
  }
}

static void add_name(struct text *out, struct snarp_view name) {
  uint8_t space[NAME_TEXT_MAX];
  struct snarp_buf buf = {space, sizeof space, 0};

  snarp_name_print(&buf, name, NULL);
  add_lower(out, (struct snarp_view){space, buf.len});
}

char *step_query(uint16_t type, struct snarp_view name) {
  struct text out = {0};

  text_format(&out, "%s ", dns_type_name(type));
  add_name(&out, name);
  return out.base;
}

char *step_connect(struct snarp_view host, uint16_t port,
                   struct snarp_view protocol) {
  struct text out = {0};

  text_add(&out, "connect ");
  add_name(&out, host);
  text_format(&out, " %u ", port);
  add_lower(&out, protocol);
  return out.base;
}

char *step_connect_uri(struct snarp_view uri, struct snarp_view protocol) {
  struct text out = {0};

  text_add(&out, "connect ");
  text_add_n(&out, (const char *)uri.base, uri.len);
  text_add(&out, " ");
  add_lower(&out, protocol);
  return out.base;
}

bool step_is_query(const char *step) {
  return strncmp(step, "connect ", 8) != 0;
}

bool step_is_free(const char *step) {
  return strncmp(step, "A ", 2) == 0 || strncmp(step, "AAAA ", 5) == 0 ||
         strncmp(step, "CNAME ", 6) == 0;
}

/* --- from JSON */

/* A string without a zero in it. */
static bool take_string(struct snarp_view *view, const json_t *value) {
  const char *string = json_string_value(value);

  if (string == NULL || *string == '\0' ||
      strlen(string) != json_string_length(value)) {
    return false;
  }
  *view = (struct snarp_view){(const uint8_t *)string, strlen(string)};
  return true;
}

static bool take_name(struct target *target, const json_t *value) {
  static const uint8_t root[1] = {0};
  struct snarp_view text;

  return take_string(&text, value) &&
         snarp_name_scan(&target->name, target->space, text,
                         (struct snarp_view){root, 1}, NULL) == SNARP_OK;
}

const char *target_query(struct target *target, const json_t *name,
                         const json_t *type) {
  memset(target, 0, sizeof *target);
  if (!take_name(target, name)) {
    return "a domain name";
  }
  return json_is_string(type) &&
                 dns_type_find(&target->type, json_string_value(type))
             ? NULL
             : "NAPTR, SRV, A, AAAA or CNAME";
}

const char *target_connect(struct target *target, const json_t *list,
                           size_t from) {
  size_t n = json_array_size(list);
  const json_t *port = json_array_get(list, from + 1);

  memset(target, 0, sizeof *target);
  if (n != from + 2 && n != from + 3) {
    return "host, port and protocol, or URI and protocol";
  }
  if (!take_string(&target->protocol, json_array_get(list, n - 1))) {
    return "a protocol";
  }
  if (n == from + 2) {
    return take_string(&target->uri, json_array_get(list, from)) ? NULL
                                                                 : "a URI";
  }
  if (!json_is_integer(port) || json_integer_value(port) < 0 ||
      json_integer_value(port) > 65535) {
    return "a port from 0 to 65535";
  }
  target->port = (uint16_t)json_integer_value(port);
  return take_name(target, json_array_get(list, from)) ? NULL : "a host";
}

char *target_step(const struct target *target) {
  if (target->type != 0) {
    return step_query(target->type, target->name);
  }
  return target->uri.len > 0
             ? step_connect_uri(target->uri, target->protocol)
             : step_connect(target->name, target->port, target->protocol);
}
