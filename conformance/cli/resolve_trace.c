/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "resolve.h"
#include "snarp/name.h"

static void trace_alias(struct arena *arena, const struct dns_record *record) {
  fprintf(stderr, "    alias %s to %s\n", resolve_name(arena, record->owner),
          resolve_name(arena, record->rdata));
}

static void trace_srv(struct arena *arena, const struct dns_record *record) {
  struct snarp_srv srv;
  int rv = snarp_srv_read(&srv, record->rdata, NULL);

  if (rv == SNARP_OK) {
    fprintf(stderr, "    found %s\n", resolve_srv(arena, &srv));
  } else {
    fprintf(stderr, "    skip  a record: %s\n", snarp_status_text(rv));
  }
}

static void trace_query(const struct resolve *resolve, struct arena *arena,
                        struct snarp_view name, uint16_t type,
                        const struct dns_answer *answer) {
  const char *rcode = dns_rcode_name(answer->rcode);
  const char *heard =
      resolve->resolver != NULL ? resolver_heard(resolve->resolver) : "";
  size_t n = 0;

  for (size_t i = 0; i < answer->n; i++) {
    n += answer->records[i].type == type ? 1 : 0;
  }
  fprintf(stderr, "query %s %s: ", resolve_name(arena, name),
          dns_type_name(type));
  if (rcode != NULL) {
    fputs(rcode, stderr);
  } else {
    fprintf(stderr, "RCODE %d", answer->rcode);
  }
  fprintf(stderr, ", %zu record%s%s%s\n", n, n == 1 ? "" : "s",
          *heard != '\0' ? ", " : "", heard);
  for (size_t i = 0; i < answer->n; i++) {
    const struct dns_record *record = &answer->records[i];
    if (record->type == DNS_CNAME) {
      trace_alias(arena, record);
    } else if (record->type == DNS_SRV) {
      trace_srv(arena, record);
    }
  }
}

static void trace_naptr(const struct resolve *resolve, struct arena *arena,
                        const struct client_event *event) {
  const struct snarp_naptr *record = event->record;
  const char *text = resolve_naptr(arena, record);

  if (event->status != SNARP_OK) {
    fprintf(stderr, "    skip  %s: %s (%s)\n", text,
            snarp_status_text(event->status), snarp_status_cite(event->status));
  } else if (record->flags.len == 0 &&
             path_has(&resolve->path, record->replacement)) {
    fprintf(stderr, "    skip  %s: it leads back to a name on the path\n",
            text);
  } else {
    fprintf(stderr, "    take  %s\n", text);
  }
}

void resolve_trace(const struct resolve *resolve,
                   const struct client_event *event) {
  struct arena arena = {NULL};

  if (!resolve->options.trace) {
    return;
  }
  if (event->what == CLIENT_ASKED) {
    trace_query(resolve, &arena, event->step->name,
                event->step->what == SNARP_WALK_ASK_NAPTR ? DNS_NAPTR : DNS_SRV,
                event->answer);
  } else if (event->what == CLIENT_TOOK) {
    trace_naptr(resolve, &arena, event);
  }
  arena_free(&arena);
}

void resolve_trace_host(const struct resolve *resolve, struct snarp_view host,
                        uint16_t type, const struct dns_answer *answer) {
  struct arena arena = {NULL};

  if (resolve->options.trace) {
    trace_query(resolve, &arena, host, type, answer);
    arena_free(&arena);
  }
}
