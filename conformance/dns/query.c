/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "query.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "snarp/message.h"
#include "snarp/name.h"

#define HEADER 12
#define UDP_SIZE 1232
#define QR 0x8000
#define OPCODE 0x7800
#define RCODE 0x000f

static uint8_t *put16(uint8_t *at, unsigned value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
  return at + 2;
}

static unsigned get16(const uint8_t *at) {
  return (unsigned)at[0] << 8 | at[1];
}

void query_make(struct query *query, uint16_t id, struct snarp_view name,
                uint16_t type, bool edns) {
  static const uint8_t header[HEADER - 2] = {1, 0, 0, 1};
  static const uint8_t opt[] = {
      0, 0, 41, UDP_SIZE >> 8, UDP_SIZE & 0xff, 0, 0, 0, 0, 0, 0};
  uint8_t *message = query->octets + 2;
  uint8_t *at = put16(message, id);

  query->id = id;
  query->type = type;
  memcpy(at, header, sizeof header);
  at += sizeof header;
  memcpy(at, name.base, name.len);
  query->name = (struct snarp_view){at, name.len};
  at = put16(at + name.len, type);
  at = put16(at, SNARP_CLASS_IN);
  if (edns) {
    message[HEADER - 1] = 1;
    memcpy(at, opt, sizeof opt);
    at += sizeof opt;
  }
  query->len = (size_t)(at - message);
  put16(query->octets, (unsigned)query->len);
}

static bool same_question(const struct query *query,
                          struct snarp_view message) {
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view name;
  struct snarp_diag diag;

  return snarp_name_read_in(&name, space, message, HEADER, &diag) == SNARP_OK &&
         message.len - diag.off >= 4 &&
         snarp_name_compare(name, query->name) == 0 &&
         get16(message.base + diag.off) == query->type &&
         get16(message.base + diag.off + 2) == SNARP_CLASS_IN;
}

bool query_fits(const struct query *query, struct snarp_view message) {
  struct snarp_message read;

  if (message.len < HEADER ||
      snarp_message_read(&read, message, NULL) != SNARP_OK ||
      read.id != query->id || (read.flags & (QR | OPCODE)) != QR) {
    return false;
  }
  return read.questions == 0
             ? (read.flags & RCODE) != 0
             : read.questions == 1 && same_question(query, message);
}

/* --- UDP */

static bool receive(int file, const struct query *query, int64_t deadline,
                    uint8_t *answer, size_t *len) {
  for (;;) {
    ssize_t n = recv(file, answer, QUERY_ANSWER_MAX, 0);
    if (n >= 0) {
      *len = (size_t)n;
      if (query_fits(query, (struct snarp_view){answer, *len})) {
        return true;
      }
    } else if (errno != EAGAIN && errno != EINTR) {
      return false;
    }
    if (clock_now() >= deadline || !socket_wait(file, POLLIN, deadline)) {
      return false;
    }
  }
}

bool query_udp(const struct query *query, const struct endpoint *server,
               int64_t deadline, uint8_t *answer, size_t *len) {
  int file = endpoint_connect(server, SOCK_DGRAM, deadline);
  bool fine;

  if (file < 0) {
    return false;
  }
  fine = send(file, query->octets + 2, query->len, MSG_NOSIGNAL) ==
             (ssize_t)query->len &&
         receive(file, query, deadline, answer, len);
  close(file);
  return fine;
}

/* --- TCP */

static bool send_all(int file, const uint8_t *octets, size_t len,
                     int64_t deadline) {
  size_t at = 0;

  while (at < len) {
    ssize_t n = send(file, octets + at, len - at, MSG_NOSIGNAL);
    if (n >= 0) {
      at += (size_t)n;
    } else if (errno != EINTR &&
               (errno != EAGAIN || !socket_wait(file, POLLOUT, deadline))) {
      return false;
    }
  }
  return true;
}

static bool receive_all(int file, uint8_t *octets, size_t len,
                        int64_t deadline) {
  size_t at = 0;

  while (at < len) {
    ssize_t n = recv(file, octets + at, len - at, 0);
    if (n > 0) {
      at += (size_t)n;
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN) ||
               !socket_wait(file, POLLIN, deadline)) {
      return false;
    }
  }
  return true;
}

static bool talk(int file, const struct query *query, int64_t deadline,
                 uint8_t *answer, size_t *len) {
  uint8_t prefix[2];

  if (!send_all(file, query->octets, 2 + query->len, deadline) ||
      !receive_all(file, prefix, sizeof prefix, deadline)) {
    return false;
  }
  *len = get16(prefix);
  return receive_all(file, answer, *len, deadline) &&
         query_fits(query, (struct snarp_view){answer, *len});
}

bool query_tcp(const struct query *query, const struct endpoint *server,
               int64_t deadline, uint8_t *answer, size_t *len) {
  int file = endpoint_connect(server, SOCK_STREAM, deadline);
  bool fine;

  if (file < 0) {
    return false;
  }
  fine = talk(file, query, deadline, answer, len);
  close(file);
  return fine;
}
