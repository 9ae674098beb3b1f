/* snarp resolve: the servers of a domain, by S-NAPTR. */
#include "resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands.h"
#include "dns/zone.h"
#include "output.h"
#include "snarp/name.h"

/* Walks over more than this are given up as too large. */
#define MEMORY_MAX ((size_t)1 << 30)

static struct snarp_view view_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

/* --- set-up */

static uint64_t chance(void) {
  uint64_t number = (uint64_t)time(NULL);
  FILE *file = fopen("/dev/urandom", "rb");

  if (file != NULL) {
    if (fread(&number, sizeof number, 1, file) != 1) {
      number ^= (uint64_t)clock();
    }
    fclose(file);
  }
  return number;
}

static bool read_domain(struct resolve *resolve) {
  static const uint8_t root[1] = {0};
  const char *text = resolve->options.words[0];
  struct snarp_view origin = {root, sizeof root};
  int rv = snarp_name_scan(&resolve->domain, resolve->domain_space,
                           view_of(text), origin, NULL);

  return rv == SNARP_OK ||
         fault_set(&resolve->fault, EXIT_USAGE, "resolve: %s: %s (%s)", text,
                   snarp_status_text(rv), snarp_status_cite(rv));
}

static bool make_plan(struct resolve *resolve) {
  const struct resolve_options *options = &resolve->options;
  size_t n = options->n_words - 2;
  struct snarp_view *protocols =
      arena_take(&resolve->arena, n * sizeof *protocols);

  for (size_t i = 0; i < n; i++) {
    protocols[i] = view_of(options->words[2 + i]);
  }
  resolve->rng = snarp_rng_from_seed(
      &resolve->seed, options->seed_set ? options->seed : chance());
  resolve->plan = (struct snarp_walk_plan){
      .service = view_of(options->words[1]),
      .protocols = protocols,
      .n_protocols = n,
      .first = options->prefer_zone ? SNARP_WALK_ZONE : SNARP_WALK_CLIENT,
      .srv_mode =
          options->proportional ? SNARP_SRV_PROPORTIONAL : SNARP_SRV_LITERAL,
      .rng = &resolve->rng,
      .uri = options->uri,
      .max_depth = (size_t)options->depth,
      .max_queries = (size_t)options->queries};
  resolve->path.plan = &resolve->plan;
  return read_domain(resolve);
}

static bool open_source(struct resolve *resolve) {
  const struct resolve_options *options = &resolve->options;
  struct resolver_plan plan = {options->server, options->timeout,
                               1 + (int)options->retries};

  if (options->zone != NULL) {
    if (!dns_zone_load(&resolve->zone, options->zone, &resolve->fault)) {
      return false;
    }
    resolve->dns = dns_zone_source(resolve->zone);
    return true;
  }
  if (!resolver_open(&resolve->resolver, &plan, &resolve->fault)) {
    return false;
  }
  resolve->dns = resolver_source(resolve->resolver);
  return true;
}

/* A set in a zone may be larger than an answer: room for the whole zone, each
 * record once for each protocol. */
static size_t memory_for(const struct resolve *resolve) {
  size_t times = resolve->plan.n_protocols + 1;
  size_t records = 0;
  size_t octets = 0;
  size_t n = 0;
  const struct dns_node *nodes =
      resolve->zone != NULL ? dns_zone_nodes(resolve->zone, &n) : NULL;

  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < nodes[i].n; k++) {
      octets += nodes[i].records[k].rdata.len * times;
    }
    records += nodes[i].n * times;
  }
  size_t memory = snarp_walk_memory(records, octets);
  size_t usual = client_memory(&resolve->plan);
  memory = memory > usual ? memory : usual;
  return memory > MEMORY_MAX ? MEMORY_MAX : memory;
}

/* --- the walk */

static bool attempt(void *ctx, const struct snarp_walk_step *step) {
  return resolve_try(ctx, step);
}

static void on_event(void *ctx, const struct client_event *event) {
  struct resolve *resolve = ctx;

  path_event(&resolve->path, event);
  resolve_trace(resolve, event);
}

static bool walk_once(struct resolve *resolve, struct snarp_walk_step *end) {
  struct client client = {.plan = &resolve->plan,
                          .domain = resolve->domain,
                          .dns = resolve->dns,
                          .attempt = attempt,
                          .event = on_event,
                          .ctx = resolve,
                          .memory = memory_for(resolve)};
  uint8_t space[2 * SNARP_NAME_MAX];
  struct snarp_walk_step at;

  return client_walk(&client, end, &at, space) == SNARP_OK ||
         fault_set(&resolve->fault, EXIT_USAGE,
                   "resolve: expected a service and protocols that are tags "
                   "of RFC 3958 6.5");
}

static bool walk(struct resolve *resolve, struct snarp_walk_step *end) {
  bool fine = walk_once(resolve, end);

  while (fine && resolve->restart) {
    if (resolve->options.trace) {
      fputs("a TTL ran out: from the beginning\n", stderr);
    }
    path_free(&resolve->path);
    resolve->begun = resolve->n;
    resolve->restarts++;
    resolve->restart = false;
    fine = walk_once(resolve, end);
  }
  return fine;
}

/* --- the end */

/* True where there is somebody to connect to. */
static bool is_found(const struct resolve *resolve) {
  for (size_t i = 0; i < resolve->n; i++) {
    const struct candidate *candidate = &resolve->candidates[i];
    if (candidate->outcome == OUTCOME_SERVED) {
      return true;
    }
    if (!resolve->options.connect &&
        (candidate->uri || candidate->n_addresses > 0 ||
         !candidate->addresses_known)) {
      return true;
    }
  }
  return false;
}

static const char *end_word(const struct resolve *resolve,
                            const struct snarp_walk_step *end) {
  if (is_found(resolve)) {
    return resolve->options.connect ? "served" : "found";
  }
  if (end->why == SNARP_WALK_NOT_OFFERED) {
    return "not-offered";
  }
  if (end->temporary || resolve->deaf) {
    return "temporary";
  }
  return end->limited || resolve->gave_up ? "limit" : "failed";
}

static const struct {
  const char *word;
  const char *says;
} ends[] = {
    {"not-offered", "the domain does not offer the service by one of the "
                    "protocols"},
    {"temporary", "no server was found, but not all queries were answered; "
                  "later it may be otherwise"},
    {"limit", "no server was found before a limit was reached, see --depth, "
              "--queries and --attempts"},
    {"failed", "the domain offers the service, but no path leads to a server"},
};

static int finish(struct resolve *resolve, const struct snarp_walk_step *end) {
  const char *word = end_word(resolve, end);

  if (resolve->options.json) {
    resolve_json(resolve, word);
  } else if (resolve->options.plain) {
    resolve_plain(resolve);
  } else if (resolve->n > 0) {
    resolve_table(resolve);
  }
  if (!output_flush(&resolve->fault)) {
    return fault_tell(&resolve->fault);
  }
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (strcmp(ends[i].word, word) == 0) {
      fault_fill(&resolve->fault, EXIT_UNEXPECTED, "resolve: %s: %s",
                 resolve->options.words[0], ends[i].says);
      return fault_tell(&resolve->fault);
    }
  }
  if (end->limited) {
    fputs("snarp: resolve: not all paths were followed, see --depth and "
          "--queries\n",
          stderr);
  }
  return EXIT_FINE;
}

static int run(struct resolve *resolve) {
  struct snarp_walk_step end;

  if (!make_plan(resolve) || !open_source(resolve) || !walk(resolve, &end)) {
    return fault_tell(&resolve->fault);
  }
  return finish(resolve, &end);
}

int command_resolve(int argc, char **argv) {
  struct resolve resolve = {0};
  int rv;

  if (!resolve_options_read(&resolve.options, argc, argv, &resolve.fault)) {
    return fault_tell(&resolve.fault);
  }
  if (resolve.options.help) {
    return output_text(resolve_help);
  }
  rv = run(&resolve);
  path_free(&resolve.path);
  resolver_free(resolve.resolver);
  dns_zone_free(resolve.zone);
  free(resolve.candidates);
  arena_free(&resolve.arena);
  return rv;
}
