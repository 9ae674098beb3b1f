/*
 * live/words.h - the words of a command with their placeholders filled in.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_WORDS_H
#define SNARP_LIVE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* What stands for {domain}, {service}, {protocol}, {protocols}, {server} and
 * {port}. */
struct words_values {
  const char *domain;
  const char *service;
  const char *const *protocols;
  size_t n_protocols;
  const char *server;
  const char *port;
};

/* True where a word of the command holds the placeholder ("{port}"). */
bool words_have(char *const *argv, const char *placeholder);

/* True where the protocols can be told, however many they are: in {protocols},
 * or in a word that is {protocol} and nothing more. */
bool words_take_many(char *const *argv);

/* A new command, null-terminated; words_free it. */
char **words_fill(char *const *argv, const struct words_values *values);
void words_free(char **argv);

#endif
