/*
 * live/listen.h - the two sockets of an address.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_LISTEN_H
#define SNARP_LIVE_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "dns/endpoint.h"

/* An address in text without a port, its zero included. */
#define LISTEN_TEXT 64

/* Opens a UDP and a TCP socket on the address, neither of which blocks, both on
 * the same port: any that is free where it is 0, and `at` then has it. A fault
 * has EXIT_USAGE. */
bool listen_open(int *udp, int *tcp, struct endpoint *at, struct fault *fault);

/* What `at` holds. */
void listen_text(const struct endpoint *at, char text[LISTEN_TEXT]);
uint16_t listen_port(const struct endpoint *at);

#endif
