/*
 * runner/session_inner.h - between session.c, which moves octets, and
 * session_failure.c, which decides who is to blame.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_SESSION_INNER_H
#define SNARP_RUNNER_SESSION_INNER_H

#include "session.h"

/* Octets as a new printable string, cut. */
char *session_dump(struct snarp_view octets);

/* The process failed: finds the culprit or has the waiting ones asked again.
 * `got` becomes the culprit's or is freed.
 */
void session_fail(struct session *session, enum outcome outcome,
                  const char *said, char *got);

/* The process could not be started or gave no hello. */
void session_start_failed(struct session *session, const char *said);

/* After a failure that counts: goes on, asks the probe first, or gives up.
 * `culprit` is null where no request was to blame.
 */
void session_count_failure(struct session *session, enum outcome outcome,
                           const struct task *culprit);

/* All were asked again one at a time, and nothing happened. A crash stays with
 * the one that waited longest; a time-out only meant too wide a window.
 */
void session_clear_suspicion(struct session *session);

/* Counts a task as done, unless it is the probe. */
void session_settle(struct session *session, const struct task *task);
bool session_is_probe(const struct session *session, const struct task *task);

/* Kills the process; the session is as before it was started. */
void session_end(struct session *session);

#endif
