/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "targets.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/fault.h"
#include "heard.h"
#include "snarp/name.h"

/* A line that is longer names no target. */
#define LINE_MAX_LEN 4096

#define ADDRESS_TEXT 64

static const char *text_of(const json_t *step, size_t i) {
  const char *text = json_string_value(json_array_get(step, i));

  return text == NULL ? "" : text;
}

static bool is_connect(const json_t *step) {
  return json_array_size(step) == 4 && strcmp(text_of(step, 0), "connect") == 0;
}

void targets_expected(json_t *list, const json_t *trace) {
  size_t i;
  json_t *step;

  json_array_foreach(trace, i, step) {
    size_t j;
    json_t *sequence;

    if (is_connect(step)) {
      json_array_append(list, step);
    }
    json_array_foreach(json_object_get(step, "any"), j, sequence) {
      targets_expected(list, sequence);
    }
  }
}

/* What a line names, in text. */
struct printed {
  char *host; /* a name with its final dot, or an address */
  bool has_port;
  uint16_t port;
  char *protocol; /* or null */
  uint8_t address[16];
  size_t address_len; /* 4, 16, or 0: it is a name */
};

/* The octets as a string, those outside ASCII as "?", with `end` behind. */
static char *text_from(struct snarp_view view, const char *end) {
  size_t len = strlen(end);
  char *text = take(view.len + len + 1);

  for (size_t i = 0; i < view.len; i++) {
    text[i] = view.base[i] < 0x80 ? (char)view.base[i] : '?';
  }
  memcpy(text + view.len, end, len + 1);
  return text;
}

static void read_address(struct printed *printed, struct snarp_view host) {
  char text[ADDRESS_TEXT];

  printed->address_len = 0;
  if (host.len >= sizeof text) {
    return;
  }
  memcpy(text, host.base, host.len);
  text[host.len] = '\0';
  if (inet_pton(AF_INET, text, printed->address) == 1) {
    printed->address_len = 4;
  } else if (inet_pton(AF_INET6, text, printed->address) == 1) {
    printed->address_len = 16;
  }
}

static void fill_printed(struct printed *printed, const struct heard *heard) {
  struct snarp_view host = heard->host;
  bool dotted = host.base[host.len - 1] == '.';

  read_address(printed, host);
  printed->host =
      text_from(host, dotted || printed->address_len > 0 ? "" : ".");
  printed->has_port = heard->has_port;
  printed->port = heard->port;
  printed->protocol =
      heard->protocol.len == 0 ? NULL : text_from(heard->protocol, "");
}

static void free_printed(struct printed *printed) {
  free(printed->host);
  free(printed->protocol);
}

static bool read_name(struct snarp_view *name, uint8_t space[SNARP_NAME_MAX],
                      const char *text) {
  struct snarp_view octets = {(const uint8_t *)text, strlen(text)};
  struct snarp_view none = {NULL, 0};

  return snarp_name_scan(name, space, octets, none, NULL) == SNARP_OK;
}

static bool same_name(const char *a, const char *b) {
  uint8_t space_a[SNARP_NAME_MAX];
  uint8_t space_b[SNARP_NAME_MAX];
  struct snarp_view name_a;
  struct snarp_view name_b;

  return read_name(&name_a, space_a, a) && read_name(&name_b, space_b, b) &&
         snarp_name_compare(name_a, name_b) == 0;
}

/* True where the host has this address in the zone. */
static bool has_address(const struct dns_source *source, const char *host,
                        const struct printed *printed) {
  uint16_t type = printed->address_len == 4 ? DNS_A : DNS_AAAA;
  uint8_t space[SNARP_NAME_MAX];
  struct dns_answer answer = {0};
  struct snarp_view name;

  if (!read_name(&name, space, host)) {
    return false;
  }
  source->ask(source->ctx, &answer, name, type);
  for (size_t i = 0; i < answer.n; i++) {
    const struct dns_record *record = &answer.records[i];

    if (record->type == type && record->rdata.len == printed->address_len &&
        memcmp(record->rdata.base, printed->address, printed->address_len) ==
            0) {
      return true;
    }
  }
  return false;
}

static bool is_meant(const struct targets_plan *plan,
                     const struct printed *printed, const json_t *step) {
  json_int_t port = json_integer_value(json_array_get(step, 2));
  const char *host = text_of(step, 1);

  if (port != 0 && (!printed->has_port || printed->port != port)) {
    return false;
  }
  if (printed->protocol != NULL &&
      strcasecmp(printed->protocol, text_of(step, 3)) != 0) {
    return false;
  }
  return printed->address_len > 0 ? has_address(&plan->source, host, printed)
                                  : same_name(printed->host, host);
}

/* The first expected attempt that the line can mean, of those that no line
 * before it meant where there is one; or null. */
static json_t *find_meant(const struct targets_plan *plan, bool *meant,
                          const struct printed *printed) {
  json_t *found = NULL;
  size_t i;
  json_t *step;

  json_array_foreach(plan->expected, i, step) {
    if (!is_meant(plan, printed, step)) {
      continue;
    }
    if (!meant[i]) {
      meant[i] = true;
      return step;
    }
    found = found == NULL ? step : found;
  }
  return found;
}

/* An attempt that nobody expected, as the line has it. */
static json_t *make_step(const struct targets_plan *plan,
                         const struct printed *printed) {
  char *first = text_from(plan->protocols[0], "");
  json_t *step =
      json_pack("[s, s, i, s]", "connect", printed->host, (int)printed->port,
                printed->protocol == NULL ? first : printed->protocol);

  free(first);
  return step;
}

static void add_line(json_t *list, const struct targets_plan *plan, bool *meant,
                     struct snarp_view line) {
  struct heard heard;
  struct printed printed;
  json_t *step;

  if (line.len > LINE_MAX_LEN ||
      !heard_line(&heard, line, plan->protocols, plan->n_protocols)) {
    return;
  }
  fill_printed(&printed, &heard);
  step = find_meant(plan, meant, &printed);
  if (step != NULL) {
    json_array_append(list, step);
  } else {
    json_array_append_new(list, make_step(plan, &printed));
  }
  free_printed(&printed);
}

json_t *targets_read(const struct targets_plan *plan,
                     struct snarp_view output) {
  json_t *list = need(json_array());
  bool *meant = take((json_array_size(plan->expected) + 1) * sizeof *meant);
  size_t from = 0;

  memset(meant, 0, (json_array_size(plan->expected) + 1) * sizeof *meant);
  while (from < output.len) {
    const uint8_t *line = output.base + from;
    const uint8_t *end = memchr(line, '\n', output.len - from);
    size_t len = end == NULL ? output.len - from : (size_t)(end - line);

    add_line(list, plan, meant, (struct snarp_view){line, len});
    from += len + 1;
  }
  free(meant);
  return list;
}
