/* Statuses: their table and their words.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <limits.h>
#include <string.h>

#include "unit.h"

static const struct {
  int value;
  const char *word;
  const char *text;
  const char *cite;
} rows[] = {
#define X(name, value, word, text, cite) {value, word, text, cite},
#include "snarp/status.def"
#undef X
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static void every_status_has_its_words(void) {
  for (size_t i = 0; i < N_ROWS; i++) {
    CU_ASSERT_STRING_EQUAL(snarp_status_word(rows[i].value), rows[i].word);
    CU_ASSERT_STRING_EQUAL(snarp_status_text(rows[i].value), rows[i].text);
    CU_ASSERT_STRING_EQUAL(snarp_status_cite(rows[i].value), rows[i].cite);
  }
}

static void values_and_words_are_unique(void) {
  for (size_t i = 0; i < N_ROWS; i++) {
    for (size_t j = 0; j < i; j++) {
      CU_ASSERT_NOT_EQUAL(rows[i].value, rows[j].value);
      CU_ASSERT_STRING_NOT_EQUAL(rows[i].word, rows[j].word);
    }
  }
}

static void values_stand_in_their_groups(void) {
  for (size_t i = 0; i < N_ROWS; i++) {
    int value = rows[i].value;
    CU_ASSERT(value >= 0 || (value <= -101 && value >= -399));
  }
  CU_ASSERT_EQUAL(SNARP_OK, 0);
  CU_ASSERT(SNARP_END > 0);
}

static void words_are_lower_case_with_hyphens(void) {
  const char *allowed = "abcdefghijklmnopqrstuvwxyz-";

  for (size_t i = 0; i < N_ROWS; i++) {
    CU_ASSERT_EQUAL(strspn(rows[i].word, allowed), strlen(rows[i].word));
    CU_ASSERT(rows[i].text[0] != '\0');
    CU_ASSERT(rows[i].cite[0] != '\0');
  }
}

static void other_numbers_are_unknown(void) {
  const int others[] = {2, -1, -100, -399, INT_MAX, INT_MIN};

  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    CU_ASSERT_STRING_EQUAL(snarp_status_word(others[i]), "unknown");
    CU_ASSERT_STRING_EQUAL(snarp_status_text(others[i]), "unknown");
    CU_ASSERT_STRING_EQUAL(snarp_status_cite(others[i]), "unknown");
  }
}

CU_TestInfo status_tests[] = {
    {"every status has its words", every_status_has_its_words},
    {"values and words are unique", values_and_words_are_unique},
    {"values stand in their groups", values_stand_in_their_groups},
    {"words are lower case with hyphens", words_are_lower_case_with_hyphens},
    {"other numbers are unknown", other_numbers_are_unknown},
    CU_TEST_INFO_NULL,
};
