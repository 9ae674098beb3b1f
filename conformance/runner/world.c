/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dns/zone.h"
#include "snarp/name.h"
#include "snarp/rng.h"
#include "text.h"

/* --- zones */

void zones_free(struct zones *zones) {
  for (size_t i = 0; i < zones->n; i++) {
    free(zones->list[i].name);
    dns_zone_free(zones->list[i].zone);
  }
  free(zones->list);
  free(zones->folder);
  memset(zones, 0, sizeof *zones);
}

static char *zone_path(const struct zones *zones, const char *name) {
  struct text path = {0};

  text_format(&path, "%s/%s.zone", zones->folder, name);
  return path.base;
}

static bool zone_exists(const struct zones *zones, const char *name) {
  char *path;
  bool exists;

  if (zones->folder == NULL) {
    return false;
  }
  path = zone_path(zones, name);
  exists = access(path, F_OK) == 0;
  free(path);
  return exists;
}

static struct dns_zone *load_zone(struct zones *zones, const char *name,
                                  struct fault *fault) {
  char *path = zone_path(zones, name);
  struct zones_entry *entry;
  bool ok;

  zones->list = grow(zones->list, (zones->n + 1) * sizeof *zones->list);
  entry = &zones->list[zones->n++];
  entry->name = copy(name);
  ok = dns_zone_load(&entry->zone, path, fault);
  free(path);
  return ok ? entry->zone : NULL;
}

static struct dns_zone *find_zone(struct zones *zones, const char *name,
                                  struct fault *fault) {
  for (size_t i = 0; i < zones->n; i++) {
    if (strcmp(zones->list[i].name, name) == 0) {
      return zones->list[i].zone;
    }
  }
  return load_zone(zones, name, fault);
}

/* --- reading */

static bool read_rcode(const struct reader *reader, int *rcode,
                       const json_t *object) {
  const char *name = place_string(reader->place, object, "rcode");

  return name != NULL &&
         ((dns_rcode_find(rcode, name) && *rcode != DNS_FORMERR) ||
          reader_wrong(reader, "world.faults.rcode",
                       "expected NXDOMAIN, NOERROR, SERVFAIL, REFUSED or "
                       "TIMEOUT"));
}

static struct snarp_view keep_name(const struct reader *reader,
                                   struct snarp_view name) {
  return (struct snarp_view){
      (const uint8_t *)arena_copy(reader->arena, (const char *)name.base,
                                  name.len),
      name.len};
}

static bool read_fault(const struct reader *reader, struct world_fault *fault,
                       json_t *object) {
  static const char *const members[] = {"name", "type", "rcode"};
  struct target target;
  const char *expected;
  char message[80];

  if (!place_only(reader->place, object, members, COUNT(members)) ||
      reader_name(reader, object, "name") == NULL ||
      place_string(reader->place, object, "type") == NULL) {
    return false;
  }
  expected = target_query(&target, json_object_get(object, "name"),
                          json_object_get(object, "type"));
  if (expected != NULL) {
    snprintf(message, sizeof message, "expected %s", expected);
    return reader_wrong(reader, "world.faults", message);
  }
  fault->name = keep_name(reader, target.name);
  fault->type = target.type;
  return read_rcode(reader, &fault->rcode, object);
}

static bool read_faults(const struct reader *reader, struct scenario *scenario,
                        const json_t *list) {
  size_t n = json_array_size(list);
  struct world_fault *faults =
      arena_take(reader->arena, (n + 1) * sizeof *faults);

  if (list != NULL && !json_is_array(list)) {
    return reader_wrong(reader, "world.faults", "expected a list");
  }
  scenario->faults = faults;
  scenario->n_faults = n;
  for (size_t i = 0; i < n; i++) {
    if (!read_fault(reader, &faults[i], json_array_get(list, i))) {
      return false;
    }
  }
  return true;
}

static bool read_serves(const struct reader *reader, struct scenario *scenario,
                        const json_t *list) {
  size_t n = json_array_size(list);
  const char **serves = arena_take(reader->arena, (n + 1) * sizeof *serves);

  if (list != NULL && !json_is_array(list)) {
    return reader_wrong(reader, "world.serves", "expected a list");
  }
  scenario->serves = serves;
  scenario->n_serves = n;
  for (size_t i = 0; i < n; i++) {
    struct target target;
    const char *expected = target_connect(&target, json_array_get(list, i), 0);
    char message[80];
    char *step;

    if (expected != NULL) {
      snprintf(message, sizeof message, "expected %s", expected);
      return reader_wrong(reader, "world.serves", message);
    }
    step = target_step(&target);
    serves[i] = arena_copy(reader->arena, step, strlen(step));
    free(step);
  }
  return true;
}

/* A path within the folder, without a way out of it. */
static bool is_plain(const char *name) {
  return *name != '\0' &&
         strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") ==
             strlen(name) &&
         *name != '.';
}

static bool read_zone(const struct reader *reader, struct scenario *scenario,
                      const json_t *world) {
  const char *name = place_string(reader->place, world, "zone");
  struct dns_zone *zone;

  if (name == NULL) {
    return false;
  }
  if (!is_plain(name)) {
    return reader_wrong(reader, "world.zone",
                        "expected the name of a zone in zones/");
  }
  if (!zone_exists(reader->zones, name)) {
    return reader_wrong(reader, "world.zone",
                        "expected the name of a zone in zones/");
  }
  zone = find_zone(reader->zones, name, reader->place->fault);
  if (zone == NULL) {
    return false;
  }
  scenario->zone = arena_copy(reader->arena, name, strlen(name));
  scenario->dns = dns_zone_source(zone);
  return true;
}

bool world_read(const struct reader *reader, json_t *world) {
  static const char *const members[] = {"zone", "faults", "serves"};
  struct scenario *scenario = arena_take(reader->arena, sizeof *scenario);

  if (!json_is_object(world)) {
    return reader_wrong(reader, "world", "expected an object");
  }
  scenario->json = reader_keep(reader, world);
  reader->vector->in.world = scenario;
  return place_only(reader->place, world, members, COUNT(members)) &&
         read_zone(reader, scenario, world) &&
         read_faults(reader, scenario, json_object_get(world, "faults")) &&
         read_serves(reader, scenario, json_object_get(world, "serves"));
}

/* --- answers */

void world_begin(struct world *world, const struct scenario *scenario) {
  steps_clear(&world->steps);
  world->scenario = scenario;
}

void world_free(struct world *world) {
  steps_free(&world->steps);
  free(world->records);
  memset(world, 0, sizeof *world);
}

static const struct world_fault *find_fault(const struct scenario *scenario,
                                            struct snarp_view name,
                                            uint16_t type) {
  for (size_t i = 0; i < scenario->n_faults; i++) {
    const struct world_fault *fault = &scenario->faults[i];

    if (fault->type == type && snarp_name_compare(fault->name, name) == 0) {
      return fault;
    }
  }
  return NULL;
}

/* A fault ends the answer at the CNAME records that led to it. */
static void answer_fault(struct dns_answer *answer,
                         const struct world_fault *fault, size_t n) {
  answer->rcode = fault->rcode;
  answer->n =
      fault->rcode == DNS_NOERROR || fault->rcode == DNS_NXDOMAIN ? n : 0;
}

static void answer_plainly(struct dns_answer *answer,
                           const struct scenario *scenario,
                           struct snarp_view name, uint16_t type) {
  const struct world_fault *fault = find_fault(scenario, name, type);
  size_t i = 0;

  scenario->dns.ask(scenario->dns.ctx, answer, name, type);
  while (fault == NULL && type != DNS_CNAME && i < answer->n &&
         answer->records[i].type == DNS_CNAME) {
    fault = find_fault(scenario, answer->records[i++].rdata, type);
  }
  if (fault != NULL) {
    answer_fault(answer, fault, i);
  }
}

static void swap(struct dns_record *a, struct dns_record *b) {
  struct dns_record kept = *a;

  *a = *b;
  *b = kept;
}

static void reverse(struct dns_record *records, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    swap(&records[i], &records[n - 1 - i]);
  }
}

/* The same at every run; n decides. */
static void shuffle(struct dns_record *records, size_t n) {
  struct snarp_seed seed;
  struct snarp_rng rng = snarp_rng_from_seed(&seed, n);

  for (size_t i = n; i > 1; i--) {
    swap(&records[i - 1], &records[rng.below(rng.ctx, i)]);
  }
}

/* Gives the records behind the CNAME records another order. */
static void reorder(struct world *world, struct dns_answer *answer) {
  size_t first = 0;

  if (world->cap < answer->n) {
    world->cap = answer->n;
    world->records = grow(world->records, world->cap * sizeof *world->records);
  }
  if (answer->n > 0) {
    memcpy(world->records, answer->records, answer->n * sizeof *world->records);
  }
  while (first < answer->n && answer->records[first].type == DNS_CNAME) {
    first++;
  }
  answer->records = world->records;
  if (world->scenario->shuffle == 1) {
    reverse(world->records + first, answer->n - first);
  } else {
    shuffle(world->records + first, answer->n - first);
  }
}

void world_ask(struct world *world, struct dns_answer *answer,
               struct snarp_view name, uint16_t type) {
  steps_add(&world->steps, step_query(type, name));
  answer_plainly(answer, world->scenario, name, type);
  if (world->scenario->shuffle != 0) {
    reorder(world, answer);
  }
}

static void ask_source(void *ctx, struct dns_answer *answer,
                       struct snarp_view name, uint16_t type) {
  world_ask(ctx, answer, name, type);
}

struct dns_source world_source(struct world *world) {
  return (struct dns_source){ask_source, world};
}

/* --- attempts */

static bool has_records(const struct scenario *scenario, struct snarp_view host,
                        uint16_t type) {
  struct dns_answer answer = {0};

  answer_plainly(&answer, scenario, host, type);
  return answer.rcode == DNS_NOERROR && answer.n > 0 &&
         answer.records[answer.n - 1].type == type;
}

bool scenario_has_address(const struct scenario *scenario,
                          struct snarp_view host) {
  return has_records(scenario, host, DNS_A) ||
         has_records(scenario, host, DNS_AAAA);
}

bool scenario_serves(const struct scenario *scenario, const char *step) {
  for (size_t i = 0; i < scenario->n_serves; i++) {
    if (strcmp(scenario->serves[i], step) == 0) {
      return true;
    }
  }
  return false;
}

bool world_connect(struct world *world, const struct target *target) {
  const struct scenario *scenario = world->scenario;
  char *step = target_step(target);

  steps_add(&world->steps, step);
  return scenario_serves(scenario, step) &&
         (target->uri.len > 0 || scenario_has_address(scenario, target->name));
}
