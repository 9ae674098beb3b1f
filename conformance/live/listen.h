/*
 * live/listen.h - an address to listen on, and its two sockets.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_LISTEN_H
#define SNARP_LIVE_LISTEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/fault.h"

/* An address in text without a port, its zero included. */
#define LISTEN_TEXT 64

struct listen_at {
  struct sockaddr_storage address;
  socklen_t len;
};

/* Reads ADDR, ADDR:PORT, [ADDR]:PORT, with addresses of IPv4 and IPv6 as
 * numbers; without a port it is 0. A fault has EXIT_USAGE. */
bool listen_read(struct listen_at *at, const char *text, struct fault *fault);

/* Opens a UDP and a TCP socket on the address, neither of which blocks, both on
 * the same port: any that is free where it is 0, and `at` then has it. A fault
 * has EXIT_USAGE. */
bool listen_open(int *udp, int *tcp, struct listen_at *at, struct fault *fault);

/* What `at` holds. */
void listen_text(const struct listen_at *at, char text[LISTEN_TEXT]);
uint16_t listen_port(const struct listen_at *at);

#endif
