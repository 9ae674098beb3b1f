#include "ops/ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/job.h"
#include "snarp/message.h"
#include "snarp/name.h"

static json_t *object_of(const char *name, json_t *value) {
  json_t *object = json_object();
  if (json_object_set_new_nocheck(object, name, value) != 0) {
    json_decref(object);
    return NULL;
  }
  return object;
}

/* --- decode */

static void decode_rdata(struct job *job) {
  struct snarp_octets rdata;
  union snarp_ops_record record;
  struct snarp_diag *diag = &job->news.diag;

  if (!job_member(job, &rdata, "rdata", snarp_octets_from_hex)) {
    return;
  }
  if (job_accepted(
          job, job->kind->read(&record, snarp_octets_view(&rdata), diag), 0)) {
    job->ok = snarp_ops_to_json(job->kind, &record);
  }
  free(rdata.base);
}

static bool append_record(struct job *job, json_t *records,
                          const struct snarp_record *in,
                          struct snarp_view message) {
  union snarp_ops_record record;
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_diag *diag = &job->news.diag;
  uint32_t notes = diag->notes;

  if (!job_accepted(job,
                    job->kind->read_in(&record, space, message, in->rdata_off,
                                       in->rdata_len, diag),
                    notes)) {
    return false;
  }
  return json_array_append_new(records,
                               snarp_ops_to_json(job->kind, &record)) == 0;
}

static bool append_records(struct job *job, json_t *records,
                           struct snarp_view octets) {
  struct snarp_message message;
  struct snarp_record record;
  struct snarp_diag *diag = &job->news.diag;

  if (!job_accepted(job, snarp_message_read(&message, octets, diag), 0)) {
    return false;
  }
  for (;;) {
    uint32_t notes = diag->notes;
    if (!job_accepted(job, snarp_message_next(&record, &message, diag),
                      notes)) {
      return false;
    }
    if (job->news.status == SNARP_END) {
      return true;
    }
    if (record.section == SNARP_SECTION_ANSWER &&
        record.type == job->kind->type &&
        !append_record(job, records, &record, octets)) {
      return false;
    }
  }
}

static void decode_message(struct job *job) {
  struct snarp_octets message;

  if (!job_member(job, &message, "message", snarp_octets_from_hex)) {
    return;
  }
  json_t *records = json_array();
  if (records != NULL &&
      append_records(job, records, snarp_octets_view(&message))) {
    job->ok = object_of("records", records);
  } else {
    json_decref(records);
  }
  free(message.base);
}

static void decode(struct job *job) {
  if (json_object_get(job->in, "message") != NULL) {
    decode_message(job);
  } else {
    decode_rdata(job);
  }
}

/* --- encode */

static void put16(uint8_t *at, unsigned value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

static size_t put_fixed(uint8_t *at, const struct snarp_ops_kind *kind) {
  put16(at, kind->type);
  put16(at + 2, SNARP_CLASS_IN);
  return 4;
}

/* A response whose question and only answer have this owner, the second time
 * as a pointer to the first; the answer's RDLENGTH is still to come.
 */
static size_t put_message(uint8_t *at, const struct snarp_ops_kind *kind,
                          struct snarp_view owner) {
  static const uint8_t header[12] = {0, 0, 0x84, 0, 0, 1, 0, 1};
  size_t len = sizeof header;

  memcpy(at, header, len);
  memcpy(at + len, owner.base, owner.len);
  len += owner.len;
  len += put_fixed(at + len, kind);
  put16(at + len, 0xc000 | sizeof header);
  len += 2;
  len += put_fixed(at + len, kind);
  memset(at + len, 0, 6);
  return len + 6;
}

#define MESSAGE_MAX (12 + SNARP_NAME_MAX + 4 + 12 + SNARP_OPS_RDATA_MAX)

/* Takes the RDATA out of the finished message by reading it again. */
static void encode_in_message(struct job *job, struct snarp_view owner,
                              const union snarp_ops_record *from) {
  uint8_t octets[MESSAGE_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_diag *diag = &job->news.diag;
  struct snarp_message message;
  struct snarp_record record;

  out.len = put_message(octets, job->kind, owner);
  size_t before = out.len;
  if (!job_accepted(job, job->kind->write(&out, from, diag), 0)) {
    return;
  }
  put16(octets + before - 2, (unsigned)(out.len - before));

  struct snarp_view whole = {octets, out.len};
  if (job_accepted(job, snarp_message_read(&message, whole, diag), 0) &&
      job_accepted(job, snarp_message_next(&record, &message, diag), 0)) {
    struct snarp_view rdata = {octets + record.rdata_off, record.rdata_len};
    job->ok = object_of("rdata", snarp_octets_to_hex(rdata));
  }
}

static void encode_alone(struct job *job, const union snarp_ops_record *from) {
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};

  if (job_accepted(job, job->kind->write(&out, from, &job->news.diag), 0)) {
    struct snarp_view rdata = {octets, out.len};
    job->ok = object_of("rdata", snarp_octets_to_hex(rdata));
  }
}

static bool owner_member(struct job *job, struct snarp_octets *owner) {
  struct snarp_view name;

  if (!job_member(job, owner, "owner", snarp_octets_from_hex)) {
    return false;
  }
  if (snarp_name_read(&name, snarp_octets_view(owner), NULL) != SNARP_OK) {
    job_fault(job, "owner", "expected a domain name in wire form");
    free(owner->base);
    return false;
  }
  return true;
}

static void encode(struct job *job) {
  struct snarp_ops_filled filled;
  struct snarp_octets owner;

  snarp_ops_fill(&filled, job->kind, job->in, &job->fault);
  if (job->fault.why != NULL) {
    snarp_ops_free(&filled);
    return;
  }
  if (json_object_get(job->in, "owner") == NULL) {
    encode_alone(job, &filled.record);
  } else if (owner_member(job, &owner)) {
    encode_in_message(job, snarp_octets_view(&owner), &filled.record);
    free(owner.base);
  }
  snarp_ops_free(&filled);
}

/* --- scan */

static void scan_with(struct job *job, struct snarp_view text,
                      struct snarp_view origin) {
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf space = {octets, sizeof octets, 0};
  union snarp_ops_record record;

  if (job_accepted(
          job, job->kind->scan(&record, &space, text, origin, &job->news.diag),
          0)) {
    struct snarp_view rdata = {octets, space.len};
    job->ok = object_of("rdata", snarp_octets_to_hex(rdata));
  }
}

static bool origin_member(struct job *job, struct snarp_view *origin,
                          uint8_t space[SNARP_NAME_MAX]) {
  static const struct snarp_view none = {NULL, 0};
  static const uint8_t root[1] = {0};
  struct snarp_octets text;
  const json_t *value = json_object_get(job->in, "origin");

  *origin = (struct snarp_view){root, sizeof root};
  if (value == NULL) {
    return true;
  }
  if (!job_member(job, &text, "origin", snarp_octets_from_text)) {
    return false;
  }
  if (snarp_name_scan(origin, space, snarp_octets_view(&text), none, NULL) !=
      SNARP_OK) {
    job_fault(job, "origin", "expected a domain name with its final dot");
  }
  free(text.base);
  return job->fault.why == NULL;
}

static void scan(struct job *job) {
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view origin;
  struct snarp_octets text;

  if (origin_member(job, &origin, space) &&
      job_member(job, &text, "text", snarp_octets_from_text)) {
    scan_with(job, snarp_octets_view(&text), origin);
    free(text.base);
  }
}

/* --- print */

static void print(struct job *job) {
  uint8_t octets[4 * SNARP_OPS_RDATA_MAX];
  struct snarp_buf out = {octets, sizeof octets, 0};
  struct snarp_ops_filled filled;

  snarp_ops_fill(&filled, job->kind, job->in, &job->fault);
  if (job->fault.why == NULL &&
      job_accepted(job, job->kind->print(&out, &filled.record, &job->news.diag),
                   0)) {
    struct snarp_view text = {octets, out.len};
    job->ok = object_of("text", snarp_octets_to_text(text));
  }
  snarp_ops_free(&filled);
}

/* --- echo */

static void echo(struct job *job) {
  struct snarp_octets octets;
  struct snarp_octets text;

  if (!job_member(job, &octets, "octets", snarp_octets_from_hex)) {
    return;
  }
  if (job_member(job, &text, "text", snarp_octets_from_text)) {
    job->ok = json_pack("{s:o, s:o}", "octets",
                        snarp_octets_to_hex(snarp_octets_view(&octets)), "text",
                        snarp_octets_to_text(snarp_octets_view(&text)));
  }
  free(text.base);
  free(octets.base);
}

/* --- all */

static const struct verb {
  const char *name;
  void (*perform)(struct job *job);
} verbs[] = {{"decode", decode},      {"encode", encode},
             {"scan", scan},          {"print", print},
             {"check", record_check}, {"canonical", record_canonical},
             {"sort", record_sort}};

static const struct verb others[] = {{"echo", echo},
                                     {"service.parse", service_parse},
                                     {"service.match", service_match},
                                     {"service.print", service_print},
                                     {"srv.order", srv_order},
                                     {"snaptr.resolve", snaptr_resolve},
                                     {"policy.decode", policy_decode},
                                     {"policy.encode", policy_encode},
                                     {"pool.run", pool_run},
                                     {"pooluser.run", pooluser_run}};

static const struct verb *find_verb(struct job *job, const char *op) {
  size_t kind = strcspn(op, ".");
  const char *verb = op[kind] == '.' ? op + kind + 1 : "";

  job->kind = snarp_ops_kind_find(op, kind);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (strcmp(others[i].name, op) == 0) {
      return &others[i];
    }
  }
  for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
    if (job->kind != NULL && strcmp(verbs[i].name, verb) == 0) {
      return &verbs[i];
    }
  }
  return NULL;
}

static json_t *words_of(const struct snarp_ops_news *news) {
  char words[200];
  snprintf(words, sizeof words, "%s at octet %zu: %s (%s)",
           snarp_status_word(news->status), news->diag.off,
           snarp_status_text(news->status), snarp_status_cite(news->status));
  return json_string_nocheck(words);
}

static json_t *refusal(const struct snarp_ops_news *news) {
  const char *word = snarp_status_word(news->status);
  json_t *answer = object_of("reject", words_of(news));
  if (json_object_set_new_nocheck(answer, "reason",
                                  json_string_nocheck(word)) != 0) {
    json_decref(answer);
    return NULL;
  }
  return answer;
}

static json_t *answer_of(const struct job *job) {
  if (job->fault.why != NULL) {
    return json_pack("{s:o}", "error",
                     json_sprintf("%s: %s", job->fault.member, job->fault.why));
  }
  if (job->news.status < 0) {
    return refusal(&job->news);
  }
  return job->ok == NULL ? NULL : object_of("ok", job->ok);
}

static json_t *perform(struct job *job, const char *op) {
  const struct verb *verb = find_verb(job, op);

  if (verb == NULL) {
    return json_pack("{s:s}", "unsupported", "libsnarp has no such op");
  }
  verb->perform(job);
  return answer_of(job);
}

json_t *snarp_ops_answer_news(const char *op, const json_t *in,
                              struct snarp_ops_news *news) {
  struct job job = {.in = in};
  json_t *answer = perform(&job, op);

  *news = job.news;
  return answer;
}

json_t *snarp_ops_answer(const char *op, const json_t *in,
                         const struct snarp_ops_peer *peer) {
  struct job job = {.in = in, .peer = peer};

  return perform(&job, op);
}

json_t *snarp_ops_check(const char *kind, const json_t *fields,
                        struct snarp_ops_news *news) {
  struct job job = {.kind = snarp_ops_kind_find(kind, strlen(kind))};
  struct snarp_ops_filled filled;
  json_t *words = NULL;

  if (job.kind == NULL) {
    return NULL;
  }
  snarp_ops_fill(&filled, job.kind, fields, &job.fault);
  if (job.fault.why == NULL) {
    bool fine =
        job_accepted(&job, job.kind->check(&filled.record, &job.news.diag), 0);
    words = fine ? json_null() : words_of(&job.news);
  }
  snarp_ops_free(&filled);
  *news = job.news;
  return words;
}

json_t *snarp_ops_caps(void) {
  static const char *const caps[] = {"naptr.decode",
                                     "naptr.decode/message",
                                     "naptr.encode",
                                     "naptr.encode/message",
                                     "naptr.scan",
                                     "naptr.scan/origin",
                                     "naptr.print",
                                     "naptr.check",
                                     "naptr.canonical",
                                     "naptr.sort",
                                     "srv.decode",
                                     "srv.decode/message",
                                     "srv.encode",
                                     "srv.encode/message",
                                     "srv.scan",
                                     "srv.scan/origin",
                                     "srv.print",
                                     "srv.check",
                                     "srv.canonical",
                                     "srv.sort",
                                     "service.parse",
                                     "service.match",
                                     "service.print",
                                     "srv.order",
                                     "srv.order/draws",
                                     "srv.order/runs",
                                     "snaptr.resolve",
                                     "snaptr.resolve/draws",
                                     "snaptr.resolve/zone",
                                     "snaptr.resolve/uri",
                                     "snaptr.resolve/class",
                                     "snaptr.resolve/why",
                                     "policy.decode",
                                     "policy.decode/sequence",
                                     "policy.decode/draft-01",
                                     "policy.decode/rfc5356",
                                     "policy.encode",
                                     "policy.encode/draft-01",
                                     "policy.encode/rfc5356",
                                     "pool.run",
                                     "pool.run/draft-01",
                                     "pool.run/rfc5356",
                                     "pool.run/draws",
                                     "pool.run/count",
                                     "pooluser.run",
                                     "pooluser.run/draft-01",
                                     "pooluser.run/rfc5356",
                                     "pooluser.run/draws"};
  json_t *list = json_array();

  for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++) {
    json_array_append_new(list, json_string(caps[i]));
  }
  return list;
}
