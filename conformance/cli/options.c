/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"
#include "run.h"

#define JOBS_DEFAULT_MAX 8

const char options_help[] =
    "usage: snarp check [OPTIONS] ref | NAME | --all | -- COMMAND [ARGUMENTS]\n"
    "       snarp check --live [OPTIONS] -- COMMAND {domain} {service} "
    "{protocol}\n"
    "\n"
    "Judges libsnarp itself (ref), a bundled adapter, all that are installed,\n"
    "or any program that speaks the adapter protocol; with --live any that\n"
    "prints the servers it finds, by the DNS queries that it sends.\n"
    "\n"
    "  --vectors PATH    a vector file or a folder of them; default the "
    "corpus\n"
    "  --only GLOB       only vectors whose id fits; may be repeated\n"
    "  --skip GLOB       not those whose id fits; may be repeated\n"
    "  --level LEVEL     only MUST, SHOULD or robustness\n"
    "  --known FILE      what is known to fail; default known/NAME.json\n"
    "  --update-known    write that file anew from this run\n"
    "  --timeout SECONDS for each answer; default 10\n"
    "  --jobs N          processes at a time; default one for each CPU, to 8\n"
    "  --strict-reason   a refusal must give a reason that fits, if any\n"
    "  --format FORMAT   terminal (default), tap, junit, jsonl or html\n"
    "  --output FILE     where the report goes; default standard output\n"
    "  --show ID         show a vector and run nothing\n"
    "  --list            list the ids and run nothing\n"
    "\n"
    "with --live:\n"
    "  --namespace HOW   auto (default), yes or no: a network of its own\n"
    "  --service TAG     the only service that the command looks for\n"
    "  --protocol TAG    the only protocol that it looks for\n"
    "  --prefer WHOSE    client (default) or zone: whose order of protocols\n"
    "\n"
    "exit status: 0 nothing unexpected; 1 unexpected results; 2 usage, input\n"
    "or output; 3 the adapter cannot start, fails its smoke test or can be\n"
    "asked nothing of it; 4 bad vectors or known file\n";

static const struct {
  const char *name;
  struct report *(*format)(FILE *out, const struct corpus *corpus);
} formats[] = {
    {"terminal", report_terminal}, {"tap", report_tap},
    {"junit", report_junit},       {"jsonl", report_jsonl},
    {"html", report_html},
};

#define FORMATS (sizeof formats / sizeof *formats)

static bool set_glob(struct globs *globs, const char *value) {
  globs->list = grow(globs->list, (globs->n + 1) * sizeof *globs->list);
  globs->list[globs->n++] = value;
  return true;
}

static bool set_level(struct options *options, const char *value,
                      struct fault *fault) {
  options->level_set = true;
  return level_find(&options->level, value) ||
         fault_set(fault, EXIT_USAGE,
                   "--level %s: expected MUST, SHOULD or robustness", value);
}

static bool set_timeout(struct options *options, const char *value,
                        struct fault *fault) {
  char *end;
  double seconds = strtod(value, &end);

  if (end == value || *end != '\0' || !(seconds >= 0.01 && seconds <= 86400)) {
    return fault_set(fault, EXIT_USAGE,
                     "--timeout %s: expected seconds from 0.01 to 86400",
                     value);
  }
  options->timeout = (int)(seconds * 1000);
  options->timeout_set = true;
  return true;
}

static bool set_namespace(struct options *options, const char *value,
                          struct fault *fault) {
  static const char *const names[] = {"auto", "yes", "no"};

  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], value) == 0) {
      options->asks.space = (enum live_space)i;
      return true;
    }
  }
  return fault_set(fault, EXIT_USAGE,
                   "--namespace %s: expected auto, yes or no", value);
}

static bool set_prefer(struct options *options, const char *value,
                       struct fault *fault) {
  options->asks.zone = strcmp(value, "zone") == 0;
  return options->asks.zone || strcmp(value, "client") == 0 ||
         fault_set(fault, EXIT_USAGE, "--prefer %s: expected client or zone",
                   value);
}

static bool set_jobs(struct options *options, const char *value,
                     struct fault *fault) {
  char *end;
  long jobs = strtol(value, &end, 10);

  if (end == value || *end != '\0' || jobs < 1 || jobs > RUN_JOBS_MAX) {
    return fault_set(fault, EXIT_USAGE,
                     "--jobs %s: expected a number from 1 to %d", value,
                     RUN_JOBS_MAX);
  }
  options->jobs = (size_t)jobs;
  return true;
}

static bool set_format(struct options *options, const char *value,
                       struct fault *fault) {
  for (size_t i = 0; i < FORMATS; i++) {
    if (strcmp(formats[i].name, value) == 0) {
      options->format = formats[i].format;
      options->terminal = i == 0;
      return true;
    }
  }
  return fault_set(fault, EXIT_USAGE,
                   "--format %s: expected terminal, tap, junit, jsonl or html",
                   value);
}

/* The options that take no value. */
static bool read_flag(struct options *options, const char *name) {
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"--all", &options->all},
               {"--update-known", &options->update_known},
               {"--strict-reason", &options->strict_reason},
               {"--list", &options->list},
               {"--live", &options->live},
               {"--help", &options->help},
               {"-h", &options->help}};

  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    if (strcmp(flags[i].name, name) == 0) {
      *flags[i].flag = true;
      return true;
    }
  }
  return false;
}

/* The options whose value is taken as it is. */
static const char **plain_option(struct options *options, const char *name) {
  const struct {
    const char *name;
    const char **value;
  } plain[] = {{"--vectors", &options->vectors},
               {"--known", &options->known},
               {"--output", &options->output},
               {"--show", &options->show},
               {"--service", &options->asks.service},
               {"--protocol", &options->asks.protocol}};

  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (strcmp(plain[i].name, name) == 0) {
      return plain[i].value;
    }
  }
  return NULL;
}

static bool is_valued(struct options *options, const char *name) {
  static const char *const valued[] = {"--only",      "--skip",  "--level",
                                       "--timeout",   "--jobs",  "--format",
                                       "--namespace", "--prefer"};

  for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
    if (strcmp(valued[i], name) == 0) {
      return true;
    }
  }
  return plain_option(options, name) != NULL;
}

static bool set_valued(struct options *options, const char *name,
                       const char *value, struct fault *fault) {
  const char **plain = plain_option(options, name);

  if (plain != NULL) {
    *plain = value;
    return true;
  }
  if (strcmp(name, "--only") == 0) {
    return set_glob(&options->only, value);
  }
  if (strcmp(name, "--skip") == 0) {
    return set_glob(&options->skip, value);
  }
  if (strcmp(name, "--level") == 0) {
    return set_level(options, value, fault);
  }
  if (strcmp(name, "--timeout") == 0) {
    return set_timeout(options, value, fault);
  }
  if (strcmp(name, "--namespace") == 0) {
    return set_namespace(options, value, fault);
  }
  if (strcmp(name, "--prefer") == 0) {
    return set_prefer(options, value, fault);
  }
  if (strcmp(name, "--jobs") == 0) {
    return set_jobs(options, value, fault);
  }
  return set_format(options, value, fault);
}

/* An option at argv[*i], perhaps with its value behind it or behind a =. */
static bool read_option(struct options *options, char **argv, int *i,
                        struct fault *fault) {
  char *name = argv[*i];
  char *value = strchr(name, '=');

  if (read_flag(options, name)) {
    return true;
  }
  if (value != NULL) {
    *value++ = '\0';
  }
  if (!is_valued(options, name)) {
    return fault_set(fault, EXIT_USAGE,
                     "check has no option %s; snarp check --help lists them",
                     name);
  }
  if (value == NULL) {
    value = argv[++*i];
  }
  return value == NULL ? fault_set(fault, EXIT_USAGE,
                                   "%s: expected a value behind it", name)
                       : set_valued(options, name, value, fault);
}

/* The options of --live are for a command, and it has its own patience. */
static bool is_live_complete(struct options *options, struct fault *fault) {
  if (!options->live) {
    return (options->asks.space == LIVE_SPACE_AUTO &&
            options->asks.service == NULL && options->asks.protocol == NULL &&
            !options->asks.zone) ||
           fault_set(fault, EXIT_USAGE,
                     "check: --namespace, --service, --protocol and --prefer "
                     "are for --live");
  }
  if (!options->timeout_set) {
    options->timeout = LIVE_TIMEOUT_DEFAULT;
  }
  return options->command != NULL
             ? live_check(&options->asks, options->command, fault)
             : fault_set(fault, EXIT_USAGE,
                         "check --live: expected -- and a command");
}

static bool is_complete(struct options *options, struct fault *fault) {
  int subjects = (options->subject != NULL) + (options->command != NULL) +
                 (options->all ? 1 : 0);

  if (options->help || options->list || options->show != NULL) {
    return true;
  }
  if (subjects != 1) {
    return fault_set(fault, EXIT_USAGE,
                     "check: expected one of ref, the name of an adapter, "
                     "--all, or -- and a command");
  }
  if (options->all && options->known != NULL) {
    return fault_set(fault, EXIT_USAGE,
                     "--known FILE is for one implementation, not for --all");
  }
  return is_live_complete(options, fault);
}

bool options_read(struct options *options, int argc, char **argv,
                  struct fault *fault) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);

  memset(options, 0, sizeof *options);
  options->timeout = TIMEOUT_DEFAULT;
  options->jobs = cpus < 1                  ? 1
                  : cpus > JOBS_DEFAULT_MAX ? JOBS_DEFAULT_MAX
                                            : (size_t)cpus;
  options->format = report_terminal;
  options->terminal = true;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--") == 0) {
      options->command = argv[i + 1] == NULL ? NULL : argv + i + 1;
      break;
    }
    if (argv[i][0] == '-' && argv[i][1] != '\0') {
      if (!read_option(options, argv, &i, fault)) {
        return false;
      }
    } else if (options->subject != NULL) {
      return fault_set(fault, EXIT_USAGE,
                       "check: expected one subject, found %s and %s",
                       options->subject, argv[i]);
    } else {
      options->subject = argv[i];
    }
  }
  return is_complete(options, fault);
}

void options_free(struct options *options) {
  free(options->only.list);
  free(options->skip.list);
}
