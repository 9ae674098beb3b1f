/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How often another free port is tried where TCP has it already. */
#define TRIES 64
#define BACKLOG 64

static struct sockaddr_in *as_v4(struct endpoint *at) {
  return (struct sockaddr_in *)&at->address;
}

static struct sockaddr_in6 *as_v6(struct endpoint *at) {
  return (struct sockaddr_in6 *)&at->address;
}

uint16_t listen_port(const struct endpoint *at) {
  struct endpoint copied = *at;

  return ntohs(at->address.ss_family == AF_INET6 ? as_v6(&copied)->sin6_port
                                                 : as_v4(&copied)->sin_port);
}

void listen_text(const struct endpoint *at, char text[LISTEN_TEXT]) {
  struct endpoint copied = *at;
  const void *host = at->address.ss_family == AF_INET6
                         ? (const void *)&as_v6(&copied)->sin6_addr
                         : (const void *)&as_v4(&copied)->sin_addr;

  if (inet_ntop(at->address.ss_family, host, text, LISTEN_TEXT) == NULL) {
    text[0] = '\0';
  }
}

/* Makes a socket on the address, or -1. */
static int open_one(int type, const struct endpoint *at) {
  int fd = socket(at->address.ss_family, type, 0);
  int on = 1;

  if (fd < 0) {
    return -1;
  }
  if (type == SOCK_STREAM) {
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  }
  if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 ||
      fcntl(fd, F_SETFL, O_NONBLOCK) != 0 ||
      bind(fd, (const struct sockaddr *)&at->address, at->len) != 0 ||
      (type == SOCK_STREAM && listen(fd, BACKLOG) != 0)) {
    int why = errno;

    close(fd);
    errno = why;
    return -1;
  }
  return fd;
}

/* Both on one port; false with errno. */
static bool open_both(int *udp, int *tcp, struct endpoint *at) {
  struct endpoint bound = *at;

  *tcp = -1;
  *udp = open_one(SOCK_DGRAM, at);
  if (*udp < 0) {
    return false;
  }
  bound.len = sizeof bound.address;
  if (getsockname(*udp, (struct sockaddr *)&bound.address, &bound.len) == 0 &&
      (*tcp = open_one(SOCK_STREAM, &bound)) >= 0) {
    *at = bound;
    return true;
  }
  close(*udp);
  *udp = -1;
  return false;
}

bool listen_open(int *udp, int *tcp, struct endpoint *at, struct fault *fault) {
  bool any = listen_port(at) == 0;
  char text[LISTEN_TEXT];
  int why = 0;

  for (int i = 0; i < (any ? TRIES : 1); i++) {
    if (open_both(udp, tcp, at)) {
      return true;
    }
    why = errno;
  }
  listen_text(at, text);
  return fault_set(fault, EXIT_USAGE, "cannot listen on %s port %u: %s", text,
                   listen_port(at), strerror(why));
}
