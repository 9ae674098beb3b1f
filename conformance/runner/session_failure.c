/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "session_inner.h"

#include <stdlib.h>
#include <string.h>

#define DUMP_MAX ((size_t)1024)

char *session_dump(struct snarp_view octets) {
  struct text out = {0};
  struct snarp_view cut = octets;

  if (cut.len > DUMP_MAX) {
    cut.len = DUMP_MAX;
  }
  text_json(&out, cut);
  if (cut.len < octets.len) {
    text_format(&out, "... (%zu octets)", octets.len);
  }
  return out.base;
}

static void give_up(struct session *session, const char *why) {
  if (session->queue->gave_up == NULL) {
    session->queue->gave_up = copy(why);
  }
}

bool session_is_probe(const struct session *session, const struct task *task) {
  return task == &session->probe;
}

void session_settle(struct session *session, const struct task *task) {
  session->queue->done += session_is_probe(session, task) ? 0 : 1;
}

void session_end(struct session *session) {
  child_kill(&session->child);
  session->lines.len = session->lines.at = session->lines.seen = 0;
  session->out.len = session->out_at = 0;
  session->state = SESSION_NEW;
}

/* Takes the tasks that wait out of their slots, the oldest first. */
static size_t take_waiting(struct session *session, struct task **list) {
  size_t n = 0;

  for (uint64_t back = SESSION_WINDOW; back > 0; back--) {
    if (session->next_id >= back) {
      size_t slot = (session->next_id - back) % SESSION_WINDOW;

      if (session->slots[slot] != NULL) {
        list[n++] = session->slots[slot];
        session->slots[slot] = NULL;
      }
    }
  }
  session->waiting = 0;
  session->waiting_len = 0;
  return n;
}

/* Puts tasks before those that are to be asked again. */
static void retry_first(struct session *session, struct task **list, size_t n) {
  memmove(session->retry + n, session->retry,
          session->n_retry * sizeof *session->retry);
  memcpy(session->retry, list, n * sizeof *list);
  session->n_retry += n;
}

static void put_finding(struct finding *finding, enum outcome outcome,
                        const char *said, char *got, char *tail) {
  finding_clear(finding);
  finding->outcome = outcome;
  finding->said = copy(said);
  finding->got = got;
  finding->stderr_tail = tail;
}

void session_count_failure(struct session *session, enum outcome outcome,
                           const struct task *culprit) {
  struct task *probe = &session->probe;
  bool hopeless = culprit == NULL || session_is_probe(session, culprit) ||
                  outcome == OUTCOME_BROKEN || probe->request == NULL;

  session->timeouts += outcome == OUTCOME_TIMEOUT;
  if (session->timeouts >= SESSION_TIMEOUTS) {
    give_up(session, "gave up: too many time-outs in a row");
  } else if (++session->row < SESSION_STARTS) {
    return;
  } else if (hopeless) {
    give_up(session, "gave up: three starts in a row without an answer");
  } else {
    retry_first(session, &probe, 1);
  }
}

static void blame(struct session *session, struct task *task,
                  enum outcome outcome, const char *said, char *got) {
  put_finding(task->finding, outcome, said, got, child_tail(&session->child));
  session_settle(session, task);
}

void session_fail(struct session *session, enum outcome outcome,
                  const char *said, char *got) {
  struct task *list[SESSION_WINDOW];
  size_t n;
  struct task *culprit = NULL;

  session_end(session);
  n = take_waiting(session, list);
  session->window = 1;
  session->streak = 0;
  if (n == 0 && outcome == OUTCOME_BROKEN && session->last != NULL) {
    put_finding(session->last->finding, outcome, said, got,
                child_tail(&session->child));
    culprit = session->last;
  } else if (n == 0) {
    free(got);
  } else if (n == 1 || outcome == OUTCOME_BROKEN) {
    culprit = list[0];
    finding_clear(&session->suspicion);
    session->suspect = NULL;
    blame(session, culprit, outcome, said, got);
    retry_first(session, list + 1, n - 1);
  } else {
    session->suspect = list[0];
    put_finding(&session->suspicion, outcome, said, got,
                child_tail(&session->child));
    retry_first(session, list, n);
    session->careful = true;
    return;
  }
  session->careful = session->n_retry > 0;
  session_count_failure(session, outcome, culprit);
}

void session_clear_suspicion(struct session *session) {
  struct finding *suspicion = &session->suspicion;

  if (session->suspect != NULL && suspicion->outcome == OUTCOME_CRASH &&
      !session_is_probe(session, session->suspect)) {
    struct text said = {0};

    text_format(&said, "%s; it did not happen again when asked alone",
                suspicion->said);
    finding_clear(session->suspect->finding);
    *session->suspect->finding = *suspicion;
    free(suspicion->said);
    session->suspect->finding->said = said.base;
    memset(suspicion, 0, sizeof *suspicion);
  } else if (session->suspect != NULL && session->window_max > 1) {
    session->window_max /= 4;
  }
  finding_clear(suspicion);
  session->suspect = NULL;
  session->careful = false;
}

void session_start_failed(struct session *session, const char *said) {
  char *tail;

  session_end(session);
  tail = child_tail(&session->child);
  fault_fill(&session->fault, EXIT_ADAPTER, "%s: %s%s%s",
             session->setup->argv[0], said,
             tail == NULL ? "" : "; it said: ", tail == NULL ? "" : tail);
  free(tail);
  session_count_failure(session, OUTCOME_BROKEN, NULL);
}
