/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "zone.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "master.h"
#include "snarp/name.h"

#define CNAMES_MAX 16

struct dns_zone {
  struct arena arena;
  struct dns_record *records;
  size_t n;
  size_t cap;
  struct dns_node *nodes;
  size_t n_nodes;
  /* the answer being made: the name that was asked, and the records where they
   * do not stand in the zone like that */
  uint8_t asked[SNARP_NAME_MAX];
  struct dns_record *made;
  size_t n_made;
  size_t cap_made;
};

static struct snarp_view keep(struct arena *arena, struct snarp_view octets) {
  const char *kept = arena_copy(arena, (const char *)octets.base, octets.len);
  return (struct snarp_view){(const uint8_t *)kept, octets.len};
}

static bool same_octets(struct snarp_view a, struct snarp_view b) {
  return a.len == b.len && memcmp(a.base, b.base, a.len) == 0;
}

/* --- loading */

static struct dns_record *append(struct dns_record **list, size_t *n,
                                 size_t *cap) {
  if (*n == *cap) {
    *cap = *cap == 0 ? 16 : 2 * *cap;
    *list = grow(*list, *cap * sizeof **list);
  }
  return &(*list)[(*n)++];
}

static void put(void *ctx, const struct dns_record *record) {
  struct dns_zone *zone = ctx;
  struct dns_record *kept = append(&zone->records, &zone->n, &zone->cap);
  bool shared = zone->n > 1 && same_octets(kept[-1].owner, record->owner);

  *kept = *record;
  kept->owner = shared ? kept[-1].owner : keep(&zone->arena, record->owner);
  kept->rdata = keep(&zone->arena, record->rdata);
}

/* A record and where it stood in the file, for a sort that keeps that order. */
struct item {
  struct dns_record record;
  size_t at;
};

static int compare_items(const void *left, const void *right) {
  const struct item *a = left;
  const struct item *b = right;
  int rv = a->record.owner.base == b->record.owner.base
               ? 0
               : snarp_name_compare(a->record.owner, b->record.owner);

  if (rv != 0) {
    return rv;
  }
  if (a->record.type != b->record.type) {
    return a->record.type < b->record.type ? -1 : 1;
  }
  return a->at < b->at ? -1 : a->at > b->at;
}

static void sort_records(struct dns_zone *zone) {
  struct item *items = take(zone->n * sizeof *items);

  for (size_t i = 0; i < zone->n; i++) {
    items[i] = (struct item){zone->records[i], i};
  }
  qsort(items, zone->n, sizeof *items, compare_items);
  for (size_t i = 0; i < zone->n; i++) {
    zone->records[i] = items[i].record;
  }
  free(items);
}

static bool same_name(struct snarp_view a, struct snarp_view b) {
  return a.base == b.base || snarp_name_compare(a, b) == 0;
}

static void make_nodes(struct dns_zone *zone) {
  zone->nodes = take(zone->n * sizeof *zone->nodes);
  for (size_t i = 0; i < zone->n; i++) {
    const struct dns_record *record = &zone->records[i];
    if (zone->n_nodes == 0 ||
        !same_name(zone->nodes[zone->n_nodes - 1].owner, record->owner)) {
      zone->nodes[zone->n_nodes++] =
          (struct dns_node){record->owner, record, 0};
    }
    zone->nodes[zone->n_nodes - 1].n++;
  }
}

bool dns_zone_load(struct dns_zone **zone, const char *path,
                   struct fault *fault) {
  *zone = take(sizeof **zone);
  if (!master_read(path, put, *zone, fault)) {
    return false;
  }
  sort_records(*zone);
  make_nodes(*zone);
  return true;
}

void dns_zone_free(struct dns_zone *zone) {
  if (zone != NULL) {
    arena_free(&zone->arena);
    free(zone->records);
    free(zone->nodes);
    free(zone->made);
    free(zone);
  }
}

/* --- looking up */

const struct dns_node *dns_zone_nodes(const struct dns_zone *zone, size_t *n) {
  *n = zone->n_nodes;
  return zone->nodes;
}

/* The first node at the name or behind it, or null. */
static const struct dns_node *node_from(const struct dns_node *nodes, size_t n,
                                        struct snarp_view name) {
  size_t low = 0;
  size_t high = n;

  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (snarp_name_compare(nodes[mid].owner, name) < 0) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low < n ? &nodes[low] : NULL;
}

const struct dns_node *dns_zone_find(const struct dns_zone *zone,
                                     struct snarp_view name) {
  const struct dns_node *node = node_from(zone->nodes, zone->n_nodes, name);

  return node != NULL && same_name(node->owner, name) ? node : NULL;
}

/* How many records of the node have a type below this one. */
static size_t records_before(const struct dns_node *node, uint32_t type) {
  size_t low = 0;
  size_t high = node->n;

  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (node->records[mid].type < type) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

const struct dns_record *dns_node_records(const struct dns_node *node,
                                          uint16_t type, size_t *n) {
  size_t at = records_before(node, type);

  *n = records_before(node, (uint32_t)type + 1) - at;
  return node->records + at;
}

/* --- answering */

/* The name without its first label; not for the root. */
static struct snarp_view parent_of(struct snarp_view name) {
  size_t label = 1 + (size_t)name.base[0];
  return (struct snarp_view){name.base + label, name.len - label};
}

/* True where a name or one below it has records, which stand next to each
 * other. */
static bool exists(const struct dns_zone *zone, struct snarp_view name) {
  const struct dns_node *node = node_from(zone->nodes, zone->n_nodes, name);
  struct snarp_view owner;

  if (name.len == 1 || node == NULL) {
    return name.len == 1;
  }
  owner = node->owner;
  while (owner.len > name.len) {
    owner = parent_of(owner);
  }
  return same_name(owner, name);
}

/* The closest name above that exists. Those above an existing one exist too,
 * so it is found by halving. */
static struct snarp_view encloser_of(const struct dns_zone *zone,
                                     struct snarp_view name) {
  uint8_t offsets[SNARP_NAME_MAX];
  size_t high = 0;
  size_t low = 1;

  for (size_t at = 0; at < name.len; at += 1 + (size_t)name.base[at]) {
    offsets[high++] = (uint8_t)at;
  }
  high--;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    size_t at = offsets[mid];
    if (exists(zone, (struct snarp_view){name.base + at, name.len - at})) {
      high = mid;
    } else {
      low = mid + 1;
    }
  }
  return (struct snarp_view){name.base + offsets[high],
                             name.len - offsets[high]};
}

/* The node at "*" below that name (RFC 4592 3.3.1). */
static const struct dns_node *find_wildcard(const struct dns_zone *zone,
                                            struct snarp_view name) {
  uint8_t space[SNARP_NAME_MAX] = {1, '*'};
  struct snarp_view encloser = encloser_of(zone, name);

  memcpy(space + 2, encloser.base, encloser.len);
  return dns_zone_find(zone, (struct snarp_view){space, encloser.len + 2});
}

const struct dns_node *dns_zone_match(const struct dns_zone *zone,
                                      struct snarp_view name) {
  const struct dns_node *node = dns_zone_find(zone, name);

  return node != NULL || exists(zone, name) ? node : find_wildcard(zone, name);
}

static void add_record(struct dns_zone *zone, struct snarp_view owner,
                       const struct dns_record *record) {
  struct dns_record *made = append(&zone->made, &zone->n_made, &zone->cap_made);

  *made = *record;
  made->owner = owner;
}

/* The records that a name owns, or gets from a wildcard. */
struct found {
  const struct dns_record *records;
  size_t n;
  bool exists;
  bool alias; /* the record is a CNAME instead */
};

static void find_records(struct found *found, const struct dns_zone *zone,
                         struct snarp_view name, uint16_t type) {
  const struct dns_node *node = dns_zone_match(zone, name);

  memset(found, 0, sizeof *found);
  found->exists = node != NULL || exists(zone, name);
  if (node != NULL) {
    found->records = dns_node_records(node, type, &found->n);
    if (found->n == 0) {
      found->records = dns_node_records(node, DNS_CNAME, &found->n);
      found->alias = found->n > 0;
    }
  }
}

static bool was_followed(const struct dns_zone *zone, struct snarp_view name) {
  for (size_t i = 0; i < zone->n_made; i++) {
    if (same_name(zone->made[i].owner, name)) {
      return true;
    }
  }
  return false;
}

static void ask(void *ctx, struct dns_answer *answer, struct snarp_view name,
                uint16_t type) {
  struct dns_zone *zone = ctx;
  struct found found;

  memcpy(zone->asked, name.base, name.len);
  name.base = zone->asked;
  zone->n_made = 0;
  find_records(&found, zone, name, type);
  while (found.alias && zone->n_made < CNAMES_MAX &&
         !was_followed(zone, name)) {
    add_record(zone, name, found.records);
    name = found.records->rdata;
    find_records(&found, zone, name, type);
  }
  for (size_t i = 0; !found.alias && i < found.n; i++) {
    add_record(zone, name, &found.records[i]);
  }
  *answer = (struct dns_answer){
      .rcode = found.exists ? DNS_NOERROR : DNS_NXDOMAIN,
      .records = zone->made,
      .n = zone->n_made,
  };
}

struct dns_source dns_zone_source(struct dns_zone *zone) {
  return (struct dns_source){ask, zone};
}
