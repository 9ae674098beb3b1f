/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dns/endpoint.h"
#include "resolve.h"
#include "snarp/name.h"

#define RESTARTS_MAX 3

const char *resolve_name(struct arena *arena, struct snarp_view name) {
  char octets[1024];
  struct snarp_buf text = {(uint8_t *)octets, sizeof octets, 0};

  snarp_name_print(&text, name, NULL);
  return arena_copy(arena, octets, text.len);
}

const char *resolve_naptr(struct arena *arena,
                          const struct snarp_naptr *naptr) {
  char octets[4 * SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf text = {(uint8_t *)octets, sizeof octets, 0};

  snarp_naptr_print(&text, naptr, NULL);
  return arena_copy(arena, octets, text.len);
}

const char *resolve_srv(struct arena *arena, const struct snarp_srv *srv) {
  char octets[4 * SNARP_SRV_RDATA_MAX];
  struct snarp_buf text = {(uint8_t *)octets, sizeof octets, 0};

  snarp_srv_print(&text, srv, NULL);
  return arena_copy(arena, octets, text.len);
}

/* --- the candidate */

static struct candidate *add(struct resolve *resolve,
                             const struct snarp_walk_step *step) {
  struct arena *arena = &resolve->arena;

  if (resolve->n == resolve->cap) {
    resolve->cap = resolve->cap == 0 ? 16 : 2 * resolve->cap;
    resolve->candidates =
        grow(resolve->candidates, resolve->cap * sizeof *resolve->candidates);
  }
  struct candidate *candidate = &resolve->candidates[resolve->n++];
  memset(candidate, 0, sizeof *candidate);
  candidate->uri = step->uri.len > 0;
  candidate->host =
      candidate->uri
          ? arena_copy(arena, (const char *)step->uri.base, step->uri.len)
          : resolve_name(arena, step->name);
  candidate->protocol = step->protocol;
  candidate->has_port = step->has_port;
  candidate->port = step->has_port
                        ? step->port
                        : resolve_port(&resolve->options, step->protocol);
  return candidate;
}

static void add_from(struct resolve *resolve, struct candidate *candidate,
                     struct snarp_view owner, const char *type,
                     const char *rdata) {
  const char *name = resolve_name(&resolve->arena, owner);

  candidate->from[candidate->n_from++] =
      arena_format(&resolve->arena, "%s %s %s", name, type, rdata);
}

static void take_path(struct resolve *resolve, struct candidate *candidate) {
  const struct path *path = &resolve->path;

  candidate->from =
      arena_take(&resolve->arena, (path->n_sets + 1) * sizeof *candidate->from);
  for (size_t i = 0; i < path->n_sets; i++) {
    const struct snarp_naptr *naptr = path_naptr(path, i);
    if (naptr != NULL) {
      add_from(resolve, candidate, path->sets[i].owner, "NAPTR",
               resolve_naptr(&resolve->arena, naptr));
    }
  }
  if (path->srv != NULL) {
    add_from(resolve, candidate, path->srv_owner, "SRV",
             resolve_srv(&resolve->arena, path->srv));
  }
}

/* --- its addresses */

struct addresses {
  struct endpoint *list;
  size_t n;
  bool known; /* all queries were answered */
};

static void ask_addresses(struct resolve *resolve, struct addresses *addresses,
                          const struct snarp_walk_step *step, uint16_t type,
                          uint16_t port) {
  struct dns_answer answer = {.rcode = DNS_TIMEOUT};

  resolve->dns.ask(resolve->dns.ctx, &answer, step->name, type);
  resolve_trace_host(resolve, step->name, type, &answer);
  if (dns_is_temporary(&answer)) {
    addresses->known = false;
    resolve->deaf = resolve->deaf || answer.rcode == DNS_TIMEOUT;
    return;
  }
  addresses->list = grow(addresses->list,
                         (addresses->n + answer.n) * sizeof *addresses->list);
  for (size_t i = 0; i < answer.n; i++) {
    if (answer.records[i].type == type) {
      endpoint_from(&addresses->list[addresses->n++], answer.records[i].rdata,
                    port);
    }
  }
}

static const char *address_text(struct arena *arena,
                                const struct endpoint *endpoint) {
  char text[ENDPOINT_TEXT];
  char *end;

  endpoint_print(text, endpoint);
  end = strrchr(text, ':');
  if (text[0] == '[') {
    end--;
    return arena_copy(arena, text + 1, (size_t)(end - text) - 1);
  }
  return arena_copy(arena, text, (size_t)(end - text));
}

/* Where nothing is to be connected to, a network that does not answer is asked
 * for no more addresses. */
static void find_addresses(struct resolve *resolve, struct addresses *addresses,
                           struct candidate *candidate,
                           const struct snarp_walk_step *step) {
  bool connect = resolve->options.connect;

  addresses->known = !resolve->deaf || connect;
  if (candidate->uri || !addresses->known) {
    return;
  }
  ask_addresses(resolve, addresses, step, DNS_AAAA, candidate->port);
  if (connect || !resolve->deaf) {
    ask_addresses(resolve, addresses, step, DNS_A, candidate->port);
  }
  candidate->addresses_known = addresses->known;
  candidate->addresses =
      arena_take(&resolve->arena, addresses->n * sizeof *candidate->addresses);
  for (size_t i = 0; i < addresses->n; i++) {
    candidate->addresses[candidate->n_addresses++] =
        address_text(&resolve->arena, &addresses->list[i]);
  }
}

/* --- the connection */

static bool fail(struct candidate *candidate, const char *why) {
  candidate->outcome = OUTCOME_FAILED;
  candidate->why = why;
  return false;
}

static bool connect_to(struct resolve *resolve, struct candidate *candidate,
                       const struct endpoint *endpoint) {
  int file = endpoint_connect(endpoint, SOCK_STREAM,
                              clock_now() + resolve->options.timeout);
  char text[ENDPOINT_TEXT];

  endpoint_print(text, endpoint);
  if (file < 0) {
    const char *error = strerror(errno);
    if (resolve->options.trace) {
      fprintf(stderr, "    %s: %s\n", text, error);
    }
    return fail(candidate,
                arena_format(&resolve->arena, "%s: %s", text, error));
  }
  close(file);
  if (resolve->options.trace) {
    fprintf(stderr, "    %s: connected\n", text);
  }
  candidate->outcome = OUTCOME_SERVED;
  candidate->at = arena_copy(&resolve->arena, text, strlen(text));
  return true;
}

static bool connect_any(struct resolve *resolve, struct candidate *candidate,
                        const struct addresses *addresses) {
  bool served = false;

  if (candidate->uri) {
    return fail(candidate, "a URI is not connected to");
  }
  if (addresses->n == 0) {
    return fail(candidate, addresses->known
                               ? "no address"
                               : "no answer to the query for addresses");
  }
  if (candidate->port == 0 && !candidate->has_port) {
    return fail(candidate, "default port not known, see --port");
  }
  for (size_t i = 0; i < addresses->n && !served; i++) {
    served = connect_to(resolve, candidate, &addresses->list[i]);
  }
  return served;
}

/* RFC 3402 3.3, note 2: where a record of the path expires while the walk falls
 * back, it begins anew. Not without end. */
static bool must_restart(struct resolve *resolve,
                         const struct snarp_walk_step *step) {
  resolve->restart = resolve->resolver != NULL && resolve->n > resolve->begun &&
                     resolve->restarts < RESTARTS_MAX &&
                     path_expired(&resolve->path, step, clock_now());
  return resolve->restart;
}

static bool is_over(struct resolve *resolve,
                    const struct snarp_walk_step *step) {
  if (!resolve->options.connect) {
    return false;
  }
  resolve->gave_up = resolve->n == (size_t)resolve->options.attempts;
  return resolve->gave_up || must_restart(resolve, step);
}

bool resolve_try(struct resolve *resolve, const struct snarp_walk_step *step) {
  struct addresses addresses = {NULL, 0, true};
  struct candidate *candidate;
  bool served = false;

  if (is_over(resolve, step)) {
    return true;
  }
  path_try(&resolve->path, step);
  candidate = add(resolve, step);
  take_path(resolve, candidate);
  if (resolve->options.trace) {
    fprintf(stderr, "%s %s\n", resolve->options.connect ? "try" : "candidate",
            candidate->host);
  }
  find_addresses(resolve, &addresses, candidate, step);
  if (resolve->options.connect) {
    served = connect_any(resolve, candidate, &addresses);
  }
  free(addresses.list);
  return served;
}
