/* What records mean, and their canonical form and order (RFC 4034 6).
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "ops/job.h"

/* --- check */

static json_t *words_of(uint32_t notes) {
  static const struct {
    uint32_t note;
    const char *word;
  } words[] = {{SNARP_NOTE_FLAGS_MANY, "more-than-one-flag"},
               {SNARP_NOTE_NO_REWRITE, "no-rewrite"},
               {SNARP_NOTE_NO_SERVICE, "no-service"}};
  json_t *list = json_array();

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if ((notes & words[i].note) != 0) {
      json_array_append_new(list, json_string(words[i].word));
    }
  }
  return list;
}

void record_check(struct job *job) {
  struct snarp_ops_filled filled;
  struct snarp_diag *diag = &job->news.diag;

  snarp_ops_fill(&filled, job->kind, job->in, &job->fault);
  if (job->fault.why == NULL &&
      job_accepted(job, job->kind->check(&filled.record, diag), 0)) {
    job->ok = json_pack("{s:o}", "notes", words_of(diag->notes));
  }
  snarp_ops_free(&filled);
}

/* --- canonical */

static json_t *canonical_hex(struct job *job,
                             const union snarp_ops_record *record) {
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};

  if (!job_accepted(job, job->kind->canonical(&out, record, &job->news.diag),
                    0)) {
    return NULL;
  }
  return snarp_octets_to_hex((struct snarp_view){octets, out.len});
}

void record_canonical(struct job *job) {
  struct snarp_ops_filled filled;

  snarp_ops_fill(&filled, job->kind, job->in, &job->fault);
  if (job->fault.why == NULL) {
    json_t *hex = canonical_hex(job, &filled.record);
    job->ok = hex == NULL ? NULL : json_pack("{s:o}", "rdata", hex);
  }
  snarp_ops_free(&filled);
}

/* --- sort */

/* A record of an RRset, and the octets that it views. */
struct member {
  union snarp_ops_record record;
  struct snarp_octets rdata;
};

static bool read_member(struct job *job, struct member *member,
                        const json_t *hex) {
  const char *why = snarp_octets_from_hex(&member->rdata, hex);

  if (why != NULL) {
    return job_fault(job, "rdatas", "expected a list of octets");
  }
  return job_accepted(job,
                      job->kind->read(&member->record,
                                      snarp_octets_view(&member->rdata),
                                      &job->news.diag),
                      0);
}

static size_t read_members(struct job *job, struct member *members,
                           const json_t *list) {
  size_t n = 0;

  while (n < json_array_size(list) &&
         read_member(job, &members[n], json_array_get(list, n))) {
    n++;
  }
  return n;
}

/* Puts a record among those that are sorted, if it is none of them. */
static size_t insert(const struct job *job, const struct member **sorted,
                     size_t n, const struct member *member) {
  size_t at = n;
  int rv = 1;

  while (at > 0 && (rv = job->kind->compare(&member->record,
                                            &sorted[at - 1]->record)) < 0) {
    at--;
  }
  if (at > 0 && rv == 0) {
    return n;
  }
  memmove(sorted + at + 1, sorted + at, (n - at) * sizeof *sorted);
  sorted[at] = member;
  return n + 1;
}

static json_t *sorted_hex(struct job *job, const struct member *members,
                          size_t n) {
  const struct member **sorted = take((n + 1) * sizeof *sorted);
  json_t *list = json_array();
  size_t kept = 0;

  for (size_t i = 0; i < n; i++) {
    kept = insert(job, sorted, kept, &members[i]);
  }
  for (size_t i = 0; i < kept; i++) {
    json_array_append_new(list, canonical_hex(job, &sorted[i]->record));
  }
  free(sorted);
  return json_pack("{s:o}", "rdatas", list);
}

void record_sort(struct job *job) {
  const json_t *list = json_object_get(job->in, "rdatas");
  size_t n = json_array_size(list);
  struct member *members = take((n + 1) * sizeof *members);

  memset(members, 0, (n + 1) * sizeof *members);
  if (!json_is_array(list)) {
    job_fault(job, "rdatas", "expected a list of octets");
  } else if (read_members(job, members, list) == n) {
    job->ok = sorted_hex(job, members, n);
  }
  for (size_t i = 0; i < n; i++) {
    free(members[i].rdata.base);
  }
  free(members);
}
