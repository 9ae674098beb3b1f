/*
 * runner/session.h - one adapter process at a time, asked through a window of
 * requests, restarted when it fails.
 *
 * A failure is laid at the door of the request that caused it: where several
 * were waiting, they are asked again one at a time in a fresh process.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_SESSION_H
#define SNARP_RUNNER_SESSION_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "child.h"
#include "judge.h"
#include "lines.h"
#include "text.h"
#include "world.h"

/* How many requests, and octets of them, wait for answers at most. */
#define SESSION_WINDOW 256
#define SESSION_WAITING ((size_t)256 * 1024)

/* Starts in a row without an answer between them after which a run gives up,
 * and the same for time-outs where the adapter still answers a probe.
 */
#define SESSION_STARTS 3
#define SESSION_TIMEOUTS 20

/* One thing to ask. */
struct task {
  const struct vector *vector; /* null: an echo of all octets */
  const char *request;         /* what follows {"id":N */
  size_t len;
  struct finding *finding; /* where the answer goes */
  bool doubtful; /* expected to crash or hang: asked alone, for a tenth of the
                    time */
};

/* The tasks that the sessions of a run share. */
struct queue {
  struct task *tasks;
  size_t n;
  size_t next; /* the first that nobody took */
  size_t done;
  char *gave_up; /* why the run gave up, or null; free() it */
};

struct session_setup {
  char *const *argv;
  const char *cwd;
  int timeout; /* milliseconds */
};

enum session_state {
  SESSION_NEW,   /* no process */
  SESSION_HELLO, /* its hello has not come yet */
  SESSION_READY,
  SESSION_ENDING /* it closed its standard output */
};

/* Fields are private but for hello, state and fault. */
struct session {
  const struct session_setup *setup;
  struct queue *queue;
  enum session_state state;
  struct hello hello;
  struct fault fault; /* why it could not be started, status 0: it could */
  struct child child;
  struct lines lines;
  struct answer answer;
  struct world world; /* of the op under way that asks */
  size_t questions;   /* that it asked */
  struct text out;    /* requests that are not written yet */
  size_t out_at;
  bool greeted;                       /* its hello has come */
  struct task *slots[SESSION_WINDOW]; /* waiting, by id modulo the window */
  uint64_t next_id;
  size_t waiting;
  size_t waiting_len;
  size_t window;
  size_t window_max;
  size_t streak; /* answers since the window was last widened */
  int64_t deadline;
  bool alone;   /* a task waits beside which nothing else may */
  bool careful; /* one at a time, to find who caused a failure */
  struct task *retry[SESSION_WINDOW + 4];
  size_t n_retry;
  struct task *suspect; /* waited longest when several were waiting */
  struct finding suspicion;
  struct task *last; /* answered last */
  struct task probe; /* asked when failures follow each other */
  struct finding probe_finding;
  unsigned row;      /* failures since the last answer */
  unsigned timeouts; /* time-outs since the last answer of a vector */
};

/* `probe` is something that the adapter can answer; null vector and request
 * where there is none.
 */
void session_init(struct session *session, const struct session_setup *setup,
                  struct queue *queue);
void session_probe(struct session *session, const struct task *probe);

/* Gives it another queue; nothing may be waiting. */
void session_queue(struct session *session, struct queue *queue);

/* Before polling: starts the process where there is work or `hello` is asked
 * for, fills the window, and sets up to three pollfds. Returns their count and
 * lowers *until to when it wants to be called at the latest.
 */
size_t session_before(struct session *session, struct pollfd *fds, int64_t now,
                      int64_t *until, bool hello);

/* After polling: moves octets, judges answers, notices failures. */
void session_after(struct session *session, int64_t now);

/* Ends the process politely where it is idle, and frees everything. */
void session_close(struct session *session);

/* Milliseconds of a clock that only goes forward. */
int64_t session_now(void);

#endif
