/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "client.h"

#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "snarp/name.h"

/* An answer of 64 KiB has at most this many records of a NAPTR and an SRV set,
 * each with a name of up to 255 octets: what stands before the shortest RDATA
 * takes 12 octets.
 */
#define ANSWER_RECORDS_MAX (65535 / 20)
#define MEMORY_MAX ((size_t)256 << 20)

struct run {
  const struct client *client;
  struct snarp_walk walk;
  struct snarp_walk_step step;
};

static size_t memory_for(size_t records) {
  return snarp_walk_memory(records, records * SNARP_NAME_MAX);
}

size_t client_memory(const struct snarp_walk_plan *plan) {
  size_t sets =
      plan->max_depth < plan->max_queries ? plan->max_depth : plan->max_queries;
  size_t first = memory_for(ANSWER_RECORDS_MAX * (plan->n_protocols + 1));
  size_t other = memory_for(ANSWER_RECORDS_MAX * (size_t)2);

  return first > MEMORY_MAX || sets > (MEMORY_MAX - first) / other
             ? MEMORY_MAX
             : first + sets * other;
}

static void tell(struct run *run, struct client_event event) {
  if (run->client->event != NULL) {
    event.step = &run->step;
    run->client->event(run->client->ctx, &event);
  }
}

/* --- answers */

/* The records of one type, class IN, that the name asked for leads to; free
 * them. */
static const struct dns_record **pick(size_t *n, const struct run *run,
                                      const struct dns_answer *answer,
                                      uint16_t type) {
  struct snarp_view name = dns_follow(answer, run->step.name);
  const struct dns_record **picked = take(answer->n * sizeof *picked);

  *n = 0;
  for (size_t i = 0; i < answer->n; i++) {
    const struct dns_record *record = &answer->records[i];
    if (record->type == type && record->rrclass == DNS_IN &&
        snarp_name_compare(record->owner, name) == 0) {
      picked[(*n)++] = record;
    }
  }
  return picked;
}

/* Why the record is no choice, for any of the protocols at the first set. */
static int judge(const struct run *run, const struct snarp_naptr *record) {
  const struct snarp_walk_plan *plan = run->client->plan;
  struct snarp_view protocol = run->step.protocol;
  int rv = SNARP_ERR_NOT_OFFERED;

  if (protocol.len > 0) {
    return snarp_walk_judge(record, plan->service, protocol, plan->uri);
  }
  for (size_t i = 0; i < plan->n_protocols && rv == SNARP_ERR_NOT_OFFERED;
       i++) {
    rv = snarp_walk_judge(record, plan->service, plan->protocols[i], plan->uri);
  }
  return rv;
}

/* What is left of a set without the records that cannot be read is another set
 * (RFC 2181 5): it is no answer. */
static void tell_broken(struct run *run) {
  snarp_walk_tell_absent(&run->walk, true);
}

static void tell_naptr(struct run *run, const struct dns_answer *answer) {
  size_t n;
  const struct dns_record **picked = pick(&n, run, answer, DNS_NAPTR);
  struct snarp_naptr *records = take(n * sizeof *records);
  bool fine = true;

  for (size_t i = 0; i < n && fine; i++) {
    fine = snarp_naptr_read(&records[i], picked[i]->rdata, NULL) == SNARP_OK;
  }
  for (size_t i = 0; i < n && fine; i++) {
    tell(run, (struct client_event){.what = CLIENT_TOOK,
                                    .record = &records[i],
                                    .status = judge(run, &records[i])});
  }
  if (fine) {
    snarp_walk_tell_naptr(&run->walk, records, n);
  } else {
    tell_broken(run);
  }
  free(records);
  free(picked);
}

static void tell_srv(struct run *run, const struct dns_answer *answer) {
  size_t n;
  const struct dns_record **picked = pick(&n, run, answer, DNS_SRV);
  struct snarp_srv *records = take(n * sizeof *records);
  bool fine = true;

  for (size_t i = 0; i < n && fine; i++) {
    fine = snarp_srv_read(&records[i], picked[i]->rdata, NULL) == SNARP_OK;
  }
  if (fine) {
    snarp_walk_tell_srv(&run->walk, records, n);
  } else {
    tell_broken(run);
  }
  free(records);
  free(picked);
}

/* --- steps */

static void ask(struct run *run) {
  const struct dns_source *dns = &run->client->dns;
  bool naptr = run->step.what == SNARP_WALK_ASK_NAPTR;
  struct dns_answer answer = {.rcode = DNS_TIMEOUT};

  dns->ask(dns->ctx, &answer, run->step.name, naptr ? DNS_NAPTR : DNS_SRV);
  tell(run, (struct client_event){.what = CLIENT_ASKED, .answer = &answer});
  if (answer.rcode != DNS_NOERROR) {
    snarp_walk_tell_absent(&run->walk, dns_is_temporary(&answer));
  } else if (naptr) {
    tell_naptr(run, &answer);
  } else {
    tell_srv(run, &answer);
  }
}

static struct snarp_view keep(uint8_t *space, struct snarp_view octets) {
  if (octets.len > 0) {
    memcpy(space, octets.base, octets.len);
  }
  return (struct snarp_view){space, octets.len};
}

static void attempt(struct run *run, struct snarp_walk_step *at,
                    uint8_t *space) {
  const struct client *client = run->client;
  bool served = client->attempt(client->ctx, &run->step);

  tell(run, (struct client_event){.what = CLIENT_TRIED, .served = served});
  if (served) {
    *at = run->step;
    at->name = keep(space, run->step.name);
    at->uri = keep(space + SNARP_NAME_MAX, run->step.uri);
    snarp_walk_tell_served(&run->walk);
  } else {
    snarp_walk_tell_failed(&run->walk);
  }
}

int client_walk(const struct client *client, struct snarp_walk_step *end,
                struct snarp_walk_step *at, uint8_t space[2 * SNARP_NAME_MAX]) {
  struct run run = {.client = client};
  size_t size =
      client->memory != 0 ? client->memory : client_memory(client->plan);
  void *memory = take(size);
  int rv =
      snarp_walk_init(&run.walk, client->plan, client->domain, memory, size);

  memset(at, 0, sizeof *at);
  snarp_walk_next(&run.step, &run.walk);
  while (run.step.what != SNARP_WALK_DONE) {
    if (run.step.what == SNARP_WALK_TRY) {
      attempt(&run, at, space);
    } else {
      ask(&run);
    }
    snarp_walk_next(&run.step, &run.walk);
  }
  *end = run.step;
  free(memory);
  return rv;
}

const char *client_end_word(const struct snarp_walk_step *end) {
  if (end->why == SNARP_WALK_SERVED) {
    return "served";
  }
  if (end->why == SNARP_WALK_NOT_OFFERED) {
    return "not-offered";
  }
  return end->temporary ? "temporary" : end->limited ? "limit" : "failed";
}
