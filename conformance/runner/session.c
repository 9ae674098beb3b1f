/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "session_inner.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "family.h"
#include "question.h"

/* How long a process may take to end once it closed its output, and how much
 * of what it left behind is still read. */
#define ENDING_MS 2000
#define LEFT_MAX ((size_t)4 << 20)

int64_t session_now(void) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void session_init(struct session *session, const struct session_setup *setup,
                  struct queue *queue) {
  memset(session, 0, sizeof *session);
  session->setup = setup;
  session->queue = queue;
  session->window = session->window_max = SESSION_WINDOW;
  session->child.in = session->child.out = session->child.err = -1;
}

void session_probe(struct session *session, const struct task *probe) {
  session->probe = *probe;
  session->probe.finding = &session->probe_finding;
}

void session_queue(struct session *session, struct queue *queue) {
  session->queue = queue;
  session->last = NULL;
}

static void start(struct session *session, int64_t now) {
  static const char hello[] = "{\"op\":\"hello\",\"proto\":1}\n";

  session->state = SESSION_HELLO;
  session->next_id = 1;
  session->greeted = false;
  session->deadline = now + session->setup->timeout;
  session->fault.status = 0;
  if (!child_start(&session->child, session->setup->argv, session->setup->cwd,
                   &session->fault)) {
    session->state = SESSION_NEW;
    session_count_failure(session, OUTCOME_BROKEN, NULL);
    return;
  }
  text_add_n(&session->out, hello, sizeof hello - 1);
}

/* The next to ask, or null; it stays where it is. */
static struct task *peek_task(const struct session *session) {
  const struct queue *queue = session->queue;

  if (session->n_retry > 0) {
    return session->retry[0];
  }
  return queue->next < queue->n ? &queue->tasks[queue->next] : NULL;
}

static void drop_task(struct session *session) {
  if (session->n_retry > 0) {
    memmove(session->retry, session->retry + 1,
            --session->n_retry * sizeof(*session->retry));
  } else {
    session->queue->next++;
  }
}

static int64_t patience(const struct session *session,
                        const struct task *task) {
  return session->setup->timeout / (task->doubtful ? 10 : 1);
}

static bool asks(const struct task *task) {
  return task->vector != NULL && family_of(task->vector->op)->asks;
}

static bool is_alone(const struct task *task) {
  return task->doubtful || asks(task);
}

static void send_task(struct session *session, struct task *task, int64_t now) {
  if (session->waiting == 0) {
    session->deadline = now + patience(session, task);
  }
  text_format(&session->out, "{\"id\":%" PRIu64, session->next_id);
  text_add_n(&session->out, task->request, task->len);
  session->slots[session->next_id++ % SESSION_WINDOW] = task;
  session->waiting++;
  session->waiting_len += task->len;
  session->alone = is_alone(task);
  session->questions = 0;
  if (asks(task)) {
    world_begin(&session->world, task->vector->in.world);
  }
  drop_task(session);
}

static bool has_room(const struct session *session, const struct task *task) {
  size_t window = session->careful ? 1 : session->window;

  return session->waiting == 0 ||
         (session->waiting < window && !session->alone && !is_alone(task) &&
          session->waiting_len < SESSION_WAITING &&
          session->slots[session->next_id % SESSION_WINDOW] == NULL);
}

/* Fills the window once half of it is empty, so that both sides work on many
 * requests at a time.
 */
static void fill(struct session *session, int64_t now) {
  size_t window = session->careful ? 1 : session->window;
  struct task *task;

  if (session->waiting > window / 2) {
    return;
  }
  while ((task = peek_task(session)) != NULL && has_room(session, task)) {
    send_task(session, task, now);
  }
}

/* True where the process owes something by the deadline. */
static bool is_due(const struct session *session) {
  return session->state == SESSION_HELLO || session->state == SESSION_ENDING ||
         (session->state == SESSION_READY && session->waiting > 0);
}

size_t session_before(struct session *session, struct pollfd *fds, int64_t now,
                      int64_t *until, bool hello) {
  size_t n = 0;

  if (session->state == SESSION_NEW && session->queue->gave_up == NULL &&
      (peek_task(session) != NULL || hello)) {
    start(session, now);
  }
  if (session->state == SESSION_READY) {
    fill(session, now);
  }
  if (session->child.in >= 0 && session->out_at < session->out.len) {
    fds[n++] = (struct pollfd){session->child.in, POLLOUT, 0};
  }
  if (session->child.out >= 0 && session->state != SESSION_ENDING) {
    fds[n++] = (struct pollfd){session->child.out, POLLIN, 0};
  }
  if (session->child.err >= 0) {
    fds[n++] = (struct pollfd){session->child.err, POLLIN, 0};
  }
  if (session->state == SESSION_ENDING && *until > now + 10) {
    *until = now + 10;
  }
  if (is_due(session) && *until > session->deadline) {
    *until = session->deadline;
  }
  return n;
}

static void write_out(struct session *session) {
  struct text *out = &session->out;

  while (session->child.in >= 0 && session->out_at < out->len) {
    ssize_t n = write(session->child.in, out->base + session->out_at,
                      out->len - session->out_at);

    if (n > 0) {
      session->out_at += (size_t)n;
    } else if (errno == EPIPE) {
      close(session->child.in);
      session->child.in = -1;
    } else if (errno != EINTR) {
      return;
    }
  }
  out->len = session->out_at = 0;
}

static bool is_blank(struct snarp_view line) {
  for (size_t i = 0; i < line.len; i++) {
    if (line.base[i] != ' ' && line.base[i] != '\t') {
      return false;
    }
  }
  return true;
}

/* An answer came: the row of failures ends, the window may widen. */
static void progress(struct session *session, struct task *task, int64_t now) {
  session->deadline = now + session->setup->timeout;
  session->row = 0;
  if (!session_is_probe(session, task)) {
    session->timeouts = 0;
    session->last = task;
  }
  if (session->careful && session->n_retry == 0 && session->waiting == 0) {
    session_clear_suspicion(session);
  }
  if (!session->careful && ++session->streak >= session->window &&
      session->window < session->window_max) {
    session->window *= 2;
    session->streak = 0;
  }
}

static void judge_echo(struct finding *finding, struct answer *answer) {
  uint8_t all[256];

  for (int i = 0; i < 256; i++) {
    all[i] = (uint8_t)i;
  }
  finding->outcome = OUTCOME_RIGHT;
  if (!answer_echo(answer, (struct snarp_view){all, sizeof all})) {
    finding->outcome = OUTCOME_OTHER;
    finding->said = copy("all 256 octets did not come back as they were");
  }
}

static void judge_task(struct session *session, const struct task *task,
                       struct snarp_view line) {
  struct answer *answer = &session->answer;

  finding_clear(task->finding);
  answer->options = session->hello.options;
  answer->world = asks(task) ? &session->world : NULL;
  if (task->vector == NULL) {
    judge_echo(task->finding, answer);
    return;
  }
  if (answer->kind == ANSWER_OK) {
    answer_result(answer, task->vector->op, task->vector->in.whole);
  }
  judge_answer(task->finding, task->vector, answer);
  if (answer->kind == ANSWER_BROKEN) {
    task->finding->got = session_dump(line);
  }
}

/* The task with this id that waits, or null. */
static struct task *find_waiting(const struct session *session, uint64_t id) {
  return id < session->next_id && session->next_id - id <= SESSION_WINDOW
             ? session->slots[id % SESSION_WINDOW]
             : NULL;
}

static struct task *take_answered(struct session *session, uint64_t id) {
  struct task *task = find_waiting(session, id);

  if (task == NULL) {
    return NULL;
  }
  session->slots[id % SESSION_WINDOW] = NULL;
  session->waiting--;
  session->waiting_len -= task->len;
  return task;
}

static void handle_question(struct session *session, struct snarp_view line) {
  const struct answer *answer = &session->answer;
  const struct task *task = find_waiting(session, answer->id);
  const char *expected = NULL;
  char said[96];

  if (task == NULL || !asks(task)) {
    session_fail(session, OUTCOME_BROKEN, "asked where no request may ask",
                 session_dump(line));
    return;
  }
  if (session->questions++ == QUESTIONS_MAX) {
    session_fail(session, OUTCOME_BROKEN, "asked more than 1000 questions",
                 session_dump(line));
    return;
  }
  expected =
      question_answer(&session->out, &session->world, answer->id, answer->ask);
  if (expected != NULL) {
    snprintf(said, sizeof said, "expected %s in a question", expected);
    session_fail(session, OUTCOME_BROKEN, said, session_dump(line));
  }
}

static void handle_answer(struct session *session, struct snarp_view line,
                          int64_t now) {
  struct answer *answer = &session->answer;
  struct task *task;
  char said[96];

  answer_read(answer, line);
  if (!answer->has_id) {
    session_fail(session, OUTCOME_BROKEN, answer->words, session_dump(line));
    return;
  }
  if (answer->kind == ANSWER_ASK) {
    handle_question(session, line);
    return;
  }
  task = take_answered(session, answer->id);
  if (task == NULL) {
    snprintf(said, sizeof said,
             "answered the id %" PRIu64 ", for which no request waits",
             answer->id);
    session_fail(session, OUTCOME_BROKEN, said, session_dump(line));
    return;
  }
  judge_task(session, task, line);
  session_settle(session, task);
  progress(session, task, now);
}

static void handle_line(struct session *session, struct snarp_view line,
                        int64_t now) {
  const char *expected;

  if (line.len > LINE_MAX_LEN) {
    session_fail(session, OUTCOME_BROKEN, "a line is longer than 1 MiB",
                 session_dump(line));
  } else if (is_blank(line)) {
    return;
  } else if (session->state != SESSION_HELLO) {
    handle_answer(session, line, now);
  } else if (hello_read(&session->hello, line, &expected)) {
    session->state = SESSION_READY;
    session->greeted = true;
    session->deadline = now + session->setup->timeout;
  } else {
    session_start_failed(session, expected);
  }
}

static void handle_lines(struct session *session, int64_t now) {
  struct snarp_view line;

  while (session->state != SESSION_NEW && session->queue->gave_up == NULL &&
         lines_next(&session->lines, &line)) {
    handle_line(session, line, now);
  }
}

/* Reads once; 0 at the end of the output, -1 where nothing is there now. */
static ssize_t read_in(struct session *session, int64_t now) {
  size_t room;
  char *at = lines_room(&session->lines, &room);
  ssize_t n;

  if (at == NULL) {
    session_fail(session, OUTCOME_BROKEN, "a line is longer than 1 MiB",
                 session_dump(lines_rest(&session->lines)));
    return -1;
  }
  do {
    n = read(session->child.out, at, room);
  } while (n < 0 && errno == EINTR);
  if (n > 0) {
    lines_added(&session->lines, (size_t)n);
    handle_lines(session, now);
  }
  return n;
}

static void read_out(struct session *session, int64_t now) {
  if (session->state != SESSION_NEW && session->state != SESSION_ENDING &&
      read_in(session, now) == 0) {
    session->state = SESSION_ENDING;
    session->deadline = now + ENDING_MS;
  }
}

/* The process has ended: what it wrote before counts. */
static void read_left(struct session *session, int64_t now) {
  size_t total = 0;
  ssize_t n = 1;

  while (n > 0 && total < LEFT_MAX && session->state != SESSION_NEW) {
    n = read_in(session, now);
    total += n > 0 ? (size_t)n : 0;
  }
}

static void process_ended(struct session *session, int64_t now) {
  struct snarp_view rest;
  char said[128];
  bool signaled = WIFSIGNALED(session->child.status);

  if (session->state != SESSION_ENDING) {
    read_left(session, now);
  }
  if (session->state == SESSION_NEW) {
    return;
  }
  rest = lines_rest(&session->lines);
  snprintf(said, sizeof said, "%s %s%s",
           signaled ? "died of" : "ended too early with",
           child_how(&session->child),
           rest.len > 0 ? ", in the middle of a line" : "");
  if (!session->greeted) {
    session_start_failed(session, said);
  } else {
    session_fail(session, OUTCOME_CRASH, said,
                 rest.len > 0 ? session_dump(rest) : NULL);
  }
}

static void check_deadline(struct session *session, int64_t now) {
  char said[96];

  if (now < session->deadline) {
    return;
  }
  if (!session->greeted) {
    session_start_failed(session, session->state == SESSION_ENDING
                                      ? "closed its standard output"
                                      : "no answer to hello in time");
    return;
  }
  if (session->state == SESSION_ENDING) {
    session_fail(session, OUTCOME_BROKEN, "closed its standard output", NULL);
    return;
  }
  snprintf(said, sizeof said, "no answer within %g seconds",
           session->setup->timeout / 1000.0);
  if (session->waiting > 0) {
    session_fail(session, OUTCOME_TIMEOUT, said, NULL);
  }
}

void session_after(struct session *session, int64_t now) {
  if (session->state == SESSION_NEW) {
    return;
  }
  child_drain_err(&session->child);
  write_out(session);
  read_out(session, now);
  if (session->state != SESSION_NEW && child_ended(&session->child)) {
    process_ended(session, now);
  }
  if (session->state != SESSION_NEW) {
    check_deadline(session, now);
  }
}

/* Its input ends; it has a moment to end by itself. */
static void say_goodbye(struct session *session) {
  struct pollfd fd = {session->child.out, POLLIN, 0};

  close(session->child.in);
  session->child.in = -1;
  poll(&fd, 1, 100);
}

void session_close(struct session *session) {
  if (session->state == SESSION_READY && session->child.in >= 0) {
    say_goodbye(session);
  }
  session_end(session);
  lines_free(&session->lines);
  answer_free(&session->answer);
  world_free(&session->world);
  free(session->out.base);
  finding_clear(&session->suspicion);
  finding_clear(&session->probe_finding);
}
