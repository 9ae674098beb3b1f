/* Service fields of S-NAPTR (RFC 3958 6.5). */
#include "snarp/service.h"

#include <stdlib.h>

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
