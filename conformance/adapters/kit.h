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
   * is not counted; the origin in text form */
  struct kit_octets line;
  char *origin;
};

/* What a library can do, with NAPTR and with SRV records; null where it cannot.
 * Each answers with one of the calls below. All take messages, owners and
 * origins.
 */
struct kit_ops {
  json_t *(*decode)(const struct kit_ask *ask);
  json_t *(*encode)(const struct kit_ask *ask);
  json_t *(*scan)(const struct kit_ask *ask);
  json_t *(*print)(const struct kit_ask *ask);
};

/* Serves requests until the input ends; returns what main returns. A request
 * that is against the protocol ends it with one line on standard error.
 */
int kit_main(const char *name, const char *version, struct kit_ops ops);

/* The answers. `result` is taken over. */
json_t *kit_ok(json_t *result);
json_t *kit_reject(const char *words);

/* `answer`, or where `failure` is not null a refusal in its words; `answer`,
 * which may then be null, is taken over. */
json_t *kit_unless(const char *failure, json_t *answer);

/* {"text": ...} and {"rdata": ...}. */
json_t *kit_ok_text(const char *text, size_t len);
json_t *kit_ok_rdata(const void *rdata, size_t len);

/* {"text": ...} of a line of a zone file: what stands behind its owner, TTL,
 * class and type, divided by tabs. A refusal where the line is null. */
json_t *kit_ok_line(const char *line);

/* {"rdata": ...} with the RDATA of the first record of a message's answer
 * section; a refusal where the message has none.
 */
json_t *kit_ok_message(const uint8_t *message, size_t len);

/* What `records` (an array, taken over) answers: all of them where a message
 * was asked, else the only one. No record at all is a refusal.
 */
json_t *kit_ok_records(const struct kit_ask *ask, json_t *records);

/* Adds an empty record to the list and gives it. */
json_t *kit_begin(json_t *records);

/* Puts field `i` of the record of the request's type. Octets as in kit_ask:
 * a number is two of them, a string has its length octet in front.
 */
void kit_put(json_t *record, const struct kit_ask *ask, size_t i,
             const void *octets, size_t len);

/* A record from RDATA that the library has accepted. Fields that are not all
 * there are left out; kit_ok_records answers no octets for those.
 */
json_t *kit_record(const struct kit_ask *ask, const uint8_t *rdata, size_t len);

/* What C strings give: octets up to the first zero, as hexadecimal, and a name
 * without its final dot, as text. */
json_t *kit_string(const void *string);
json_t *kit_dotless(const char *name);

/* Octets as hexadecimal, and as a string of the characters U+0000 to U+00ff. */
json_t *kit_hex(const void *octets, size_t len);
json_t *kit_latin1(const void *octets, size_t len);

#endif
