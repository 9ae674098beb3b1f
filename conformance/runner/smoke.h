/*
 * runner/smoke.h - what every adapter must get right before it is believed.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_SMOKE_H
#define SNARP_RUNNER_SMOKE_H

#include "answer.h"
#include "arena.h"
#include "session.h"

/* An echo, and two or three vectors for each op. */
#define SMOKE_MAX (1 + 3 * OPS)

struct smoke {
  struct arena arena;
  json_t *kept; /* what the arena views */
  struct task tasks[SMOKE_MAX];
  struct finding findings[SMOKE_MAX];
  size_t n;
};

/* Makes the tasks for what the hello claims. */
void smoke_build(struct smoke *smoke, const struct hello *hello);

/* Null where all went as it must, else a new line that says what did not. */
char *smoke_fault(const struct smoke *smoke);

/* Forgets the findings, to ask once more. */
void smoke_again(struct smoke *smoke);

void smoke_free(struct smoke *smoke);

#endif
