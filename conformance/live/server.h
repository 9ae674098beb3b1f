/*
 * live/server.h - a DNS server that answers from a source, over UDP and TCP.
 *
 * It has no thread of its own: its owner polls. Whatever is sent to it, its
 * memory is bounded and it goes on.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_SERVER_H
#define SNARP_LIVE_SERVER_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "dns/answer.h"
#include "exchange.h"
#include "listen.h"

/* How many TCP connections are open at a time; for one more, that which was
 * silent longest is closed. One that is silent for so many milliseconds is
 * closed too. */
#define SERVER_STREAMS 32
#define SERVER_IDLE_MS 10000

/* What server_before fills at most. */
#define SERVER_FDS (SERVER_STREAMS + 2)

struct server;

struct server_setup {
  struct dns_source source;
  bool truncate; /* over UDP, every answer has TC and no records */
  /* Told of every exchange, after its answer was made; may be null. */
  void (*seen)(void *ctx, const struct exchange *exchange);
  void *ctx;
};

/* Listens; `at` then has the port. server_close the server, if any. */
bool server_open(struct server **server, struct endpoint *at,
                 const struct server_setup *setup, struct fault *fault);
void server_close(struct server *server);

/* From now on it answers from this source. */
void server_answer_from(struct server *server, struct dns_source source);

/* Before poll: fills fds and returns their count. After it: does what can be
 * done without waiting, a bounded amount. */
size_t server_before(const struct server *server, struct pollfd *fds);
void server_after(struct server *server);

#endif
