/*
 * kit_pool.c - see kit_pool.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "kit_pool.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit_octets.h"

#define SELECT_MAX 1000000 /* elements of an answer */
#define TIMES_MAX 1000
#define COUNT_MAX 10000000

struct kit {
  const char *name;
  const char *version;
  struct kit_pool_ops ops;
};

/* Where the child writes its answer. */
static FILE *answers;

static void __attribute__((noreturn)) finish(json_t *answer) {
  bool written = answer != NULL && json_dumpf(answer, answers, 0) == 0 &&
                 fflush(answers) == 0;
  _exit(written ? 0 : 1);
}

void kit_unsupported(const char *why) {
  finish(json_pack("{s:s}", "unsupported", why));
}

/* ---- policies ---- */

static const struct {
  const char *name;
  uint32_t number;
  const char *values[2];
} policies[] = {
    {"RR", KIT_RR, {NULL, NULL}},
    {"WRR", KIT_WRR, {"weight", NULL}},
    {"RAND", KIT_RAND, {NULL, NULL}},
    {"WRAND", KIT_WRAND, {"weight", NULL}},
    {"PRIO", KIT_PRIO, {"priority", NULL}},
    {"LU", KIT_LU, {"load", NULL}},
    {"LUD", KIT_LUD, {"load", "degradation"}},
    {"PLU", KIT_PLU, {"load", "degradation"}},
    {"RLU", KIT_RLU, {"load", NULL}},
};

enum { POLICIES = sizeof policies / sizeof policies[0] };

static uint32_t *value_of(struct kit_policy *policy, const char *name) {
  switch (name[0]) {
  case 'w':
    return &policy->weight;
  case 'p':
    return &policy->priority;
  case 'l':
    return &policy->load;
  default:
    return &policy->degradation;
  }
}

static uint32_t number_from(const json_t *value, const char *what) {
  json_int_t n = json_integer_value(value);
  if (!json_is_integer(value) || n < 0 || n > UINT32_MAX) {
    kit_die("the request needs a number of 32 bits in \"%s\"", what);
  }
  return (uint32_t)n;
}

static struct kit_policy opaque_from(const json_t *name, const json_t *in) {
  if (!json_is_integer(name)) {
    kit_unsupported("there is no such policy in the dialect");
  }
  return (struct kit_policy){.number = number_from(name, "policy"),
                             .opaque = true,
                             .data = kit_from_hex(in, "data")};
}

/* The values are members of `in`. */
static struct kit_policy policy_from(const json_t *name, const json_t *in) {
  const char *text = json_string_value(name);
  size_t i = 0;
  while (i < POLICIES &&
         (text == NULL || strcmp(text, policies[i].name) != 0)) {
    i++;
  }
  if (i == POLICIES) {
    return opaque_from(name, in);
  }

  struct kit_policy policy = {.number = policies[i].number};
  for (size_t j = 0; j < 2 && policies[i].values[j] != NULL; j++) {
    const char *value = policies[i].values[j];
    *value_of(&policy, value) = number_from(json_object_get(in, value), value);
  }
  return policy;
}

static json_t *policy_json(struct kit_policy policy) {
  size_t i = 0;
  while (i < POLICIES && policy.number != policies[i].number) {
    i++;
  }
  if (policy.opaque || i == POLICIES) {
    return json_pack("{s:I, s:o}", "policy", (json_int_t)policy.number, "data",
                     kit_hex(policy.data.base, policy.data.len));
  }

  json_t *out = json_pack("{s:s}", "policy", policies[i].name);
  for (size_t j = 0; j < 2 && policies[i].values[j] != NULL; j++) {
    const char *value = policies[i].values[j];
    json_object_set_new(out, value, json_integer(*value_of(&policy, value)));
  }
  return out;
}

static json_t *outcome(const char *words, const char *member, json_t *value) {
  if (words != NULL) {
    return json_pack("{s:s}", "reject", words);
  }
  return member == NULL ? json_pack("{s:o}", "ok", value)
                        : json_pack("{s:{s:o}}", "ok", member, value);
}

static json_t *decode(const struct kit_pool_ops *ops, const json_t *in) {
  struct kit_policy policy = {0};
  const char *words = ops->decode(&policy, kit_from_hex(in, "parameter"));
  return outcome(words, NULL, policy_json(policy));
}

static json_t *encode(const struct kit_pool_ops *ops, const json_t *in) {
  struct kit_policy policy = policy_from(json_object_get(in, "policy"), in);
  struct kit_octets parameter = {NULL, 0};
  const char *words = ops->encode(&parameter, &policy);
  return outcome(words, "parameter", kit_hex(parameter.base, parameter.len));
}

/* ---- pools ---- */

/* Which element has which identifier. */
struct known {
  const void *element;
  uint32_t id;
};

struct run {
  const struct kit_pool_ops *ops;
  const json_t *in;
  void *pool;
  struct known *known;
  size_t n_known;
  void **elements; /* of an answer */
};

static void *room_for(void *memory, size_t n, size_t size) {
  void *more = realloc(memory, (n + 1) * size);
  if (more == NULL) {
    kit_die("no memory for %zu elements", n);
  }
  return more;
}

/* The memory of an element that left may be that of a new one. */
static void learn(struct run *run, const void *element, uint32_t id) {
  size_t i = 0;
  while (i < run->n_known && run->known[i].element != element) {
    i++;
  }
  if (i == run->n_known) {
    run->known = room_for(run->known, ++run->n_known, sizeof *run->known);
  }
  run->known[i] = (struct known){element, id};
}

static uint32_t id_of(const struct run *run, const void *element) {
  for (size_t i = 0; i < run->n_known; i++) {
    if (run->known[i].element == element) {
      return run->known[i].id;
    }
  }
  kit_die("the library selected an element that was not registered");
}

static json_t *told(struct kit_refusal refusal) {
  json_t *out = refusal.words == NULL
                    ? json_string("ok")
                    : json_pack("{s:s}", "refused", refusal.words);
  if (refusal.reason != NULL) {
    json_object_set_new(out, "reason", json_string(refusal.reason));
  }
  return out;
}

static json_t *add(struct run *run, const json_t *step) {
  const json_t *name = json_object_get(step, "policy");
  name = name != NULL ? name : json_object_get(run->in, "policy");
  struct kit_policy policy = policy_from(name, step);
  uint32_t id = number_from(json_object_get(step, "register"), "register");
  void *element = NULL;
  struct kit_refusal refusal = run->ops->add(run->pool, id, &policy, &element);
  if (refusal.words == NULL) {
    learn(run, element, id);
  }
  return told(refusal);
}

static json_t *drop(struct run *run, const json_t *step) {
  uint32_t id = number_from(json_object_get(step, "deregister"), "deregister");
  return told(run->ops->drop(run->pool, id));
}

static json_t *select_once(struct run *run, size_t k) {
  json_t *answer = json_array();
  size_t n = run->ops->select(run->pool, run->elements, k);
  for (size_t i = 0; i < n; i++) {
    json_array_append_new(answer, json_integer(id_of(run, run->elements[i])));
  }
  return answer;
}

static void count(json_t *counts, const char *key) {
  const json_t *old = json_object_get(counts, key);
  json_object_set_new(counts, key, json_integer(json_integer_value(old) + 1));
}

static json_t *select_count(struct run *run, size_t k, uint32_t times) {
  json_t *first = json_object();
  json_t *pairs = json_object();
  char key[32];
  for (uint32_t i = 0; i < times; i++) {
    size_t n = run->ops->select(run->pool, run->elements, k);
    uint32_t ids[2] = {n > 0 ? id_of(run, run->elements[0]) : 0,
                       n > 1 ? id_of(run, run->elements[1]) : 0};
    if (n > 0) {
      snprintf(key, sizeof key, "%" PRIu32, ids[0]);
      count(first, key);
    }
    if (n > 1) {
      snprintf(key, sizeof key, "%" PRIu32 " %" PRIu32, ids[0], ids[1]);
      count(pairs, key);
    }
  }
  return json_pack("{s:o, s:o}", "first", first, "pairs", pairs);
}

static json_t *select_times(struct run *run, size_t k, uint32_t times) {
  json_t *answers_of = json_array();
  for (uint32_t i = 0; i < times; i++) {
    json_array_append_new(answers_of, select_once(run, k));
  }
  return json_pack("{s:o}", "answers", answers_of);
}

/* How often, which is at most `most`. */
static uint32_t often(const json_t *value, const char *what, uint32_t most) {
  uint32_t times = number_from(value, what);
  if (times > most) {
    kit_die("\"%s\" is more than %" PRIu32, what, most);
  }
  return times;
}

static json_t *choose(struct run *run, const json_t *step) {
  const json_t *wanted = json_object_get(step, "select");
  const json_t *counted = json_object_get(step, "count");
  const json_t *times = json_object_get(step, "times");
  size_t all = run->n_known + 1; /* none is another request than all of none */
  size_t k = json_is_string(wanted) ? all : number_from(wanted, "select");
  k = k < SELECT_MAX ? k : SELECT_MAX;
  run->elements = room_for(run->elements, k, sizeof *run->elements);

  if (counted != NULL) {
    return select_count(run, k, often(counted, "count", COUNT_MAX));
  }
  return times != NULL ? select_times(run, k, often(times, "times", TIMES_MAX))
                       : select_once(run, k);
}

static json_t *run_steps(const struct kit_pool_ops *ops, const json_t *in) {
  struct run run = {.ops = ops, .in = in, .pool = ops->open()};
  json_t *results = json_array();
  const json_t *step;
  size_t i;
  json_array_foreach(json_object_get(in, "steps"), i, step) {
    json_t *result = json_object_get(step, "register") != NULL ? add(&run, step)
                     : json_object_get(step, "deregister") != NULL
                         ? drop(&run, step)
                         : choose(&run, step);
    json_array_append_new(results, result);
  }
  return outcome(NULL, "steps", results);
}

/* ---- requests ---- */

static json_t *perform(const struct kit *kit, const json_t *in) {
  const char *op = json_string_value(json_object_get(in, "op"));
  const char *dialect = json_string_value(json_object_get(in, "dialect"));
  if (dialect == NULL || strcmp(dialect, "rfc5356") != 0) {
    kit_unsupported("only the dialect of RFC 5356");
  }
  if (strcmp(op, "policy.decode") == 0 && kit->ops.decode != NULL &&
      json_object_get(in, "parameter") != NULL) {
    return decode(&kit->ops, in);
  }
  if (strcmp(op, "policy.encode") == 0 && kit->ops.encode != NULL) {
    return encode(&kit->ops, in);
  }
  if (strcmp(op, "pool.run") == 0 && kit->ops.open != NULL &&
      json_object_get(in, "draws") == NULL) {
    return run_steps(&kit->ops, in);
  }
  kit_unsupported("no such op");
}

static void end_as(int status) {
  struct rlimit none = {0, 0};
  if (WIFSIGNALED(status)) {
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  if (status != 0) {
    exit(1);
  }
}

/* What the child on the other end of the pipe answers. */
static json_t *await(pid_t child, int pipe) {
  json_error_t error;
  int status = 0;
  FILE *from = fdopen(pipe, "r");
  json_t *answer = from == NULL ? NULL : json_loadf(from, 0, &error);
  if (from == NULL) {
    kit_die("cannot read from a child: %s", strerror(errno));
  }
  fclose(from);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  end_as(status);
  if (answer == NULL) {
    kit_die("the answer of a child: %s", error.text);
  }
  return answer;
}

/* What was answered before must not be lost, nor written twice. */
static json_t *fork_for(const struct kit *kit, const json_t *in) {
  int ends[2];
  if (fflush(stdout) != 0 || pipe(ends) != 0) {
    kit_die("cannot begin a request: %s", strerror(errno));
  }
  pid_t child = fork();
  if (child < 0) {
    kit_die("cannot fork: %s", strerror(errno));
  }
  if (child == 0) {
    close(ends[0]);
    answers = fdopen(ends[1], "w");
    if (answers == NULL) {
      _exit(1);
    }
    finish(perform(kit, in));
  }
  close(ends[1]);
  return await(child, ends[0]);
}

static json_t *hello(const struct kit *kit) {
  static const char dialect[] = "rfc5356";
  json_t *caps = json_array();
  const struct {
    const char *op;
    bool offered;
  } ops[] = {{"policy.decode", kit->ops.decode != NULL},
             {"policy.encode", kit->ops.encode != NULL},
             {"pool.run", kit->ops.open != NULL}};
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
    if (ops[i].offered) {
      json_array_append_new(caps, json_string(ops[i].op));
      json_array_append_new(caps, json_sprintf("%s/%s", ops[i].op, dialect));
    }
  }
  if (kit->ops.open != NULL) {
    json_array_append_new(caps, json_string("pool.run/count"));
  }
  return json_pack("{s:i, s:s, s:s, s:o}", "proto", 1, "name", kit->name,
                   "version", kit->version, "caps", caps);
}

static json_t *respond(const void *ctx, const char *op, const json_t *in) {
  const struct kit *kit = ctx;
  return strcmp(op, "hello") == 0 ? hello(kit) : fork_for(kit, in);
}

int kit_pool_main(const char *name, const char *version,
                  struct kit_pool_ops ops) {
  struct kit kit = {name, version, ops};
  kit_serve(respond, &kit);
  return 0;
}
