/* Worlds for walks.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "walk_world.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define OCTETS(literal) {(const uint8_t *)(literal), sizeof(literal) - 1}

#define FILL_61 "ooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
#define FILL_63 FILL_61 "oo"
#define LONGEST(two)                                                           \
  "\77" two FILL_61 "\77" FILL_63 "\77" FILL_63 "\75" FILL_61 "\0"

/* The owners' names, in both cases. Some differ in one bit only, as letters do
 * whose case does not count; one is as long as can be. */
static const struct snarp_view names[WORLD_OWNERS][2] = {
    {OCTETS("\1d\0"), OCTETS("\1D\0")},
    {OCTETS("\1e\1d\0"), OCTETS("\1E\1D\0")},
    {OCTETS("\1f\1d\0"), OCTETS("\1f\1D\0")},
    {OCTETS("\1g\1e\1d\0"), OCTETS("\1G\1E\1d\0")},
    {OCTETS("\2dd\0"), OCTETS("\2dD\0")},
    {OCTETS("\1\0\0"), OCTETS("\1\0\0")},
    {OCTETS("\1[\0"), OCTETS("\1[\0")},
    {OCTETS("\1{\0"), OCTETS("\1{\0")},
    {OCTETS("\1\301\0"), OCTETS("\1\301\0")},
    {OCTETS("\1\341\0"), OCTETS("\1\341\0")},
    {OCTETS(LONGEST("oo")), OCTETS(LONGEST("oO"))},
    {OCTETS("\1z\0"), OCTETS("\1Z\0")},
};

/* The root, and octets that are no name. */
static const struct snarp_view root = OCTETS("\0");
static const struct snarp_view not_names[] = {
    {NULL, 0},        OCTETS("\1a"),     OCTETS("\1a\0\0"),
    OCTETS("\300\0"), OCTETS("\100a\0"), OCTETS("\2a\0")};

/* Tags; those of the same number are the same. */
static const struct {
  struct snarp_view text;
  unsigned number;
} tags[] = {
    {OCTETS("p"), 0},   {OCTETS("P"), 0},
    {OCTETS("q"), 1},   {OCTETS("Q"), 1},
    {OCTETS("p.q"), 2}, {OCTETS("pp"), 3},
    {OCTETS("x-"), 4},  {OCTETS("x-pqrstuvwxyz0123456789abcdefghi"), 5},
    {OCTETS("p-"), 6},  {OCTETS("p+"), 7},
};

/* What a field may have where a protocol should be. */
static const struct snarp_view faults[] = {
    OCTETS(":"),   OCTETS("::p"),
    OCTETS(":1p"), OCTETS(":p\0"),
    OCTETS(":p "), OCTETS(":p_"),
    OCTETS(":.p"), OCTETS(":pqrstuvwxyz0123456789abcdefghijkl")};

static const struct {
  struct snarp_view text;
  enum leads leads;
} flags[] = {
    {{NULL, 0}, TO_NAPTR},     {OCTETS("s"), TO_SRV},
    {OCTETS("S"), TO_SRV},     {OCTETS("a"), TO_HOST},
    {OCTETS("A"), TO_HOST},    {OCTETS("u"), TO_URI},
    {OCTETS("U"), TO_URI},     {OCTETS("p"), NOWHERE},
    {OCTETS("sa"), NOWHERE},   {OCTETS("ss"), NOWHERE},
    {OCTETS("1"), NOWHERE},    {OCTETS("\0"), NOWHERE},
    {OCTETS("\23"), NOWHERE},  {OCTETS("a "), NOWHERE},
    {OCTETS("\341"), NOWHERE}, /* A with its top bit set */
    {{NULL, 0}, TO_NAPTR},
};

/* REGEXPs, and the URI that RFC 4848 2.2 finds in them. */
static const struct {
  struct snarp_view text;
  struct snarp_view uri;
} regexps[] = {
    {{NULL, 0}, {NULL, 0}},
    {OCTETS("!.*!http://d/!"), OCTETS("http://d/")},
    {OCTETS("!.*!h:!"), OCTETS("h:")},
    {OCTETS("!.*!HTTP://d/?a=b#c%21!"), OCTETS("HTTP://d/?a=b#c%21")},
    {OCTETS("!.*!!"), {NULL, 0}},
    {OCTETS("!.*!http://d/!i"), {NULL, 0}},
    {OCTETS("!^.*$!http://d/!"), {NULL, 0}},
    {OCTETS("/.*/http://d/"), {NULL, 0}},
    {OCTETS("!.*!http://d/!!"), {NULL, 0}},
    {OCTETS("!.*!\\1!"), {NULL, 0}},
    {OCTETS("!"), {NULL, 0}},
    {OCTETS("\0"), {NULL, 0}},
    {OCTETS("!.*!h:" FILL_63 FILL_63 FILL_63 FILL_63 "!"), {NULL, 0}},
    {OCTETS("!.*!i:" FILL_63 FILL_63 FILL_63 "!"),
     OCTETS("i:" FILL_63 FILL_63 FILL_63)},
};

static const uint16_t numbers[] = {0, 1, 2, 3, 255, 256, 65534, 65535};

static uint16_t number(uint8_t octet) {
  return numbers[octet % COUNT(numbers)];
}

/* --- the service field */

static void append(struct world_record *record, struct snarp_view octets) {
  struct snarp_view *services = &record->as_naptr.services;

  FUZZ_HOLDS(services->len + octets.len <= sizeof record->field);
  if (octets.len > 0) {
    memcpy(record->field + services->len, octets.base, octets.len);
  }
  services->len += octets.len;
}

/* Protocols of the plan that are the tag of that number. */
static unsigned plan_protocols(const uint8_t *head, const struct world *world,
                               unsigned tag) {
  unsigned found = 0;

  for (size_t i = 0; i < world->plan.n_protocols; i++) {
    if (tags[head[8 + i] % COUNT(tags)].number == tag) {
      found |= 1u << i;
    }
  }
  return found;
}

/* Bits 0-1 pick the service, or none; 2 a fault, 3 a field too long for a
 * character-string, 4-7 which fault. */
static void make_field(struct world_record *record, const struct world *world,
                       const uint8_t *head, const uint8_t *at) {
  static const struct snarp_view colon = OCTETS(":");
  static const struct snarp_view services[] = {
      OCTETS("s"), OCTETS("S"), OCTETS("s.p"), {NULL, 0}};
  size_t service = at[4] % COUNT(services);
  bool faulty = (at[4] & 4) != 0;
  bool is_long = (at[4] & 8) != 0;

  record->as_naptr.services.base = record->field;
  append(record, services[service]);
  for (size_t i = 0; i < COUNT(tags) - 2; i++) {
    if ((at[5] >> i & 1) != 0) {
      append(record, colon);
      append(record, tags[i].text);
      record->protocols |= plan_protocols(head, world, tags[i].number);
    }
  }
  while (is_long && record->as_naptr.services.len <= SNARP_STRING_MAX) {
    append(record, colon);
    append(record, tags[0].text);
  }
  if (faulty) {
    append(record, faults[(at[4] >> 4) % COUNT(faults)]);
  }
  if (faulty || is_long || service == 3 ||
      (service == 2) != (head[7] % 3 == 2)) {
    record->protocols = 0;
  }
}

/* --- records */

/* Owners, the root or no name; true where it is an owner. */
static bool make_target(struct world_record *record, struct snarp_view *name,
                        uint8_t octet) {
  size_t i = octet & 15;

  record->target = i;
  if (i < WORLD_OWNERS) {
    *name = names[i][octet >> 4 & 1];
  } else {
    *name = octet >> 4 < COUNT(not_names) ? not_names[octet >> 4] : root;
  }
  return i < WORLD_OWNERS;
}

static void make_srv(struct world_record *record, const uint8_t *at) {
  struct snarp_srv *srv = &record->as_srv;

  srv->priority = number(at[1]);
  srv->weight = number(at[2]);
  srv->port = number(at[3]);
  record->leads = make_target(record, &srv->target, at[7]) ? TO_HOST : NOWHERE;
}

/* With U, REGEXP has the URI and REPLACEMENT is the root (RFC 4848 2.2). */
static void lead_to_uri(struct world_record *record, size_t regexp) {
  const struct snarp_naptr *naptr = &record->as_naptr;

  record->target = regexp;
  if (regexps[regexp].uri.len == 0 || naptr->replacement.len != 1 ||
      naptr->replacement.base[0] != 0) {
    record->leads = NOWHERE;
  }
}

static void make_naptr(struct world_record *record, const struct world *world,
                       const uint8_t *head, const uint8_t *at) {
  struct snarp_naptr *naptr = &record->as_naptr;
  size_t flag = at[3] % COUNT(flags);
  size_t regexp = at[6] % COUNT(regexps);

  naptr->order = number(at[1]);
  naptr->preference = number(at[2]);
  naptr->flags = flags[flag].text;
  naptr->regexp = regexps[regexp].text;
  record->leads = flags[flag].leads;
  make_field(record, world, head, at);

  bool named = make_target(record, &naptr->replacement, at[7]);
  if (record->leads == TO_URI && world->plan.uri) {
    lead_to_uri(record, regexp);
  } else if (record->leads == TO_URI || !named || regexp != 0) {
    record->leads = NOWHERE;
  }
}

static void make_record(struct world *world, const uint8_t *head,
                        const uint8_t *at) {
  struct world_record *record = &world->records[world->n_records];

  memset(record, 0, offsetof(struct world_record, field));
  record->owner = (at[0] & 15) % WORLD_OWNERS;
  record->srv = (at[0] & 16) != 0;
  if (record->srv) {
    make_srv(record, at);
  } else {
    make_naptr(record, world, head, at);
  }
  world->n_records++;
}

/* --- the world */

static enum lookup lookup_of(unsigned bits) {
  static const enum lookup ends[] = {LOOKUP_RECORDS, LOOKUP_RECORDS,
                                     LOOKUP_ABSENT, LOOKUP_TEMPORARY};

  return ends[bits & 3];
}

static void read_plan(struct world *world, const uint8_t *head) {
  static const struct snarp_view services[] = {OCTETS("s"), OCTETS("S"),
                                               OCTETS("S.P")};
  struct snarp_walk_plan *plan = &world->plan;

  memset(plan, 0, sizeof *plan);
  plan->service = services[head[7] % COUNT(services)];
  plan->protocols = world->protocols;
  plan->n_protocols = 1 + (head[0] & 3);
  plan->first = (head[0] & 4) != 0 ? SNARP_WALK_ZONE : SNARP_WALK_CLIENT;
  plan->srv_mode =
      (head[0] & 8) != 0 ? SNARP_SRV_PROPORTIONAL : SNARP_SRV_LITERAL;
  plan->uri = (head[0] & 16) != 0;
  plan->max_depth = head[1] % (SNARP_WALK_DEPTH + 1);
  plan->max_queries = head[2] % 65;
  for (size_t i = 0; i < WORLD_PROTOCOLS; i++) {
    struct snarp_view tag = tags[head[8 + i] % COUNT(tags)].text;
    memcpy(world->tags[i], tag.base, tag.len);
    world->protocols[i].base = world->tags[i];
    world->protocols[i].len = tag.len;
  }
}

void world_read(struct world *world, const uint8_t *data, size_t size) {
  read_plan(world, data);
  world->domain = names[0][data[0] >> 5 & 1];
  world->serves = data[3];
  world->draws = data[4];
  world->shuffling = data[5];
  world->memory = data[6];
  for (size_t i = 0; i < WORLD_OWNERS; i++) {
    world->naptr[i] = lookup_of(data[12 + i]);
    world->srv[i] = lookup_of(data[12 + i] >> 2u);
  }
  world->n_records = 0;
  for (size_t at = WORLD_HEAD;
       at + WORLD_RECORD <= size && world->n_records < WORLD_RECORDS;
       at += WORLD_RECORD) {
    make_record(world, data, data + at);
  }
}

size_t world_owner(struct snarp_view name, bool *upper) {
  size_t i = 0;

  while (i < WORLD_OWNERS && !fuzz_equal(name, names[i][0]) &&
         !fuzz_equal(name, names[i][1])) {
    i++;
  }
  FUZZ_HOLDS(i < WORLD_OWNERS);
  *upper = !fuzz_equal(name, names[i][0]);
  return i;
}

size_t world_uri(struct snarp_view uri) {
  size_t i = 0;

  while (i < COUNT(regexps) &&
         (uri.len == 0 || !fuzz_equal(uri, regexps[i].uri))) {
    i++;
  }
  FUZZ_HOLDS(i < COUNT(regexps));
  return i;
}

bool world_serves(const struct world *world, bool uri, size_t target,
                  size_t protocol) {
  return world->serves == 1 + protocol + WORLD_PROTOCOLS * target + 128 * uri;
}
