/* What an adapter may write: lines that arrive in pieces, answers and questions
 * in them. The first octet says how long the pieces are, the second which op
 * was asked. Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "fuzz.h"
#include "lines.h"
#include "question.h"
#include "world.h"

static void ask_nobody(void *ctx, struct dns_answer *answer,
                       struct snarp_view name, uint16_t type) {
  (void)ctx;
  (void)name;
  (void)type;
  *answer = (struct dns_answer){.rcode = DNS_NXDOMAIN};
}

/* Answers a question, in a world without names, or says what was expected. */
static void read_question(const struct answer *answer) {
  static const struct scenario nothing = {.dns = {ask_nobody, NULL}};
  struct world world = {0};
  struct text out = {0};

  world_begin(&world, &nothing);
  if (question_answer(&out, &world, answer->id, answer->ask) == NULL) {
    FUZZ_HOLDS(world.steps.n == 1);
    FUZZ_HOLDS(out.base[out.len - 1] == '\n');
  } else {
    FUZZ_HOLDS(world.steps.n == 0 && out.len == 0);
  }
  free(out.base);
  world_free(&world);
}

static void read_line(struct answer *answer, struct snarp_view line,
                      unsigned asked) {
  struct hello hello;
  const char *expected;

  (void)hello_read(&hello, line, &expected);
  answer_read(answer, line);
  if (answer->kind == ANSWER_OK) {
    answer_result(answer, (enum op)(asked / 2 % OPS), asked % 2 == 1);
  }
  if (answer->kind == ANSWER_ASK) {
    read_question(answer);
  }
  FUZZ_HOLDS(strlen(answer->words) < sizeof answer->words);
  FUZZ_HOLDS(strlen(answer->reason) < sizeof answer->reason);
}

/* Puts the next piece into the room for it; how much of it fitted. */
static size_t add_piece(struct lines *lines, const uint8_t *data, size_t size) {
  size_t room;
  char *at = lines_room(lines, &room);

  if (at == NULL) {
    return 0;
  }
  FUZZ_HOLDS(room > 0);

  size_t n = size < room ? size : room;
  memcpy(at, data, n);
  lines_added(lines, n);
  return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct lines lines = {0};
  struct answer answer = {0};
  struct snarp_view line;
  size_t at = 2;
  size_t n = 1;

  while (at < size && n > 0) {
    size_t piece = 1 + data[0];
    n = add_piece(&lines, data + at, piece < size - at ? piece : size - at);
    at += n;
    while (lines_next(&lines, &line)) {
      read_line(&answer, line, data[1]);
    }
  }
  answer_free(&answer);
  lines_free(&lines);
  return 0;
}
