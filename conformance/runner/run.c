/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "direct.h"
#include "fault.h"
#include "probe.h"
#include "session.h"
#include "smoke.h"

/* How often it is looked whether a process has ended that left its pipe to
 * another, and how many vectors are worth a process of their own. */
#define TICK_MS 100
#define TASKS_A_JOB 200

/* How many failures are asked a second time. */
#define AGAIN_MAX 64

/* The sessions of a run and what they need. */
struct crew {
  struct run *run;
  struct session_setup setup;
  struct session *sessions;
  size_t n;
  struct smoke smoke;
  struct queue queue;
  char **made; /* requests to free */
  size_t n_made;
};

static double clock_seconds(void) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void poll_all(struct crew *crew, size_t n, bool hello) {
  struct pollfd fds[3 * RUN_JOBS_MAX];
  int64_t now = session_now();
  int64_t until = now + TICK_MS;
  nfds_t n_fds = 0;

  for (size_t i = 0; i < n; i++) {
    n_fds +=
        session_before(&crew->sessions[i], fds + n_fds, now, &until, hello);
  }
  poll(fds, n_fds, until > now ? (int)(until - now) : 0);
  now = session_now();
  for (size_t i = 0; i < n; i++) {
    session_after(&crew->sessions[i], now);
  }
}

/* Why the sessions gave up, or null; the caller owns it. */
static char *take_reason(struct queue *queue) {
  char *why = queue->gave_up;

  queue->gave_up = NULL;
  return why;
}

/* Hands `why` to the run; false. */
static bool broke(struct run *run, char *why) {
  free(run->broken);
  run->broken = why;
  return false;
}

/* Asks everything in the queue with n sessions; false where it gave up. */
static bool drive(struct crew *crew, struct task *tasks, size_t n_tasks,
                  size_t n, bool show) {
  const struct run *run = crew->run;
  struct queue *queue = &crew->queue;

  *queue = (struct queue){tasks, n_tasks, 0, 0, NULL};
  for (size_t i = 0; i < n; i++) {
    session_queue(&crew->sessions[i], queue);
  }
  while (queue->done < queue->n && queue->gave_up == NULL) {
    poll_all(crew, n, false);
    if (show && run->progress != NULL) {
      run->progress(run->ctx, queue->done, queue->n);
    }
  }
  return queue->gave_up == NULL || broke(crew->run, take_reason(queue));
}

static bool cannot(struct run *run, char *why) {
  run->unjudged = true;
  return broke(run, why);
}

/* Starts the first process, to hear what it can do. */
static bool open_first(struct crew *crew) {
  struct session *first = &crew->sessions[0];
  char *why;

  while (first->state != SESSION_READY && first->fault.status == 0 &&
         crew->queue.gave_up == NULL) {
    poll_all(crew, 1, true);
  }
  if (first->state != SESSION_READY) {
    why = copy(first->fault.status != 0 ? first->fault.text
                                        : "the adapter ends after its hello");
    free(take_reason(&crew->queue));
    return cannot(crew->run, why);
  }
  crew->run->hello = first->hello;
  return true;
}

static bool pass_smoke(struct crew *crew, const char *when) {
  struct run *run = crew->run;
  bool drove = drive(crew, crew->smoke.tasks, crew->smoke.n, 1, false);
  char *why = smoke_fault(&crew->smoke);
  struct text out = {0};

  if (drove && why == NULL) {
    return true;
  }
  text_format(&out, "the smoke test %s failed: %s", when,
              why != NULL ? why : run->broken);
  free(why);
  return cannot(run, out.base);
}

static bool is_supported(struct run *run, const struct vector *vector,
                         struct finding *finding) {
  const char *lacks = run->hello.ops[vector->op]
                          ? vector_lacks(vector, run->hello.options)
                          : op_name(vector->op);
  char said[96];

  if (lacks == NULL) {
    return true;
  }
  snprintf(said, sizeof said, "does not offer %s", lacks);
  finding->outcome = OUTCOME_UNSUPPORTED;
  finding->said = copy(said);
  return false;
}

/* What must be asked: the selected ones, their twins and parents. */
static bool *wanted_of(const struct run *run) {
  const struct corpus *corpus = run->corpus;
  bool *wanted = take(corpus->n * sizeof *wanted);

  for (size_t i = 0; i < corpus->n; i++) {
    const struct vector *vector = corpus->vectors[i];

    if (!run->selected[i]) {
      continue;
    }
    wanted[i] = true;
    if (vector->twin != NULL) {
      wanted[vector->twin->index] = true;
    }
    if (vector->derived == DERIVED_SCAN) {
      wanted[vector->parent->index] = true;
    }
  }
  return wanted;
}

static bool is_doubtful(const struct run *run, size_t i) {
  return run->doubtful != NULL && run->doubtful[i];
}

/* Adds what is doubtful, or what is not, to n tasks. */
static size_t list_some(struct crew *crew, struct task *tasks, size_t n,
                        const bool *wanted, bool doubtful) {
  struct run *run = crew->run;

  for (size_t i = 0; i < run->corpus->n; i++) {
    const struct vector *vector = run->corpus->vectors[i];

    if (wanted[i] && vector->request != NULL &&
        is_doubtful(run, i) == doubtful &&
        is_supported(run, vector, &run->findings[i])) {
      tasks[n++] = (struct task){vector, vector->request, vector->request_len,
                                 &run->findings[i], doubtful};
    }
  }
  return n;
}

static size_t list_tasks(struct crew *crew, struct task *tasks,
                         const bool *wanted) {
  size_t n = list_some(crew, tasks, 0, wanted, false);

  return list_some(crew, tasks, n, wanted, true);
}

/* The scans of what was printed. */
static size_t list_scans(struct crew *crew, struct task *tasks,
                         const bool *wanted) {
  struct run *run = crew->run;
  size_t n = 0;

  for (size_t i = 0; i < run->corpus->n; i++) {
    const struct vector *vector = run->corpus->vectors[i];
    const struct finding *print;
    struct task *task = &tasks[n];
    char *request;

    if (!wanted[i] || vector->request != NULL) {
      continue;
    }
    print = &run->findings[vector->parent->index];
    if (!is_supported(run, vector, &run->findings[i]) || print->text == NULL) {
      continue;
    }
    request = vector_scan_request(
        vector, (struct snarp_view){print->text, print->text_len}, &task->len);
    task->vector = vector;
    task->request = request;
    task->finding = &run->findings[i];
    task->doubtful = is_doubtful(run, i);
    crew->made = grow(crew->made, (crew->n_made + 1) * sizeof *crew->made);
    crew->made[crew->n_made++] = request;
    n++;
  }
  return n;
}

static bool same(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Asks the first failures once more and marks those that changed. */
static bool ask_again(struct crew *crew, const struct task *tasks,
                      size_t n_tasks) {
  struct finding second[AGAIN_MAX] = {{0}};
  struct finding *first[AGAIN_MAX];
  struct task again[AGAIN_MAX];
  size_t n = 0;
  bool ok;

  for (size_t i = 0; i < n_tasks && n < AGAIN_MAX; i++) {
    enum outcome outcome = tasks[i].finding->outcome;
    enum verdict verdict = run_verdict(crew->run, tasks[i].vector, false, NULL);

    if (verdict == VERDICT_FAIL &&
        (outcome == OUTCOME_OTHER || outcome == OUTCOME_REFUSED)) {
      again[n] = tasks[i];
      again[n].finding = &second[n];
      first[n++] = tasks[i].finding;
    }
  }
  ok = drive(crew, again, n, 1, false);
  for (size_t i = 0; i < n; i++) {
    first[i]->again = ok && (first[i]->outcome != second[i].outcome ||
                             !same(first[i]->got, second[i].got));
    finding_clear(&second[i]);
  }
  return ok;
}

static size_t jobs_for(const struct crew *crew, size_t n_tasks) {
  size_t most = 1 + n_tasks / TASKS_A_JOB;

  return most < crew->n ? most : crew->n;
}

static bool ask_vectors(struct crew *crew, struct task *tasks,
                        const bool *wanted) {
  size_t n = list_tasks(crew, tasks, wanted);
  struct task *scans = tasks + n;
  size_t n_scans;
  double before = clock_seconds();

  if (!drive(crew, tasks, n, jobs_for(crew, n), true)) {
    return false;
  }
  n_scans = list_scans(crew, scans, wanted);
  if (!drive(crew, scans, n_scans, jobs_for(crew, n_scans), false)) {
    return false;
  }
  crew->run->seconds = clock_seconds() - before;
  return ask_again(crew, tasks, n + n_scans);
}

/* Nothing counts: all findings are forgotten. */
static void forget(struct run *run) {
  for (size_t i = 0; i < run->corpus->n; i++) {
    finding_clear(&run->findings[i]);
  }
}

static void run_crew(struct crew *crew, const bool *wanted) {
  struct run *run = crew->run;
  struct task *tasks;

  if (!open_first(crew)) {
    return;
  }
  smoke_build(&crew->smoke, &run->hello);
  if (!pass_smoke(crew, "before the vectors")) {
    return;
  }
  for (size_t i = 0; i < crew->n && crew->smoke.n > 1; i++) {
    session_probe(&crew->sessions[i], &crew->smoke.tasks[1]);
  }
  tasks = take((run->corpus->n + 1) * sizeof *tasks);
  if (ask_vectors(crew, tasks, wanted)) {
    smoke_again(&crew->smoke);
    if (!pass_smoke(crew, "after the vectors")) {
      forget(run);
    }
  }
  free(tasks);
}

static void run_adapter(struct run *run, const bool *wanted) {
  struct crew crew = {.run = run, .n = run->jobs};

  signal(SIGPIPE, SIG_IGN);
  crew.setup = (struct session_setup){run->argv, run->cwd, run->timeout};
  crew.sessions = take(crew.n * sizeof *crew.sessions);
  for (size_t i = 0; i < crew.n; i++) {
    session_init(&crew.sessions[i], &crew.setup, &crew.queue);
  }
  run_crew(&crew, wanted);
  for (size_t i = 0; i < crew.n; i++) {
    session_close(&crew.sessions[i]);
  }
  for (size_t i = 0; i < crew.n_made; i++) {
    free(crew.made[i]);
  }
  free(crew.made);
  free(crew.sessions);
  smoke_free(&crew.smoke);
}

static void run_here(struct run *run, const bool *wanted) {
  struct answer answer = {0};
  struct world world = {0};
  double before = clock_seconds();

  answer.options = run->hello.options;
  answer.world = &world;
  for (size_t i = 0; i < run->corpus->n; i++) {
    const struct vector *vector = run->corpus->vectors[i];
    struct snarp_view octets = vector->in.octets;

    if (!wanted[i]) {
      continue;
    }
    if (vector->derived == DERIVED_SCAN) {
      const struct finding *print = &run->findings[vector->parent->index];

      if (print->text == NULL) {
        continue;
      }
      octets = (struct snarp_view){print->text, print->text_len};
    }
    direct_answer(&answer, vector, octets);
    if (!run->plain) {
      probe(&answer, vector, octets);
    }
    judge_answer(&run->findings[i], vector, &answer);
  }
  answer_free(&answer);
  world_free(&world);
  run->seconds = clock_seconds() - before;
}

void run_subject(struct run *run) {
  bool *wanted = wanted_of(run);

  run->findings = take(run->corpus->n * sizeof *run->findings);
  if (run->argv == NULL) {
    snprintf(run->hello.name, sizeof run->hello.name, "libsnarp");
    snprintf(run->hello.version, sizeof run->hello.version, "%s",
             SNARP_VERSION);
    run->hello.options = ~(1U << OPTION_RESOLVE_EAGER);
    run_here(run, wanted);
  } else {
    run_adapter(run, wanted);
  }
  free(wanted);
}

void run_free(struct run *run) {
  for (size_t i = 0; i < run->corpus->n && run->findings != NULL; i++) {
    finding_clear(&run->findings[i]);
  }
  free(run->findings);
  free(run->broken);
}

enum verdict run_verdict(const struct run *run, const struct vector *vector,
                         bool strict_reason, char **why) {
  const struct finding *findings = run->findings;
  const struct vector *twin = vector->twin;
  const struct vector *parent = vector->parent;

  return judge(vector, &findings[vector->index],
               twin == NULL ? NULL : &findings[twin->index],
               parent == NULL ? NULL : &findings[parent->index], strict_reason,
               why);
}
