/*
 * sample.c - one record in every form; see bench.h.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

#define HEADER_LEN 12
#define QUESTION_LEN 5
#define BEFORE_RDATA 11

const struct sample_text sample_texts[] = {
    {"RFC 3958 2.2", "naptr_*", BENCH_TYPE_NAPTR,
     "100 20 \"s\" \"WP:ldap\" \"\" _ldap._tcp.myldap.example.com."},
    {"a long ENUM record", "naptr_*", BENCH_TYPE_NAPTR,
     "100 10 \"u\" \"E2U+pstn:sip+voice:tel\" \"!^\\\\+4969(7[0-9]{2,})$!"
     "sip:\\\\1;npdi=yes;phone-context=+49@gateway-17.frankfurt.voice."
     "example.net;user=phone!i\" ."},
    {"SRV", "srv_*", BENCH_TYPE_SRV,
     "10 60 5060 gateway-17.frankfurt.voice.example.net."},
    {NULL, NULL, 0, NULL},
};

static struct snarp_view view_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

static void *memory(size_t size) {
  void *out = calloc(1, size);
  if (out == NULL) {
    bench_die("no memory for a sample of %zu octets", size);
  }
  return out;
}

static struct snarp_view scan(uint16_t type, const char *text) {
  struct snarp_buf space = {memory(SNARP_NAPTR_RDATA_MAX),
                            SNARP_NAPTR_RDATA_MAX, 0};
  struct snarp_view none = {NULL, 0};
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  int rv = type == BENCH_TYPE_NAPTR
               ? snarp_naptr_scan(&naptr, &space, view_of(text), none, NULL)
               : snarp_srv_scan(&srv, &space, view_of(text), none, NULL);
  if (rv != SNARP_OK) {
    bench_die("the sample %s: %s", text, snarp_status_text(rv));
  }
  return (struct snarp_view){space.base, space.len};
}

static struct snarp_view record_of(uint16_t type, struct snarp_view rdata) {
  uint8_t *out = memory(BEFORE_RDATA + rdata.len);
  out[2] = (uint8_t)type;
  out[4] = 1;
  out[9] = (uint8_t)(rdata.len >> 8);
  out[10] = (uint8_t)rdata.len;
  memcpy(out + BEFORE_RDATA, rdata.base, rdata.len);
  return (struct snarp_view){out, BEFORE_RDATA + rdata.len};
}

static struct snarp_view message_of(uint16_t type, struct snarp_view record) {
  size_t len = HEADER_LEN + QUESTION_LEN + record.len;
  uint8_t *out = memory(len);
  out[2] = 0x81;
  out[3] = 0x80;
  out[5] = 1;
  out[7] = 1;
  out[HEADER_LEN + 2] = (uint8_t)type;
  out[HEADER_LEN + 4] = 1;
  memcpy(out + HEADER_LEN + QUESTION_LEN, record.base, record.len);
  return (struct snarp_view){out, len};
}

static char *zone_of(const char *type, const char *text) {
  size_t line = strlen(type) + strlen(text) + 5, len = 0;
  char *out = memory(BENCH_ZONE_LINES * line + 1);
  for (int i = 0; i < BENCH_ZONE_LINES; i++) {
    len += (size_t)snprintf(out + len, line, "%s\t%s %s\n", i == 0 ? "." : "",
                            type, text);
  }
  return out;
}

struct sample sample_make(const struct sample_text *of) {
  const uint16_t type = of->type;
  const char *text = of->text;
  const char *word = type == BENCH_TYPE_NAPTR ? "NAPTR" : "SRV";
  struct sample out = {.name = of->name, .type = type, .text = text};
  out.rdata = scan(type, text);
  out.record = record_of(type, out.rdata);
  out.message = message_of(type, out.record);
  size_t line = strlen(word) + strlen(text) + 4;
  out.line = memory(line);
  snprintf(out.line, line, ". %s %s", word, text);
  out.zone = zone_of(word, text);
  return out;
}

void sample_free(struct sample *sample) {
  free((void *)sample->rdata.base);
  free((void *)sample->record.base);
  free((void *)sample->message.base);
  free(sample->line);
  free(sample->zone);
}
