/* S-NAPTR resolution (RFC 3958), its queries and attempts asked of the peer. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "dns/client.h"
#include "fault.h"
#include "ops/job.h"
#include "snarp/name.h"

struct resolve {
  struct job *job;
  struct arena request; /* what lasts as long as the request */
  struct arena answer;  /* and as long as one answer */
  struct snarp_walk_plan plan;
  struct snarp_view domain;
  struct job_draws draws;
};

static bool is_broken(const struct resolve *resolve) {
  return resolve->job->fault.why != NULL;
}

/* --- octets in an arena */

static bool
take_octets(struct snarp_view *view, struct arena *arena, const json_t *value,
            const char *(*from)(struct snarp_octets *, const json_t *)) {
  struct snarp_octets octets;

  if (from(&octets, value) != NULL) {
    return false;
  }
  view->base =
      (uint8_t *)arena_copy(arena, (const char *)octets.base, octets.len);
  view->len = octets.len;
  free(octets.base);
  return true;
}

/* A name in text form; its status. */
static int take_name(struct snarp_view *name, struct arena *arena,
                     const json_t *value) {
  static const struct snarp_view none = {NULL, 0};
  struct snarp_view text = {NULL, 0};

  if (!take_octets(&text, arena, value, snarp_octets_from_text)) {
    return SNARP_ERR_NAME_MISSING;
  }
  return snarp_name_scan(name, arena_take(arena, SNARP_NAME_MAX), text, none,
                         NULL);
}

static json_t *name_text(struct snarp_view name) {
  uint8_t octets[1024];
  struct snarp_buf text = {octets, sizeof octets, 0};

  snarp_name_print(&text, name, NULL);
  return snarp_octets_to_text((struct snarp_view){octets, text.len});
}

/* --- questions */

/* The answer to a question, a new reference; null with the fault filled. */
static json_t *ask_peer(struct resolve *resolve, const char *what,
                        json_t *arguments) {
  const struct snarp_ops_peer *peer = resolve->job->peer;
  json_t *question = json_pack("{s:o}", what, arguments);
  json_t *answer = peer->ask(peer->ctx, question);

  json_decref(question);
  if (answer == NULL) {
    job_fault(resolve->job, "answer", "expected one to the question");
  }
  return answer;
}

static bool read_rcode(int *rcode, const json_t *answer) {
  const char *name = json_string_value(json_object_get(answer, "rcode"));

  return name != NULL && dns_rcode_find(rcode, name);
}

static bool read_type(uint16_t *type, const json_t *record) {
  const char *name = json_string_value(json_object_get(record, "type"));

  return name != NULL && dns_type_find(type, name);
}

/* A record of the class IN does not tell it. */
static bool read_class(uint16_t *rrclass, const json_t *record) {
  const json_t *value = json_object_get(record, "class");
  const char *name = value == NULL ? "IN" : json_string_value(value);

  return name != NULL && dns_class_find(rrclass, name);
}

static bool read_record(struct dns_record *record, struct arena *arena,
                        const json_t *from) {
  json_int_t ttl = json_integer_value(json_object_get(from, "ttl"));

  record->ttl = ttl < 0 || ttl > UINT32_MAX ? 0 : (uint32_t)ttl;
  return read_type(&record->type, from) && read_class(&record->rrclass, from) &&
         take_name(&record->owner, arena, json_object_get(from, "name")) ==
             SNARP_OK &&
         take_octets(&record->rdata, arena, json_object_get(from, "rdata"),
                     snarp_octets_from_hex);
}

static bool read_answer(struct resolve *resolve, struct dns_answer *answer,
                        const json_t *from) {
  const json_t *list = json_object_get(from, "records");
  size_t n = json_array_size(list);
  struct dns_record *records =
      arena_take(&resolve->answer, n * sizeof *records);

  if (!read_rcode(&answer->rcode, from)) {
    return job_fault(resolve->job, "rcode", "expected the name of an RCODE");
  }
  for (size_t i = 0; i < n; i++) {
    if (!read_record(&records[i], &resolve->answer, json_array_get(list, i))) {
      return job_fault(resolve->job, "records",
                       "expected name, type, ttl and rdata in each");
    }
  }
  answer->records = records;
  answer->n = n;
  return true;
}

static void ask_dns(void *ctx, struct dns_answer *answer,
                    struct snarp_view name, uint16_t type) {
  struct resolve *resolve = ctx;
  json_t *got = NULL;

  arena_free(&resolve->answer);
  if (!is_broken(resolve)) {
    got = ask_peer(resolve, "dns",
                   json_pack("[o, s]", name_text(name), dns_type_name(type)));
  }
  if (got == NULL || !read_answer(resolve, answer, got)) {
    *answer = (struct dns_answer){.rcode = DNS_TIMEOUT};
  }
  json_decref(got);
}

static json_t *target_of(const struct snarp_walk_step *step) {
  json_t *protocol = snarp_octets_to_text(step->protocol);

  return step->uri.len > 0
             ? json_pack("[o, o]", snarp_octets_to_text(step->uri), protocol)
             : json_pack("[o, i, o]", name_text(step->name), step->port,
                         protocol);
}

/* Ends the walk where the peer is gone. */
static bool attempt(void *ctx, const struct snarp_walk_step *step) {
  struct resolve *resolve = ctx;
  const json_t *connected;
  json_t *got =
      is_broken(resolve) ? NULL : ask_peer(resolve, "connect", target_of(step));
  bool served;

  if (got == NULL) {
    return true;
  }
  connected = json_object_get(got, "connected");
  served = json_is_true(connected);
  if (!json_is_boolean(connected)) {
    job_fault(resolve->job, "connected", "expected true or false");
  }
  json_decref(got);
  return served;
}

/* --- the request */

static bool read_protocols(struct resolve *resolve) {
  const json_t *list = json_object_get(resolve->job->in, "protocols");
  size_t n = json_array_size(list);
  struct snarp_view *protocols =
      arena_take(&resolve->request, n * sizeof *protocols);

  for (size_t i = 0; i < n; i++) {
    if (!take_octets(&protocols[i], &resolve->request, json_array_get(list, i),
                     snarp_octets_from_text)) {
      n = 0;
    }
  }
  resolve->plan.protocols = protocols;
  resolve->plan.n_protocols = n;
  return n > 0 ||
         job_fault(resolve->job, "protocols", "expected a list of strings");
}

static bool read_prefer(struct resolve *resolve) {
  const json_t *value = json_object_get(resolve->job->in, "prefer");
  const char *prefer = json_string_value(value);

  resolve->plan.first = SNARP_WALK_CLIENT;
  if (value == NULL || (prefer != NULL && strcmp(prefer, "client") == 0)) {
    return true;
  }
  resolve->plan.first = SNARP_WALK_ZONE;
  return (prefer != NULL && strcmp(prefer, "zone") == 0) ||
         job_fault(resolve->job, "prefer", "expected client or zone");
}

static bool read_request(struct resolve *resolve) {
  struct job *job = resolve->job;
  const json_t *domain = json_object_get(job->in, "domain");

  if (job->peer == NULL) {
    return job_fault(job, "answer", "there is nobody to ask");
  }
  if (!json_is_string(domain)) {
    return job_fault(job, "domain", "expected a string");
  }
  if (!take_octets(&resolve->plan.service, &resolve->request,
                   json_object_get(job->in, "service"),
                   snarp_octets_from_text)) {
    return job_fault(job, "service", "expected a string");
  }
  resolve->plan.uri = json_is_true(json_object_get(job->in, "uri"));
  resolve->plan.max_depth = SNARP_WALK_DEPTH;
  resolve->plan.max_queries = SNARP_WALK_QUERIES;
  resolve->plan.rng = &resolve->draws.rng;
  return read_protocols(resolve) && read_prefer(resolve) &&
         job_draws(job, &resolve->draws) &&
         job_accepted(
             job, take_name(&resolve->domain, &resolve->request, domain), 0);
}

/* --- the result */

static json_t *result_of(const struct snarp_walk_step *end,
                         const struct snarp_walk_step *at) {
  const char *word = client_end_word(end);

  if (end->why != SNARP_WALK_SERVED) {
    return json_pack("{s:s}", "end", word);
  }
  if (at->uri.len > 0) {
    return json_pack("{s:s, s:o, s:o}", "end", word, "uri",
                     snarp_octets_to_text(at->uri), "protocol",
                     snarp_octets_to_text(at->protocol));
  }
  return json_pack("{s:s, s:o, s:i, s:o}", "end", word, "host",
                   name_text(at->name), "port", at->port, "protocol",
                   snarp_octets_to_text(at->protocol));
}

static void walk(struct resolve *resolve) {
  struct client client = {.plan = &resolve->plan,
                          .domain = resolve->domain,
                          .dns = {ask_dns, resolve},
                          .attempt = attempt,
                          .ctx = resolve};
  uint8_t space[2 * SNARP_NAME_MAX];
  struct snarp_walk_step end;
  struct snarp_walk_step at;

  if (job_accepted(resolve->job, client_walk(&client, &end, &at, space), 0) &&
      !is_broken(resolve) &&
      job_draws_fit(resolve->job, &resolve->draws, false)) {
    resolve->job->ok = result_of(&end, &at);
  }
}

void snaptr_resolve(struct job *job) {
  struct resolve resolve = {.job = job};

  if (read_request(&resolve)) {
    walk(&resolve);
  }
  free(resolve.draws.draws);
  arena_free(&resolve.request);
  arena_free(&resolve.answer);
}
