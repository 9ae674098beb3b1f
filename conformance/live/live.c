/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "live.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asks.h"
#include "command.h"
#include "netspace.h"
#include "queries.h"
#include "runner/family.h"
#include "runner/session.h"
#include "runner/world.h"
#include "server.h"
#include "targets.h"
#include "words.h"

bool live_check(const struct live_asks *asks, char *const *argv,
                struct fault *fault) {
  if (!words_have(argv, "{domain}")) {
    return fault_set(fault, EXIT_USAGE,
                     "check --live: expected {domain} in the command");
  }
  if (asks->service == NULL && !words_have(argv, "{service}")) {
    return fault_set(fault, EXIT_USAGE,
                     "check --live: expected {service} in the command, or "
                     "--service with the one that it looks for");
  }
  if (asks->protocol == NULL && !words_have(argv, "{protocol}") &&
      !words_have(argv, "{protocols}")) {
    return fault_set(fault, EXIT_USAGE,
                     "check --live: expected {protocol} in the command, or "
                     "--protocol with the one that it looks for");
  }
  if (asks->space == LIVE_SPACE_NO && !words_have(argv, "{port}")) {
    return fault_set(fault, EXIT_USAGE,
                     "check --live: --namespace no: expected {port} in the "
                     "command, for it must be told where the server is");
  }
  return true;
}

/* A run: the server, and the scenario that it answers from. */
struct live {
  struct run *run;
  const struct live_asks *asks;
  struct server *server;
  char address[LISTEN_TEXT];
  char port[8];
  struct world world;
  struct steps aliases; /* queries to which CNAME records of answers led */
};

/* Records are those of the scenario; queries that no client needs to send are
 * answered and not recorded. */
static void answer_query(void *ctx, struct dns_answer *answer,
                         struct snarp_view name, uint16_t type) {
  struct live *live = ctx;

  if (dns_type_name(type) == NULL) {
    live->world.scenario->dns.ask(live->world.scenario->dns.ctx, answer, name,
                                  type);
    return;
  }
  world_ask(&live->world, answer, name, type);
  for (size_t i = 0; i < answer->n; i++) {
    const struct dns_record *record = &answer->records[i];

    if (record->type == DNS_CNAME && record->rrclass == DNS_IN) {
      steps_add(&live->aliases, step_query(type, record->rdata));
    }
  }
}

/* Between two scenarios nobody is asked. */
static void answer_nothing(void *ctx, struct dns_answer *answer,
                           struct snarp_view name, uint16_t type) {
  (void)ctx;
  (void)name;
  (void)type;
  *answer = (struct dns_answer){.rcode = DNS_REFUSED};
}

static bool cannot(struct run *run, const char *why) {
  run->unjudged = true;
  run->broken = copy(why);
  return false;
}

/* The expected attempts of all choices. */
static json_t *expected_of(const struct vector *vector) {
  json_t *list = need(json_array());

  for (size_t i = 0; i < vector->expect.n; i++) {
    targets_expected(
        list, json_object_get(vector->expect.choices[i].value.json, "trace"));
  }
  return list;
}

static json_t *read_targets(const struct live *live,
                            const struct vector *vector,
                            const struct command *command) {
  const json_t *list = json_object_get(vector->in.json, "protocols");
  size_t n = json_array_size(list);
  struct snarp_view *protocols = take((n + 1) * sizeof *protocols);
  struct targets_plan plan = {protocols, n, expected_of(vector),
                              live->world.scenario->dns};
  json_t *targets;

  for (size_t i = 0; i < n; i++) {
    const json_t *protocol = json_array_get(list, i);

    protocols[i] =
        (struct snarp_view){(const uint8_t *)json_string_value(protocol),
                            json_string_length(protocol)};
  }
  targets = targets_read(&plan,
                         (struct snarp_view){(const uint8_t *)command->out.base,
                                             command->out.len});
  json_decref(plan.expected);
  free(protocols);
  return targets;
}

/* Tries a target; true where it serves. One whose host is no name fails. */
static bool try_target(struct world *world, const json_t *step) {
  struct target target;
  struct text text = {0};

  if (target_connect(&target, step, 1) == NULL) {
    return world_connect(world, &target);
  }
  text_format(&text, "connect %s %d %s",
              json_string_value(json_array_get(step, 1)),
              (int)json_integer_value(json_array_get(step, 2)),
              json_string_value(json_array_get(step, 3)));
  steps_add(&world->steps, text.base);
  return false;
}

/* Tries what it printed, as far as a client would; the result. */
static json_t *try_targets(struct world *world, const json_t *targets) {
  size_t i;
  json_t *step;

  json_array_foreach(targets, i, step) {
    if (try_target(world, step)) {
      return json_pack("{s:s, s:O, s:O, s:O}", "end", "served", "host",
                       json_array_get(step, 1), "port", json_array_get(step, 2),
                       "protocol", json_array_get(step, 3));
    }
  }
  return json_pack("{s:s}", "end", "failed");
}

/* The queries besides the targets: the first one must have come, and none that
 * leads elsewhere, unless a server served and the rest is free. */
static void judge_queries(struct finding *finding, const struct vector *vector,
                          const struct live *live, bool served) {
  const struct steps *steps = &live->world.steps;
  const char *stray =
      served ? NULL : queries_stray(vector, steps, &live->aliases);
  struct text beside = {0};

  if (finding->outcome != OUTCOME_RIGHT ||
      vector->expect.kind == EXPECT_EITHER) {
    return;
  }
  if (!queries_begin(vector, steps)) {
    text_add(&beside, "the NAPTR records of the domain were not asked for\n");
  } else if (stray != NULL) {
    text_format(&beside, "not expected: %s\n", stray);
  } else {
    return;
  }
  finding->outcome = OUTCOME_OTHER;
  finding->where = "queries";
  finding->beside = beside.base;
}

static void judge_targets(struct live *live, struct finding *finding,
                          const struct vector *vector,
                          const struct command *command) {
  struct answer answer = {.kind = ANSWER_OK,
                          .options = 1U << OPTION_RESOLVE_EAGER,
                          .world = &live->world};
  json_t *targets = read_targets(live, vector, command);
  json_t *result = need(try_targets(&live->world, targets));
  bool served =
      strcmp(json_string_value(json_object_get(result, "end")), "served") == 0;

  answer_set(&answer, result);
  judge_answer(finding, vector, &answer);
  judge_queries(finding, vector, live, served);
  answer_free(&answer);
  json_decref(targets);
}

static void judge_command(struct live *live, struct finding *finding,
                          const struct vector *vector,
                          struct command *command) {
  static const enum outcome outcomes[] = {
      [COMMAND_KILLED] = OUTCOME_CRASH,
      [COMMAND_LATE] = OUTCOME_TIMEOUT,
      [COMMAND_FLOOD] = OUTCOME_BROKEN,
  };
  struct text said = {0};

  if (command->end == COMMAND_EXITED) {
    judge_targets(live, finding, vector, command);
    return;
  }
  finding->outcome = outcomes[command->end];
  if (command->end == COMMAND_KILLED) {
    text_format(&said, "ended by %s", command->how);
  } else if (command->end == COMMAND_LATE) {
    text_format(&said, "had not ended after %g seconds",
                command->timeout / 1000.0);
  } else {
    text_add(&said, "printed more than 1 MiB");
  }
  finding->said = said.base;
  finding->stderr_tail = command->stderr_tail;
  command->stderr_tail = NULL;
}

/* Asks one; false where the command cannot be started. */
static bool ask(struct live *live, const struct vector *vector) {
  struct run *run = live->run;
  char **argv = asks_command(run->argv, vector, live->address, live->port);
  struct command command = {.argv = argv,
                            .cwd = run->cwd,
                            .timeout = run->timeout,
                            .server = live->server};
  struct fault fault;
  bool ok;

  world_begin(&live->world, vector->in.world);
  steps_clear(&live->aliases);
  server_answer_from(live->server, (struct dns_source){answer_query, live});
  ok = command_run(&command, &fault) || cannot(run, fault.text);
  server_answer_from(live->server, (struct dns_source){answer_nothing, NULL});
  server_after(live->server); /* what it sent last is not for the next one */
  if (ok) {
    judge_command(live, &run->findings[vector->index], vector, &command);
  }
  command_free(&command);
  words_free(argv);
  return ok;
}

static void ask_all(struct live *live) {
  struct run *run = live->run;
  size_t n = 0;
  size_t done = 0;
  int64_t began = session_now();

  for (size_t i = 0; i < run->corpus->n; i++) {
    n += run->selected[i];
  }
  for (size_t i = 0; i < run->corpus->n; i++) {
    const struct vector *vector = run->corpus->vectors[i];
    struct finding *finding = &run->findings[i];

    if (!run->selected[i]) {
      continue;
    }
    finding->said = asks_refusal(live->asks, run->argv, vector);
    if (finding->said != NULL) {
      finding->outcome = OUTCOME_UNSUPPORTED;
    } else if (!ask(live, vector)) {
      return;
    }
    if (run->progress != NULL) {
      run->progress(run->ctx, ++done, n);
    }
  }
  run->seconds = (double)(session_now() - began) / 1000;
}

bool live_possible(const struct live_asks *asks, char *const *argv,
                   char why[LIVE_WHY]) {
  char reason[NETSPACE_WHY];

  if (asks->space == LIVE_SPACE_NO || netspace_entered(reason) ||
      (asks->space == LIVE_SPACE_AUTO && words_have(argv, "{port}"))) {
    return true;
  }
  snprintf(why, LIVE_WHY, "no network of its own: %s", reason);
  return false;
}

/* Where the server listens. */
static const char *place_of(enum live_space space) {
  char why[NETSPACE_WHY];

  return space != LIVE_SPACE_NO && netspace_entered(why) ? "127.0.0.1:53"
                                                         : "127.0.0.1";
}

static bool open_server(struct live *live, const char *text) {
  struct server_setup setup = {.source = {answer_nothing, NULL}};
  struct endpoint at;
  struct fault fault;

  if (!endpoint_read(&at, text, 0, "--listen", &fault) ||
      !server_open(&live->server, &at, &setup, &fault)) {
    return cannot(live->run, fault.text);
  }
  listen_text(&at, live->address);
  snprintf(live->port, sizeof live->port, "%u", listen_port(&at));
  return true;
}

void live_subject(struct run *run, const struct live_asks *asks) {
  struct live live = {.run = run, .asks = asks};
  const char *base = strrchr(run->argv[0], '/');
  char why[LIVE_WHY];

  run->findings = take(run->corpus->n * sizeof *run->findings);
  snprintf(run->hello.name, sizeof run->hello.name, "%.64s",
           base == NULL ? run->argv[0] : base + 1);
  if (!live_possible(asks, run->argv, why)) {
    cannot(run, why);
    return;
  }
  if (open_server(&live, place_of(asks->space))) {
    ask_all(&live);
  }
  server_close(live.server);
  world_free(&live.world);
  steps_free(&live.aliases);
}
