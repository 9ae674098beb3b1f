/*
 * kit.h - what the adapters in C share: the protocol of
 * docs/adapter-protocol.md, and nothing about the library behind it.
 *
 * An adapter hands kit_main the functions that ask its library. For each
 * request the kit converts the members to octets, calls the function and
 * writes the answer. It neither checks nor repairs what the library is given,
 * and each input of the library lies in memory of exactly its size, so that a
 * sanitizer sees the first octet read past it.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef KIT_H
#define KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

/* The types, and the most fields that a record of them has. */
#define KIT_NAPTR 35
#define KIT_SRV 33
#define KIT_FIELDS_MAX 6

struct kit_octets {
  uint8_t *base;
  size_t len; /* octets */
};

/* A request. What an op does not have is zero; all memory is the kit's and
 * ends with the call.
 */
struct kit_ask {
  uint16_t type; /* 35 for naptr.*, 33 for srv.* */

  /* decode: a message, either the one given or the RDATA given behind a
   * question and an owner name; `whole` where the message was given */
  bool whole;
  struct kit_octets message;

  /* encode and print: the record as RDATA, and its fields as they stand in
   * it: numbers of two octets, strings behind their length octet, a name */
  struct kit_octets rdata;
  struct kit_octets field[KIT_FIELDS_MAX];
  size_t fields;
  struct kit_octets owner; /* the root's where none is given */

  /* scan: ". 0 IN NAPTR " (or SRV) and the text, a zero octet behind it that
   * is not counted; the same as a file, behind a line with $ORIGIN; the origin
   * in text form */
  const char *line;
  size_t line_len; /* octets */
  FILE *file;
  char *origin;

  /* what the calls below were told */
  json_t *results;
  json_t *refusal;
};

/* What a library can do, with NAPTR and with SRV records; null where it cannot.
 * Each asks the library, tells with the calls below what came of it and returns
 * 0, or a status for which `words` has the words of the refusal. All take
 * messages, owners and origins.
 */
struct kit_ops {
  int (*decode)(struct kit_ask *ask);
  int (*encode)(struct kit_ask *ask);
  int (*scan)(struct kit_ask *ask);
  int (*print)(struct kit_ask *ask);
  const char *(*words)(int status);
  const char *(*enum_words)(unsigned status); /* in place of `words`, where the
                                                 status is an enumeration */
};

/* Serves requests until the input ends; returns what main returns. A request
 * that is against the protocol ends it with one line on standard error.
 */
int kit_main(const char *name, const char *version, struct kit_ops ops);

/* "1.2.3", until the next call. */
const char *kit_version(int major, int minor, int patch);

/* For decode and scan, a record that the library has read: its type and the
 * octets of its RDATA. decode answers the records of the type that was asked,
 * where fields that are not all there have no octets; scan and a decode of
 * RDATA alone answer the only record, and refuse where there is another number.
 */
void kit_record(struct kit_ask *ask, uint16_t type, const uint8_t *rdata,
                size_t len);

/* The same for a record as it stands in a message: owner name, type, class,
 * TTL, length, RDATA. The octets are freed.
 */
void kit_take_record(struct kit_ask *ask, struct kit_octets record);

/* For decode, a record of the type as the protocol has it; taken over. */
void kit_object(struct kit_ask *ask, json_t *record);

/* For encode, the message that the library wrote: the RDATA of the first record
 * in its answer section is answered, a refusal where there is none.
 */
void kit_message(struct kit_ask *ask, const uint8_t *message, size_t len);

/* The same; the octets are freed. */
void kit_take_message(struct kit_ask *ask, struct kit_octets message);

/* For print, the text, or a line of a zone file of which that is answered which
 * stands behind owner, TTL, class and type, divided by tabs. Null is a refusal.
 * The line is freed.
 */
void kit_text(struct kit_ask *ask, const char *text);
void kit_line(struct kit_ask *ask, char *line);

/* Refuses in words of the library that no status has. */
void kit_reject(struct kit_ask *ask, const char *words);

/* What C strings give: octets up to the first zero, as hexadecimal, and a name
 * without its final dot, as text. */
json_t *kit_string(const void *string);
json_t *kit_dotless(const char *name);

#endif
