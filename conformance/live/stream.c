/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/fault.h"

/* Reads, writes and answers in one go. */
#define STEPS 64

void stream_close(struct stream *stream) {
  if (stream->fd >= 0) {
    close(stream->fd);
  }
  free(stream->out);
  memset(stream, 0, sizeof *stream);
  stream->fd = -1;
}

short stream_events(const struct stream *stream) {
  return stream->out != NULL ? POLLOUT : POLLIN;
}

/* True where the call may be made again at once or later, or got something. */
static bool is_alive(ssize_t n) {
  return n > 0 ||
         (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

static size_t message_len(const struct stream *stream) {
  return (size_t)stream->in[0] << 8 | stream->in[1];
}

static bool has_message(const struct stream *stream) {
  return stream->in_len >= 2 && stream->in_len - 2 >= message_len(stream);
}

static void put_out(struct stream *stream, const struct reply *reply) {
  stream->out = take(2 + reply->len);
  stream->out[0] = (uint8_t)(reply->len >> 8);
  stream->out[1] = (uint8_t)reply->len;
  memcpy(stream->out + 2, reply->octets, reply->len);
  stream->out_len = 2 + reply->len;
  stream->out_at = 0;
}

/* Answers the first message that is whole. */
static void take_message(struct stream *stream,
                         const struct stream_answers *answers) {
  size_t len = message_len(stream);
  struct reply reply;

  answers->answer(answers->ctx, &reply,
                  (struct snarp_view){stream->in + 2, len});
  stream->in_len -= 2 + len;
  memmove(stream->in, stream->in + 2 + len, stream->in_len);
  if (reply.octets != NULL) {
    put_out(stream, &reply);
  }
  free(reply.octets);
}

static ssize_t send_some(struct stream *stream) {
  ssize_t n = send(stream->fd, stream->out + stream->out_at,
                   stream->out_len - stream->out_at, MSG_NOSIGNAL);

  if (n > 0) {
    stream->out_at += (size_t)n;
  }
  if (stream->out_at == stream->out_len) {
    free(stream->out);
    stream->out = NULL;
  }
  return n;
}

static ssize_t receive_some(struct stream *stream) {
  ssize_t n = recv(stream->fd, stream->in + stream->in_len,
                   sizeof stream->in - stream->in_len, 0);

  if (n > 0) {
    stream->in_len += (size_t)n;
  }
  return n;
}

void stream_step(struct stream *stream, const struct stream_answers *answers,
                 int64_t now) {
  for (int i = 0; i < STEPS; i++) {
    ssize_t n;

    if (stream->out == NULL && has_message(stream)) {
      take_message(stream, answers);
      continue;
    }
    if (stream->in_len >= 2 && message_len(stream) > STREAM_QUERY_MAX) {
      stream_close(stream);
      return;
    }
    n = stream->out != NULL ? send_some(stream) : receive_some(stream);
    if (!is_alive(n)) {
      stream_close(stream);
      return;
    }
    if (n < 0) {
      return;
    }
    stream->last = now;
  }
}
