/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "fault.h"
#include "text.h"
#include "world.h"

/* The longest answer that is kept for reports, in characters. */
#define GOT_MAX 4096

static bool right_value(const struct vector *vector,
                        const struct answer *answer, const char **where) {
  const struct expect *expect = &vector->expect;
  const char *differs = NULL;

  *where = NULL;
  for (size_t i = 0; i < expect->n; i++) {
    const struct choice *choice = &expect->choices[i];

    if (choice->reject) {
      continue;
    }
    if (family_of(vector->op)
            ->equal(vector, &choice->value, answer, &differs)) {
      return true;
    }
    *where = *where == NULL ? differs : *where;
  }
  return expect->kind == EXPECT_EITHER && expect->n == 0;
}

/* True where the vector lists reasons and this is none of them. */
static bool is_off(const struct vector *vector, const char *reason) {
  bool listed = false;

  if (*reason == '\0') {
    return false;
  }
  for (size_t i = 0; i < vector->expect.n; i++) {
    const struct choice *choice = &vector->expect.choices[i];

    for (size_t j = 0; choice->reject && j < choice->n_reasons; j++) {
      listed = true;
      if (strcmp(choice->reasons[j], reason) == 0) {
        return false;
      }
    }
  }
  return listed;
}

static void add_steps(struct text *out, const struct steps *steps) {
  text_add(out, ",\"steps\":[");
  for (size_t i = 0; i < steps->n; i++) {
    struct snarp_view step = {(const uint8_t *)steps->list[i],
                              strlen(steps->list[i])};

    text_add(out, i == 0 ? "" : ",");
    text_json(out, step);
  }
  text_add(out, "]");
}

static char *render_ok(const struct vector *vector,
                       const struct answer *answer) {
  struct text out = {0};

  text_add(&out, "{\"ok\":");
  family_of(vector->op)->render(&out, vector->op, &answer->value, GOT_MAX);
  if (answer->text.base != NULL && answer->text.len < GOT_MAX) {
    text_add(&out, ",\"text\":");
    text_json(&out, answer->text);
  }
  if (family_of(vector->op)->asks && answer->world != NULL) {
    add_steps(&out, &answer->world->steps);
  }
  text_add(&out, "}");
  text_cut(&out, GOT_MAX);
  return out.base;
}

static char *render_words(const char *member, const struct answer *answer) {
  json_t *words = json_string(answer->words);
  json_t *reason = json_string(answer->reason);
  char *said = json_dumps(words, JSON_ENCODE_ANY);
  char *word = json_dumps(reason, JSON_ENCODE_ANY);
  struct text out = {0};

  text_format(&out, "{\"%s\":%s", member, said == NULL ? "\"\"" : said);
  if (answer->reason[0] != '\0' && word != NULL) {
    text_format(&out, ",\"reason\":%s", word);
  }
  text_add(&out, "}");
  free(said);
  free(word);
  json_decref(words);
  json_decref(reason);
  return out.base;
}

static void judge_ok(struct finding *finding, const struct vector *vector,
                     const struct answer *answer) {
  bool right = right_value(vector, answer, &finding->where);

  finding->outcome = right ? OUTCOME_RIGHT : OUTCOME_OTHER;
  if (vector->scanned && answer->text.base != NULL) {
    finding->text = take(answer->text.len);
    finding->text_len = answer->text.len;
    memcpy(finding->text, answer->text.base, answer->text.len);
  }
  if (!right || vector->expect.kind == EXPECT_EITHER) {
    finding->got = render_ok(vector, answer);
  }
  if (!right && family_of(vector->op)->compare != NULL) {
    finding->beside = family_of(vector->op)->compare(vector, answer);
  }
}

static bool may_refuse(const struct vector *vector) {
  for (size_t i = 0; i < vector->expect.n; i++) {
    if (vector->expect.choices[i].reject) {
      return true;
    }
  }
  return vector->expect.kind == EXPECT_EITHER;
}

static void judge_refusal(struct finding *finding, const struct vector *vector,
                          const struct answer *answer) {
  finding->outcome = OUTCOME_REFUSED;
  finding->off_reason = is_off(vector, answer->reason);
  if (!may_refuse(vector) || vector->expect.kind == EXPECT_EITHER ||
      finding->off_reason) {
    finding->got = render_words("reject", answer);
    finding->said = copy(answer->words);
  }
  if (answer->reason[0] != '\0' && finding->got != NULL) {
    finding->reason = copy(answer->reason);
  }
}

void judge_answer(struct finding *finding, const struct vector *vector,
                  const struct answer *answer) {
  switch (answer->kind) {
  case ANSWER_OK:
    judge_ok(finding, vector, answer);
    return;
  case ANSWER_REJECT:
    judge_refusal(finding, vector, answer);
    return;
  case ANSWER_UNSUPPORTED:
    finding->outcome = OUTCOME_UNSUPPORTED;
    break;
  case ANSWER_WRONG:
    finding->outcome = OUTCOME_OTHER;
    finding->where = "text";
    finding->got = render_words("unreadable", answer);
    break;
  case ANSWER_UNPROMISED:
    finding->outcome = OUTCOME_UNPROMISED;
    break;
  case ANSWER_ASK: /* is no end */
  case ANSWER_BROKEN:
    finding->outcome = OUTCOME_BROKEN;
  }
  finding->said = copy(answer->words);
}

void finding_clear(struct finding *finding) {
  free(finding->got);
  free(finding->said);
  free(finding->reason);
  free(finding->beside);
  free(finding->stderr_tail);
  free(finding->text);
  memset(finding, 0, sizeof *finding);
}

static const char *words_of(const struct finding *finding) {
  return finding->said == NULL ? "" : finding->said;
}

/* True for a scan of a text that was never printed as it must be. */
static bool is_unfounded(const struct vector *vector,
                         const struct finding *parent) {
  return vector->derived == DERIVED_SCAN && parent != NULL &&
         parent->outcome != OUTCOME_NONE && parent->outcome != OUTCOME_RIGHT &&
         parent->outcome != OUTCOME_UNSUPPORTED;
}

/* An accepted vector that should have had another result. */
static enum verdict other_value(const struct finding *finding,
                                struct text *why) {
  if (finding->said != NULL) {
    text_format(why, "accepted, but %s", words_of(finding));
  } else {
    text_format(why, "accepted with another result: %s differs",
                finding->where == NULL ? "it" : finding->where);
  }
  return VERDICT_FAIL;
}

static enum verdict judge_value(const struct finding *finding,
                                const struct finding *parent,
                                const struct vector *vector, struct text *why) {
  if (finding->outcome == OUTCOME_RIGHT) {
    return VERDICT_PASS;
  }
  if (is_unfounded(vector, parent)) {
    text_format(why, "its text was wrong already: see %s", vector->parent->id);
    return VERDICT_INCONCLUSIVE;
  }
  if (finding->outcome == OUTCOME_REFUSED) {
    text_format(why, "refused what must be accepted: %s", words_of(finding));
    return VERDICT_FAIL;
  }
  return other_value(finding, why);
}

static enum verdict judge_reason(const struct finding *finding, bool strict,
                                 struct text *why) {
  if (finding->off_reason) {
    text_format(why, "refused for the reason %s, which does not fit",
                finding->reason);
  }
  return finding->off_reason && strict ? VERDICT_FAIL : VERDICT_PASS;
}

static enum verdict judge_reject(const struct vector *vector,
                                 const struct finding *finding,
                                 const struct finding *twin, bool strict,
                                 struct text *why) {
  if (finding->outcome != OUTCOME_REFUSED) {
    text_add(why, "accepted what must be refused");
    return VERDICT_FAIL;
  }
  if (twin == NULL || twin->outcome != OUTCOME_RIGHT) {
    text_format(why, "refused, but its twin %s was not accepted as it must be",
                vector->twin == NULL ? "" : vector->twin->id);
    return VERDICT_INCONCLUSIVE;
  }
  return judge_reason(finding, strict, why);
}

static enum verdict judge_either(const struct vector *vector,
                                 const struct finding *finding,
                                 struct text *why) {
  if (finding->outcome == OUTCOME_REFUSED) {
    text_format(why, "refused: %s", words_of(finding));
  } else if (finding->outcome == OUTCOME_OTHER) {
    text_add(why, "accepted with another result");
  } else {
    text_add(why, vector->expect.n == 0 ? "accepted"
                                        : "accepted with the result named");
  }
  return VERDICT_RECORDED;
}

static enum verdict judge_one_of(const struct vector *vector,
                                 const struct finding *finding, bool strict,
                                 struct text *why) {
  if (finding->outcome == OUTCOME_RIGHT) {
    return VERDICT_PASS;
  }
  if (finding->outcome == OUTCOME_REFUSED) {
    if (may_refuse(vector)) {
      return judge_reason(finding, strict, why);
    }
    text_format(why, "refused what must be accepted: %s", words_of(finding));
    return VERDICT_FAIL;
  }
  return other_value(finding, why);
}

static enum verdict judge_answered(const struct vector *vector,
                                   const struct finding *finding,
                                   const struct finding *twin,
                                   const struct finding *parent, bool strict,
                                   struct text *why) {
  switch (vector->expect.kind) {
  case EXPECT_VALUE:
    return judge_value(finding, parent, vector, why);
  case EXPECT_REJECT:
    return judge_reject(vector, finding, twin, strict, why);
  case EXPECT_EITHER:
    return judge_either(vector, finding, why);
  default:
    return judge_one_of(vector, finding, strict, why);
  }
}

static enum verdict judge_unasked(const struct vector *vector,
                                  const struct finding *parent,
                                  struct text *why) {
  if (is_unfounded(vector, parent)) {
    text_format(why, "nothing was printed: see %s", vector->parent->id);
    return VERDICT_INCONCLUSIVE;
  }
  if (vector->derived == DERIVED_SCAN && parent != NULL &&
      parent->outcome == OUTCOME_UNSUPPORTED) {
    text_add(why, "nothing was printed");
    return VERDICT_UNSUPPORTED;
  }
  text_add(why, "not asked");
  return VERDICT_SKIPPED;
}

enum verdict judge(const struct vector *vector, const struct finding *finding,
                   const struct finding *twin, const struct finding *parent,
                   bool strict_reason, char **why) {
  static const enum verdict plain[] = {
      [OUTCOME_UNPROMISED] = VERDICT_FAIL,
      [OUTCOME_UNSUPPORTED] = VERDICT_UNSUPPORTED,
      [OUTCOME_CRASH] = VERDICT_CRASH,
      [OUTCOME_TIMEOUT] = VERDICT_TIMEOUT,
      [OUTCOME_BROKEN] = VERDICT_HARNESS_ERROR};
  struct text text = {0};
  enum verdict verdict;

  switch (finding->outcome) {
  case OUTCOME_RIGHT:
  case OUTCOME_OTHER:
  case OUTCOME_REFUSED:
    verdict =
        judge_answered(vector, finding, twin, parent, strict_reason, &text);
    break;
  case OUTCOME_NONE:
    verdict = judge_unasked(vector, parent, &text);
    break;
  default:
    verdict = plain[finding->outcome];
    text_add(&text, finding->said != NULL ? finding->said : "");
  }
  if (finding->again) {
    text_add(&text, text.len > 0 ? "; " : "");
    text_add(&text, "asked a second time it answered differently");
  }
  if (why != NULL) {
    *why = text.base;
  } else {
    free(text.base);
  }
  return verdict;
}
