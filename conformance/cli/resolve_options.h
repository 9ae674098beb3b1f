/*
 * cli/resolve_options.h - the command line of snarp resolve.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_RESOLVE_OPTIONS_H
#define SNARP_CLI_RESOLVE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"
#include "snarp/walk.h"

struct protocol_port {
  const char *protocol;
  size_t len;
  uint16_t port;
};

struct resolve_options {
  const char *words[2 + SNARP_WALK_PROTOCOLS_MAX]; /* domain, service, protocols
                                                    */
  size_t n_words;
  const char *server; /* or null */
  const char *zone;   /* or null */
  int timeout;        /* milliseconds */
  long retries;
  bool json;
  bool plain;
  bool trace;
  bool connect;
  bool prefer_zone;
  bool uri;
  bool proportional;
  bool seed_set;
  uint64_t seed;
  long depth;
  long queries;
  long attempts;
  struct protocol_port ports[SNARP_WALK_PROTOCOLS_MAX];
  size_t n_ports;
  bool help;
};

/* Reads the command line of `snarp resolve`; argv[0] is "resolve". */
bool resolve_options_read(struct resolve_options *options, int argc,
                          char **argv, struct fault *fault);

/* The default port of a protocol, as --port or a specification says; else 0. */
uint16_t resolve_port(const struct resolve_options *options,
                      struct snarp_view protocol);

extern const char resolve_help[];

#endif
