/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "endpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HOST_MAX 63
#define PORT_TEXT 6

/* An address and a port as they stand in a text. */
struct parts {
  char host[HOST_MAX + 1];
  char port[PORT_TEXT];
};

static bool is_port(const char *text, bool any) {
  long port = 0;
  size_t n = strspn(text, "0123456789");

  for (size_t i = 0; i < n && i < PORT_TEXT; i++) {
    port = port * 10 + (text[i] - '0');
  }
  return n > 0 && n < PORT_TEXT && text[n] == '\0' && (any || port > 0) &&
         port <= UINT16_MAX;
}

static bool split(struct parts *parts, const char *text, bool any) {
  bool bracket = *text == '[';
  const char *host = bracket ? text + 1 : text;
  const char *colon = strchr(host, ':');
  size_t len = strlen(host);
  const char *port = NULL;

  if (bracket) {
    len = strcspn(host, "]");
    if (host[len] != ']' || (host[len + 1] != '\0' && host[len + 1] != ':')) {
      return false;
    }
    port = host[len + 1] == ':' ? host + len + 2 : NULL;
  } else if (colon != NULL && strchr(colon + 1, ':') == NULL) {
    len = (size_t)(colon - host);
    port = colon + 1;
  }
  if (len > HOST_MAX || (port != NULL && !is_port(port, any))) {
    return false;
  }
  memcpy(parts->host, host, len);
  parts->host[len] = '\0';
  if (port != NULL) {
    snprintf(parts->port, sizeof parts->port, "%s", port);
  }
  return true;
}

bool endpoint_read(struct endpoint *endpoint, const char *text, uint16_t port,
                   const char *what, struct fault *fault) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                           .ai_socktype = SOCK_DGRAM};
  struct addrinfo *found = NULL;
  struct parts parts;

  snprintf(parts.port, sizeof parts.port, "%u", (unsigned)port);
  if (!split(&parts, text, port == 0) ||
      getaddrinfo(parts.host, parts.port, &hints, &found) != 0) {
    return fault_set(fault, EXIT_USAGE,
                     "%s %s: expected an address, and maybe a colon and a "
                     "port; IPv6 in brackets then",
                     what, text);
  }
  memset(endpoint, 0, sizeof *endpoint);
  memcpy(&endpoint->address, found->ai_addr, found->ai_addrlen);
  endpoint->len = found->ai_addrlen;
  freeaddrinfo(found);
  return true;
}

void endpoint_from(struct endpoint *endpoint, struct snarp_view rdata,
                   uint16_t port) {
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};

  memset(endpoint, 0, sizeof *endpoint);
  if (rdata.len == sizeof four.sin_addr) {
    memcpy(&four.sin_addr, rdata.base, rdata.len);
    memcpy(&endpoint->address, &four, sizeof four);
    endpoint->len = sizeof four;
  } else if (rdata.len == sizeof six.sin6_addr) {
    memcpy(&six.sin6_addr, rdata.base, rdata.len);
    memcpy(&endpoint->address, &six, sizeof six);
    endpoint->len = sizeof six;
  }
}

void endpoint_print(char text[ENDPOINT_TEXT], const struct endpoint *endpoint) {
  char host[HOST_MAX + 1] = "?";
  char port[PORT_TEXT] = "?";
  bool six = endpoint->address.ss_family == AF_INET6;

  getnameinfo((const struct sockaddr *)&endpoint->address, endpoint->len, host,
              sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
  snprintf(text, ENDPOINT_TEXT, six ? "[%s]:%s" : "%s:%s", host, port);
}

int64_t clock_now(void) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool socket_wait(int socket, short events, int64_t deadline) {
  struct pollfd file = {socket, events, 0};
  int rv;

  do {
    int64_t left = deadline - clock_now();
    if (left < 0) {
      left = 0;
    }
    rv = poll(&file, 1, left > INT32_MAX ? INT32_MAX : (int)left);
  } while (rv < 0 && errno == EINTR);
  if (rv == 0) {
    errno = ETIMEDOUT;
  }
  return rv > 0;
}

/* What became of a connection that was under way. */
static bool is_connected(int file) {
  int error = 0;
  socklen_t len = sizeof error;

  if (getsockopt(file, SOL_SOCKET, SO_ERROR, &error, &len) != 0) {
    return false;
  }
  errno = error;
  return error == 0;
}

static bool start(int file, const struct endpoint *endpoint, int64_t deadline) {
  const struct sockaddr *address = (const struct sockaddr *)&endpoint->address;

  if (fcntl(file, F_SETFL, O_NONBLOCK) != 0 ||
      fcntl(file, F_SETFD, FD_CLOEXEC) != 0) {
    return false;
  }
  if (connect(file, address, endpoint->len) == 0) {
    return true;
  }
  return (errno == EINPROGRESS || errno == EINTR) &&
         socket_wait(file, POLLOUT, deadline) && is_connected(file);
}

int endpoint_connect(const struct endpoint *endpoint, int type,
                     int64_t deadline) {
  int file = socket(endpoint->address.ss_family, type, 0);

  if (file >= 0 && !start(file, endpoint, deadline)) {
    int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  return file;
}
