/* snarp policy: Pool Member Selection Policy Parameters decoded and encoded.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "fault.h"
#include "input.h"
#include "ops/ops.h"
#include "output.h"
#include "text.h"

struct call {
  bool encode;
  bool sequence;
  const char *who;     /* "policy decode" */
  const char *dialect; /* "rfc5356" */
  const char *value;   /* null: standard input */
  struct fault fault;
};

static int help(void) {
  return output_text(
      "usage: snarp policy decode [--dialect NAME] [--sequence] [HEX]\n"
      "       snarp policy encode [--dialect NAME] [JSON]\n\n"
      "The Pool Member Selection Policy Parameter of RSerPool: its octets in\n"
      "hexadecimal, padding included, or its values as JSON:\n"
      "{\"policy\": \"LUD\", \"load\": 1000, \"degradation\": 10}. Without a "
      "value,\n"
      "or with -, the value is read from standard input. The result is "
      "JSON.\n\n"
      "  --dialect NAME  rfc5356 (default), or draft-01 for\n"
      "                  draft-ietf-rserpool-policies-01\n"
      "  --sequence      any number of parameters, others passed over as the\n"
      "                  two highest bits of their types ask for\n\n"
      "exit status: 0 done, 1 refused, 2 usage, input or output\n");
}

static json_t *make_request(struct call *call, const struct text *input) {
  json_t *in =
      call->encode
          ? input_object(input, call->who, "a policy and its values",
                         &call->fault)
          : json_pack("{s:o}", call->sequence ? "parameters" : "parameter",
                      input_hex(input));

  if (in != NULL) {
    json_object_set_new(in, "dialect", json_string(call->dialect));
  } else if (call->fault.status == EXIT_FINE) {
    fault_fill(&call->fault, EXIT_USAGE, "%s: expected text in UTF-8",
               call->who);
  }
  return in;
}

static int show(struct call *call, const json_t *answer,
                const struct snarp_ops_news *news) {
  json_t *ok = json_object_get(answer, "ok");
  const json_t *why =
      json_object_get(answer, news->status < 0 ? "reject" : "error");

  if (ok == NULL) {
    fault_fill(&call->fault, news->status < 0 ? EXIT_UNEXPECTED : EXIT_USAGE,
               "%s: %s", call->who, json_string_value(why));
    return fault_tell(&call->fault);
  }
  json_object_set_new(ok, "notes", notes_json(news->diag.notes));
  json_dumpf(ok, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  putchar('\n');
  return output_flush(&call->fault) ? EXIT_FINE : fault_tell(&call->fault);
}

static int perform(struct call *call, const struct text *input) {
  struct snarp_ops_news news = {0};
  json_t *in = make_request(call, input);
  json_t *answer;
  int rv;

  if (in == NULL) {
    return fault_tell(&call->fault);
  }
  answer = snarp_ops_answer_news(
      call->encode ? "policy.encode" : "policy.decode", in, &news);
  rv = show(call, answer, &news);
  json_decref(answer);
  json_decref(in);
  return rv;
}

/* --- command line */

static bool take_dialect(struct call *call, const char *name) {
  call->dialect = name;
  return (name != NULL &&
          (strcmp(name, "rfc5356") == 0 || strcmp(name, "draft-01") == 0)) ||
         fault_set(&call->fault, EXIT_USAGE,
                   "%s: --dialect: expected rfc5356 or draft-01", call->who);
}

static bool take_value(struct call *call, const char *value) {
  if (strncmp(value, "--", 2) == 0 && value[2] != 0) {
    return fault_set(&call->fault, EXIT_USAGE,
                     "%s has no option %s; snarp policy --help lists them",
                     call->who, value);
  }
  if (call->value != NULL) {
    return fault_set(&call->fault, EXIT_USAGE,
                     "%s: expected one value, found %s besides", call->who,
                     value);
  }
  call->value = value;
  return true;
}

static bool read_arguments(struct call *call, char **argv) {
  for (; *argv != NULL; argv++) {
    bool fine = true;
    if (strcmp(*argv, "--dialect") == 0) {
      argv += argv[1] != NULL;
      fine = take_dialect(call, strcmp(*argv, "--dialect") == 0 ? NULL : *argv);
    } else if (!call->encode && strcmp(*argv, "--sequence") == 0) {
      call->sequence = true;
    } else {
      fine = take_value(call, *argv);
    }
    if (!fine) {
      return false;
    }
  }
  if (call->value != NULL && strcmp(call->value, "-") == 0) {
    call->value = NULL;
  }
  return true;
}

int command_policy(int argc, char **argv) {
  struct call call = {.who = "policy decode", .dialect = "rfc5356"};
  struct text input = {0};
  int rv;

  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    return help();
  }
  call.encode = argc > 1 && strcmp(argv[1], "encode") == 0;
  if (!call.encode && (argc < 2 || strcmp(argv[1], "decode") != 0)) {
    fputs("snarp: policy: expected decode or encode\n", stderr);
    return EXIT_USAGE;
  }
  call.who = call.encode ? "policy encode" : call.who;
  if (!read_arguments(&call, argv + 2) ||
      !input_read(&input, call.value, call.who, &call.fault)) {
    rv = fault_tell(&call.fault);
  } else {
    rv = perform(&call, &input);
  }
  free(input.base);
  return rv;
}
