/*
 * runner/steps.h - what a client did: its queries and attempts, as text.
 *
 * "NAPTR example.com.", "connect host. 389 ldap" (port 0: the protocol's
 * default), "connect http://example.com/ ldap". Names and protocols are in
 * lower case, so steps are the same where their texts are.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_STEPS_H
#define SNARP_RUNNER_STEPS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snarp/base.h"

/* All zero is empty. */
struct steps {
  char **list;
  size_t n;
  size_t cap;
};

/* Takes over the step. */
void steps_add(struct steps *steps, char *step);
void steps_clear(struct steps *steps);
void steps_free(struct steps *steps);

/* Each makes a new string, free() it. The type is one that has a name in
 * dns/answer.h. */
char *step_query(uint16_t type, struct snarp_view name);
char *step_connect(struct snarp_view host, uint16_t port,
                   struct snarp_view protocol);
char *step_connect_uri(struct snarp_view uri, struct snarp_view protocol);

/* True for a query, false for an attempt. */
bool step_is_query(const char *step);

/* True for a query of addresses or aliases, which is always free. */
bool step_is_free(const char *step);

/* A question or a step of a trace, read from JSON. */
struct target {
  uint16_t type;          /* of a query; 0: an attempt */
  struct snarp_view name; /* the owner or the host; empty for a URI */
  struct snarp_view uri;  /* or empty */
  uint16_t port;
  struct snarp_view protocol;
  uint8_t space[SNARP_NAME_MAX];
};

/* ["example.com.", "NAPTR"]: null, or what was expected. The target views the
 * JSON and itself. */
const char *target_query(struct target *target, const json_t *name,
                         const json_t *type);

/* ["host.", 389, "ldap"] or ["URI", "protocol"], behind `from` other items. */
const char *target_connect(struct target *target, const json_t *list,
                           size_t from);

/* The step of a target, as a new string. */
char *target_step(const struct target *target);

#endif
