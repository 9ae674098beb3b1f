/*
 * rsplib_calls.h - rsplib's packaged libraries, loaded at run time: pools
 * (librsphsmgt.so.3) and messages (librspmessaging.so.3). There is no package
 * of their headers.
 *
 * The libraries end the process on some inputs: a handle of more than 32
 * octets, a selection of 0 elements, a policy that they do not know encoded.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef RSPLIB_CALLS_H
#define RSPLIB_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RSPLIB_ASAP 11 /* the payload protocol of ASAP messages */

/* Errors of registrations. */
#define RSPLIB_INCONSISTENT 0x5 /* the policy is not the pool's */
#define RSPLIB_NOT_FOUND 0x9
#define RSPLIB_BAD_IDENTIFIER 0xf000

/* Values of a policy, whose type is the number of RFC 5356. */
struct rsplib_settings {
  unsigned type;
  unsigned weight; /* the priority, too */
  unsigned load;
  unsigned degradation;
  unsigned unused[3];
};

struct rsplib_handle {
  size_t size;
  unsigned char octets[32];
};

/* The beginning of a message. */
struct rsplib_message {
  unsigned type;
  uint16_t error; /* 0 where the message was read */
  uint64_t skipped[17];
  struct rsplib_settings settings; /* of the pool, in a resolution's response */
};

/* What the libraries export. */
struct rsplib {
  void (*begin_logging)(void);
  unsigned *log_level;
  void (*handle_new)(struct rsplib_handle *, const unsigned char *, size_t);
  void (*settings_new)(struct rsplib_settings *);
  void (*addresses_new)(void *, int protocol, uint16_t port, uint16_t flags,
                        const void *addresses, size_t n, size_t max);
  void (*space_new)(void *, uint32_t home, void *, void *, void *);
  void (*space_clear)(void *);
  unsigned (*space_register)(void *, const struct rsplib_handle *,
                             uint32_t home, uint32_t id, unsigned life,
                             const struct rsplib_settings *, const void *user,
                             const void *registrar, int socket,
                             uint32_t association, unsigned long long now,
                             void **element);
  unsigned (*space_deregister)(void *, const struct rsplib_handle *, uint32_t);
  unsigned (*space_resolve)(void *, const struct rsplib_handle *,
                            void **elements, size_t *n, size_t max,
                            size_t increment);
  const char *(*space_words)(unsigned error);
  unsigned (*message_read)(char *packet, const void *address,
                           uint32_t association, uint32_t payload, size_t len,
                           size_t room, struct rsplib_message **message);
  size_t (*message_write)(struct rsplib_message *message);
  void (*message_delete)(struct rsplib_message *message);
};

/* Loads the libraries, without what they log. Null where they are not
 * installed; dlerror() tells why. */
const struct rsplib *rsplib_load(void);

/* The version of the libraries, from the name of a file: "3.4.4". */
const char *rsplib_version(void);

/* The response to a resolution that has these octets where the parameter of the
 * pool's policy belongs, read from `packet`, which has `room` octets, at least
 * RSPLIB_RESPONSE more than they, and is what message_write() writes to. */
#define RSPLIB_RESPONSE 12
struct rsplib_message *rsplib_response_read(const struct rsplib *lib,
                                            uint8_t *packet, size_t room,
                                            const uint8_t *parameter,
                                            size_t len);

/* What an error is, in a string until the next call. */
const char *rsplib_words(const struct rsplib *lib, unsigned error);

/* A handlespace with one pool. */
struct rsplib_pool {
  const struct rsplib *lib;
  struct rsplib_handle handle;
  uint64_t space[49];    /* 392 octets */
  uint64_t addresses[7]; /* one address */
};

void rsplib_pool_begin(struct rsplib_pool *pool, const struct rsplib *lib);
void rsplib_pool_end(struct rsplib_pool *pool);

/* Registers or re-registers an element; `element` receives the pointer by which
 * selections name it. The error of the library, 0 where there is none. */
unsigned rsplib_pool_register(struct rsplib_pool *pool, uint32_t id,
                              const struct rsplib_settings *settings,
                              void **element);
unsigned rsplib_pool_deregister(struct rsplib_pool *pool, uint32_t id);

/* Selects up to k elements, at least one; returns how many. The first ones, as
 * many as are moved, are counted and move on; RSPLIB_MOVED is the library's
 * default. */
#define RSPLIB_MOVED 1
size_t rsplib_pool_select(struct rsplib_pool *pool, void **elements, size_t k,
                          size_t moved);

#endif
