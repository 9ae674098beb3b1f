/* snarp service: the service field of S-NAPTR decoded and encoded. */
#include "snarp/service.h"

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
  bool encode;
  bool hex;
  const char *who;   /* "service decode" */
  const char *value; /* null: standard input */
  struct fault fault;
};

static int help(void) {
  return output_text(
      "usage: snarp service decode [--hex] [FIELD]\n"
      "       snarp service encode [JSON]\n\n"
      "The service field of an S-NAPTR record (RFC 3958 6.5): its text\n"
      "(EM:ProtA:ProtB), with --hex its octets, or its tags as JSON:\n"
      "{\"service\": \"EM\", \"protocols\": [\"ProtA\", \"ProtB\"]}. Without "
      "a\n"
      "value, or with -, the value is read from standard input. The result\n"
      "is JSON.\n\n"
      "exit status: 0 done, 1 refused, 2 usage, input or output\n");
}

static int show(struct call *call, json_t *result) {
  json_dumpf(result, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  putchar('\n');
  json_decref(result);
  return output_flush(&call->fault) ? EXIT_FINE : fault_tell(&call->fault);
}

/* --- decode */

static json_t *field_hex(const struct text *input) {
  json_t *text = input_text(input);
  struct snarp_octets octets;
  json_t *hex = NULL;

  if (snarp_octets_from_text(&octets, text) == NULL) {
    hex = snarp_octets_to_hex(snarp_octets_view(&octets));
    free(octets.base);
  }
  json_decref(text);
  return hex;
}

static int decode(struct call *call, const struct text *input) {
  json_t *hex = call->hex ? input_hex(input) : field_hex(input);
  json_t *in = json_pack("{s:o*}", "services", hex);
  struct snarp_ops_news news = {0};
  json_t *answer = snarp_ops_answer_news("service.parse", in, &news);
  json_t *ok = json_object_get(answer, "ok");
  json_t *why = json_object_get(answer, news.status < 0 ? "reject" : "error");
  int rv;

  if (ok != NULL) {
    json_object_set_new(ok, "notes", notes_json(news.diag.notes));
    rv = show(call, json_incref(ok));
  } else {
    fault_fill(&call->fault, news.status < 0 ? EXIT_UNEXPECTED : EXIT_USAGE,
               "%s: %s", call->who, json_string_value(why));
    rv = fault_tell(&call->fault);
  }
  json_decref(answer);
  json_decref(in);
  return rv;
}

/* --- encode */

/* The tags of a field, in octets of their own. */
struct tags {
  struct snarp_octets *octets;
  struct snarp_view *views; /* of the service, then of the protocols */
  size_t n;
};

static bool take_tag(struct tags *tags, const json_t *value) {
  if (snarp_octets_from_text(&tags->octets[tags->n], value) != NULL) {
    return false;
  }
  tags->views[tags->n] = snarp_octets_view(&tags->octets[tags->n]);
  tags->n++;
  return true;
}

static bool take_tags(struct tags *tags, const json_t *object,
                      struct call *call) {
  const json_t *list = json_object_get(object, "protocols");
  size_t n = json_array_size(list);

  tags->octets = take((n + 1) * sizeof *tags->octets);
  tags->views = take((n + 1) * sizeof *tags->views);
  if (!take_tag(tags, json_object_get(object, "service"))) {
    return fault_set(&call->fault, EXIT_USAGE, "%s: service: expected a string",
                     call->who);
  }
  for (size_t i = 0; i < n; i++) {
    if (!take_tag(tags, json_array_get(list, i))) {
      list = NULL;
      break;
    }
  }
  return json_is_array(list) ||
         fault_set(&call->fault, EXIT_USAGE,
                   "%s: protocols: expected a list of strings", call->who);
}

static bool print_field(struct snarp_buf *out, const struct tags *tags,
                        struct snarp_diag *diag, struct call *call) {
  int rv = snarp_service_print(out, tags->views[0], tags->views + 1,
                               tags->n - 1, diag);

  return rv == SNARP_OK ||
         fault_set(&call->fault, EXIT_UNEXPECTED, "%s: %s: %s (%s)", call->who,
                   snarp_status_word(rv), snarp_status_text(rv),
                   snarp_status_cite(rv));
}

static int encode(struct call *call, const struct text *input) {
  json_t *object =
      input_object(input, call->who, "service and protocols", &call->fault);
  uint8_t field[SNARP_STRING_MAX];
  struct snarp_buf out = {field, sizeof field, 0};
  struct snarp_diag diag = {0};
  struct tags tags = {0};
  int rv;

  if (object != NULL && take_tags(&tags, object, call) &&
      print_field(&out, &tags, &diag, call)) {
    struct snarp_view octets = {field, out.len};
    rv = show(call, json_pack("{s:o, s:o, s:o}", "services",
                              snarp_octets_to_hex(octets), "text",
                              snarp_octets_to_text(octets), "notes",
                              notes_json(diag.notes)));
  } else {
    rv = fault_tell(&call->fault);
  }
  for (size_t i = 0; i < tags.n; i++) {
    free(tags.octets[i].base);
  }
  free(tags.octets);
  free(tags.views);
  json_decref(object);
  return rv;
}

/* --- command line */

static bool read_arguments(struct call *call, char **argv) {
  for (; *argv != NULL; argv++) {
    if (!call->encode && strcmp(*argv, "--hex") == 0) {
      call->hex = true;
    } else if (strncmp(*argv, "--", 2) == 0 && (*argv)[2] != 0) {
      return fault_set(&call->fault, EXIT_USAGE,
                       "%s has no option %s; snarp service --help lists them",
                       call->who, *argv);
    } else if (call->value != NULL) {
      return fault_set(&call->fault, EXIT_USAGE,
                       "%s: expected one value, found %s besides", call->who,
                       *argv);
    } else {
      call->value = *argv;
    }
  }
  if (call->value != NULL && strcmp(call->value, "-") == 0) {
    call->value = NULL;
  }
  return true;
}

int command_service(int argc, char **argv) {
  struct call call = {.who = "service decode"};
  struct text input = {0};
  int rv;

  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    return help();
  }
  call.encode = argc > 1 && strcmp(argv[1], "encode") == 0;
  if (!call.encode && (argc < 2 || strcmp(argv[1], "decode") != 0)) {
    fputs("snarp: service: expected decode or encode\n", stderr);
    return EXIT_USAGE;
  }
  call.who = call.encode ? "service encode" : call.who;
  if (!read_arguments(&call, argv + 2) ||
      !input_read(&input, call.value, call.who, &call.fault)) {
    rv = fault_tell(&call.fault);
  } else {
    rv = call.encode ? encode(&call, &input) : decode(&call, &input);
  }
  free(input.base);
  return rv;
}
