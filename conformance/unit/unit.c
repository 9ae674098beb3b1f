/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 8192, UNWRITTEN = 0xa5, SHOWN = 48 };

static void *kept[KEPT_MAX];
static size_t n_kept;

/* An address with `len` octets behind it and nothing after them. */
static uint8_t *keep(size_t len) {
  uint8_t *base = malloc(len == 0 ? 1 : len);

  if (base == NULL || n_kept == KEPT_MAX) {
    fprintf(stderr, "unit: no memory for %zu octets\n", len);
    abort();
  }
  kept[n_kept++] = base;
  return len == 0 ? base + 1 : base;
}

void unit_free(void) {
  while (n_kept > 0) {
    free(kept[--n_kept]);
  }
}

struct snarp_view view_of(const void *octets, size_t len) {
  uint8_t *base = keep(len);

  if (len > 0) {
    memcpy(base, octets, len);
  }
  return (struct snarp_view){base, len};
}

static int digit(char c) {
  const char *digits = "0123456789abcdef";
  const char *at = c == '\0' ? NULL : strchr(digits, c);

  return at == NULL ? -1 : (int)(at - digits);
}

struct snarp_view hex(const char *digits) {
  size_t max = strlen(digits) / 2;
  uint8_t *octets = malloc(max + 1);
  size_t n = 0;

  while (octets != NULL && *digits != '\0') {
    if (*digits == ' ') {
      digits++;
      continue;
    }
    if (digit(digits[0]) < 0 || digit(digits[1]) < 0) {
      fprintf(stderr, "unit: not hexadecimal: %s\n", digits);
      abort();
    }
    octets[n++] = (uint8_t)(digit(digits[0]) * 16 + digit(digits[1]));
    digits += 2;
  }

  struct snarp_view view = view_of(octets, n);
  free(octets);
  return view;
}

struct snarp_view str(const char *string) {
  return view_of(string, strlen(string));
}

struct snarp_view fill(uint8_t octet, size_t len) {
  uint8_t *base = keep(len);

  memset(base, octet, len);
  return (struct snarp_view){base, len};
}

struct snarp_view join(const struct snarp_view *parts) {
  size_t len = 0;

  for (const struct snarp_view *part = parts; part->base != NULL; part++) {
    len += part->len;
  }

  uint8_t *base = keep(len);
  size_t at = 0;
  for (const struct snarp_view *part = parts; part->base != NULL; part++) {
    memcpy(base + at, part->base, part->len);
    at += part->len;
  }
  return (struct snarp_view){base, len};
}

struct snarp_buf room(size_t cap) {
  struct snarp_buf buf = {keep(cap), cap, 0};

  memset(buf.base, UNWRITTEN, cap);
  return buf;
}

struct snarp_view written(const struct snarp_buf *out) {
  size_t len = out->len < out->cap ? out->len : out->cap;

  return (struct snarp_view){out->base, len};
}

struct snarp_view head(struct snarp_view octets, size_t n) {
  return view_of(octets.base, n);
}

/* One assertion of CUnit; the message takes the place of the condition. */
static void judge(bool ok, const char *message, const char *file,
                  unsigned line) {
  CU_assertImplementation(ok, line, message, file, "", CU_FALSE);
}

void assert_status(const char *label, int got, int want, const char *file,
                   unsigned line) {
  char message[256];

  snprintf(message, sizeof message, "%.100s%sstatus %s, expected %s", label,
           *label == '\0' ? "" : ": ", snarp_status_word(got),
           snarp_status_word(want));
  judge(got == want, message, file, line);
}

void assert_number(long long got, long long want, const char *what,
                   const char *file, unsigned line) {
  char message[256];

  snprintf(message, sizeof message, "%.100s is %lld, expected %lld", what, got,
           want);
  judge(got == want, message, file, line);
}

static bool same(struct snarp_view a, struct snarp_view b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.base, b.base, a.len) == 0);
}

/* Octets as a string that fits: hexadecimal, or text with the rest as dots. */
static void show(char *out, size_t size, struct snarp_view octets, bool text) {
  size_t n = octets.len < SHOWN ? octets.len : SHOWN;
  size_t at = 0;

  out[0] = '\0';
  for (size_t i = 0; i < n && at + 8 < size; i++) {
    unsigned octet = octets.base[i];
    bool plain = octet >= 0x20 && octet < 0x7f;
    int wrote =
        text ? snprintf(out + at, size - at, "%c", plain ? (char)octet : '.')
             : snprintf(out + at, size - at, "%02x", octet);
    at += (size_t)wrote;
  }
  if (n < octets.len) {
    snprintf(out + at, size - at, "...");
  }
}

static void judge_octets(struct snarp_view got, struct snarp_view want,
                         bool text, const char *file, unsigned line) {
  char shown[2][2 * SHOWN + 16];
  char message[512];

  show(shown[0], sizeof shown[0], got, text);
  show(shown[1], sizeof shown[1], want, text);
  snprintf(message, sizeof message, "%zu octets [%s], expected %zu [%s]",
           got.len, shown[0], want.len, shown[1]);
  judge(same(got, want), message, file, line);
}

void assert_octets(struct snarp_view got, struct snarp_view want,
                   const char *file, unsigned line) {
  judge_octets(got, want, false, file, line);
}

void assert_text(struct snarp_view got, struct snarp_view want,
                 const char *file, unsigned line) {
  judge_octets(got, want, true, file, line);
}

static void assert_written_behind(unit_writer writer, const void *what,
                                  struct snarp_view want, const char *file,
                                  unsigned line) {
  struct snarp_buf out = room(want.len + 3);

  out.len = 3;
  assert_status("behind others", writer(&out, what), SNARP_OK, file, line);
  assert_octets(written(&out), JOIN(fill(UNWRITTEN, 3), want), file, line);
}

void assert_written(unit_writer writer, const void *what,
                    struct snarp_view want, const char *file, unsigned line) {
  for (size_t cap = 0; cap <= want.len + 1; cap++) {
    struct snarp_buf out = room(cap);
    size_t stored = cap < want.len ? cap : want.len;

    assert_status("writing", writer(&out, what), SNARP_OK, file, line);
    assert_number((long long)out.len, (long long)want.len, "out.len", file,
                  line);
    assert_octets(written(&out), head(want, stored), file, line);
  }
  assert_written_behind(writer, what, want, file, line);
}
