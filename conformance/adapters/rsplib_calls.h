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
                           size_t room, void **message);
  size_t (*message_write)(void *message);
  void (*message_delete)(void *message);
};

/* Loads the libraries, without what they log. Null where they are not
 * installed; dlerror() tells why. */
const struct rsplib *rsplib_load(void);

/* The version of the libraries, from the name of a file: "3.4.4". */
const char *rsplib_version(void);

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

/* Selects up to k elements, at least one; returns how many. The first one moves
 * on, which is the library's default. */
size_t rsplib_pool_select(struct rsplib_pool *pool, void **elements, size_t k);

#endif
