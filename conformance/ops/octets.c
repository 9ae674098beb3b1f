#include "ops/octets.h"

#include <stdlib.h>

#define WANT_HEX "expected a string of hexadecimal digits in pairs"
#define WANT_TEXT "expected a string of characters U+0000 to U+00FF"
#define WANT_SHORT "expected at most 65535 octets"
#define WANT_MEMORY "expected memory for it, there is none"

struct snarp_view snarp_octets_view(const struct snarp_octets *octets) {
  return (struct snarp_view){octets->base, octets->len};
}

static const char *reserve(struct snarp_octets *octets, size_t len) {
  *octets = (struct snarp_octets){0};
  if (len > SNARP_INPUT_MAX) {
    return WANT_SHORT;
  }
  if (len > 0) {
    octets->base = malloc(len);
    if (octets->base == NULL) {
      return WANT_MEMORY;
    }
  }
  octets->len = len;
  return NULL;
}

static const char *refuse(struct snarp_octets *octets, const char *why) {
  free(octets->base);
  *octets = (struct snarp_octets){0};
  return why;
}

static unsigned hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return (unsigned)(c - '0');
  }
  if (c >= 'a' && c <= 'f') {
    return (unsigned)(c - 'a') + 10;
  }
  if (c >= 'A' && c <= 'F') {
    return (unsigned)(c - 'A') + 10;
  }
  return 16;
}

const char *snarp_octets_from_hex(struct snarp_octets *octets,
                                  const json_t *value) {
  const char *hex = json_string_value(value);
  size_t n = json_string_length(value);

  *octets = (struct snarp_octets){0};
  if (hex == NULL || n % 2 != 0) {
    return WANT_HEX;
  }

  const char *why = reserve(octets, n / 2);
  if (why != NULL) {
    return why;
  }

  for (size_t i = 0; i < n / 2; i++) {
    unsigned high = hex_digit(hex[2 * i]);
    unsigned low = hex_digit(hex[2 * i + 1]);
    if (high > 15 || low > 15) {
      return refuse(octets, WANT_HEX);
    }
    octets->base[i] = (uint8_t)(high << 4 | low);
  }
  return NULL;
}

/* jansson has checked the UTF-8: a character up to U+00FF is one octet below
 * 0x80, or 0xc2 or 0xc3 and one more.
 */
static size_t count_characters(const char *text, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    count += ((unsigned char)text[i] & 0xc0) != 0x80;
  }
  return count;
}

const char *snarp_octets_from_text(struct snarp_octets *octets,
                                   const json_t *value) {
  const char *text = json_string_value(value);
  size_t n = json_string_length(value);

  *octets = (struct snarp_octets){0};
  if (text == NULL) {
    return WANT_TEXT;
  }

  const char *why = reserve(octets, count_characters(text, n));
  if (why != NULL) {
    return why;
  }

  size_t at = 0;
  for (size_t i = 0; i < octets->len; i++) {
    unsigned c = (unsigned char)text[at++];
    if (c > 0xc3) {
      return refuse(octets, WANT_TEXT);
    }
    if (c >= 0xc2) {
      c = (c & 3) << 6 | ((unsigned char)text[at++] & 0x3f);
    }
    octets->base[i] = (uint8_t)c;
  }
  return NULL;
}

static json_t *string_from(char *buf, const char *local, size_t len) {
  json_t *string = json_stringn_nocheck(buf, len);
  if (buf != local) {
    free(buf);
  }
  return string;
}

json_t *snarp_octets_to_hex(struct snarp_view octets) {
  static const char digits[] = "0123456789abcdef";
  char local[512];
  size_t len = 2 * octets.len;
  char *hex = len < sizeof local ? local : malloc(len + 1);

  if (hex == NULL) {
    return NULL;
  }
  for (size_t i = 0; i < octets.len; i++) {
    hex[2 * i] = digits[octets.base[i] >> 4];
    hex[2 * i + 1] = digits[octets.base[i] & 15];
  }
  hex[len] = 0;
  return string_from(hex, local, len);
}

json_t *snarp_octets_to_text(struct snarp_view octets) {
  char local[512];
  size_t cap = 2 * octets.len;
  size_t len = 0;
  char *text = cap < sizeof local ? local : malloc(cap + 1);

  if (text == NULL) {
    return NULL;
  }
  for (size_t i = 0; i < octets.len; i++) {
    unsigned c = octets.base[i];
    if (c >= 0x80) {
      text[len++] = (char)(0xc0 | c >> 6);
      c = 0x80 | (c & 0x3f);
    }
    text[len++] = (char)c;
  }
  text[len] = 0;
  return string_from(text, local, len);
}
