/*
 * snarp/base.h - what every part of libsnarp shares.
 *
 * libsnarp is freestanding: it allocates nothing, does no input or output and
 * keeps no state. Every function is total: any octets may be given to it, and
 * it ends in time linear in their count.
 *
 * The verbs: read and write are the wire form, scan and print the text form;
 * check, compare and canonical work on what was read. The destination is the
 * first parameter, the diagnostics the last.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_BASE_H
#define SNARP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest input of any function: what a 16-bit RDLENGTH can count, and
 * what a DNS message over TCP can hold. Longer input is SNARP_ERR_INPUT_LONG.
 */
#define SNARP_INPUT_MAX 65535

/* The longest character-string (RFC 1035 3.3) and label (2.3.4), without
 * their length octets, and the longest domain name, root included (2.3.4).
 */
#define SNARP_STRING_MAX 255
#define SNARP_LABEL_MAX 63
#define SNARP_NAME_MAX 255

/*
 * Statuses: 0 done, positive news, negative failure. -1xx: the caller's side;
 * -2xx: the input cannot be decoded; -3xx: it can be, but its text forbids it.
 * On a failure the destination is all zero, an output buffer is as it was,
 * and nothing else has changed.
 */
enum snarp_status {
#define X(name, value, word, text, cite) SNARP_##name = (value),
#include "snarp/status.def"
#undef X
};

/* The word that vectors and adapters use for a status ("string-overrun"), its
 * meaning in one line, and the section it follows. Static strings; for a
 * number that is no status all three are "unknown".
 */
const char *snarp_status_word(int status);
const char *snarp_status_text(int status);
const char *snarp_status_cite(int status);

/* Octets that belong to someone else. base may be null where len is 0. */
struct snarp_view {
  const uint8_t *base;
  size_t len; /* octets */
};

/*
 * Where output goes. Writers append at len. What does not fit is counted and
 * not stored, so that len may pass cap: give cap 0 to ask for a size. Output
 * is complete where len <= cap. Octets between len and cap may be scribbled
 * on by a call that fails.
 */
struct snarp_buf {
  uint8_t *base;
  size_t cap; /* octets of room at base */
  size_t len; /* octets written or asked for so far */
};

/* Readings of unclear text that were needed, and SHOULDs that the input does
 * not follow. They never make a call fail.
 */
enum snarp_note {
  /* the name was compressed, which its sender must not do; RFC 3597 4 asks
   * the receiver to read it all the same */
  SNARP_NOTE_COMPRESSED = 1 << 0,
  /* a pointer led into the record's own RDATA */
  SNARP_NOTE_POINTER_RDATA = 1 << 1,
  /* octets follow the last record of the message */
  SNARP_NOTE_MESSAGE_TRAILING = 1 << 2,
  /* a TTL had its top bit set and was read as 0 (RFC 2181 8) */
  SNARP_NOTE_TTL_NEGATIVE = 1 << 3,
  /* a string stood without quotes (RFC 3403 4.3 quotes all three) */
  SNARP_NOTE_UNQUOTED = 1 << 4,
  /* an octet outside printable ASCII stood in the text unescaped */
  SNARP_NOTE_RAW_OCTET = 1 << 5,
  /* a parenthesis was opened inside another */
  SNARP_NOTE_PAREN_NESTED = 1 << 6,
  /* the RDATA was written in the form of RFC 3597 5 */
  SNARP_NOTE_GENERIC = 1 << 7,
  /* FLAGS holds more than one flag */
  SNARP_NOTE_FLAGS_MANY = 1 << 8,
  /* neither REGEXP nor REPLACEMENT has a value */
  SNARP_NOTE_NO_REWRITE = 1 << 9,
  /* the target is the root: the service is not available (RFC 2782) */
  SNARP_NOTE_NO_SERVICE = 1 << 10,
  /* a service field lists protocols without a service (RFC 3958 6.5 allows it
   * in its grammar, not in its words) */
  SNARP_NOTE_SERVICE_NONE = 1 << 11,
  /* a tag is "x-" and nothing more (RFC 3958 6.5) */
  SNARP_NOTE_TAG_X = 1 << 12,
  /* reserved bits of a policy are not 0, which their sender SHOULD set them to
   * (draft-ietf-rserpool-policies-01 3.1.4) */
  SNARP_NOTE_RESERVED = 1 << 13,
  /* an octet of a parameter's padding is not 0, which the receiver must ignore
   * (RFC 5354 3) */
  SNARP_NOTE_PADDING = 1 << 14,
  /* the parameter type is that of the figure for Randomized Least Used
   * (draft-ietf-rserpool-policies-01 4.4.4), which no other policy has */
  SNARP_NOTE_RLU_TYPE = 1 << 15,
  /* the dialect does not know the policy's number; its data is kept as octets
   */
  SNARP_NOTE_POLICY_UNKNOWN = 1 << 16
};

/* Every function that takes one accepts a null pointer for it. */
struct snarp_diag {
  size_t off;     /* where in the input reading stopped, in octets */
  uint32_t notes; /* enum snarp_note, or-ed */
};

#ifdef __cplusplus
}
#endif

#endif
