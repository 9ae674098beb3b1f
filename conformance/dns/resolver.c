/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "resolver.h"

#include <ldns/ldns.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "endpoint.h"
#include "message_records.h"
#include "query.h"
#include "snarp/message.h"
#include "snarp/name.h"

#define PORT 53
#define CNAMES_MAX 16
#define RA 0x0080
#define RCODE 0x000f
#define NOTIMP 4

struct resolver {
  struct resolver_plan plan;
  struct endpoint *servers;
  size_t n_servers;
  char heard[ENDPOINT_TEXT + 16];
  struct arena arena; /* of the answer */
  struct message_records records;
  uint8_t message[QUERY_ANSWER_MAX];
  size_t len;
};

/* --- who is asked */

static void add_server(struct resolver *resolver, const void *address,
                       size_t len) {
  struct endpoint *server = &resolver->servers[resolver->n_servers++];

  memset(server, 0, sizeof *server);
  memcpy(&server->address, address, len);
  server->len = (socklen_t)len;
}

static void add_servers(struct resolver *resolver, const ldns_resolver *from) {
  ldns_rdf **servers = ldns_resolver_nameservers(from);
  size_t n = ldns_resolver_nameserver_count(from);

  resolver->servers = take(n * sizeof *resolver->servers);
  for (size_t i = 0; i < n; i++) {
    size_t len = 0;
    struct sockaddr_storage *address = ldns_rdf2native_sockaddr_storage(
        servers[i], ldns_resolver_port(from), &len);
    if (address != NULL && len <= sizeof *address) {
      add_server(resolver, address, len);
    }
    free(address);
  }
}

static bool read_system(struct resolver *resolver, struct fault *fault) {
  ldns_resolver *from = NULL;
  ldns_status rv = ldns_resolver_new_frm_file(&from, NULL);

  if (rv != LDNS_STATUS_OK) {
    return fault_set(fault, EXIT_USAGE, "%s: cannot be read: %s",
                     LDNS_RESOLV_CONF, ldns_get_errorstr_by_id(rv));
  }
  add_servers(resolver, from);
  ldns_resolver_deep_free(from);
  return resolver->n_servers > 0 ||
         fault_set(fault, EXIT_USAGE, "%s: expected a nameserver",
                   LDNS_RESOLV_CONF);
}

bool resolver_open(struct resolver **resolver, const struct resolver_plan *plan,
                   struct fault *fault) {
  *resolver = take(sizeof **resolver);
  (*resolver)->plan = *plan;
  if (plan->server == NULL) {
    return read_system(*resolver, fault);
  }
  (*resolver)->servers = take(sizeof *(*resolver)->servers);
  (*resolver)->n_servers = 1;
  return endpoint_read((*resolver)->servers, plan->server, PORT, "--server",
                       fault);
}

void resolver_free(struct resolver *resolver) {
  if (resolver != NULL) {
    arena_free(&resolver->arena);
    free(resolver->records.list);
    free(resolver->servers);
    free(resolver);
  }
}

const char *resolver_heard(const struct resolver *resolver) {
  return resolver->heard;
}

/* --- one query */

static unsigned flags_of(const struct resolver *resolver) {
  return (unsigned)resolver->message[2] << 8 | resolver->message[3];
}

static bool ask_tcp(struct resolver *resolver, const struct query *query,
                    const struct endpoint *server) {
  return query_tcp(query, server, clock_now() + resolver->plan.timeout,
                   resolver->message, &resolver->len);
}

static bool ask_udp(struct resolver *resolver, struct query *query,
                    const struct endpoint *server) {
  return query_udp(query, server, clock_now() + resolver->plan.timeout,
                   resolver->message, &resolver->len);
}

/* Asks one server; true where the message answers. */
static bool ask_server(struct resolver *resolver, struct snarp_view name,
                       uint16_t type, const struct endpoint *server) {
  struct query query;
  const char *how = "UDP";
  char text[ENDPOINT_TEXT];
  bool fine;

  query_make(&query, ldns_get_random(), name, type, true);
  fine = ask_udp(resolver, &query, server);
  if (fine && ((flags_of(resolver) & RCODE) == DNS_FORMERR ||
               (flags_of(resolver) & RCODE) == NOTIMP)) {
    query_make(&query, ldns_get_random(), name, type, false);
    fine = ask_udp(resolver, &query, server);
  }
  if (fine && (flags_of(resolver) & SNARP_MESSAGE_TC) != 0) {
    how = "TCP";
    fine = ask_tcp(resolver, &query, server);
  }
  if (fine) {
    endpoint_print(text, server);
    snprintf(resolver->heard, sizeof resolver->heard, "%s over %s", text, how);
  }
  return fine;
}

/* Adds what the message has to the records; the RCODE. */
static int read_message(struct resolver *resolver) {
  struct snarp_view message = {resolver->message, resolver->len};

  size_t before = resolver->records.n;
  int rcode =
      message_records_read(&resolver->records, &resolver->arena, message)
          ? resolver->records.rcode
          : DNS_FORMERR;

  if (rcode != DNS_NOERROR && rcode != DNS_NXDOMAIN) {
    resolver->records.n = before;
  }
  return rcode;
}

/* Asks the servers in turn until one knows: the RCODE. */
static int ask_servers(struct resolver *resolver, struct snarp_view name,
                       uint16_t type) {
  int rcode = DNS_TIMEOUT;

  for (int round = 0; round < resolver->plan.rounds; round++) {
    for (size_t i = 0; i < resolver->n_servers; i++) {
      if (ask_server(resolver, name, type, &resolver->servers[i])) {
        rcode = read_message(resolver);
        if (rcode == DNS_NOERROR || rcode == DNS_NXDOMAIN) {
          return rcode;
        }
      }
    }
    /* where all have answered, the same would come again */
    if (rcode != DNS_TIMEOUT) {
      break;
    }
  }
  return rcode;
}

/* --- answers */

static bool has(const struct dns_answer *answer, struct snarp_view name,
                uint16_t type) {
  for (size_t i = 0; i < answer->n; i++) {
    const struct dns_record *record = &answer->records[i];
    if (record->type == type && snarp_name_compare(record->owner, name) == 0) {
      return true;
    }
  }
  return false;
}

/* Asks for one name, and shows all that was collected so far. True where the
 * answer leads to another name that is still to be asked for: *name. */
static bool ask_name(struct resolver *resolver, struct dns_answer *answer,
                     struct snarp_view *name, uint16_t type) {
  struct snarp_view asked = *name;

  answer->rcode = ask_servers(resolver, asked, type);
  answer->records = resolver->records.list;
  answer->n = resolver->records.n;
  if (answer->rcode != DNS_NOERROR || (flags_of(resolver) & RA) != 0) {
    return false;
  }
  *name = dns_follow(answer, asked);
  return snarp_name_compare(*name, asked) != 0 && !has(answer, *name, type);
}

static void ask(void *ctx, struct dns_answer *answer, struct snarp_view name,
                uint16_t type) {
  struct resolver *resolver = ctx;
  int hops = 0;

  arena_free(&resolver->arena);
  *answer = (struct dns_answer){.rcode = DNS_TIMEOUT};
  resolver->records.n = 0;
  resolver->heard[0] = '\0';
  while (ask_name(resolver, answer, &name, type) && hops < CNAMES_MAX) {
    hops++;
  }
}

struct dns_source resolver_source(struct resolver *resolver) {
  return (struct dns_source){ask, resolver};
}
