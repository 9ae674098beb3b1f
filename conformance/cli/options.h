/*
 * cli/options.h - the command line of snarp check.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_OPTIONS_H
#define SNARP_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "corpus.h"
#include "fault.h"
#include "live/live.h"
#include "results.h"

struct globs {
  const char **list;
  size_t n;
};

#define TIMEOUT_DEFAULT 10000 /* milliseconds */

struct options {
  const char *subject; /* "ref", a bundled adapter's name, or null */
  char **command;      /* behind --, null-terminated, or null */
  bool all;
  const char *vectors; /* or null: the corpus */
  struct globs only;
  struct globs skip;
  bool level_set;
  enum level level;
  const char *known; /* or null */
  bool update_known;
  int timeout; /* milliseconds */
  size_t jobs;
  bool strict_reason;
  struct report *(*format)(FILE *out, const struct corpus *corpus);
  bool terminal;
  const char *output; /* or null */
  const char *show;   /* or null */
  bool list;
  bool live;
  bool timeout_set;
  struct live_asks asks; /* of --live */
  bool help;
};

/* Reads the command line of `snarp check`; argv[0] is "check". Options may
 * stand before and behind the subject. options_free also after a fault.
 */
bool options_read(struct options *options, int argc, char **argv,
                  struct fault *fault);
void options_free(struct options *options);

extern const char options_help[];

#endif
