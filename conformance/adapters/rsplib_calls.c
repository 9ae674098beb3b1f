/*
 * rsplib_calls.c - see rsplib_calls.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "rsplib_calls.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <link.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE(name) "poolHandlespaceManagement" name "_SimpleRedBlackTree"

static const char pools[] = "librsphsmgt.so.3";
static const char messages[] = "librspmessaging.so.3";

static const struct {
  const char *name;
  size_t off; /* of its pointer */
} symbols[] = {
    {"beginLogging", offsetof(struct rsplib, begin_logging)},
    {"gLogLevel", offsetof(struct rsplib, log_level)},
    {"poolHandleNew", offsetof(struct rsplib, handle_new)},
    {"poolPolicySettingsNew", offsetof(struct rsplib, settings_new)},
    {"transportAddressBlockNew", offsetof(struct rsplib, addresses_new)},
    {SPACE("New"), offsetof(struct rsplib, space_new)},
    {SPACE("Clear"), offsetof(struct rsplib, space_clear)},
    {SPACE("RegisterPoolElement"), offsetof(struct rsplib, space_register)},
    {SPACE("DeregisterPoolElement"), offsetof(struct rsplib, space_deregister)},
    {SPACE("HandleResolution"), offsetof(struct rsplib, space_resolve)},
    {"poolHandlespaceManagementGetErrorDescription",
     offsetof(struct rsplib, space_words)},
    {"rserpoolPacket2Message", offsetof(struct rsplib, message_read)},
    {"rserpoolMessage2Packet", offsetof(struct rsplib, message_write)},
    {"rserpoolMessageDelete", offsetof(struct rsplib, message_delete)},
};

/* The library of the messages is linked with that of the pools. */
static bool find_symbols(struct rsplib *lib) {
  void *loaded = dlopen(messages, RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *found = loaded == NULL ? NULL : dlsym(loaded, symbols[i].name);
    if (found == NULL) {
      return false;
    }
    memcpy((char *)lib + symbols[i].off, &found, sizeof found);
  }
  return true;
}

const struct rsplib *rsplib_load(void) {
  static struct rsplib lib;
  if (lib.begin_logging == NULL) {
    struct rsplib found;
    if (!find_symbols(&found)) {
      return NULL;
    }
    lib = found;
    lib.begin_logging();
    *lib.log_level = 0;
  }
  return &lib;
}

const char *rsplib_version(void) {
  static char version[32] = "3";
  static char path[4096];
  struct link_map *map = NULL;
  void *loaded = dlopen(pools, RTLD_NOW | RTLD_LOCAL);
  if (loaded != NULL && dlinfo(loaded, RTLD_DI_LINKMAP, &map) == 0 &&
      realpath(map->l_name, path) != NULL) {
    const char *at = strstr(path, ".so.");
    if (at != NULL) {
      snprintf(version, sizeof version, "%s", at + strlen(".so."));
    }
  }
  return version;
}

struct rsplib_message *rsplib_response_read(const struct rsplib *lib,
                                            uint8_t *packet, size_t room,
                                            const uint8_t *parameter,
                                            size_t len) {
  static const uint8_t address[28];
  uint8_t head[RSPLIB_RESPONSE] = {6, 0, 0, 0, 0, 9, 0, 8, 'p', 'o', 'o', 'l'};
  struct rsplib_message *message = NULL;
  size_t whole = sizeof head + len;
  head[2] = (uint8_t)(whole >> 8);
  head[3] = (uint8_t)whole;
  memcpy(packet, head, sizeof head);
  memcpy(packet + sizeof head, parameter, len);
  lib->message_read((char *)packet, address, 0, RSPLIB_ASAP, whole, room,
                    &message);
  return message;
}

const char *rsplib_words(const struct rsplib *lib, unsigned error) {
  static char words[80];
  snprintf(words, sizeof words, "error 0x%x: %s", error,
           lib->space_words(error));
  return words;
}

void rsplib_pool_begin(struct rsplib_pool *pool, const struct rsplib *lib) {
  static const unsigned char name[] = "pool";
  union {
    struct sockaddr_in6 whole; /* as long as the library takes it to be */
    struct sockaddr_in ipv4;
  } address = {0};
  address.ipv4.sin_family = AF_INET;
  address.ipv4.sin_port = htons(1);
  address.ipv4.sin_addr.s_addr = htonl(0x0a141e01);

  *pool = (struct rsplib_pool){.lib = lib};
  lib->handle_new(&pool->handle, name, sizeof name - 1);
  lib->addresses_new(pool->addresses, IPPROTO_SCTP, 1, 0, &address, 1, 1);
  lib->space_new(pool->space, 1, NULL, NULL, NULL);
}

void rsplib_pool_end(struct rsplib_pool *pool) {
  pool->lib->space_clear(pool->space);
}

unsigned rsplib_pool_register(struct rsplib_pool *pool, uint32_t id,
                              const struct rsplib_settings *settings,
                              void **element) {
  return pool->lib->space_register(pool->space, &pool->handle, 1, id, 300000,
                                   settings, pool->addresses, NULL, -1, 0, 1,
                                   element);
}

unsigned rsplib_pool_deregister(struct rsplib_pool *pool, uint32_t id) {
  return pool->lib->space_deregister(pool->space, &pool->handle, id);
}

size_t rsplib_pool_select(struct rsplib_pool *pool, void **elements, size_t k,
                          size_t moved) {
  size_t n = k;
  unsigned error = pool->lib->space_resolve(pool->space, &pool->handle,
                                            elements, &n, k, moved);
  return error == 0 ? n : 0;
}
