/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "resolve_path.h"

#include <stdlib.h>
#include <string.h>

#include "dns/endpoint.h"
#include "fault.h"
#include "snarp/name.h"
#include "snarp/service.h"

static struct snarp_view keep(struct arena *arena, struct snarp_view octets) {
  const char *kept = arena_copy(arena, (const char *)octets.base, octets.len);
  return (struct snarp_view){(const uint8_t *)kept, octets.len};
}

/* How long all records of an answer last. */
static int64_t lasts_until(const struct dns_answer *answer) {
  int64_t ttl = INT32_MAX;

  for (size_t i = 0; i < answer->n; i++) {
    if (answer->records[i].ttl < ttl) {
      ttl = answer->records[i].ttl;
    }
  }
  return ttl == 0 ? 0 : clock_now() + ttl * 1000;
}

/* --- NAPTR sets */

static void set_empty(struct path_set *set) {
  arena_free(&set->arena);
  free(set->records);
  memset(set, 0, sizeof *set);
}

/* Forgets the sets from this depth downwards. */
static void cut(struct path *path, size_t depth) {
  while (path->n_sets > depth) {
    set_empty(&path->sets[--path->n_sets]);
  }
}

static void begin_set(struct path *path, const struct client_event *event) {
  cut(path, event->step->depth);
  if (path->sets == NULL) {
    path->sets = take((path->plan->max_depth + 1) * sizeof *path->sets);
  }
  struct path_set *set = &path->sets[path->n_sets++];
  set->owner = keep(&set->arena, event->step->name);
  set->until = lasts_until(event->answer);
}

static void add_record(struct path *path, const struct snarp_naptr *record) {
  struct path_set *set = &path->sets[path->n_sets - 1];

  if (set->n == set->cap) {
    set->cap = set->cap == 0 ? 16 : 2 * set->cap;
    set->records = grow(set->records, set->cap * sizeof *set->records);
  }
  struct snarp_naptr *kept = &set->records[set->n++];
  *kept = *record;
  kept->flags = keep(&set->arena, record->flags);
  kept->services = keep(&set->arena, record->services);
  kept->regexp = keep(&set->arena, record->regexp);
  kept->replacement = keep(&set->arena, record->replacement);
}

static int compare_naptr(const void *a, const void *b) {
  return snarp_naptr_compare(a, b);
}

static void sort_set(struct path_set *set) {
  size_t kept = 0;

  if (set->n > 0) {
    qsort(set->records, set->n, sizeof *set->records, compare_naptr);
  }
  for (size_t i = 0; i < set->n; i++) {
    if (kept == 0 ||
        snarp_naptr_compare(&set->records[kept - 1], &set->records[i]) != 0) {
      set->records[kept++] = set->records[i];
    }
  }
  set->n = kept;
  set->sorted = true;
}

static char flag_of(const struct snarp_walk_step *step) {
  if (step->what == SNARP_WALK_TRY) {
    return step->uri.len > 0 ? 'u' : 'a';
  }
  return step->what == SNARP_WALK_ASK_SRV ? 's' : '\0';
}

static bool has_flag(const struct snarp_naptr *record, char flag) {
  return flag == '\0'
             ? record->flags.len == 0
             : record->flags.len == 1 && (record->flags.base[0] | 0x20) == flag;
}

/* "!.*!URI!" ends in the URI and a delimiter. */
static bool has_uri(const struct snarp_naptr *record, struct snarp_view uri) {
  struct snarp_view regexp = record->regexp;

  return regexp.len > uri.len &&
         memcmp(regexp.base + regexp.len - uri.len - 1, uri.base, uri.len) == 0;
}

static bool leads_to(const struct snarp_naptr *record,
                     const struct snarp_walk_step *step,
                     const struct path *path) {
  return has_flag(record, flag_of(step)) &&
         snarp_service_offers(record->services, path->plan->service,
                              step->protocol) &&
         (step->uri.len > 0
              ? has_uri(record, step->uri)
              : snarp_name_compare(record->replacement, step->name) == 0);
}

/* The walk takes the choices of a set in their order, once for each protocol,
 * so the one that led to the step is the next one that fits. */
static void advance(struct path *path, const struct snarp_walk_step *step) {
  struct path_set *set;

  cut(path, step->depth);
  if (step->depth == 0 || path->n_sets < step->depth) {
    return;
  }
  set = &path->sets[step->depth - 1];
  if (!set->sorted) {
    sort_set(set);
  }
  if (set->protocol.base != step->protocol.base) {
    set->protocol = step->protocol;
    set->at = 0;
  }
  while (set->at < set->n) {
    set->at++;
    if (leads_to(&set->records[set->at - 1], step, path)) {
      break;
    }
  }
}

/* --- SRV sets */

/* By target and port, the rest as they are drawn. */
static int compare_srv(const void *left, const void *right) {
  const struct path_srv *a = left;
  const struct path_srv *b = right;
  int rv = snarp_name_compare(a->record.target, b->record.target);

  if (rv == 0) {
    rv = (int)a->record.port - (int)b->record.port;
  }
  return rv != 0 ? rv : snarp_srv_compare(&a->record, &b->record);
}

static void add_srv(struct path *path, const struct dns_record *from) {
  struct snarp_srv record;

  if (from->type == DNS_SRV &&
      snarp_srv_read(&record, from->rdata, NULL) == SNARP_OK) {
    record.target = keep(&path->srv_arena, record.target);
    path->srvs[path->n_srvs++] = (struct path_srv){record, 0};
  }
}

static void take_srvs(struct path *path, const struct client_event *event) {
  arena_free(&path->srv_arena);
  free(path->srvs);
  path->srv_owner = keep(&path->srv_arena, event->step->name);
  path->srv_until = lasts_until(event->answer);
  path->srvs = take(event->answer->n * sizeof *path->srvs);
  path->n_srvs = 0;
  for (size_t i = 0; i < event->answer->n; i++) {
    add_srv(path, &event->answer->records[i]);
  }
  if (path->n_srvs > 0) {
    qsort(path->srvs, path->n_srvs, sizeof *path->srvs, compare_srv);
  }
}

static bool is_before(const struct path_srv *srv,
                      const struct snarp_walk_step *step) {
  int rv = snarp_name_compare(srv->record.target, step->name);

  return rv < 0 || (rv == 0 && srv->record.port < step->port);
}

static bool is_at(const struct path_srv *srv,
                  const struct snarp_walk_step *step) {
  return srv->record.port == step->port &&
         snarp_name_compare(srv->record.target, step->name) == 0;
}

static void find_srv(struct path *path, const struct snarp_walk_step *step) {
  size_t low = 0;
  size_t high = path->n_srvs;

  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (is_before(&path->srvs[mid], step)) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  path->srv = NULL;
  if (low < path->n_srvs && is_at(&path->srvs[low], step)) {
    size_t at = low + path->srvs[low].used++;
    if (at < path->n_srvs && is_at(&path->srvs[at], step)) {
      path->srv = &path->srvs[at].record;
    }
  }
}

/* --- all */

void path_event(struct path *path, const struct client_event *event) {
  if (event->what == CLIENT_ASKED) {
    advance(path, event->step);
    if (event->step->what == SNARP_WALK_ASK_NAPTR) {
      begin_set(path, event);
    } else {
      take_srvs(path, event);
    }
  } else if (event->what == CLIENT_TOOK && event->status == SNARP_OK) {
    add_record(path, event->record);
  }
}

void path_try(struct path *path, const struct snarp_walk_step *step) {
  path->srv = NULL;
  if (step->has_port) {
    find_srv(path, step);
  } else {
    advance(path, step);
  }
}

const struct snarp_naptr *path_naptr(const struct path *path, size_t i) {
  const struct path_set *set = &path->sets[i];

  return set->at > 0 ? &set->records[set->at - 1] : NULL;
}

bool path_has(const struct path *path, struct snarp_view name) {
  for (size_t i = 0; i < path->n_sets; i++) {
    if (snarp_name_compare(path->sets[i].owner, name) == 0) {
      return true;
    }
  }
  return false;
}

static bool is_over(int64_t until, int64_t now) {
  return until != 0 && now > until;
}

bool path_expired(const struct path *path, const struct snarp_walk_step *step,
                  int64_t now) {
  for (size_t i = 0; i < path->n_sets && i < step->depth; i++) {
    if (is_over(path->sets[i].until, now)) {
      return true;
    }
  }
  return step->has_port && is_over(path->srv_until, now);
}

void path_free(struct path *path) {
  const struct snarp_walk_plan *plan = path->plan;

  cut(path, 0);
  free(path->sets);
  free(path->srvs);
  arena_free(&path->srv_arena);
  memset(path, 0, sizeof *path);
  path->plan = plan;
}
