/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "smoke.h"

#include <stdlib.h>
#include <string.h>

#include "direct.h"
#include "family.h"
#include "fault.h"
#include "octets.h"
#include "snarp/name.h"
#include "world.h"

/* Two records of each kind, all fields different, and the same as text; and an
 * input for decode and for scan that no implementation accepts: one octet of
 * RDATA, a name with an empty label.
 */
static const struct {
  const char *rdata;
  const char *text;
} records[KINDS][2] = {
    {{"0064000a017303583a79000161076578616d706c6500",
      "100 10 \"s\" \"X:y\" \"\" a.example."},
     {"010203040175074532552b7369700e215e2e2a24217369703a6140622100",
      "258 772 \"u\" \"E2U+sip\" \"!^.*$!sip:a@b!\" ."}},
    {{"0001000200030161076578616d706c6500", "1 2 3 a.example."},
     {"01020304050604686f7374076578616d706c65036e657400",
      "258 772 1286 host.example.net."}}};

static const char no_rdata[] = "00";
static const char *const no_text[KINDS] = {"100 10 \"\" \"\" \"\" a..example.",
                                           "0 0 0 a..example."};

/* Two requests of each other op, with different results. */
static const struct plain {
  enum op op;
  const char *name;
  const char *in;
  const char *result;
} plains[] = {
    {OP_SERVICE_PARSE, "first", "{\"services\":\"583a79\"}",
     "{\"service\":\"X\",\"protocols\":[\"y\"]}"},
    {OP_SERVICE_PARSE, "second", "{\"services\":\"5a2d313a793a772e78\"}",
     "{\"service\":\"Z-1\",\"protocols\":[\"y\",\"w.x\"]}"},
    {OP_SERVICE_MATCH, "first",
     "{\"services\":\"583a79\",\"service\":\"X\",\"protocol\":\"y\"}",
     "{\"matches\":true}"},
    {OP_SERVICE_MATCH, "second",
     "{\"services\":\"583a79\",\"service\":\"X\",\"protocol\":\"w\"}",
     "{\"matches\":false}"},
    {OP_SRV_ORDER, "first",
     "{\"records\":[{\"priority\":1,\"weight\":0,\"port\":2,\"target\":"
     "\"016100\"},"
     "{\"priority\":3,\"weight\":0,\"port\":4,\"target\":\"016200\"}]}",
     "{\"order\":[0,1]}"},
    {OP_SRV_ORDER, "second",
     "{\"records\":[{\"priority\":300,\"weight\":0,\"port\":2,\"target\":"
     "\"016100\"},"
     "{\"priority\":200,\"weight\":0,\"port\":4,\"target\":\"016200\"}]}",
     "{\"order\":[1,0]}"},
    {OP_RESOLVE, "first",
     "{\"domain\":\"a.example.\",\"service\":\"X\",\"protocols\":[\"y\"],"
     "\"prefer\":\"client\"}",
     "{\"end\":\"served\",\"host\":\"b.example.\",\"port\":0,"
     "\"protocol\":\"y\"}"},
    {OP_RESOLVE, "second",
     "{\"domain\":\"c.example.\",\"service\":\"X\",\"protocols\":[\"y\"],"
     "\"prefer\":\"client\"}",
     "{\"end\":\"not-offered\"}"},
    {OP_POLICY_DECODE, "first",
     "{\"dialect\":\"rfc5356\",\"parameter\":"
     "\"0008000c0000000200000007\"}",
     "{\"policy\":\"WRR\",\"weight\":7}"},
    {OP_POLICY_DECODE, "second",
     "{\"dialect\":\"draft-01\",\"parameter\":\"0006000802010203\"}",
     "{\"policy\":\"WRR\",\"weight\":66051}"},
    {OP_POLICY_DECODE, "third",
     "{\"dialect\":\"rfc5356\",\"parameter\":\"0008000800000001\"}",
     "{\"policy\":\"RR\"}"},
    {OP_POLICY_ENCODE, "first",
     "{\"dialect\":\"rfc5356\",\"policy\":\"WRR\",\"weight\":7}",
     "{\"parameter\":\"0008000c0000000200000007\"}"},
    {OP_POLICY_ENCODE, "second",
     "{\"dialect\":\"draft-01\",\"policy\":\"WRR\",\"weight\":66051}",
     "{\"parameter\":\"0006000802010203\"}"},
    {OP_POLICY_ENCODE, "third", "{\"dialect\":\"rfc5356\",\"policy\":\"RR\"}",
     "{\"parameter\":\"0008000800000001\"}"},
    {OP_POOL_RUN, "first",
     "{\"dialect\":\"rfc5356\",\"policy\":\"RR\",\"steps\":["
     "{\"register\":7},{\"register\":9},{\"select\":1}]}",
     "{\"steps\":[\"ok\",\"ok\",[7]]}"},
    {OP_POOL_RUN, "second",
     "{\"dialect\":\"draft-01\",\"policy\":\"LU\",\"steps\":["
     "{\"register\":7,\"load\":2},{\"register\":9,\"load\":1},"
     "{\"select\":2}]}",
     "{\"steps\":[\"ok\",\"ok\",[9,7]]}"},
    {OP_POOL_RUN, "third",
     "{\"dialect\":\"rfc5356\",\"policy\":\"LU\",\"steps\":["
     "{\"register\":7,\"load\":2},{\"register\":9,\"load\":1},"
     "{\"select\":2}]}",
     "{\"steps\":[\"ok\",\"ok\",[9,7]]}"},
    {OP_POOLUSER_RUN, "first",
     "{\"dialect\":\"rfc5356\",\"policy\":\"RR\",\"steps\":["
     "{\"list\":[7,9]},{\"next\":3}]}",
     "{\"steps\":[\"ok\",[7,9,7]]}"},
    {OP_POOLUSER_RUN, "second",
     "{\"dialect\":\"draft-01\",\"policy\":\"LU\",\"steps\":["
     "{\"list\":[9,7]},{\"next\":1},{\"failed\":true}]}",
     "{\"steps\":[\"ok\",[9],[7]]}"},
    {OP_NAPTR_CHECK, "first",
     "{\"order\":1,\"preference\":2,\"flags\":\"53\",\"services\":\"583a79\","
     "\"regexp\":\"\",\"replacement\":\"014100\"}",
     "{\"notes\":[]}"},
    {OP_NAPTR_CHECK, "second",
     "{\"order\":1,\"preference\":2,\"flags\":\"53\",\"services\":\"583a79\","
     "\"regexp\":\"\",\"replacement\":\"00\"}",
     "{\"notes\":[\"no-rewrite\"]}"},
    {OP_NAPTR_CANONICAL, "first",
     "{\"order\":1,\"preference\":2,\"flags\":\"53\",\"services\":\"583a79\","
     "\"regexp\":\"\",\"replacement\":\"014100\"}",
     "{\"rdata\":\"00010002015303583a7900016100\"}"},
    {OP_NAPTR_CANONICAL, "second",
     "{\"order\":1,\"preference\":2,\"flags\":\"73\",\"services\":\"583a79\","
     "\"regexp\":\"\",\"replacement\":\"00\"}",
     "{\"rdata\":\"00010002017303583a790000\"}"},
    {OP_NAPTR_SORT, "first",
     "{\"rdatas\":[\"0002000000000000\",\"0001000000000000\"]}",
     "{\"rdatas\":[\"0001000000000000\",\"0002000000000000\"]}"},
    {OP_NAPTR_SORT, "second", "{\"rdatas\":[\"0003000000000000\"]}",
     "{\"rdatas\":[\"0003000000000000\"]}"},
    {OP_SRV_CHECK, "first",
     "{\"priority\":1,\"weight\":2,\"port\":3,\"target\":\"014100\"}",
     "{\"notes\":[]}"},
    {OP_SRV_CHECK, "second",
     "{\"priority\":1,\"weight\":2,\"port\":3,\"target\":\"00\"}",
     "{\"notes\":[\"no-service\"]}"},
    {OP_SRV_CANONICAL, "first",
     "{\"priority\":1,\"weight\":2,\"port\":3,\"target\":\"014100\"}",
     "{\"rdata\":\"000100020003016100\"}"},
    {OP_SRV_CANONICAL, "second",
     "{\"priority\":1,\"weight\":2,\"port\":3,\"target\":\"00\"}",
     "{\"rdata\":\"00010002000300\"}"},
    {OP_SRV_SORT, "first",
     "{\"rdatas\":[\"00020000000000\",\"00010000000000\"]}",
     "{\"rdatas\":[\"00010000000000\",\"00020000000000\"]}"},
    {OP_SRV_SORT, "second", "{\"rdatas\":[\"00030000000000\"]}",
     "{\"rdatas\":[\"00030000000000\"]}"},
    {OP_SERVICE_PRINT, "first", "{\"service\":\"X\",\"protocols\":[\"y\"]}",
     "{\"services\":\"583a79\"}"},
    {OP_SERVICE_PRINT, "second",
     "{\"service\":\"Z-1\",\"protocols\":[\"y\",\"w.x\"]}",
     "{\"services\":\"5a2d313a793a772e78\"}"},
};

/* The world of the resolutions: at a.example. one NAPTR record that leads to
 * b.example., which has an address; no other name. */
static const uint8_t name_a[] = "\1a\7example";
static const uint8_t name_b[] = "\1b\7example";
static const uint8_t naptr_a[] = "\0\1\0\2\1a\3X:y\0\1b\7example";
static const uint8_t address_b[] = {192, 0, 2, 1};

static const struct dns_record small_records[] = {
    {{name_a, sizeof name_a}, DNS_NAPTR, DNS_IN, 60, {naptr_a, sizeof naptr_a}},
    {{name_b, sizeof name_b}, DNS_A, DNS_IN, 60, {address_b, sizeof address_b}},
};

static void ask_small(void *ctx, struct dns_answer *answer,
                      struct snarp_view name, uint16_t type) {
  (void)ctx;
  *answer = (struct dns_answer){.rcode = DNS_NXDOMAIN};
  for (size_t i = 0; i < COUNT(small_records); i++) {
    if (snarp_name_compare(small_records[i].owner, name) == 0) {
      bool same = small_records[i].type == type;

      *answer = (struct dns_answer){
          .rcode = DNS_NOERROR, .records = &small_records[i], .n = same};
    }
  }
}

static const char *const small_serves[] = {"connect b.example. 0 y"};

static const struct scenario small_world = {.dns = {ask_small, NULL},
                                            .serves = small_serves,
                                            .n_serves = COUNT(small_serves)};

static struct snarp_view hex_of(struct smoke *smoke, const char *hex) {
  size_t n = strlen(hex);
  uint8_t *octets = arena_take(&smoke->arena, n / 2 + 1);

  octets_from_hex(octets, hex, n);
  return (struct snarp_view){octets, n / 2};
}

static struct snarp_view text_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

/* The record of an RDATA that is known to be good. */
static struct record record_of(enum op op, struct snarp_view rdata) {
  struct vector vector = {.op = (enum op)(op / VERBS * VERBS)};
  struct answer answer = {0};
  struct record record;

  direct_answer(&answer, &vector, rdata);
  record = answer.records[0];
  answer_free(&answer);
  return record;
}

static void add(struct smoke *smoke, const struct vector *vector,
                const char *request, size_t len) {
  smoke->tasks[smoke->n] =
      (struct task){vector, request, len, &smoke->findings[smoke->n], false};
  smoke->n++;
}

static void add_echo(struct smoke *smoke) {
  static const char head[] = ",\"op\":\"echo\",\"octets\":";
  uint8_t all[256];
  struct snarp_view octets = {all, sizeof all};
  struct text out = {0};

  for (int i = 0; i < 256; i++) {
    all[i] = (uint8_t)i;
  }
  text_add(&out, head);
  text_hex(&out, octets);
  text_add(&out, ",\"text\":");
  text_json(&out, octets);
  text_add(&out, "}\n");
  add(smoke, NULL, arena_copy(&smoke->arena, out.base, out.len), out.len);
  free(out.base);
}

static struct vector *add_vector(struct smoke *smoke, enum op op,
                                 const char *name, enum expect_kind kind) {
  struct vector *vector = arena_take(&smoke->arena, sizeof *vector);
  struct choice *choice = arena_take(&smoke->arena, sizeof *choice);

  vector->id = arena_format(&smoke->arena, "smoke/%s-%s", op_name(op), name);
  vector->op = op;
  vector->in.origin = ".";
  vector->expect.kind = kind;
  vector->expect.choices = choice;
  vector->expect.n = 1;
  choice->reject = kind == EXPECT_REJECT;
  return vector;
}

static void ready(struct smoke *smoke, struct vector *vector) {
  vector_prepare(vector, &smoke->arena);
  add(smoke, vector, vector->request, vector->request_len);
}

static void add_accepted(struct smoke *smoke, enum op op, int i) {
  struct vector *vector =
      add_vector(smoke, op, i == 0 ? "first" : "second", EXPECT_VALUE);
  struct value *value = (struct value *)&vector->expect.choices[0].value;
  struct snarp_view rdata = hex_of(smoke, records[op / VERBS][i].rdata);
  struct record *record = arena_take(&smoke->arena, sizeof *record);

  *record = record_of(op, rdata);
  value->kind = VALUE_RDATA;
  value->rdata = rdata;
  vector->in.record = *record;
  if (verb_of(op) == VERB_DECODE) {
    vector->in.octets = rdata;
    *value = (struct value){.kind = VALUE_RECORDS, .records = record, .n = 1};
  } else if (verb_of(op) == VERB_SCAN) {
    vector->in.octets = text_of(records[op / VERBS][i].text);
  }
  ready(smoke, vector);
}

static void add_refused(struct smoke *smoke, enum op op) {
  struct vector *vector = add_vector(smoke, op, "refused", EXPECT_REJECT);

  vector->in.octets = verb_of(op) == VERB_DECODE ? hex_of(smoke, no_rdata)
                                                 : text_of(no_text[op / VERBS]);
  ready(smoke, vector);
}

static void add_codec(struct smoke *smoke, enum op op) {
  add_accepted(smoke, op, 0);
  add_accepted(smoke, op, 1);
  if (verb_of(op) == VERB_DECODE || verb_of(op) == VERB_SCAN) {
    add_refused(smoke, op);
  }
}

/* The readers of the corpus read these; they are known to be good. One in a
 * dialect that is not offered is left out. */
static void add_plain(struct smoke *smoke, const struct plain *plain,
                      unsigned options) {
  struct vector *vector =
      add_vector(smoke, plain->op, plain->name, EXPECT_VALUE);
  struct value *value = (struct value *)&vector->expect.choices[0].value;
  struct fault fault;
  struct place place = {"smoke", plain->name, &fault};
  struct reader reader = {&smoke->arena, &place, NULL, smoke->kept,
                          NULL,          vector, NULL};
  json_t *in = need(json_loads(plain->in, 0, NULL));
  json_t *result = need(json_loads(plain->result, 0, NULL));
  const struct family *family = family_of(plain->op);

  vector->in.world = family->asks ? &small_world : NULL;
  if (family->read_in(&reader, in) &&
      family->read_value(&reader, value, NULL, result) &&
      vector_lacks(vector, options) == NULL) {
    ready(smoke, vector);
  }
  json_decref(in);
  json_decref(result);
}

void smoke_build(struct smoke *smoke, const struct hello *hello) {
  memset(smoke, 0, sizeof *smoke);
  smoke->kept = json_array();
  add_echo(smoke);
  for (int i = 0; i < OPS; i++) {
    if (hello->ops[i] && verb_of((enum op)i) != VERB_NONE) {
      add_codec(smoke, (enum op)i);
    }
  }
  for (size_t i = 0; i < COUNT(plains); i++) {
    if (hello->ops[plains[i].op]) {
      add_plain(smoke, &plains[i], hello->options);
    }
  }
}

static char *tell(const struct task *task) {
  const struct finding *finding = task->finding;
  struct text out = {0};
  bool accept;

  if (task->vector == NULL) {
    text_format(&out, "echo: %s",
                finding->said == NULL ? "was refused" : finding->said);
    return out.base;
  }
  accept = task->vector->expect.kind == EXPECT_VALUE;
  text_format(&out, "%s: expected it to be %s, got %s",
              op_name(task->vector->op), accept ? "accepted" : "refused",
              finding->got != NULL    ? finding->got
              : finding->said != NULL ? finding->said
              : accept                ? "a refusal"
                                      : "a result");
  return out.base;
}

char *smoke_fault(const struct smoke *smoke) {
  for (size_t i = 0; i < smoke->n; i++) {
    const struct task *task = &smoke->tasks[i];
    enum outcome wanted =
        task->vector != NULL && task->vector->expect.kind == EXPECT_REJECT
            ? OUTCOME_REFUSED
            : OUTCOME_RIGHT;

    if (task->finding->outcome != wanted) {
      return tell(task);
    }
  }
  return NULL;
}

void smoke_again(struct smoke *smoke) {
  for (size_t i = 0; i < smoke->n; i++) {
    finding_clear(&smoke->findings[i]);
  }
}

void smoke_free(struct smoke *smoke) {
  smoke_again(smoke);
  json_decref(smoke->kept);
  arena_free(&smoke->arena);
}
