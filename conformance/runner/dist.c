/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "dist.h"

static const char *read_number(uint32_t *number, const char *text) {
  uint64_t value = 0;
  const char *at = text;

  while (*at >= '0' && *at <= '9' && value <= UINT32_MAX) {
    value = 10 * value + (uint64_t)(*at++ - '0');
  }
  *number = (uint32_t)value;
  return at > text && value <= UINT32_MAX ? at : "?";
}

bool fraction_read(struct fraction *fraction, const char *text) {
  const char *rest = read_number(&fraction->part, text);

  if (*rest != '/') {
    return false;
  }
  rest = read_number(&fraction->of, rest + 1);
  return *rest == '\0' && fraction->of > 0 && fraction->part <= fraction->of;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b > 0) {
    uint64_t rest = a % b;

    a = b;
    b = rest;
  }
  return a;
}

bool fractions_whole(const struct fraction *fractions, size_t n) {
  uint64_t part = 0;
  uint64_t of = 1;

  for (size_t i = 0; i < n; i++) {
    uint64_t times = fractions[i].of / common_divisor(of, fractions[i].of);

    if (of * times > UINT32_MAX) {
      return false;
    }
    part *= times;
    of *= times;
    part += fractions[i].part * (of / fractions[i].of);
    if (part > of) {
      return false;
    }
  }
  return part == of;
}

/* The count is binomial: its mean is runs * p, its variance mean * (1 - p).
 * Both sides are multiplied by the square of the denominator. */
bool fraction_fits(struct fraction fraction, uint64_t count, uint64_t runs) {
  uint64_t mean = runs * fraction.part;
  uint64_t found = count * fraction.of;
  uint64_t away = found > mean ? found - mean : mean - found;

  return count <= runs && away * away <= (uint64_t)DIST_SIGMA * DIST_SIGMA *
                                             mean *
                                             (fraction.of - fraction.part);
}
