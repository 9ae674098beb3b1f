/* Parameters with a policy, in both dialects.
 *
 * The first octet has bits: 0 the dialect, 1 that the parameters behind it are
 * nested in another, 2 that behind it stand the fields of a policy instead,
 * each in 4 octets: kind, number, weight, priority, load, degradation, length
 * of the data.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "snarp/policy.h"

#include <string.h>

#include "fuzz.h"

enum { HEADER = 4, ALL_UP_TO = 64, FIELDS = 28 };

#define NOTES                                                                  \
  (SNARP_NOTE_RESERVED | SNARP_NOTE_PADDING | SNARP_NOTE_RLU_TYPE |            \
   SNARP_NOTE_POLICY_UNKNOWN)

static uint32_t number_at(const uint8_t *octets, size_t size) {
  uint32_t number = 0;

  for (size_t i = 0; i < size; i++) {
    number = number << 8 | octets[i];
  }
  return number;
}

static bool all_zero(const void *memory, size_t size) {
  const uint8_t *octets = memory;

  while (size > 0 && octets[size - 1] == 0) {
    size--;
  }
  return size == 0;
}

/* --- what the figures say */

static const struct figure {
  enum snarp_policy_kind kind;
  uint32_t numbers[2]; /* by dialect; 0: there is none */
  size_t values;
} figures[] = {
    {SNARP_POLICY_RR, {1, 1}, 0},          /* 3.1.4 */
    {SNARP_POLICY_WRR, {2, 2}, 1},         /* 3.2.4 */
    {SNARP_POLICY_RAND, {3, 3}, 0},        /* 3.3.4 */
    {SNARP_POLICY_WRAND, {4, 4}, 1},       /* 3.4.4 */
    {SNARP_POLICY_PRIO, {0, 5}, 1},        /* RFC 5356 4.5.4 */
    {SNARP_POLICY_LU, {5, 0x40000001}, 1}, /* 4.1.4 */
    {SNARP_POLICY_LUD, {6, 0x40000002}, 2},
    {SNARP_POLICY_PLU, {7, 0x40000003}, 2},
    {SNARP_POLICY_RLU, {9, 0x40000004}, 1},
};

static const struct figure *figure_of(enum snarp_dialect dialect,
                                      uint32_t number) {
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    if (number != 0 && figures[i].numbers[dialect] == number) {
      return &figures[i];
    }
  }
  return NULL;
}

static uint32_t *value_of(struct snarp_policy *policy) {
  switch (policy->kind) {
  case SNARP_POLICY_WRR:
  case SNARP_POLICY_WRAND:
    return &policy->weight;
  case SNARP_POLICY_PRIO:
    return &policy->priority;
  default:
    return &policy->load;
  }
}

/* One parameter as the figures have it. */
struct reading {
  struct snarp_policy policy;
  uint32_t notes;
  uint8_t *written; /* as it is to be written; to be freed */
};

/* The values, and what of the figure is reserved. */
static void take_values(struct reading *reading, const struct figure *figure) {
  struct snarp_policy *policy = &reading->policy;
  bool draft = policy->dialect == SNARP_DRAFT_01;
  uint8_t *at = reading->written + (draft ? 5 : 8);
  size_t size = draft ? 3 : 4;

  if (figure->values > 0) {
    *value_of(policy) = number_at(at, size);
  } else if (draft && !all_zero(at, 3)) {
    reading->notes |= SNARP_NOTE_RESERVED;
    memset(at, 0, 3);
  }
  if (figure->values > 1) {
    policy->degradation = number_at(at + 4, size);
    if (draft && at[3] != 0) {
      reading->notes |= SNARP_NOTE_RESERVED;
      at[3] = 0;
    }
  }
}

/* False where the octets are not one parameter with a policy. */
static bool read_figure(struct reading *reading, struct snarp_view octets,
                        enum snarp_dialect dialect) {
  bool draft = dialect == SNARP_DRAFT_01;
  uint8_t *at = reading->written;

  if (octets.len < 8 || octets.len > SNARP_INPUT_MAX) {
    return false;
  }

  uint32_t type = number_at(at, 2);
  size_t len = number_at(at + 2, 2);
  uint32_t number = draft ? at[4] : number_at(at + 4, 4);
  const struct figure *figure = figure_of(dialect, number);
  size_t more = figure == NULL ? 0 : figure->values;
  if (len < 8 || (len + 3) / 4 * 4 != octets.len || number == 0 ||
      (!draft && number == 0x40000000)) {
    return false;
  }
  if (type == 7 && draft && number == 9) {
    reading->notes |= SNARP_NOTE_RLU_TYPE;
    at[1] = 6;
  } else if (type != (draft ? 6 : 8)) {
    return false;
  }

  reading->policy.dialect = dialect;
  reading->policy.number = number;
  if (figure == NULL) {
    reading->notes |= SNARP_NOTE_POLICY_UNKNOWN;
    reading->policy.data.base = octets.base + (draft ? 5 : 8);
    reading->policy.data.len = len - (draft ? 5 : 8);
  } else if (len != 8 + 4 * (draft && more > 0 ? more - 1 : more)) {
    return false;
  } else {
    reading->policy.kind = figure->kind;
    take_values(reading, figure);
  }
  if (!all_zero(at + len, octets.len - len)) {
    reading->notes |= SNARP_NOTE_PADDING;
    memset(at + len, 0, octets.len - len);
  }
  return true;
}

static bool same_policy(const struct snarp_policy *a,
                        const struct snarp_policy *b) {
  return a->dialect == b->dialect && a->kind == b->kind &&
         a->number == b->number && a->weight == b->weight &&
         a->priority == b->priority && a->load == b->load &&
         a->degradation == b->degradation && fuzz_equal(a->data, b->data);
}

/* --- writing */

static int write_policy(struct snarp_buf *out, const void *what) {
  return snarp_policy_write(out, what, NULL);
}

static int write_parameter(struct snarp_buf *out, const void *what) {
  const struct snarp_parameter *parameter = what;

  return snarp_parameter_write(out, parameter->type, parameter->value, NULL);
}

/* Writes behind one octet into a block of exactly `cap` more; what fits must be
 * the beginning of the whole. */
static void prove_cap(int (*write)(struct snarp_buf *, const void *),
                      const void *what, struct snarp_view whole, size_t cap) {
  uint8_t *base = fuzz_block(cap + 1);
  struct snarp_buf out = {base, cap + 1, 1};

  base[0] = 0xa5;
  FUZZ_HOLDS(write(&out, what) == 0);
  FUZZ_HOLDS(out.base == base && out.cap == cap + 1);
  FUZZ_HOLDS(out.len == whole.len + 1 && base[0] == 0xa5);
  FUZZ_HOLDS(memcmp(base + 1, whole.base, cap < whole.len ? cap : whole.len) ==
             0);
  fuzz_release(base);
}

/* Every capacity where there are few. */
static void prove_written(int (*write)(struct snarp_buf *, const void *),
                          const void *what, struct snarp_view whole) {
  size_t step = whole.len <= ALL_UP_TO ? 1 : whole.len / 4 + 1;

  FUZZ_HOLDS(whole.len > 0);
  for (size_t cap = 0; cap < whole.len; cap += step) {
    prove_cap(write, what, whole, cap);
  }
  prove_cap(write, what, whole, whole.len - 1);
  prove_cap(write, what, whole, whole.len);
  prove_cap(write, what, whole, whole.len + 1);
}

/* --- reading */

static bool is_refusal(int status) {
  return status == SNARP_ERR_INPUT_LONG || status == SNARP_ERR_POLICY_INVALID ||
         (status <= SNARP_ERR_PARAMETER_SHORT &&
          status >= SNARP_ERR_POLICY_LONG);
}

/* Reads, and proves what holds for each call. */
static int read_policy(struct snarp_policy *policy, uint32_t *notes,
                       struct snarp_view octets, enum snarp_dialect dialect) {
  struct snarp_diag diag;
  struct snarp_policy again;

  fuzz_spoil(policy, sizeof *policy);
  fuzz_spoil(&diag, sizeof diag);
  int rv = snarp_policy_read(policy, octets, dialect, &diag);
  fuzz_defined(policy, sizeof *policy);
  fuzz_defined(&diag.off, sizeof diag.off);
  fuzz_defined(&diag.notes, sizeof diag.notes);
  FUZZ_HOLDS(rv == 0 || is_refusal(rv));
  FUZZ_HOLDS(rv == 0 || (all_zero(policy, sizeof *policy) && diag.notes == 0));
  FUZZ_HOLDS(diag.off <= octets.len);
  FUZZ_HOLDS(rv != 0 || diag.off == octets.len);
  FUZZ_HOLDS((diag.notes & ~(uint32_t)NOTES) == 0);
  FUZZ_HOLDS(snarp_policy_read(&again, octets, dialect, NULL) == rv);
  *notes = diag.notes;
  return rv;
}

static void prove_check(const struct snarp_policy *policy) {
  bool used = policy->kind != SNARP_POLICY_OPAQUE ||
              (policy->dialect == SNARP_RFC_5356 && policy->number >> 31 == 1);

  FUZZ_HOLDS(snarp_policy_check(policy, NULL) ==
             (used ? 0 : SNARP_ERR_POLICY_UNSUPPORTED));
}

/* No part of a parameter is one, nor is it one with more behind it. */
static void prove_length(struct snarp_view octets, enum snarp_dialect dialect) {
  size_t step = octets.len <= ALL_UP_TO ? 1 : octets.len / 8;
  struct snarp_policy policy;
  uint32_t notes;

  for (size_t len = 0; len < octets.len; len += step) {
    struct snarp_view part = fuzz_exact(octets.base, len);
    FUZZ_HOLDS(read_policy(&policy, &notes, part, dialect) < 0);
    fuzz_release(part.base);
  }

  uint8_t *longer = fuzz_block(octets.len + 1);
  struct snarp_view more = {longer, octets.len + 1};
  memcpy(longer, octets.base, octets.len);
  longer[octets.len] = 0;
  FUZZ_HOLDS(read_policy(&policy, &notes, more, dialect) ==
             SNARP_ERR_PARAMETER_TRAILING);
  fuzz_release(longer);
}

/* True where the octets are a policy. */
static bool prove_policy(struct snarp_view octets, enum snarp_dialect dialect) {
  struct reading reading = {.written = NULL};
  struct snarp_view copy = fuzz_exact(octets.base, octets.len);
  struct snarp_policy policy;
  uint32_t notes;

  reading.written = (uint8_t *)copy.base;
  bool is_policy = read_figure(&reading, octets, dialect);
  int rv = read_policy(&policy, &notes, octets, dialect);
  FUZZ_HOLDS(is_policy == (rv == 0));
  if (is_policy) {
    FUZZ_HOLDS(notes == reading.notes);
    FUZZ_HOLDS(same_policy(&policy, &reading.policy));
    FUZZ_HOLDS(policy.data.base == reading.policy.data.base);
    prove_written(write_policy, &policy, copy);
    prove_check(&policy);
    prove_length(octets, dialect);
  }
  fuzz_release(reading.written);
  return is_policy;
}

/* --- sequences */

/* What the next parameter comes to (RFC 5354 3): a status, and where the one
 * behind it begins. */
static int step_over(size_t *next, struct snarp_view octets, size_t off,
                     bool nested) {
  size_t left = octets.len - off;

  if (octets.len > SNARP_INPUT_MAX) {
    return SNARP_ERR_INPUT_LONG;
  }
  if (left < HEADER) {
    return left == 0 ? SNARP_END : SNARP_ERR_PARAMETER_SHORT;
  }

  size_t len = number_at(octets.base + off + 2, 2);
  size_t padded = (len + 3) / 4 * 4;
  if (len < HEADER) {
    return SNARP_ERR_PARAMETER_LENGTH;
  }
  if (len > left) {
    return SNARP_ERR_PARAMETER_OVERRUN;
  }
  if (nested && len == left) {
    padded = len;
  }
  *next = off + padded;
  return padded > left ? SNARP_ERR_PARAMETER_PADDING : 0;
}

static void prove_action(uint16_t type) {
  enum snarp_parameter_action action = snarp_parameter_action(type);

  FUZZ_HOLDS((action == SNARP_PARAMETER_SKIP ||
              action == SNARP_PARAMETER_SKIP_REPORT) == (type >= 0x8000));
  FUZZ_HOLDS((action == SNARP_PARAMETER_STOP_REPORT ||
              action == SNARP_PARAMETER_SKIP_REPORT) == ((type & 0x4000) != 0));
}

/* Written again it is what it was, with padding of zeros; alone it is the
 * policy that it is in the sequence. */
static void prove_parameter(const struct snarp_parameter *parameter,
                            enum snarp_dialect dialect) {
  size_t len = parameter->whole.len;
  size_t padded = (len + 3) / 4 * 4;
  uint8_t *octets = fuzz_block(padded);
  struct snarp_view alone = {octets, padded};
  struct snarp_policy policy;
  struct snarp_policy again;

  memset(octets + len, 0, padded - len);
  memcpy(octets, parameter->whole.base, len);
  if (alone.len <= SNARP_INPUT_MAX) {
    prove_written(write_parameter, parameter, alone);
    int rv = snarp_policy_read(&policy, alone, dialect, NULL);
    FUZZ_HOLDS(snarp_policy_read_in(&again, parameter, dialect, NULL) == rv);
    FUZZ_HOLDS(same_policy(&policy, &again));
  }
  fuzz_release(octets);
}

static void prove_sequence(struct snarp_view octets, bool nested,
                           enum snarp_dialect dialect) {
  struct snarp_parameters sequence = {octets, 0, nested};
  struct snarp_parameter parameter;
  struct snarp_diag diag;
  size_t next = 0;
  int rv;

  do {
    size_t off = sequence.off;
    const uint8_t *at = octets.base + off;

    fuzz_spoil(&parameter, sizeof parameter);
    rv = snarp_parameter_next(&parameter, &sequence, &diag);
    fuzz_defined(&parameter, sizeof parameter);
    FUZZ_HOLDS(rv == step_over(&next, octets, off, nested));
    FUZZ_HOLDS(diag.off <= octets.len);
    if (rv != 0) {
      FUZZ_HOLDS(parameter.type == 0 && parameter.value.base == NULL &&
                 parameter.value.len == 0 && parameter.whole.base == NULL &&
                 parameter.whole.len == 0);
      FUZZ_HOLDS(sequence.off == off && diag.notes == 0);
      break;
    }

    size_t len = number_at(at + 2, 2);
    FUZZ_HOLDS(sequence.off == next && diag.off == next);
    FUZZ_HOLDS(diag.notes == (all_zero(at + len, next - off - len)
                                  ? 0
                                  : (uint32_t)SNARP_NOTE_PADDING));
    FUZZ_HOLDS(parameter.whole.base == at && parameter.whole.len == len);
    FUZZ_HOLDS(parameter.value.base == at + HEADER &&
               parameter.value.len == len - HEADER);
    FUZZ_HOLDS(parameter.type == number_at(at, 2));
    prove_action(parameter.type);
    prove_parameter(&parameter, dialect);
    prove_policy((struct snarp_view){at, next - off}, dialect);
  } while (rv == 0);
}

/* --- policies that nobody read */

/* What the dialect can express, by the order in which policy.h lists it. */
static int expressible(const struct snarp_policy *policy) {
  bool draft = policy->dialect == SNARP_DRAFT_01;
  uint32_t most = draft ? 0xffffff : UINT32_MAX;
  struct snarp_policy copy = *policy;
  const struct figure *figure = figures;

  if (policy->kind == SNARP_POLICY_OPAQUE) {
    if (draft && policy->number > 255) {
      return SNARP_ERR_VALUE_RANGE;
    }
    if (policy->number == 0 || (!draft && policy->number == 0x40000000)) {
      return SNARP_ERR_POLICY_INVALID;
    }
    if (figure_of(policy->dialect, policy->number) != NULL) {
      return SNARP_ERR_POLICY_NUMBER;
    }
    if (draft && policy->data.len < 3) {
      return SNARP_ERR_POLICY_SHORT;
    }
    return policy->data.len + (draft ? 5 : 8) > SNARP_PARAMETER_MAX
               ? SNARP_ERR_INPUT_LONG
               : 0;
  }

  while (figure->kind != policy->kind) {
    figure++;
  }
  if (figure->numbers[policy->dialect] == 0) {
    return SNARP_ERR_POLICY_DIALECT;
  }
  return (figure->values > 0 && *value_of(&copy) > most) ||
                 (figure->values > 1 && policy->degradation > most)
             ? SNARP_ERR_VALUE_RANGE
             : 0;
}

/* Those values that the kind has, and its number. */
static struct snarp_policy only_own(const struct snarp_policy *policy) {
  struct snarp_policy from = *policy;
  struct snarp_policy own = {.dialect = policy->dialect, .kind = policy->kind};
  const struct figure *figure = figures;

  if (policy->kind == SNARP_POLICY_OPAQUE) {
    own.number = policy->number;
    own.data = policy->data;
    return own;
  }
  while (figure->kind != policy->kind) {
    figure++;
  }
  own.number = figure->numbers[policy->dialect];
  if (figure->values > 0) {
    *value_of(&own) = *value_of(&from);
  }
  if (figure->values > 1) {
    own.degradation = policy->degradation;
  }
  return own;
}

static void prove_written_back(const struct snarp_policy *policy) {
  struct snarp_policy own = only_own(policy);
  struct snarp_buf out = {NULL, 0, 0};
  struct snarp_policy back;
  uint32_t notes;

  FUZZ_HOLDS(snarp_policy_write(&out, policy, NULL) == 0);
  out.base = fuzz_block(out.len);
  out.cap = out.len;
  out.len = 0;
  FUZZ_HOLDS(snarp_policy_write(&out, policy, NULL) == 0);
  FUZZ_HOLDS(out.len == out.cap && out.len <= SNARP_PARAMETER_MAX);

  struct snarp_view written = {out.base, out.len};
  FUZZ_HOLDS(read_policy(&back, &notes, written, policy->dialect) == 0);
  FUZZ_HOLDS((notes & ~(uint32_t)SNARP_NOTE_POLICY_UNKNOWN) == 0);
  FUZZ_HOLDS(same_policy(&own, &back));
  prove_policy(written, policy->dialect);
  prove_check(policy);
  fuzz_release(out.base);
}

static void prove_fields(const uint8_t *at, enum snarp_dialect dialect) {
  static const uint8_t data[SNARP_INPUT_MAX + 8] = {1, 2, 3};
  size_t len = number_at(at + 24, 4) % sizeof data;
  struct snarp_policy policy = {
      .dialect = dialect,
      .kind = (enum snarp_policy_kind)(at[3] % (SNARP_POLICY_RLU + 1)),
      .number = number_at(at + 4, 4),
      .weight = number_at(at + 8, 4),
      .priority = number_at(at + 12, 4),
      .load = number_at(at + 16, 4),
      .degradation = number_at(at + 20, 4),
      .data = {data, len}};
  uint8_t nothing = 0xa5;
  struct snarp_buf out = {&nothing, 1, 0};
  int rv = expressible(&policy);

  if (rv == 0) {
    prove_written_back(&policy);
    return;
  }
  FUZZ_HOLDS(snarp_policy_check(&policy, NULL) == rv);
  FUZZ_HOLDS(snarp_policy_write(&out, &policy, NULL) == rv);
  FUZZ_HOLDS(out.base == &nothing && out.cap == 1 && out.len == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) {
    return 0;
  }

  enum snarp_dialect dialect =
      data[0] % 2 == 0 ? SNARP_DRAFT_01 : SNARP_RFC_5356;
  struct snarp_view octets = fuzz_exact(data + 1, size - 1);
  if ((data[0] & 4) == 0) {
    prove_policy(octets, dialect);
    prove_sequence(octets, (data[0] & 2) != 0, dialect);
  } else if (octets.len >= FIELDS) {
    prove_fields(octets.base, dialect);
  }
  fuzz_release(octets.base);
  return 0;
}
