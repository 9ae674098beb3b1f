/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "resolve_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WORDS_MAX (2 + SNARP_WALK_PROTOCOLS_MAX)

const char resolve_help[] =
    "usage: snarp resolve [OPTIONS] DOMAIN SERVICE PROTOCOL...\n"
    "\n"
    "Finds the servers of an application service by S-NAPTR (RFC 3958) and\n"
    "lists them in the order in which they are to be tried.\n"
    "\n"
    "  --server ADDR[:PORT]  who is asked, IPv6 in brackets before a port;\n"
    "                        default the system's resolver\n"
    "  --zone FILE           a master file answers instead of the network\n"
    "  --timeout SECONDS     for each query and each connection; default 5\n"
    "  --retries N           how often silent servers are asked again; default "
    "2\n"
    "  --connect             try the targets over TCP, stop at the first that\n"
    "                        takes the connection\n"
    "  --attempts N          at most so many targets with --connect; default "
    "100\n"
    "  --port PROTOCOL=N     the default port of a protocol; may be repeated\n"
    "  --prefer WHO          which protocol comes first: client (the order of\n"
    "                        the arguments, default) or zone (its ranking)\n"
    "  --uri                 U-NAPTR (RFC 4848): flag U too\n"
    "  --seed N              random numbers for SRV weights that repeat\n"
    "  --proportional        SRV weights exactly, not as RFC 2782 words it\n"
    "  --depth N             NAPTR lookups below one another; default 16\n"
    "  --queries N           NAPTR and SRV lookups in all; default 128\n"
    "  --json                JSON, not a table\n"
    "  --plain               HOST PORT PROTOCOL, not a table; with --connect\n"
    "                        only what served\n"
    "  --trace               every query, and why each record was taken or\n"
    "                        skipped, on standard error\n"
    "\n"
    "exit status: 0 candidates found, with --connect: one served; 1 none; 2\n"
    "usage, input or output; 4 bad zone\n";

static const struct protocol_port known_ports[] = {
    {"turn.udp", 8, 3478},            /* RFC 5766 6.1 */
    {"turn.tcp", 8, 3478},            /* RFC 5766 6.1 */
    {"turn.tls", 8, 5349},            /* RFC 5766 6.1 */
    {"radius.tls.tcp", 14, 2083},     /* RFC 6614 2.1 */
    {"radius.dtls.udp", 15, 2083},    /* RFC 7360 */
    {"diameter.tcp", 12, 3868},       /* RFC 6733 2.1 */
    {"diameter.sctp", 13, 3868},      /* RFC 6733 2.1 */
    {"diameter.tls.tcp", 16, 5658},   /* RFC 6733 2.1 */
    {"diameter.dtls.sctp", 18, 5658}, /* RFC 6733 2.1 */
};

static bool is_protocol(const struct protocol_port *row,
                        struct snarp_view protocol) {
  return row->len == protocol.len &&
         strncasecmp(row->protocol, (const char *)protocol.base, row->len) == 0;
}

uint16_t resolve_port(const struct resolve_options *options,
                      struct snarp_view protocol) {
  for (size_t i = options->n_ports; i > 0; i--) {
    if (is_protocol(&options->ports[i - 1], protocol)) {
      return options->ports[i - 1].port;
    }
  }
  for (size_t i = 0; i < sizeof known_ports / sizeof *known_ports; i++) {
    if (is_protocol(&known_ports[i], protocol)) {
      return known_ports[i].port;
    }
  }
  return 0;
}

/* --- values */

static bool set_timeout(struct resolve_options *options, const char *value,
                        struct fault *fault) {
  char *end;
  double seconds = strtod(value, &end);

  if (end == value || *end != '\0' || !(seconds >= 0.01 && seconds <= 86400)) {
    return fault_set(fault, EXIT_USAGE,
                     "--timeout %s: expected seconds from 0.01 to 86400",
                     value);
  }
  options->timeout = (int)(seconds * 1000);
  return true;
}

static bool is_digits(const char *value) {
  return *value != '\0' && value[strspn(value, "0123456789")] == '\0';
}

static bool set_seed(struct resolve_options *options, const char *value,
                     struct fault *fault) {
  errno = 0;
  options->seed = strtoull(value, NULL, 10);
  options->seed_set = true;
  return (is_digits(value) && errno == 0) ||
         fault_set(fault, EXIT_USAGE,
                   "--seed %s: expected a number from 0 to "
                   "18446744073709551615",
                   value);
}

static bool set_prefer(struct resolve_options *options, const char *value,
                       struct fault *fault) {
  options->prefer_zone = strcmp(value, "zone") == 0;
  return options->prefer_zone || strcmp(value, "client") == 0 ||
         fault_set(fault, EXIT_USAGE, "--prefer %s: expected client or zone",
                   value);
}

static bool read_number(long *number, long min, long max, const char *value) {
  long read = is_digits(value) ? strtol(value, NULL, 10) : -1;

  *number = read;
  return read >= min && read <= max;
}

static bool set_port(struct resolve_options *options, const char *value,
                     struct fault *fault) {
  const char *equals = strchr(value, '=');
  long port = 0;

  if (options->n_ports == SNARP_WALK_PROTOCOLS_MAX) {
    return fault_set(fault, EXIT_USAGE, "--port: expected at most %d of them",
                     SNARP_WALK_PROTOCOLS_MAX);
  }
  if (equals == NULL || equals == value ||
      !read_number(&port, 1, UINT16_MAX, equals + 1)) {
    return fault_set(fault, EXIT_USAGE,
                     "--port %s: expected a protocol, =, and a number from 1 "
                     "to 65535",
                     value);
  }
  options->ports[options->n_ports++] =
      (struct protocol_port){value, (size_t)(equals - value), (uint16_t)port};
  return true;
}

/* The options whose value is a number. */
static bool set_number(struct resolve_options *options, const char *name,
                       const char *value, struct fault *fault) {
  const struct {
    const char *name;
    long *number;
    long min;
    long max;
  } numbers[] = {{"--retries", &options->retries, 0, 100},
                 {"--attempts", &options->attempts, 1, 1000000},
                 {"--depth", &options->depth, 1, 1000},
                 {"--queries", &options->queries, 1, 1000000}};
  size_t i = 0;

  while (strcmp(numbers[i].name, name) != 0) {
    i++;
  }
  return read_number(numbers[i].number, numbers[i].min, numbers[i].max,
                     value) ||
         fault_set(fault, EXIT_USAGE,
                   "%s %s: expected a number from %ld to %ld", name, value,
                   numbers[i].min, numbers[i].max);
}

/* --- words */

static bool set_flag(struct resolve_options *options, const char *name) {
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {
      {"--json", &options->json},   {"--plain", &options->plain},
      {"--trace", &options->trace}, {"--connect", &options->connect},
      {"--uri", &options->uri},     {"--proportional", &options->proportional},
      {"--help", &options->help},   {"-h", &options->help}};

  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    if (strcmp(flags[i].name, name) == 0) {
      *flags[i].flag = true;
      return true;
    }
  }
  return false;
}

static bool is_valued(const char *name) {
  static const char *const valued[] = {
      "--server", "--zone",     "--timeout", "--seed",    "--prefer",
      "--port",   "--attempts", "--depth",   "--queries", "--retries"};

  for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
    if (strcmp(valued[i], name) == 0) {
      return true;
    }
  }
  return false;
}

static bool set_valued(struct resolve_options *options, const char *name,
                       const char *value, struct fault *fault) {
  if (strcmp(name, "--server") == 0) {
    options->server = value;
    return true;
  }
  if (strcmp(name, "--zone") == 0) {
    options->zone = value;
    return true;
  }
  if (strcmp(name, "--timeout") == 0) {
    return set_timeout(options, value, fault);
  }
  if (strcmp(name, "--seed") == 0) {
    return set_seed(options, value, fault);
  }
  if (strcmp(name, "--prefer") == 0) {
    return set_prefer(options, value, fault);
  }
  return strcmp(name, "--port") == 0 ? set_port(options, value, fault)
                                     : set_number(options, name, value, fault);
}

static bool set_option(struct resolve_options *options, char **argv, int *i,
                       struct fault *fault) {
  char *name = argv[*i];
  char *value = strchr(name, '=');

  if (set_flag(options, name)) {
    return true;
  }
  if (value != NULL) {
    *value++ = '\0';
  }
  if (!is_valued(name)) {
    return fault_set(fault, EXIT_USAGE,
                     "resolve has no option %s; snarp resolve --help lists "
                     "them",
                     name);
  }
  if (value == NULL) {
    value = argv[++*i];
  }
  return value == NULL ? fault_set(fault, EXIT_USAGE,
                                   "%s: expected a value behind it", name)
                       : set_valued(options, name, value, fault);
}

static bool is_complete(const struct resolve_options *options,
                        struct fault *fault) {
  if (options->help) {
    return true;
  }
  if (options->n_words < 3) {
    return fault_set(fault, EXIT_USAGE,
                     "resolve: expected a domain, a service and at least one "
                     "protocol");
  }
  if (options->json && options->plain) {
    return fault_set(fault, EXIT_USAGE,
                     "resolve: expected one of --json and --plain");
  }
  return options->server == NULL || options->zone == NULL ||
         fault_set(fault, EXIT_USAGE,
                   "resolve: expected one of --server and --zone");
}

bool resolve_options_read(struct resolve_options *options, int argc,
                          char **argv, struct fault *fault) {
  memset(options, 0, sizeof *options);
  options->timeout = 5000;
  options->retries = 2;
  options->attempts = 100;
  options->depth = SNARP_WALK_DEPTH;
  options->queries = SNARP_WALK_QUERIES;
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == '-' && argv[i][1] != '\0') {
      if (!set_option(options, argv, &i, fault)) {
        return false;
      }
    } else if (options->n_words == WORDS_MAX) {
      return fault_set(fault, EXIT_USAGE,
                       "resolve: expected at most %d protocols",
                       SNARP_WALK_PROTOCOLS_MAX);
    } else {
      options->words[options->n_words++] = argv[i];
    }
  }
  return is_complete(options, fault);
}
