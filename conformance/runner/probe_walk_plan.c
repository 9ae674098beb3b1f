/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <string.h>

#include "probe.h"
#include "snarp/walk.h"

/* What stands in the way of a record, for the service EM. */
struct judged {
  const char *flags;
  const char *services;
  const char *regexp;
  const char *replacement; /* one label, or none for the root */
  const char *protocol;
  bool uri;
  int status;
};

static const struct judged judged[] = {
    {"a", "EM:p", "", "h", "p", false, SNARP_OK},
    {"S", "em:P", "", "h", "p", true, SNARP_OK},
    {"", "EM:q:p", "", "h", "p", false, SNARP_OK},
    {"", "em:q", "", "h", "", false, SNARP_OK},
    {"", "EM", "", "h", "", false, SNARP_ERR_NOT_OFFERED},
    {"", "EM:q", "", "h", "p", false, SNARP_ERR_NOT_OFFERED},
    {"", "EN:p", "", "h", "", false, SNARP_ERR_NOT_OFFERED},
    {"", "EM:", "", "h", "p", false, SNARP_ERR_TAG_EMPTY},
    {"", "EM:1", "", "h", "p", false, SNARP_ERR_TAG_FIRST},
    {"u", "EM:p", "!.*!x:y!", "", "p", true, SNARP_OK},
    {"U", "EM:p", "!.*!x:y!", "", "p", true, SNARP_OK},
    {"u", "EM:p", "!.*!x:y!", "", "p", false, SNARP_ERR_FLAGS_OTHER},
    {"u", "EM:p", "!.*!x:y!", "h", "p", true, SNARP_ERR_BOTH},
    {"u", "EM:p", "", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!!", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!x:!", "", "p", true, SNARP_OK},
    {"u", "EM:p", "!.*!x:~!", "", "p", true, SNARP_OK},
    {"u", "EM:p", "!.*!x:\x7f!", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!x:y! ", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!x!", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!:y!", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!1x:y!", "", "p", true, SNARP_ERR_URI_FORM},
    {"u", "EM:p", "!.*!x_:y!", "", "p", true, SNARP_ERR_URI_FORM},
    {"p", "EM:p", "", "h", "p", true, SNARP_ERR_FLAGS_OTHER},
    {"sa", "EM:p", "", "h", "p", true, SNARP_ERR_FLAGS_OTHER},
    {"s", "EM:p", "!a!b!", "h", "p", false, SNARP_ERR_REGEXP_USED},
    {"", "EM:p", "!a!b!", "", "p", false, SNARP_ERR_REGEXP_USED},
    {"a", "EM:p", "", "", "p", false, SNARP_ERR_REPLACEMENT_NONE},
};

static struct snarp_view view_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

static const char *judges(const struct judged *fact) {
  uint8_t name[3] = {(uint8_t)strlen(fact->replacement),
                     (uint8_t)fact->replacement[0], 0};
  struct snarp_naptr record = {
      1,
      1,
      probe_at_edge(0, view_of(fact->flags)),
      probe_at_edge(1, view_of(fact->services)),
      probe_at_edge(2, view_of(fact->regexp)),
      probe_at_edge(3, (struct snarp_view){name, name[0] > 0 ? 3 : 1})};

  PROMISE(snarp_walk_judge(&record, view_of("EM"), view_of(fact->protocol),
                           fact->uri) == fact->status,
          "a record is passed over for something else");
  return NULL;
}

/* --- as many protocols as there may be */

enum { MOST = SNARP_WALK_PROTOCOLS_MAX };

struct crowd {
  char letters[MOST + 1][3];
  struct snarp_view tags[MOST + 1];
  char fields[MOST][8];
  struct snarp_naptr records[MOST];
};

/* Record i offers protocol i; the later, the better. */
static void gather(struct crowd *crowd) {
  for (size_t i = 0; i <= MOST; i++) {
    crowd->letters[i][0] = (char)('a' + i / 10);
    crowd->letters[i][1] = (char)('0' + i % 10);
    crowd->tags[i] = (struct snarp_view){(uint8_t *)crowd->letters[i], 2};
  }
  for (size_t i = 0; i < MOST; i++) {
    memcpy(crowd->fields[i], "EM:", 3);
    memcpy(crowd->fields[i] + 3, crowd->letters[i], 2);
    crowd->records[i] = (struct snarp_naptr){0,
                                             (uint16_t)(MOST - 1 - i),
                                             {(const uint8_t *)"a", 1},
                                             {(uint8_t *)crowd->fields[i], 5},
                                             {NULL, 0},
                                             {(const uint8_t *)"\1h", 3}};
  }
}

static struct snarp_walk_plan plan_of(const struct crowd *crowd) {
  return (struct snarp_walk_plan){
      view_of("EM"), crowd->tags, MOST, SNARP_WALK_CLIENT, 0, NULL,
      false,         1,           1};
}

static const char *ranks(const struct crowd *crowd,
                         enum snarp_walk_first first) {
  struct snarp_view domain = {(const uint8_t *)"\1d", 3};
  struct snarp_walk_plan plan = plan_of(crowd);
  size_t size = snarp_walk_memory(MOST, 3 * MOST);
  struct snarp_walk walk;
  struct snarp_walk_step step;

  plan.first = first;
  PROMISE(size <= PROBE_EDGE_MAX &&
              snarp_walk_init(&walk, &plan, domain,
                              probe_edge(7, size / 16 * 16 + 16),
                              size) == SNARP_OK,
          "a walk for 64 protocols does not begin");
  PROMISE(snarp_walk_tell_naptr(&walk, crowd->records, MOST) == SNARP_OK,
          "a set of 64 protocols is not taken");
  for (size_t i = 0; i < MOST; i++) {
    size_t at = first == SNARP_WALK_ZONE ? MOST - 1 - i : i;
    snarp_walk_next(&step, &walk);
    PROMISE(step.what == SNARP_WALK_TRY &&
                step.protocol.base == crowd->tags[at].base,
            "protocols are pursued in another order");
    PROMISE(snarp_walk_tell_failed(&walk) == SNARP_OK,
            "an attempt cannot fail");
  }
  snarp_walk_next(&step, &walk);
  PROMISE(step.what == SNARP_WALK_DONE && !step.limited,
          "a walk for 64 protocols does not end");
  return NULL;
}

static const char *begins(const struct snarp_walk_plan *plan, int status) {
  struct snarp_view domain = {(const uint8_t *)"\1d", 3};
  struct snarp_walk walk;
  struct snarp_walk_step step;

  PROMISE(snarp_walk_init(&walk, plan, domain, NULL, 0) == status,
          "a plan is taken or not, wrongly");
  snarp_walk_next(&step, &walk);
  PROMISE(status == SNARP_OK ||
              (step.what == SNARP_WALK_DONE && step.why == SNARP_WALK_FAILED),
          "a walk that does not begin has not failed");
  return NULL;
}

static const char *plans(struct crowd *crowd) {
  struct snarp_walk_plan plan = plan_of(crowd);
  const char *fault = begins(&plan, SNARP_OK);

  plan.n_protocols = MOST + 1;
  if (fault == NULL) {
    fault = begins(&plan, SNARP_ERR_PLAN);
  }
  plan.n_protocols = 2;
  crowd->letters[1][1] = ':';
  return fault != NULL ? fault : begins(&plan, SNARP_ERR_PLAN);
}

const char *probe_walk_plan(void) {
  struct crowd crowd;
  const char *fault = NULL;

  for (size_t i = 0; i < sizeof judged / sizeof *judged && fault == NULL; i++) {
    fault = judges(&judged[i]);
  }
  gather(&crowd);
  if (fault == NULL) {
    fault = ranks(&crowd, SNARP_WALK_CLIENT);
  }
  if (fault == NULL) {
    fault = ranks(&crowd, SNARP_WALK_ZONE);
  }
  return fault != NULL ? fault : plans(&crowd);
}
