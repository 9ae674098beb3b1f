/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dns/zone.h"
#include "snarp/name.h"
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

/* --- added records */

static bool read_class(const struct reader *reader, uint16_t *rrclass,
                       json_t *object) {
  const char *name = "IN";

  return place_maybe_string(reader->place, object, "class", &name) &&
         (dns_class_find(rrclass, name) ||
          reader_wrong(reader, "world.adds.class",
                       "expected IN, CH, HS, NONE or ANY"));
}

static bool read_ttl(const struct reader *reader, uint32_t *ttl,
                     const json_t *object) {
  int64_t number = 3600;

  if (json_object_get(object, "ttl") != NULL &&
      !reader_number(reader, &number, object, "ttl", 0, UINT32_MAX)) {
    return false;
  }
  *ttl = (uint32_t)number;
  return true;
}

/* The name and type of an object, or where it has none those given. */
static bool read_owner(const struct reader *reader, struct snarp_view *name,
                       uint16_t *type, const json_t *object) {
  json_t *named = json_object_get(object, "name");
  json_t *typed = json_object_get(object, "type");
  struct target target;
  const char *expected;
  char message[80];

  if (named == NULL && typed == NULL) {
    return true;
  }
  if (reader_name(reader, object, "name") == NULL ||
      place_string(reader->place, object, "type") == NULL) {
    return false;
  }
  expected = target_query(&target, named, typed);
  if (expected != NULL) {
    snprintf(message, sizeof message, "expected %s", expected);
    return reader_wrong(reader, "world.adds", message);
  }
  *name = keep_name(reader, target.name);
  *type = target.type;
  return true;
}

static bool read_record(const struct reader *reader, struct dns_record *record,
                        json_t *object) {
  static const char *const members[] = {"name", "type", "class", "ttl",
                                        "rdata"};

  return place_only(reader->place, object, members, COUNT(members)) &&
         read_owner(reader, &record->owner, &record->type, object) &&
         read_class(reader, &record->rrclass, object) &&
         read_ttl(reader, &record->ttl, object) &&
         reader_hex(reader, &record->rdata, object, "rdata");
}

/* The records of one section of the answer to the query of `add`. */
static bool read_section(const struct reader *reader,
                         const struct world_add *add,
                         struct world_section *section, const json_t *list) {
  size_t n = json_array_size(list);
  struct dns_record *records =
      arena_take(reader->arena, (n + 1) * sizeof *records);

  if (list != NULL && !json_is_array(list)) {
    return reader_wrong(reader, "world.adds", "expected lists of records");
  }
  section->records = records;
  section->n = n;
  for (size_t i = 0; i < n; i++) {
    records[i].owner = add->name;
    records[i].type = add->type;
    if (!read_record(reader, &records[i], json_array_get(list, i))) {
      return false;
    }
  }
  return true;
}

/* A class other than IN needs an adapter that looks at it. */
static void need_class(const struct reader *reader,
                       const struct world_section *answer) {
  for (size_t i = 0; i < answer->n; i++) {
    if (answer->records[i].rrclass != DNS_IN) {
      reader->vector->needs |= 1U << OPTION_RESOLVE_CLASS;
    }
  }
}

static bool read_add(const struct reader *reader, struct world_add *add,
                     json_t *object) {
  static const char *const members[] = {"name", "type", "answer", "additional"};

  if (!place_only(reader->place, object, members, COUNT(members)) ||
      reader_name(reader, object, "name") == NULL ||
      !read_owner(reader, &add->name, &add->type, object) ||
      !read_section(reader, add, &add->answer,
                    json_object_get(object, "answer")) ||
      !read_section(reader, add, &add->additional,
                    json_object_get(object, "additional"))) {
    return false;
  }
  need_class(reader, &add->answer);
  return true;
}

static bool read_adds(const struct reader *reader, struct scenario *scenario,
                      const json_t *list) {
  size_t n = json_array_size(list);
  struct world_add *adds = arena_take(reader->arena, (n + 1) * sizeof *adds);

  if (list != NULL && !json_is_array(list)) {
    return reader_wrong(reader, "world.adds", "expected a list");
  }
  scenario->adds = adds;
  for (size_t i = 0; i < n; i++) {
    if (!read_add(reader, &adds[i], json_array_get(list, i))) {
      return false;
    }
    if (scenario_adds(scenario, adds[i].name, adds[i].type) != NULL) {
      return reader_wrong(reader, "world.adds", "expected each query once");
    }
    scenario->n_adds = i + 1;
  }
  return true;
}

/* --- the world */

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
  static const char *const members[] = {"zone", "faults", "adds", "serves"};
  struct scenario *scenario = arena_take(reader->arena, sizeof *scenario);

  if (!json_is_object(world)) {
    return reader_wrong(reader, "world", "expected an object");
  }
  scenario->json = reader_keep(reader, world);
  reader->vector->in.world = scenario;
  return place_only(reader->place, world, members, COUNT(members)) &&
         read_zone(reader, scenario, world) &&
         read_faults(reader, scenario, json_object_get(world, "faults")) &&
         read_adds(reader, scenario, json_object_get(world, "adds")) &&
         read_serves(reader, scenario, json_object_get(world, "serves"));
}
