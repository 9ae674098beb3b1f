/*
 * grow.h - how the cost of a call grows with the size of what it works on.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef BENCH_GROW_H
#define BENCH_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GROW_SIZES_MAX 8

/* A task of one size after the other. */
struct grow {
  const char *task;             /* "walk" */
  const char *unit;             /* what is counted: "record" */
  size_t sizes[GROW_SIZES_MAX]; /* ended by 0 */
  void *(*make)(size_t n);      /* what the task works on */
  /* Does it so many times; returns how many went well. */
  size_t (*run)(void *made, size_t times);
  void (*end)(void *made);
};

/* What a size costs. */
struct grown {
  size_t size;
  double ns;             /* a call: the median of rounds */
  uint64_t instructions; /* a call, counted by callgrind; 0: not counted */
};

/* The tasks, ended by one without a name. */
extern const struct grow grows[];

/* Measures all sizes; returns how many. With `self`, the path of this program,
 * counts instructions too, as the difference between doing it twice and once:
 * exact, and the same in each run. */
size_t grow_measure(struct grown grown[GROW_SIZES_MAX], const struct grow *grow,
                    const char *self);

/* Does a task "TASK:SIZE:TIMES" and nothing else: what callgrind counts. */
void grow_once(const char *what);

#endif
