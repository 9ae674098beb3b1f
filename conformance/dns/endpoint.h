/*
 * dns/endpoint.h - addresses with ports, and sockets with deadlines.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_ENDPOINT_H
#define SNARP_DNS_ENDPOINT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "fault.h"
#include "snarp/base.h"

struct endpoint {
  struct sockaddr_storage address;
  socklen_t len;
};

/* Room for the text of an endpoint and its zero. */
#define ENDPOINT_TEXT 80

/* Reads "192.0.2.1", "192.0.2.1:53", "2001:db8::1" or "[2001:db8::1]:53"; a
 * port that is not there is `port`, and only where that is 0 may it be 0.
 * `what` begins the fault.
 */
bool endpoint_read(struct endpoint *endpoint, const char *text, uint16_t port,
                   const char *what, struct fault *fault);

/* From the RDATA of an A record (4 octets) or an AAAA record (16). */
void endpoint_from(struct endpoint *endpoint, struct snarp_view rdata,
                   uint16_t port);

/* As endpoint_read reads it, always with its port. */
void endpoint_print(char text[ENDPOINT_TEXT], const struct endpoint *endpoint);

/* Milliseconds of a clock that only goes forward. */
int64_t clock_now(void);

/* A connected socket of this type (SOCK_STREAM, SOCK_DGRAM) that does not
 * block, or -1 with errno, ETIMEDOUT where the deadline passed; close it.
 */
int endpoint_connect(const struct endpoint *endpoint, int type,
                     int64_t deadline);

/* Waits until the socket can be read (POLLIN) or written (POLLOUT); false with
 * errno where the deadline passes before.
 */
bool socket_wait(int socket, short events, int64_t deadline);

#endif
