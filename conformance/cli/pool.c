/* snarp pool: a pool's scenario, run and drawn.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "atomic.h"
#include "commands.h"
#include "document.h"
#include "fault.h"
#include "output.h"
#include "pool/story.h"

#define REQUESTS_MAX 100000

static const char help_text[] =
    "usage: snarp pool [OPTIONS] SCENARIO.json\n"
    "       snarp pool [OPTIONS] --simulate POLICY VALUES --requests N\n\n"
    "Runs a scenario of a pool and draws it: who was selected when, and how\n"
    "often beside how often it should have been. A scenario is an object with\n"
    "the members of the op pool.run (docs/vector-format.md): policy, steps,\n"
    "and maybe dialect (rfc5356) and draws.\n\n"
    "  --format table|json|svg  what is drawn; table is the default\n"
    "  --output FILE            where to; standard output is the default\n"
    "  --simulate POLICY        RR, WRR, RAND, WRAND, PRIO, LU, LUD, PLU or "
    "RLU\n"
    "  --weights 1,2,7          an element for each value; also --priorities,\n"
    "                           --loads and --degradations\n"
    "  --elements N             so many elements, without values\n"
    "  --requests N             so many requests, at most 100000\n"
    "  --select N|all           elements a request; 1 is the default\n"
    "  --dialect NAME           rfc5356 (default) or draft-01\n\n"
    "exit status: 0 done, 1 refused, 2 usage, input or output, 4 bad "
    "scenario\n";

enum { WEIGHTS, PRIORITIES, LOADS, DEGRADATIONS, LISTS };

struct call {
  const char *file;
  const char *format;
  const char *output; /* or null */
  const char *simulate;
  const char *lists[LISTS];
  const char *elements;
  const char *requests;
  const char *select;
  const char *dialect;
  bool help;
  struct fault fault;
};

static const char *const list_options[LISTS] = {"--weights", "--priorities",
                                                "--loads", "--degradations"};
static const char *const list_members[LISTS] = {"weight", "priority", "load",
                                                "degradation"};

/* --- numbers */

static bool wrong(struct call *call, const char *option, const char *expected) {
  return fault_set(&call->fault, EXIT_USAGE, "pool: %s: expected %s", option,
                   expected);
}

/* A number at the beginning of *text, which then stands behind it. */
static bool number(json_int_t *n, const char **text, json_int_t most) {
  char *end;

  if (**text < '0' || **text > '9') {
    return false;
  }
  *n = strtoll(*text, &end, 10);
  *text = end;
  return *n <= most;
}

static bool whole_number(struct call *call, json_int_t *n, const char *option,
                         const char *text, json_int_t most) {
  return (number(n, &text, most) && *text == '\0') ||
         wrong(call, option, "a number, and not too great a one");
}

/* --- a scenario to simulate */

/* Gives each step of registration its value. */
static bool put_values(struct call *call, json_t *steps, size_t list) {
  const char *text = call->lists[list];
  size_t i = 0;
  json_int_t n;

  do {
    if (!number(&n, &text, UINT32_MAX)) {
      return wrong(call, list_options[list],
                   "numbers of 32 bits, with commas between them");
    }
    if (i == json_array_size(steps)) {
      json_array_append_new(steps,
                            json_pack("{s:I}", "register", (json_int_t)i + 1));
    }
    json_object_set_new(json_array_get(steps, i), list_members[list],
                        json_integer(n));
    i++;
  } while (*text++ == ',');
  return (text[-1] == '\0' && i == json_array_size(steps)) ||
         wrong(call, list_options[list], "as many numbers as in other lists");
}

static bool put_elements(struct call *call, json_t *steps) {
  json_int_t n = 0;

  if (call->elements != NULL &&
      !whole_number(call, &n, "--elements", call->elements,
                    STORY_ELEMENTS_MAX)) {
    return false;
  }
  for (json_int_t i = 1; i <= n; i++) {
    json_array_append_new(steps, json_pack("{s:I}", "register", i));
  }
  for (size_t list = 0; list < LISTS; list++) {
    if (call->lists[list] != NULL && !put_values(call, steps, list)) {
      return false;
    }
  }
  return json_array_size(steps) > 0 ||
         wrong(call, "--simulate", "--weights, --elements or the like");
}

static bool put_requests(struct call *call, json_t *steps) {
  json_int_t n;
  json_int_t k = 1;
  bool all = call->select != NULL && strcmp(call->select, "all") == 0;

  if (call->requests == NULL) {
    return wrong(call, "--simulate", "--requests");
  }
  if (!whole_number(call, &n, "--requests", call->requests, REQUESTS_MAX) ||
      (call->select != NULL && !all &&
       !whole_number(call, &k, "--select", call->select, UINT32_MAX))) {
    return false;
  }
  if (n == 0) {
    return wrong(call, "--requests", "at least 1");
  }
  json_array_append_new(
      steps, json_pack("{s:o, s:I}", "select",
                       all ? json_string("all") : json_integer(k), "times", n));
  return true;
}

static json_t *make_scenario(struct call *call) {
  json_t *steps = json_array();
  json_t *scenario = json_pack(
      "{s:s, s:s, s:o}", "policy", call->simulate, "dialect",
      call->dialect == NULL ? "rfc5356" : call->dialect, "steps", steps);

  if (put_elements(call, steps) && put_requests(call, steps)) {
    return scenario;
  }
  json_decref(scenario);
  return NULL;
}

static json_t *load_scenario(struct call *call) {
  json_t *scenario = NULL;

  if (document_load(&scenario, call->file, NULL, &call->fault) &&
      call->dialect != NULL) {
    json_object_set_new(scenario, "dialect", json_string(call->dialect));
  }
  return scenario;
}

/* --- output */

static size_t columns(void) {
  struct winsize size;

  return isatty(STDOUT_FILENO) &&
                 ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
             ? size.ws_col
             : 100;
}

static char *draw(const struct call *call, const struct story *story) {
  if (strcmp(call->format, "json") == 0) {
    return story_json(story);
  }
  return strcmp(call->format, "svg") == 0 ? story_svg(story)
                                          : story_table(story, columns());
}

static bool write_out(struct call *call, const char *text) {
  struct atomic out;

  if (call->output == NULL) {
    fputs(text, stdout);
    if (strcmp(call->format, "json") == 0) {
      putchar('\n');
    }
    return output_flush(&call->fault);
  }
  if (!atomic_open(&out, call->output, &call->fault)) {
    return false;
  }
  fputs(text, out.file);
  return atomic_commit(&out, &call->fault);
}

/* Puts where it came from before what is wrong with a scenario. */
static void name_source(struct call *call) {
  struct fault fault = call->fault;

  fault_fill(&call->fault, call->simulate != NULL ? EXIT_USAGE : fault.status,
             "%s: %s", call->simulate != NULL ? "pool: --simulate" : call->file,
             fault.text);
}

static bool perform(struct call *call) {
  json_t *scenario =
      call->simulate != NULL ? make_scenario(call) : load_scenario(call);
  struct story story = {0};
  bool done = scenario != NULL;

  if (done && !story_tell(&story, scenario, &call->fault)) {
    name_source(call);
    done = false;
  }
  if (done) {
    char *text = draw(call, &story);
    done = write_out(call, text);
    free(text);
  }
  story_free(&story);
  json_decref(scenario);
  return done;
}

/* --- command line */

static bool is_format(const char *name) {
  return strcmp(name, "table") == 0 || strcmp(name, "json") == 0 ||
         strcmp(name, "svg") == 0;
}

static bool check(struct call *call) {
  if ((call->file == NULL) == (call->simulate == NULL)) {
    return wrong(call, "arguments", "a scenario's file, or --simulate");
  }
  if (call->simulate == NULL) {
    bool values = call->elements != NULL || call->requests != NULL ||
                  call->select != NULL;
    for (size_t i = 0; i < LISTS; i++) {
      values = values || call->lists[i] != NULL;
    }
    if (values) {
      return wrong(call, "values and requests", "--simulate besides");
    }
  }
  return is_format(call->format) ||
         wrong(call, "--format", "table, json or svg");
}

static bool read_arguments(struct call *call, int argc, char **argv) {
  static const struct option options[] = {
      {"weights", required_argument, NULL, WEIGHTS},
      {"priorities", required_argument, NULL, PRIORITIES},
      {"loads", required_argument, NULL, LOADS},
      {"degradations", required_argument, NULL, DEGRADATIONS},
      {"format", required_argument, NULL, 'f'},
      {"output", required_argument, NULL, 'o'},
      {"simulate", required_argument, NULL, 'p'},
      {"elements", required_argument, NULL, 'e'},
      {"requests", required_argument, NULL, 'r'},
      {"select", required_argument, NULL, 's'},
      {"dialect", required_argument, NULL, 'd'},
      {"help", no_argument, NULL, 'h'},
      {NULL, 0, NULL, 0}};
  const struct {
    int option;
    const char **value;
  } singles[] = {{'f', &call->format},   {'o', &call->output},
                 {'p', &call->simulate}, {'e', &call->elements},
                 {'r', &call->requests}, {'s', &call->select},
                 {'d', &call->dialect}};
  int option;

  opterr = 0;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == '?') {
      return fault_set(&call->fault, EXIT_USAGE,
                       "pool: %s is no option, or lacks its value; snarp pool "
                       "--help lists them",
                       argv[optind - 1]);
    }
    call->help = call->help || option == 'h';
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
      if (singles[i].option == option) {
        *singles[i].value = optarg;
      }
    }
    if (option < LISTS) {
      call->lists[option] = optarg;
    }
  }
  call->file = argv[optind];
  if (argc - optind > 1) {
    return fault_set(&call->fault, EXIT_USAGE,
                     "pool: expected one scenario, found %s besides",
                     argv[optind + 1]);
  }
  return call->help || check(call);
}

int command_pool(int argc, char **argv) {
  struct call call = {.format = "table"};

  if (!read_arguments(&call, argc, argv)) {
    return fault_tell(&call.fault);
  }
  if (call.help) {
    return output_text(help_text);
  }
  return perform(&call) ? EXIT_FINE : fault_tell(&call.fault);
}
