/*
 * kit.c - see kit.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "kit_octets.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define LINE_MAX_OCTETS ((size_t)1 << 20)
#define RDATA_MAX 65535
#define STRING_MAX 255

static const struct kit_shape shapes[] = {
    {KIT_NAPTR,
     "naptr.",
     2,
     6,
     {"order", "preference", "flags", "services", "regexp", "replacement"},
     ". 0 IN NAPTR "},
    {KIT_SRV,
     "srv.",
     3,
     4,
     {"priority", "weight", "port", "target"},
     ". 0 IN SRV "},
};

const struct kit_shape *kit_shape_of(uint16_t type) {
  return type == shapes[0].type ? &shapes[0] : &shapes[1];
}

static json_t *unsupported(const char *why) {
  return json_pack("{s:s}", "unsupported", why);
}

/* ---- requests ---- */

/* A response to a question of q.example., with the RDATA in its one answer. */
static struct kit_octets wrap(uint16_t type, struct kit_octets rdata) {
  uint8_t head[] = {0x12, 0x34, 0x81, 0x80, 0, 1,   0,    1,    0,    0,
                    0,    0,    1,    'q',  7, 'e', 'x',  'a',  'm',  'p',
                    'l',  'e',  0,    0,    0, 0,   1,    0xc0, 0x0c, 0,
                    0,    0,    1,    0,    0, 1,   0x2c, 0,    0};
  head[24] = head[30] = (uint8_t)type;
  head[37] = (uint8_t)(rdata.len >> 8);
  head[38] = (uint8_t)rdata.len;

  struct kit_octets out = {kit_hold(sizeof head + rdata.len),
                           sizeof head + rdata.len};
  memcpy(out.base, head, sizeof head);
  memcpy(out.base + sizeof head, rdata.base, rdata.len);
  return out;
}

static void append(struct kit_octets *out, const void *octets, size_t len) {
  memcpy(out->base + out->len, octets, len);
  out->len += len;
}

/* Fills rdata and fields; false where a string has no length octet. */
static bool compose(struct kit_ask *ask, const json_t *in) {
  const struct kit_shape *shape = kit_shape_of(ask->type);
  struct kit_octets part[KIT_FIELDS_MAX];
  size_t room = 0;
  for (size_t i = 0; i < shape->fields; i++) {
    bool is_string = i >= shape->numbers && i + 1 < shape->fields;
    part[i] = i < shape->numbers ? kit_from_number(in, shape->field[i])
                                 : kit_from_hex(in, shape->field[i]);
    if (is_string && part[i].len > STRING_MAX) {
      return false;
    }
    room += part[i].len + is_string;
  }

  ask->rdata.base = kit_hold(room);
  for (size_t i = 0; i < shape->fields; i++) {
    uint8_t *start = ask->rdata.base + ask->rdata.len;
    if (i >= shape->numbers && i + 1 < shape->fields) {
      append(&ask->rdata, &(uint8_t){(uint8_t)part[i].len}, 1);
    }
    append(&ask->rdata, part[i].base, part[i].len);
    size_t len = (size_t)(ask->rdata.base + ask->rdata.len - start);
    ask->field[i] = (struct kit_octets){start, len};
  }
  ask->fields = shape->fields;
  return ask->rdata.len <= RDATA_MAX;
}

static bool take_record(struct kit_ask *ask, const json_t *in) {
  if (json_object_get(in, "owner") != NULL) {
    ask->owner = kit_from_hex(in, "owner");
  } else {
    ask->owner = (struct kit_octets){kit_hold(1), 1};
    ask->owner.base[0] = 0;
  }
  return compose(ask, in);
}

static bool take_octets(struct kit_ask *ask, const json_t *in) {
  ask->whole = json_object_get(in, "message") != NULL;
  struct kit_octets given = kit_from_hex(in, ask->whole ? "message" : "rdata");
  if (given.len > RDATA_MAX) {
    return false;
  }
  ask->message = ask->whole ? given : wrap(ask->type, given);
  return true;
}

/* The line behind "$ORIGIN origin", as a file. */
static FILE *open_file(struct kit_octets origin, struct kit_octets line) {
  static const char directive[] = "$ORIGIN ";
  size_t room = sizeof directive + origin.len + line.len;
  struct kit_octets text = {kit_hold(room), 0};
  append(&text, directive, sizeof directive - 1);
  append(&text, origin.base, origin.len);
  append(&text, "\n", 1);
  append(&text, line.base, line.len);

  FILE *file = fmemopen(text.base, text.len, "r");
  if (file == NULL) {
    kit_die("cannot open the text as a file: %s", strerror(errno));
  }
  return file;
}

static bool take_text(struct kit_ask *ask, const json_t *in) {
  struct kit_octets line =
      kit_from_latin1(in, "text", kit_shape_of(ask->type)->line);
  struct kit_octets origin = kit_from_latin1(in, "origin", "");
  ask->line = (const char *)line.base;
  ask->line_len = line.len;
  ask->origin = (char *)origin.base;
  ask->file = open_file(origin, line);
  return true;
}

static json_t *echo(const json_t *in) {
  struct kit_octets octets = kit_from_hex(in, "octets");
  struct kit_octets text = kit_from_latin1(in, "text", "");
  return json_pack("{s:{s:o, s:o}}", "ok", "octets",
                   kit_hex(octets.base, octets.len), "text",
                   kit_latin1(text.base, text.len));
}

struct verb {
  const char *name;
  const char *option; /* the cap of its option, or null */
  bool (*take)(struct kit_ask *ask, const json_t *in);
  int (*ask)(struct kit_ask *ask); /* the library, or null */
};

enum { VERBS = 4 };

struct kit {
  const char *name;
  const char *version;
  struct verb verbs[VERBS];
  struct kit_ops ops;
};

static json_t *hello(const struct kit *kit) {
  json_t *caps = json_array();
  for (size_t i = 0; i < 2 * VERBS; i++) {
    const char *prefix = shapes[i / VERBS].prefix;
    const struct verb *verb = &kit->verbs[i % VERBS];
    if (verb->ask == NULL) {
      continue;
    }
    json_array_append_new(caps, json_sprintf("%s%s", prefix, verb->name));
    if (verb->option != NULL) {
      json_array_append_new(caps, json_sprintf("%s%s", prefix, verb->option));
    }
  }
  return json_pack("{s:i, s:s, s:s, s:o}", "proto", 1, "name", kit->name,
                   "version", kit->version, "caps", caps);
}

static const char *words_of(const struct kit_ops *ops, int status) {
  return ops->words != NULL ? ops->words(status)
                            : ops->enum_words((unsigned)status);
}

static json_t *ask_library(const struct kit *kit, const struct verb *verb,
                           struct kit_ask *ask) {
  ask->results = json_array();
  int status = verb->ask(ask);
  if (status != 0) {
    kit_reject(ask, words_of(&kit->ops, status));
  }
  if (ask->file != NULL) {
    fclose(ask->file);
  }
  return kit_answer(ask);
}

static json_t *answer(const struct kit *kit, const char *op, const json_t *in) {
  for (size_t i = 0; i < 2 * VERBS; i++) {
    const struct kit_shape *shape = &shapes[i / VERBS];
    const struct verb *verb = &kit->verbs[i % VERBS];
    size_t n = strlen(shape->prefix);
    struct kit_ask ask = {.type = shape->type};
    if (verb->ask == NULL || strncmp(op, shape->prefix, n) != 0 ||
        strcmp(op + n, verb->name) != 0) {
      continue;
    }
    return verb->take(&ask, in)
               ? ask_library(kit, verb, &ask)
               : unsupported("this library takes strings behind a length "
                             "octet, and at most 65535 octets");
  }
  return unsupported("no such op");
}

static json_t *respond(const void *ctx, const char *op, const json_t *in) {
  const struct kit *kit = ctx;
  return strcmp(op, "hello") == 0 ? hello(kit) : answer(kit, op, in);
}

/* Who answers all requests but echoes. */
struct server {
  kit_responder *respond;
  const void *ctx;
};

static json_t *answer_to(const struct server *server, const json_t *in) {
  const char *op = json_string_value(json_object_get(in, "op"));
  if (op == NULL) {
    kit_die("the request has no \"op\"");
  }
  return strcmp(op, "echo") == 0 ? echo(in)
                                 : server->respond(server->ctx, op, in);
}

static void serve_line(const struct server *server, const char *line,
                       size_t len) {
  json_error_t error;
  json_t *in = json_loadb(line, len, JSON_ALLOW_NUL, &error);
  if (in == NULL) {
    kit_die("the request is not JSON: %s at octet %d", error.text,
            error.position);
  }

  json_t *out = answer_to(server, in);
  json_t *id = json_object_get(in, "id");
  if (id != NULL) {
    json_object_set(out, "id", id);
  }
  if (json_dumpf(out, stdout, JSON_COMPACT | JSON_ENSURE_ASCII) != 0 ||
      putchar('\n') == EOF) {
    kit_die("cannot write the answer: %s", strerror(errno));
  }
  json_decref(out);
  json_decref(in);
  kit_release();
}

/* Answers the whole lines of a buffer; returns the octets that they took. */
static size_t serve_lines(const struct server *server, const char *buffer,
                          size_t len) {
  size_t off = 0;
  const char *end;
  while ((end = memchr(buffer + off, '\n', len - off)) != NULL) {
    size_t n = (size_t)(end - buffer) - off;
    serve_line(server, buffer + off, n);
    off += n + 1;
  }
  return off;
}

void kit_serve(kit_responder *respond_to, const void *ctx) {
  const struct server server = {respond_to, ctx};
  static char buffer[LINE_MAX_OCTETS + 1];
  size_t len = 0;
  ssize_t n;
  while ((n = read(STDIN_FILENO, buffer + len, sizeof buffer - len)) != 0) {
    if (n < 0 && errno != EINTR) {
      kit_die("cannot read a request: %s", strerror(errno));
    }
    len += n > 0 ? (size_t)n : 0;
    size_t used = serve_lines(&server, buffer, len);
    len -= used;
    memmove(buffer, buffer + used, len);
    if (len == sizeof buffer) {
      kit_die("a request is longer than %zu octets", LINE_MAX_OCTETS);
    }
    if (fflush(stdout) != 0) {
      kit_die("cannot write the answers: %s", strerror(errno));
    }
  }
  if (len > 0) {
    kit_die("the input ends inside a request");
  }
}

int kit_main(const char *name, const char *version, struct kit_ops ops) {
  const struct kit kit = {
      name,
      version,
      {{"decode", "decode/message", take_octets, ops.decode},
       {"encode", "encode/message", take_record, ops.encode},
       {"scan", "scan/origin", take_text, ops.scan},
       {"print", NULL, take_record, ops.print}},
      ops,
  };
  kit_serve(respond, &kit);
  return 0;
}

const char *kit_version(int major, int minor, int patch) {
  static char version[40];
  snprintf(version, sizeof version, "%d.%d.%d", major, minor, patch);
  return version;
}
