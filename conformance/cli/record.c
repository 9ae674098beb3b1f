/* snarp naptr, snarp srv: single records decoded, encoded, scanned, printed. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "fault.h"
#include "input.h"
#include "ops/octets.h"
#include "ops/ops.h"
#include "output.h"
#include "text.h"

struct call {
  const char *kind_name;
  const char *verb;
  char who[16];       /* "naptr decode" */
  const char *option; /* the value of --origin or --owner, or null */
  bool message;
  const char *value; /* null: standard input */
  struct fault fault;
};

static bool wrong(struct call *call, int status, const char *what) {
  return fault_set(&call->fault, status, "%s: %s", call->who, what);
}

static int help(void) {
  return output_text(
      "usage: snarp naptr|srv decode [--message] [HEX]\n"
      "       snarp naptr|srv encode [--owner HEX] [JSON]\n"
      "       snarp naptr|srv scan [--origin NAME] [TEXT]\n"
      "       snarp naptr|srv print [JSON]\n\n"
      "One record: RDATA in hexadecimal (with --message: a whole message),\n"
      "the text of its RDATA in a zone file, or its fields as\n"
      "docs/vector-format.md has them. Without a value, or with -, the\n"
      "value is read from standard input. The result is JSON.\n\n"
      "exit status: 0 done, 1 refused, 2 usage, input or output\n");
}

/* --- input */

static json_t *option_value(const char *option) {
  struct snarp_view octets = {(const uint8_t *)option, strlen(option)};
  return snarp_octets_to_text(octets);
}

static json_t *make_request(struct call *call, const struct text *input) {
  bool decode = strcmp(call->verb, "decode") == 0;
  bool scan = strcmp(call->verb, "scan") == 0;
  json_t *in;

  if (decode) {
    in = json_pack("{s:o}", call->message ? "message" : "rdata",
                   input_hex(input));
  } else if (scan) {
    in = json_pack("{s:o}", "text", input_text(input));
  } else {
    in = input_object(input, call->who, "the record's fields", &call->fault);
  }
  if (in != NULL && call->option != NULL) {
    json_object_set_new(in, scan ? "origin" : "owner",
                        option_value(call->option));
  }
  return in;
}

/* --- output */

/* What a decoded or scanned record is as text, and what its fields break. */
static void explain(const struct call *call, json_t *object,
                    const json_t *fields, unsigned notes) {
  char op[16];
  snprintf(op, sizeof op, "%s.print", call->kind_name);
  json_t *printed = snarp_ops_answer(op, fields, NULL);
  json_t *text = json_object_get(json_object_get(printed, "ok"), "text");
  struct snarp_ops_news news = {0};
  json_t *why = snarp_ops_check(call->kind_name, fields, &news);

  json_object_set(object, "text", text);
  if (json_is_string(why)) {
    json_object_set(object, "breaks", why);
  }
  json_object_set_new(object, "notes", notes_json(notes | news.diag.notes));
  json_decref(why);
  json_decref(printed);
}

static json_t *fields_of(const struct call *call, const json_t *rdata) {
  char op[16];
  snprintf(op, sizeof op, "%s.decode", call->kind_name);
  json_t *in = json_pack("{s:O}", "rdata", rdata);
  json_t *answer = snarp_ops_answer(op, in, NULL);
  json_t *fields = json_incref(json_object_get(answer, "ok"));

  json_decref(answer);
  json_decref(in);
  return fields;
}

static void explain_all(const struct call *call, json_t *ok, unsigned notes) {
  json_t *records = json_object_get(ok, "records");
  json_t *record;
  size_t i;

  if (strcmp(call->verb, "scan") == 0) {
    json_t *fields = fields_of(call, json_object_get(ok, "rdata"));
    json_object_update_missing(ok, fields);
    explain(call, ok, fields, notes);
    json_decref(fields);
  } else if (strcmp(call->verb, "decode") == 0 && records == NULL) {
    explain(call, ok, ok, notes);
  }
  json_array_foreach(records, i, record) {
    explain(call, record, record, 0);
  }
  if (records != NULL) {
    json_object_set_new(ok, "notes", notes_json(notes));
  }
}

static int show(struct call *call, json_t *answer,
                const struct snarp_ops_news *news) {
  json_t *ok = json_object_get(answer, "ok");
  const char *reject = json_string_value(json_object_get(answer, "reject"));
  const char *error = json_string_value(json_object_get(answer, "error"));

  if (ok == NULL) {
    wrong(call, reject != NULL ? EXIT_UNEXPECTED : EXIT_USAGE,
          reject != NULL  ? reject
          : error != NULL ? error
                          : "there is no memory left");
    return fault_tell(&call->fault);
  }
  explain_all(call, ok, news->diag.notes);
  json_dumpf(ok, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  putchar('\n');
  return output_flush(&call->fault) ? EXIT_FINE : fault_tell(&call->fault);
}

static int perform(struct call *call) {
  struct text input = {0};
  struct snarp_ops_news news;
  char op[32];
  json_t *in = NULL;
  int rv;

  if (!input_read(&input, call->value, call->who, &call->fault) ||
      (in = make_request(call, &input)) == NULL) {
    if (call->fault.status == EXIT_FINE) {
      wrong(call, EXIT_USAGE, "expected text in UTF-8");
    }
    rv = fault_tell(&call->fault);
  } else {
    snprintf(op, sizeof op, "%s.%s", call->kind_name, call->verb);
    json_t *answer = snarp_ops_answer_news(op, in, &news);
    rv = show(call, answer, &news);
    json_decref(answer);
  }
  json_decref(in);
  free(input.base);
  return rv;
}

/* --- command line */

static const struct {
  const char *verb;
  const char *option;
  bool takes_value;
} options[] = {{"decode", "--message", false},
               {"encode", "--owner", true},
               {"scan", "--origin", true},
               {"print", NULL, false}};

static size_t find_verb(const char *verb) {
  size_t i = 0;
  while (i < 4 && (verb == NULL || strcmp(options[i].verb, verb) != 0)) {
    i++;
  }
  return i;
}

static bool read_arguments(struct call *call, size_t verb, char **argv) {
  for (; *argv != NULL; argv++) {
    const char *option = options[verb].option;
    if (option != NULL && strcmp(*argv, option) == 0) {
      if (!options[verb].takes_value) {
        call->message = true;
      } else if (*++argv == NULL) {
        return fault_set(&call->fault, EXIT_USAGE,
                         "%s %s: %s: expected a value behind it",
                         call->kind_name, call->verb, option);
      } else {
        call->option = *argv;
      }
    } else if (strncmp(*argv, "--", 2) == 0 && (*argv)[2] != 0) {
      return fault_set(&call->fault, EXIT_USAGE,
                       "%s %s has no option %s; snarp %s --help lists them",
                       call->kind_name, call->verb, *argv, call->kind_name);
    } else if (call->value != NULL) {
      return fault_set(&call->fault, EXIT_USAGE,
                       "%s %s: expected one value, found %s besides",
                       call->kind_name, call->verb, *argv);
    } else {
      call->value = *argv;
    }
  }
  if (call->value != NULL && strcmp(call->value, "-") == 0) {
    call->value = NULL;
  }
  return true;
}

int command_record(int argc, char **argv) {
  struct call call = {.kind_name = argv[0]};
  size_t verb = find_verb(argc > 1 ? argv[1] : NULL);

  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    return help();
  }
  if (verb == 4) {
    fprintf(stderr, "snarp: %s: expected decode, encode, scan or print\n",
            argv[0]);
    return EXIT_USAGE;
  }
  call.verb = argv[1];
  snprintf(call.who, sizeof call.who, "%s %s", call.kind_name, call.verb);
  if (!read_arguments(&call, verb, argv + 2)) {
    return fault_tell(&call.fault);
  }
  return perform(&call);
}
