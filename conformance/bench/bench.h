/*
 * bench.h - what the benchmarks share.
 *
 * A task is done by several contestants on the same record. All of a task run
 * in turn, round after round, so that what slows the machine for a while slows
 * all of them; the figure of each is its median round.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snarp/base.h"

#define BENCH_TYPE_NAPTR 35
#define BENCH_TYPE_SRV 33

/* How many lines the zone text of a sample has. */
#define BENCH_ZONE_LINES 256

/* A record that is measured. */
struct sample_text {
  const char *name;
  const char *tasks; /* those it is for: "naptr_*" */
  uint16_t type;
  const char *text; /* the RDATA, as in a zone file */
};

/* All of them, ended by one without a name. */
extern const struct sample_text sample_texts[];

/* One record in all the forms that a contestant may ask for; all of them are
 * made by libsnarp from the text. Texts have a zero behind them.
 */
struct sample {
  const char *name;
  uint16_t type;
  const char *text;          /* the RDATA, as in a zone file */
  struct snarp_view rdata;   /* the same on the wire */
  struct snarp_view record;  /* owner ".", type, class, TTL, length, RDATA */
  struct snarp_view message; /* that record behind a header and a question */
  char *line;                /* ". NAPTR " and the text */
  char *zone;                /* BENCH_ZONE_LINES such lines, the later ones
                                without an owner */
};

/* The samples; end the process where one is not what libsnarp reads. */
struct sample sample_make(const struct sample_text *of);
void sample_free(struct sample *sample);

/*
 * A contestant does its task `n` times, the cheapest complete way that its
 * library has, all memory given back, and returns how many times it went well.
 */
struct contestant {
  const char *task; /* "naptr_read" */
  const char *name; /* "ldns" */
  const char *call; /* "ldns_wire2rr" */
  size_t (*run)(const struct sample *sample, size_t n);
  double wanted; /* how many times as long as libsnarp's first call it should
                    take at least; 0 where nothing is wanted */
};

/* The contestants of a library, ended by one without a task. */
extern const struct contestant contestants_snarp[];
extern const struct contestant contestants_ldns[];
extern const struct contestant contestants_cares[];
extern const struct contestant contestants_knot[];

/* Nanoseconds of a clock that only goes forward. */
uint64_t bench_now(void);

/* Keeps the compiler from leaving out what `memory` is the result of, and from
 * knowing what it holds.
 */
static inline void bench_use(const void *memory) {
  __asm__ volatile("" : : "r"(memory) : "memory");
}

/* One line to standard error, and exit status 2. */
void bench_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
