/* Service fields of S-NAPTR (RFC 3958 6.5). */
#include "snarp/service.h"

#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "ops/job.h"

static json_t *protocols_of(struct snarp_service *service) {
  json_t *list = json_array();
  struct snarp_view protocol;

  while (snarp_service_next(&protocol, service) == SNARP_OK) {
    json_array_append_new(list, snarp_octets_to_text(protocol));
  }
  return list;
}

void service_parse(struct job *job) {
  struct snarp_octets field;
  struct snarp_service service;

  if (!job_member(job, &field, "services", snarp_octets_from_hex)) {
    return;
  }
  if (job_accepted(job,
                   snarp_service_scan(&service, snarp_octets_view(&field),
                                      &job->news.diag),
                   0)) {
    job->ok =
        json_pack("{s:o, s:o}", "service", snarp_octets_to_text(service.app),
                  "protocols", protocols_of(&service));
  }
  free(field.base);
}

/* A field that breaks the grammar offers nothing. */
static bool offers(const struct snarp_octets *field,
                   const struct snarp_octets *app,
                   const struct snarp_octets *protocol) {
  struct snarp_service service;
  struct snarp_view octets = snarp_octets_view(field);

  return snarp_service_scan(&service, octets, NULL) == SNARP_OK &&
         snarp_service_offers(octets, snarp_octets_view(app),
                              snarp_octets_view(protocol));
}

void service_match(struct job *job) {
  struct snarp_octets field = {NULL, 0};
  struct snarp_octets app = {NULL, 0};
  struct snarp_octets protocol = {NULL, 0};

  if (job_member(job, &field, "services", snarp_octets_from_hex) &&
      job_member(job, &app, "service", snarp_octets_from_text) &&
      job_member(job, &protocol, "protocol", snarp_octets_from_text)) {
    job->ok = json_pack("{s:b}", "matches", offers(&field, &app, &protocol));
  }
  free(field.base);
  free(app.base);
  free(protocol.base);
}

static void print_tags(struct job *job, struct snarp_view app,
                       const struct snarp_octets *tags, size_t n) {
  struct snarp_view *protocols = take((n + 1) * sizeof *protocols);
  uint8_t octets[SNARP_STRING_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};

  for (size_t i = 0; i < n; i++) {
    protocols[i] = snarp_octets_view(&tags[i]);
  }
  if (job_accepted(
          job, snarp_service_print(&out, app, protocols, n, &job->news.diag),
          0)) {
    job->ok =
        json_pack("{s:o}", "services",
                  snarp_octets_to_hex((struct snarp_view){octets, out.len}));
  }
  free(protocols);
}

/* Fills a list of tags, all of which are then to be freed. */
static bool read_tags(struct job *job, struct snarp_octets *tags,
                      const json_t *list) {
  memset(tags, 0, json_array_size(list) * sizeof *tags);
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (snarp_octets_from_text(&tags[i], json_array_get(list, i)) != NULL) {
      return job_fault(job, "protocols", "expected a list of tags");
    }
  }
  return json_is_array(list) ||
         job_fault(job, "protocols", "expected a list of tags");
}

void service_print(struct job *job) {
  const json_t *list = json_object_get(job->in, "protocols");
  size_t n = json_array_size(list);
  struct snarp_octets *tags = take((n + 1) * sizeof *tags);
  struct snarp_octets app = {NULL, 0};

  if (read_tags(job, tags, list) &&
      job_member(job, &app, "service", snarp_octets_from_text)) {
    print_tags(job, snarp_octets_view(&app), tags, n);
  }
  for (size_t i = 0; i < n; i++) {
    free(tags[i].base);
  }
  free(app.base);
  free(tags);
}
