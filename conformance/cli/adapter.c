/* snarp adapter ref: libsnarp behind the adapter protocol. */
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "commands.h"
#include "document.h"
#include "fault.h"
#include "lines.h"
#include "ops/ops.h"
#include "output.h"
#include "text.h"

#define FLUSH_AT ((size_t)64 * 1024)

struct adapter {
  struct lines lines;
  struct text out;
  size_t number; /* of the line, from 1 */
  struct fault fault;
};

static bool flush(struct adapter *adapter) {
  size_t at = 0;
  while (at < adapter->out.len) {
    ssize_t n =
        write(STDOUT_FILENO, adapter->out.base + at, adapter->out.len - at);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return fault_set(&adapter->fault, EXIT_USAGE,
                       "standard output: cannot be written: %s",
                       strerror(errno));
    }
    at += (size_t)n;
  }
  adapter->out.len = 0;
  return true;
}

static bool bad(struct adapter *adapter, const char *what) {
  return fault_set(&adapter->fault, EXIT_UNEXPECTED,
                   "adapter ref: line %zu: %s", adapter->number, what);
}

static int add_chunk(const char *chars, size_t n, void *text) {
  text_add_n(text, chars, n);
  return 0;
}

static void say(struct adapter *adapter, const json_t *answer) {
  json_dump_callback(answer, add_chunk, &adapter->out,
                     JSON_COMPACT | JSON_ENSURE_ASCII);
  text_add_n(&adapter->out, "\n", 1);
}

static bool hello(struct adapter *adapter, const json_t *request) {
  json_t *answer;

  if (json_integer_value(json_object_get(request, "proto")) != 1) {
    return bad(adapter, "proto: expected 1");
  }
  answer = json_pack("{s:i, s:s, s:s, s:o}", "proto", 1, "name", "libsnarp",
                     "version", SNARP_VERSION, "caps", snarp_ops_caps());
  say(adapter, answer);
  json_decref(answer);
  return true;
}

/* A new reference, or null with the fault set. */
static json_t *parse(struct adapter *adapter, struct snarp_view line,
                     const char *expected) {
  json_error_t error;
  const char *chars = (const char *)line.base;
  json_t *object = NULL;

  adapter->number++;
  if (document_shallow(chars, line.len, ANSWER_DEPTH)) {
    object = json_loadb(chars, line.len, JSON_ALLOW_NUL, &error);
  }
  if (!json_is_object(object)) {
    bad(adapter, expected);
    json_decref(object);
    return NULL;
  }
  return object;
}

static bool would_block(void) {
  struct pollfd in = {STDIN_FILENO, POLLIN, 0};
  return poll(&in, 1, 0) == 0;
}

/* False with the fault set, or at the end of the input without one. */
static bool fill(struct adapter *adapter) {
  size_t room;
  ssize_t n;
  char *base = lines_room(&adapter->lines, &room);

  if (base == NULL) {
    adapter->number++;
    return bad(adapter, "expected a line of at most 1 MiB");
  }
  if (would_block() && !flush(adapter)) {
    return false;
  }
  do {
    n = read(STDIN_FILENO, base, room);
  } while (n < 0 && errno == EINTR);
  if (n < 0) {
    return fault_set(&adapter->fault, EXIT_USAGE,
                     "standard input: cannot be read: %s", strerror(errno));
  }
  lines_added(&adapter->lines, (size_t)n);
  return n > 0;
}

/* --- requests */

/* A request that asks questions. */
struct asker {
  struct adapter *adapter;
  json_t *id;
};

/* The next line; false with the fault set where there is none. */
static bool wait_line(struct adapter *adapter, struct snarp_view *line) {
  while (!lines_next(&adapter->lines, line)) {
    if (!fill(adapter)) {
      return adapter->fault.status == EXIT_FINE
                 ? bad(adapter, "the input ends before an answer")
                 : false;
    }
  }
  return true;
}

static json_t *ask(void *ctx, const json_t *question) {
  const struct asker *asker = ctx;
  struct adapter *adapter = asker->adapter;
  json_t *message = json_pack("{s:O, s:O}", "id", asker->id, "ask", question);
  json_t *answer = NULL;
  struct snarp_view line;

  say(adapter, message);
  json_decref(message);
  message = NULL;
  if (flush(adapter) && wait_line(adapter, &line)) {
    message =
        parse(adapter, line, "expected an answer, one JSON object in a line");
  }
  if (message != NULL) {
    answer = json_object_get(message, "answer");
    if (!json_equal(json_object_get(message, "id"), asker->id) ||
        !json_is_object(answer)) {
      bad(adapter, "expected an answer to the question");
      answer = NULL;
    }
  }
  json_incref(answer);
  json_decref(message);
  return answer;
}

static bool perform(struct adapter *adapter, const json_t *request,
                    const char *op) {
  struct asker asker = {adapter, json_object_get(request, "id")};
  struct snarp_ops_peer peer = {ask, &asker};
  json_t *answer;
  const char *error;

  if (!json_is_integer(asker.id)) {
    return bad(adapter, "id: expected a number");
  }
  answer = snarp_ops_answer(op, request, &peer);
  if (answer == NULL) {
    return bad(adapter, "there is no memory left");
  }
  error = json_string_value(json_object_get(answer, "error"));
  if (error == NULL) {
    json_object_set(answer, "id", asker.id);
    say(adapter, answer);
  } else if (adapter->fault.status == EXIT_FINE) {
    bad(adapter, error);
  }
  json_decref(answer);
  return adapter->fault.status == EXIT_FINE;
}

static bool serve_line(struct adapter *adapter, struct snarp_view line) {
  json_t *request =
      parse(adapter, line, "expected a request, one JSON object in a line");
  const char *op = json_string_value(json_object_get(request, "op"));
  bool fine;

  if (request == NULL) {
    return false;
  }
  if (op == NULL) {
    fine = bad(adapter, "op: expected a string");
  } else if (strcmp(op, "hello") == 0) {
    fine = hello(adapter, request);
  } else {
    fine = perform(adapter, request, op);
  }
  json_decref(request);
  return fine;
}

static bool serve_lines(struct adapter *adapter) {
  struct snarp_view line;
  while (lines_next(&adapter->lines, &line)) {
    if (!serve_line(adapter, line) ||
        (adapter->out.len >= FLUSH_AT && !flush(adapter))) {
      return false;
    }
  }
  return true;
}

static int serve(struct adapter *adapter) {
  while (fill(adapter) && serve_lines(adapter)) {
  }
  if (adapter->fault.status == EXIT_FINE &&
      lines_rest(&adapter->lines).len > 0) {
    adapter->number++;
    bad(adapter, "the input ends inside a line");
  }

  struct fault first = adapter->fault;
  if (!flush(adapter) && first.status == EXIT_FINE) {
    first = adapter->fault;
  }
  lines_free(&adapter->lines);
  free(adapter->out.base);
  return first.status == EXIT_FINE ? EXIT_FINE : fault_tell(&first);
}

int command_adapter(int argc, char **argv) {
  struct adapter adapter = {0};

  if (argc == 2 && strcmp(argv[1], "--help") == 0) {
    return output_text(
        "usage: snarp adapter ref\n\n"
        "libsnarp as an adapter: requests on standard input, answers on\n"
        "standard output, one line of JSON each (docs/adapter-protocol.md).\n");
  }
  if (argc != 2 || strcmp(argv[1], "ref") != 0) {
    fputs("snarp: adapter: expected the argument ref\n", stderr);
    return EXIT_USAGE;
  }
  return serve(&adapter);
}
