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

static struct sockaddr_in *as_v4(struct listen_at *at) {
  return (struct sockaddr_in *)&at->address;
}

static struct sockaddr_in6 *as_v6(struct listen_at *at) {
  return (struct sockaddr_in6 *)&at->address;
}

static bool set_host(struct listen_at *at, const char *host) {
  memset(at, 0, sizeof *at);
  if (inet_pton(AF_INET, host, &as_v4(at)->sin_addr) == 1) {
    at->address.ss_family = AF_INET;
    at->len = sizeof(struct sockaddr_in);
    return true;
  }
  if (inet_pton(AF_INET6, host, &as_v6(at)->sin6_addr) == 1) {
    at->address.ss_family = AF_INET6;
    at->len = sizeof(struct sockaddr_in6);
    return true;
  }
  return false;
}

static void set_port(struct listen_at *at, uint16_t port) {
  if (at->address.ss_family == AF_INET6) {
    as_v6(at)->sin6_port = htons(port);
  } else {
    as_v4(at)->sin_port = htons(port);
  }
}

uint16_t listen_port(const struct listen_at *at) {
  struct listen_at copied = *at;

  return ntohs(at->address.ss_family == AF_INET6 ? as_v6(&copied)->sin6_port
                                                 : as_v4(&copied)->sin_port);
}

void listen_text(const struct listen_at *at, char text[LISTEN_TEXT]) {
  struct listen_at copied = *at;
  const void *host = at->address.ss_family == AF_INET6
                         ? (const void *)&as_v6(&copied)->sin6_addr
                         : (const void *)&as_v4(&copied)->sin_addr;

  if (inet_ntop(at->address.ss_family, host, text, LISTEN_TEXT) == NULL) {
    text[0] = '\0';
  }
}

static bool read_port(uint16_t *port, const char *text) {
  char *end;
  long value = strtol(text, &end, 10);

  if (text[0] < '0' || text[0] > '9' || *end != '\0' || value > 65535) {
    return false;
  }
  *port = (uint16_t)value;
  return true;
}

/* Cuts host and port apart where they are written as HOST:PORT or [HOST]:PORT;
 * *port is null where there is none. */
static char *cut(char *text, char **port) {
  char *colon = strchr(text, ':');
  char *end;

  *port = NULL;
  if (text[0] == '[' && (end = strchr(text, ']')) != NULL) {
    *end = '\0';
    *port = end[1] == ':' ? end + 2 : end[1] == '\0' ? NULL : end + 1;
    return text + 1;
  }
  if (colon != NULL && strchr(colon + 1, ':') == NULL) {
    *colon = '\0';
    *port = colon + 1;
  }
  return text;
}

bool listen_read(struct listen_at *at, const char *text, struct fault *fault) {
  char *copied = copy(text);
  char *port_text;
  char *host = cut(copied, &port_text);
  uint16_t port = 0;
  bool ok =
      set_host(at, host) && (port_text == NULL || read_port(&port, port_text));

  free(copied);
  if (!ok) {
    return fault_set(fault, EXIT_USAGE,
                     "%s: expected an address in numbers, maybe with :PORT",
                     text);
  }
  set_port(at, port);
  return true;
}

/* Makes a socket on the address, or -1. */
static int open_one(int type, const struct listen_at *at) {
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
static bool open_both(int *udp, int *tcp, struct listen_at *at) {
  struct listen_at bound = *at;

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

bool listen_open(int *udp, int *tcp, struct listen_at *at,
                 struct fault *fault) {
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
