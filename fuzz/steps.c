/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "steps.h"

#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

struct change {
  const struct steps_form *form;
  uint8_t *data;
  size_t n; /* steps */
  size_t max;
  struct snarp_rng rng;
};

size_t steps_below(const struct snarp_rng *rng, size_t bound) {
  return (size_t)rng->below(rng->ctx, bound);
}

static size_t below(const struct change *change, size_t bound) {
  return steps_below(&change->rng, bound);
}

static uint8_t *step_at(const struct change *change, size_t i) {
  return change->data + change->form->head + i * change->form->step;
}

/* Room for n steps at `at`; how many of them there is room for. */
static size_t open_gap(struct change *change, size_t at, size_t n) {
  size_t size = change->form->step;

  if (n > change->max - change->n) {
    n = change->max - change->n;
  }
  memmove(step_at(change, at + n), step_at(change, at),
          (change->n - at) * size);
  change->n += n;
  return n;
}

static void insert_steps(struct change *change) {
  size_t at = below(change, change->n + 1);
  size_t n = open_gap(change, at, 1 + below(change, 4));

  for (size_t i = 0; i < n; i++) {
    change->form->fill(step_at(change, at + i), &change->rng);
  }
}

/* Some steps once more, at the end. */
static void copy_steps(struct change *change) {
  size_t from = below(change, change->n);
  size_t most = change->n - from;
  size_t to = change->n;
  size_t n = open_gap(change, to, 1 + below(change, most < 8 ? most : 8));

  memcpy(step_at(change, to), step_at(change, from), n * change->form->step);
}

static void remove_steps(struct change *change) {
  size_t at = below(change, change->n);
  size_t n = 1 + below(change, 3);

  if (n > change->n - at) {
    n = change->n - at;
  }
  memmove(step_at(change, at), step_at(change, at + n),
          (change->n - at - n) * change->form->step);
  change->n -= n;
}

static void swap_steps(struct change *change) {
  uint8_t *one = step_at(change, below(change, change->n));
  uint8_t *other = step_at(change, below(change, change->n));

  for (size_t i = 0; i < change->form->step; i++) {
    uint8_t octet = one[i];
    one[i] = other[i];
    other[i] = octet;
  }
}

static void change_octet(struct change *change, uint8_t *octets, size_t size) {
  uint8_t *octet = &octets[below(change, size)];

  switch (below(change, 3)) {
  case 0:
    *octet = (uint8_t)below(change, 256);
    return;
  case 1:
    *octet = (uint8_t)(*octet ^ 1u << below(change, 8));
    return;
  default:
    *octet = (uint8_t)(*octet + (below(change, 2) == 0 ? 1 : 255));
  }
}

static void change_one(struct change *change) {
  const struct steps_form *form = change->form;
  size_t what = below(change, 10);

  if (what == 0) {
    change_octet(change, change->data, form->head);
  } else if (what <= 3 || change->n == 0) {
    insert_steps(change);
  } else if (what == 4) {
    copy_steps(change);
  } else if (what == 5) {
    remove_steps(change);
  } else if (what == 6) {
    swap_steps(change);
  } else {
    change_octet(change, step_at(change, below(change, change->n)), form->step);
  }
}

size_t steps_mutate(const struct steps_form *form, uint8_t *data, size_t size,
                    size_t max_size, unsigned seed) {
  struct snarp_seed state;
  struct change change = {
      .form = form, .data = data, .rng = snarp_rng_from_seed(&state, seed)};

  if (max_size < form->head || below(&change, 16) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  if (size < form->head) {
    memset(data + size, 0, form->head - size);
    size = form->head;
  }
  change.n = (size - form->head) / form->step;
  change.max = (max_size - form->head) / form->step;
  if (change.max > form->max) {
    change.max = form->max;
  }
  if (change.n > change.max) {
    change.n = change.max;
  }
  for (size_t i = below(&change, 3) + 1; i > 0; i--) {
    change_one(&change);
  }
  return form->head + change.n * form->step;
}
