/*
 * paths.h - the hot paths of libsnarp, for callgrind to count.
 *
 * snarp_paths goes through each path some times and asks callgrind for a dump
 * behind it, "TIMES NAME"; instructions.py reads the dumps. Everything is
 * seeded, and copies of octets are made by code of this program (octets.c): so
 * the counts depend on the compiler and its flags alone, not on the processor.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PATHS_H
#define BENCH_PATHS_H

#include <stddef.h>

/* Counts `times` calls of a path. `run` makes them and returns how many went
 * well; the process ends where one did not. */
void path_count(const char *name, size_t (*run)(void *made, size_t times),
                void *made, size_t times);

/* Names, messages, service fields, and the parameters of policies. */
void paths_fields(void);

/* Pools of each policy, and pool users. */
void paths_pools(void);

#endif
