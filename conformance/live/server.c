/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "server.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reply.h"
#include "runner/session.h"
#include "stream.h"

/* Datagrams and connections taken in one go. */
#define DATAGRAMS 64
#define ACCEPTS 16

/* A longer datagram is cut and then cannot be read. */
#define DATAGRAM_MAX 4096

struct server {
  int udp;
  int tcp;
  struct server_setup setup;
  struct stream streams[SERVER_STREAMS];
};

bool server_open(struct server **server, struct endpoint *at,
                 const struct server_setup *setup, struct fault *fault) {
  struct server *made = take(sizeof *made);

  memset(made, 0, sizeof *made);
  made->setup = *setup;
  for (size_t i = 0; i < SERVER_STREAMS; i++) {
    made->streams[i].fd = -1;
  }
  *server = NULL;
  if (!listen_open(&made->udp, &made->tcp, at, fault)) {
    free(made);
    return false;
  }
  *server = made;
  return true;
}

void server_close(struct server *server) {
  if (server == NULL) {
    return;
  }
  for (size_t i = 0; i < SERVER_STREAMS; i++) {
    stream_close(&server->streams[i]);
  }
  close(server->udp);
  close(server->tcp);
  free(server);
}

void server_answer_from(struct server *server, struct dns_source source) {
  server->setup.source = source;
}

size_t server_before(const struct server *server, struct pollfd *fds) {
  size_t n = 0;

  fds[n++] = (struct pollfd){.fd = server->udp, .events = POLLIN};
  fds[n++] = (struct pollfd){.fd = server->tcp, .events = POLLIN};
  for (size_t i = 0; i < SERVER_STREAMS; i++) {
    const struct stream *stream = &server->streams[i];

    if (stream->fd >= 0) {
      fds[n++] =
          (struct pollfd){.fd = stream->fd, .events = stream_events(stream)};
    }
  }
  return n;
}

static void answer(struct server *server, struct reply *reply,
                   struct snarp_view message, bool tcp) {
  const struct server_setup *setup = &server->setup;

  reply_make(reply, &setup->source, message, tcp, setup->truncate);
  if (setup->seen != NULL) {
    setup->seen(setup->ctx, &reply->exchange);
  }
}

static void answer_stream(void *ctx, struct reply *reply,
                          struct snarp_view message) {
  answer(ctx, reply, message, true);
}

/* Answers one datagram; false where there is none. What cannot be sent is lost,
 * as datagrams are. */
static bool step_datagram(struct server *server) {
  uint8_t octets[DATAGRAM_MAX];
  struct sockaddr_storage from;
  socklen_t from_len = sizeof from;
  ssize_t n = recvfrom(server->udp, octets, sizeof octets, 0,
                       (struct sockaddr *)&from, &from_len);
  struct reply reply;

  if (n < 0) {
    return false;
  }
  answer(server, &reply, (struct snarp_view){octets, (size_t)n}, false);
  if (reply.octets != NULL) {
    sendto(server->udp, reply.octets, reply.len, 0, (struct sockaddr *)&from,
           from_len);
  }
  free(reply.octets);
  return true;
}

/* A place for one more connection. */
static struct stream *make_room(struct server *server) {
  struct stream *oldest = &server->streams[0];

  for (size_t i = 0; i < SERVER_STREAMS; i++) {
    struct stream *stream = &server->streams[i];

    if (stream->fd < 0) {
      return stream;
    }
    if (stream->last < oldest->last) {
      oldest = stream;
    }
  }
  stream_close(oldest);
  return oldest;
}

static bool accept_one(struct server *server, int64_t now) {
  int fd = accept(server->tcp, NULL, NULL);
  struct stream *stream;

  if (fd < 0) {
    return false;
  }
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  stream = make_room(server);
  stream->fd = fd;
  stream->last = now;
  return true;
}

static void step_stream(struct server *server, struct stream *stream,
                        int64_t now) {
  struct stream_answers answers = {answer_stream, server};

  if (stream->fd < 0) {
    return;
  }
  stream_step(stream, &answers, now);
  if (stream->fd >= 0 && now - stream->last > SERVER_IDLE_MS) {
    stream_close(stream);
  }
}

void server_after(struct server *server) {
  int64_t now = session_now();

  for (int i = 0; i < DATAGRAMS && step_datagram(server); i++) {
  }
  for (int i = 0; i < ACCEPTS && accept_one(server, now); i++) {
  }
  for (size_t i = 0; i < SERVER_STREAMS; i++) {
    step_stream(server, &server->streams[i], now);
  }
}
