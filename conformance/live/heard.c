/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "heard.h"

#include <string.h>

/* The words of a line that are looked at. */
#define WORDS 64

static const struct snarp_view none = {NULL, 0};
static const struct snarp_view by_default = {(const uint8_t *)"default", 7};

static bool ends_word(uint8_t c) {
  return c <= ' ' || c == 0x7f || (c < 0x80 && strchr(",;=\"'(){}<>", c));
}

static size_t cut_words(struct snarp_view *words, struct snarp_view line) {
  size_t n = 0;

  for (size_t at = 0; at < line.len && n < WORDS;) {
    size_t from = at;

    while (at < line.len && !ends_word(line.base[at])) {
      at++;
    }
    if (at > from) {
      words[n++] = (struct snarp_view){line.base + from, at - from};
    }
    at++;
  }
  return n;
}

static bool read_port(uint16_t *port, struct snarp_view word) {
  unsigned value = 0;

  if (word.len == 0 || word.len > 5) {
    return false;
  }
  for (size_t i = 0; i < word.len; i++) {
    if (word.base[i] < '0' || word.base[i] > '9') {
      return false;
    }
    value = value * 10 + (unsigned)(word.base[i] - '0');
  }
  *port = (uint16_t)value;
  return value <= 65535;
}

static uint8_t lower(uint8_t c) {
  return c >= 'A' && c <= 'Z' ? (uint8_t)(c | 0x20) : c;
}

static bool same(struct snarp_view a, struct snarp_view b) {
  if (a.len != b.len) {
    return false;
  }
  for (size_t i = 0; i < a.len; i++) {
    if (lower(a.base[i]) != lower(b.base[i])) {
      return false;
    }
  }
  return true;
}

static struct snarp_view find_protocol(struct snarp_view word,
                                       const struct snarp_view *protocols,
                                       size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (same(word, protocols[i])) {
      return protocols[i];
    }
  }
  return none;
}

static bool has(struct snarp_view word, uint8_t c) {
  return word.len > 0 && memchr(word.base, c, word.len) != NULL;
}

/* A name with a dot in it or an address, without a port. */
static bool is_host(struct snarp_view word) {
  return has(word, '.') && !has(word, ':') && !has(word, '/');
}

/* A version or an amount is no name. */
static bool is_name(struct snarp_view word) {
  for (size_t i = 0; i < word.len; i++) {
    uint8_t c = lower(word.base[i]);

    if (c >= 'a' && c <= 'z') {
      return is_host(word);
    }
  }
  return false;
}

static struct snarp_view behind(struct snarp_view word, size_t n) {
  return (struct snarp_view){word.base + n, word.len - n};
}

/* Where "://" begins, or 0. */
static size_t scheme_len(struct snarp_view word) {
  for (size_t i = 1; i + 2 < word.len; i++) {
    if (memcmp(word.base + i, "://", 3) == 0) {
      return i;
    }
  }
  return 0;
}

/* HOST:PORT, and [ADDR]:PORT without its brackets. */
static bool read_pair(struct heard *heard, struct snarp_view word) {
  size_t colon = word.len;
  struct snarp_view host;

  while (colon > 0 && word.base[colon - 1] != ':') {
    colon--;
  }
  if (colon < 2 || !read_port(&heard->port, behind(word, colon))) {
    return false;
  }
  host = (struct snarp_view){word.base, colon - 1};
  if (host.base[0] == '[' && host.base[host.len - 1] == ']') {
    host = (struct snarp_view){host.base + 1, host.len - 2};
  } else if (!is_host(host)) {
    return false;
  }
  heard->host = host;
  heard->has_port = true;
  return true;
}

/* A word that says it all. */
static bool read_whole(struct heard *heard, struct snarp_view word,
                       const struct snarp_view *protocols, size_t n) {
  size_t scheme = scheme_len(word);
  struct snarp_view rest = scheme > 0 ? behind(word, scheme + 3) : word;

  while (rest.len > 0 && rest.base[rest.len - 1] == '/') {
    rest.len--;
  }
  if (!read_pair(heard, rest)) {
    return false;
  }
  if (scheme > 0) {
    heard->protocol =
        find_protocol((struct snarp_view){word.base, scheme}, protocols, n);
  }
  return true;
}

static bool read_target(struct heard *heard, const struct snarp_view *words,
                        size_t n_words, const struct snarp_view *protocols,
                        size_t n) {
  for (size_t i = 0; i < n_words; i++) {
    if (read_whole(heard, words[i], protocols, n)) {
      return true;
    }
    if (i + 1 < n_words && is_host(words[i]) &&
        find_protocol(words[i], protocols, n).len == 0) {
      heard->has_port = read_port(&heard->port, words[i + 1]);
      heard->host = words[i];
      if (heard->has_port || same(words[i + 1], by_default)) {
        return true;
      }
    }
  }
  return false;
}

bool heard_line(struct heard *heard, struct snarp_view line,
                const struct snarp_view *protocols, size_t n) {
  struct snarp_view words[WORDS];
  struct snarp_view alone = none;
  size_t n_words = cut_words(words, line);
  size_t others = 0;

  memset(heard, 0, sizeof *heard);
  for (size_t i = 0; i < n_words; i++) {
    struct snarp_view protocol = find_protocol(words[i], protocols, n);

    if (protocol.len > 0) {
      heard->protocol = protocol;
    } else {
      alone = words[i];
      others++;
    }
  }
  if (read_target(heard, words, n_words, protocols, n)) {
    return true;
  }
  heard->host = alone;
  return others == 1 && is_name(alone);
}
