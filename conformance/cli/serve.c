/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "commands.h"
#include "corpus.h"
#include "dns/zone.h"
#include "home.h"
#include "live/server.h"
#include "output.h"
#include "text.h"
#include "world.h"

/* How often connections are looked at that have been silent. */
#define TICK_MS 1000

static const char help[] =
    "usage: snarp serve [OPTIONS] --zone FILE\n"
    "\n"
    "Answers DNS queries from a zone in a master file, over UDP and TCP, "
    "until\n"
    "it gets SIGINT, SIGTERM or SIGHUP. The first line that it prints is "
    "where\n"
    "it listens, each line after it a query, both as JSON.\n"
    "\n"
    "  --listen ADDR[:PORT]  default 127.0.0.1; any free port where none is "
    "given\n"
    "  --truncate            nothing but TC over UDP: clients must use TCP\n"
    "  --log FILE            the queries go there, not to standard output\n"
    "  --vectors PATH        where the scenario is; default the corpus\n"
    "\n"
    "exit status: 0 told to end; 2 usage, input or output; 4 bad zone or\n"
    "vectors\n";

struct serve {
  const char *zone; /* or null */
  const char *id;   /* of a vector, where zone is null */
  int n_ids;
  const char *vectors;
  const char *listen;
  const char *log_path;
  bool truncate;
  bool help;
  struct dns_zone *loaded;
  struct corpus corpus;
  struct world world;
  struct server *server;
  FILE *log;
  struct timespec began;
  struct fault fault;
};

/* Signals write to the one end, poll waits at the other. */
static int wake[2] = {-1, -1};

static void on_signal(int number) {
  int kept = errno;
  char octet = (char)number;

  while (write(wake[1], &octet, 1) < 0 && errno == EINTR) {
  }
  errno = kept;
}

static bool catch_signals(struct fault *fault) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_signal};
  struct sigaction old;

  if (pipe(wake) != 0 || fcntl(wake[1], F_SETFL, O_NONBLOCK) != 0) {
    return fault_set(fault, EXIT_USAGE, "serve: no pipe: %s", strerror(errno));
  }
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
      sigaction(ends[i], &action, NULL);
    }
  }
  signal(SIGPIPE, SIG_IGN);
  return true;
}

static const char **valued(struct serve *serve, const char *name) {
  if (strcmp(name, "--zone") == 0) {
    return &serve->zone;
  }
  if (strcmp(name, "--listen") == 0) {
    return &serve->listen;
  }
  if (strcmp(name, "--vectors") == 0) {
    return &serve->vectors;
  }
  return strcmp(name, "--log") == 0 ? &serve->log_path : NULL;
}

/* One word of the command line, perhaps with its value behind it or a =. */
static bool read_word(struct serve *serve, char **argv, int *i) {
  char *value = strchr(argv[*i], '=');
  const char **slot;

  if (strcmp(argv[*i], "--truncate") == 0) {
    serve->truncate = true;
    return true;
  }
  if (strcmp(argv[*i], "--help") == 0 || strcmp(argv[*i], "-h") == 0) {
    serve->help = true;
    return true;
  }
  if (argv[*i][0] != '-') {
    serve->n_ids++;
    serve->id = argv[*i];
    return true;
  }
  if (value != NULL) {
    *value++ = '\0';
  }
  slot = valued(serve, argv[*i]);
  if (slot == NULL) {
    return fault_set(&serve->fault, EXIT_USAGE,
                     "serve has no option %s; snarp serve --help lists them",
                     argv[*i]);
  }
  *slot = value != NULL ? value : argv[++*i];
  return *slot != NULL ||
         fault_set(&serve->fault, EXIT_USAGE,
                   "serve: %s: expected a value behind it", argv[*i - 1]);
}

static bool read_words(struct serve *serve, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!read_word(serve, argv, &i)) {
      return false;
    }
  }
  return serve->help || (serve->zone != NULL) + serve->n_ids == 1 ||
         fault_set(&serve->fault, EXIT_USAGE,
                   "serve: expected --zone FILE or the id of one vector");
}

static double seconds_since(const struct timespec *began) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - began->tv_sec) +
         (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

static void log_exchange(void *ctx, const struct exchange *exchange) {
  struct serve *serve = ctx;
  struct text line = {0};

  exchange_add_json(&line, exchange, seconds_since(&serve->began));
  fwrite(line.base, 1, line.len, serve->log);
  fflush(serve->log);
  free(line.base);
}

/* A log is read while it grows: it is written in its place. */
static bool open_log(struct serve *serve) {
  serve->log = serve->log_path == NULL ? stdout : fopen(serve->log_path, "w");
  return serve->log != NULL ||
         fault_set(&serve->fault, EXIT_USAGE, "%s: cannot be written: %s",
                   serve->log_path, strerror(errno));
}

static void ask_world(void *ctx, struct dns_answer *answer,
                      struct snarp_view name, uint16_t type) {
  struct world *world = ctx;

  steps_clear(&world->steps); /* the log has them */
  if (dns_type_name(type) != NULL) {
    world_ask(world, answer, name, type);
  } else {
    world->scenario->dns.ask(world->scenario->dns.ctx, answer, name, type);
  }
}

static bool load_scenario(struct serve *serve, struct dns_source *source) {
  char *path =
      serve->vectors == NULL ? home_path("vectors") : copy(serve->vectors);
  bool ok = corpus_load(&serve->corpus, path, &serve->fault);
  const struct vector *vector;

  free(path);
  if (!ok) {
    return false;
  }
  vector = corpus_find(&serve->corpus, serve->id);
  if (vector == NULL || vector->in.world == NULL) {
    return fault_set(&serve->fault, EXIT_USAGE,
                     "serve: %s: expected the id of a vector of "
                     "snaptr.resolve; snarp check --list has them",
                     serve->id);
  }
  world_begin(&serve->world, vector->in.world);
  *source = (struct dns_source){ask_world, &serve->world};
  return true;
}

static bool load(struct serve *serve, struct dns_source *source) {
  if (serve->zone == NULL) {
    return load_scenario(serve, source);
  }
  if (!dns_zone_load(&serve->loaded, serve->zone, &serve->fault)) {
    return false;
  }
  *source = dns_zone_source(serve->loaded);
  return true;
}

static bool start(struct serve *serve) {
  struct server_setup setup = {
      .truncate = serve->truncate, .seen = log_exchange, .ctx = serve};
  struct endpoint at;
  char text[LISTEN_TEXT];

  if (!endpoint_read(&at, serve->listen, 0, "--listen", &serve->fault) ||
      !load(serve, &setup.source) ||
      !server_open(&serve->server, &at, &setup, &serve->fault) ||
      !open_log(serve) || !catch_signals(&serve->fault)) {
    return false;
  }
  listen_text(&at, text);
  printf("{\"address\":\"%s\",\"port\":%u}\n", text, listen_port(&at));
  return output_flush(&serve->fault);
}

static bool is_logged(struct serve *serve) {
  return ferror(serve->log) == 0 ||
         fault_set(&serve->fault, EXIT_USAGE, "%s: cannot be written",
                   serve->log_path == NULL ? "standard output"
                                           : serve->log_path);
}

static bool loop(struct serve *serve) {
  struct pollfd fds[SERVER_FDS + 1];

  clock_gettime(CLOCK_MONOTONIC, &serve->began);
  for (;;) {
    size_t n = server_before(serve->server, fds);

    fds[n] = (struct pollfd){.fd = wake[0], .events = POLLIN};
    if (poll(fds, (nfds_t)n + 1, TICK_MS) < 0 && errno != EINTR) {
      return fault_set(&serve->fault, EXIT_USAGE, "serve: cannot wait: %s",
                       strerror(errno));
    }
    server_after(serve->server);
    if (!is_logged(serve)) {
      return false;
    }
    if ((fds[n].revents & POLLIN) != 0) {
      return true;
    }
  }
}

static void end(struct serve *serve) {
  server_close(serve->server);
  dns_zone_free(serve->loaded);
  world_free(&serve->world);
  corpus_free(&serve->corpus);
  if (serve->log != NULL && serve->log != stdout) {
    fclose(serve->log);
  }
}

int command_serve(int argc, char **argv) {
  struct serve serve = {.listen = "127.0.0.1"};
  bool ok = read_words(&serve, argc, argv);

  if (ok && serve.help) {
    return output_text(help);
  }
  ok = ok && start(&serve) && loop(&serve);
  end(&serve);
  return ok ? EXIT_FINE : fault_tell(&serve.fault);
}
