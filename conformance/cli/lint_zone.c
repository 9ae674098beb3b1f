/* snarp lint: what breaks S-NAPTR in a zone.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "commands.h"
#include "dns/zone.h"
#include "lint/lint.h"
#include "output.h"
#include "snarp/service.h"

static const char help[] =
    "usage: snarp lint [OPTIONS] ZONE [NAME]\n"
    "\n"
    "Finds what breaks S-NAPTR (RFC 3958) in a zone, a master file: records\n"
    "that clients pass over, dead ends, loops, deep and wide trees. With "
    "NAME,\n"
    "only in the tree that begins there. docs/lint.md lists all findings.\n"
    "\n"
    "  --service TAG     only this service\n"
    "  --protocol TAG    only this protocol; may stand more than once\n"
    "  --uri             U-NAPTR (RFC 4848) is allowed: \"U\" and !.*!URI!\n"
    "  --strict          warnings count as errors\n"
    "  --json            the findings as JSON\n"
    "  --list            all kinds of findings, instead\n"
    "\n"
    "exit status: 0 no error; 1 errors; 2 usage, input or output; 4 bad zone\n";

struct call {
  struct lint_scope scope;
  const char **protocols;
  bool strict;
  bool json;
  bool list;
  bool help;
  struct fault fault;
};

/* --- the command line */

static bool *flag(struct call *call, const char *word) {
  if (strcmp(word, "--uri") == 0) {
    return &call->scope.uri;
  }
  if (strcmp(word, "--strict") == 0) {
    return &call->strict;
  }
  if (strcmp(word, "--json") == 0) {
    return &call->json;
  }
  if (strcmp(word, "--list") == 0) {
    return &call->list;
  }
  return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ? &call->help
                                                                : NULL;
}

static bool is_tag(const char *tag) {
  struct snarp_view field = {(const uint8_t *)tag, strlen(tag)};
  struct snarp_service service;

  return snarp_service_scan(&service, field, NULL) == 0 &&
         service.app.len == field.len && field.len > 0;
}

static bool take_tag(struct call *call, const char *option, const char *tag) {
  if (tag == NULL) {
    return fault_set(&call->fault, EXIT_USAGE,
                     "lint: %s: expected a value behind it", option);
  }
  if (!is_tag(tag)) {
    return fault_set(&call->fault, EXIT_USAGE,
                     "lint: %s %s: expected a tag of RFC 3958 6.5", option,
                     tag);
  }
  if (strcmp(option, "--service") == 0) {
    call->scope.service = tag;
  } else {
    call->protocols[call->scope.n_protocols] = tag;
    call->scope.n_protocols++;
  }
  return true;
}

static bool take_path(struct call *call, const char *word) {
  struct lint_scope *scope = &call->scope;

  if (scope->path == NULL) {
    scope->path = word;
  } else if (scope->from == NULL) {
    scope->from = word;
  } else {
    return fault_set(&call->fault, EXIT_USAGE,
                     "lint: expected a zone and a name, found %s besides",
                     word);
  }
  return true;
}

/* An option that has a value, behind it or behind a =. */
static bool take_valued(struct call *call, char **argv, int *i) {
  static const char *const options[] = {"--service", "--protocol"};
  char *word = argv[*i];
  char *value = strchr(word, '=');

  if (value != NULL) {
    *value++ = '\0';
  }
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    if (strcmp(word, options[k]) == 0) {
      return take_tag(call, options[k], value != NULL ? value : argv[++*i]);
    }
  }
  return fault_set(&call->fault, EXIT_USAGE,
                   "lint has no option %s; snarp lint --help lists them", word);
}

static bool read_words(struct call *call, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    bool *set = flag(call, argv[i]);
    if (set != NULL) {
      *set = true;
    } else if (argv[i][0] == '-' ? !take_valued(call, argv, &i)
                                 : !take_path(call, argv[i])) {
      return false;
    }
  }
  return call->help || call->list || call->scope.path != NULL ||
         fault_set(&call->fault, EXIT_USAGE, "lint: expected a zone");
}

/* --- the work */

static bool is_clean(const struct call *call, const struct lint *lint) {
  return lint->counts[LINT_ERROR] == 0 &&
         (!call->strict || lint->counts[LINT_WARNING] == 0);
}

static bool lint_file(struct call *call, int *status) {
  struct dns_zone *zone;
  struct lint lint = {0};
  bool fine = dns_zone_load(&zone, call->scope.path, &call->fault) &&
              lint_zone(&lint, zone, &call->scope, &call->fault);

  if (fine) {
    (call->json ? lint_show_json : lint_show_text)(&lint, call->scope.path);
    fine = output_flush(&call->fault);
    *status = is_clean(call, &lint) ? EXIT_FINE : EXIT_UNEXPECTED;
  }
  lint_free(&lint);
  dns_zone_free(zone);
  return fine;
}

static bool run(struct call *call, int *status) {
  if (call->list) {
    lint_show_kinds();
    return output_flush(&call->fault);
  }
  return lint_file(call, status);
}

int command_lint(int argc, char **argv) {
  struct call call = {.protocols = take((size_t)argc * sizeof(char *))};
  int status = EXIT_FINE;
  bool fine;

  call.scope.protocols = call.protocols;
  fine = read_words(&call, argc, argv);
  if (fine && call.help) {
    status = output_text(help);
  } else {
    fine = fine && run(&call, &status);
  }
  free(call.protocols);
  return fine ? status : fault_tell(&call.fault);
}
