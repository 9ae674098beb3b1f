/*
 * live/stream.h - one TCP connection of the server.
 *
 * Messages have two octets of length before them (RFC 1035 4.2.2). The next is
 * read when the one before is answered, so that a client which sends many and
 * reads nothing has to wait.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_STREAM_H
#define SNARP_LIVE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reply.h"

/* The longest query; one that says it is longer ends the connection. */
#define STREAM_QUERY_MAX 4096

struct stream {
  int fd;       /* -1: none */
  int64_t last; /* when something arrived or left, in milliseconds */
  uint8_t in[2 + STREAM_QUERY_MAX];
  size_t in_len;
  uint8_t *out; /* an answer that is leaving, its length before it, or null */
  size_t out_len;
  size_t out_at;
};

/* Makes the answer to a message. */
struct stream_answers {
  void (*answer)(void *ctx, struct reply *reply, struct snarp_view message);
  void *ctx;
};

/* Does what can be done without waiting, a bounded amount; closes the stream
 * where the client did, or broke the framing. */
void stream_step(struct stream *stream, const struct stream_answers *answers,
                 int64_t now);

/* What poll is to wait for. */
short stream_events(const struct stream *stream);

void stream_close(struct stream *stream);

#endif
