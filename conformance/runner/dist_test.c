/* Counts against probabilities, worked out by hand.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "dist.h"

#include "runner_test.h"

static void reads_fractions(void) {
  static const struct {
    const char *text;
    bool fine;
  } rows[] = {{"1/2", true},          {"0/1", true},   {"1/1", true},
              {"65535/65536", true},  {"2/1", false},  {"1/0", false},
              {"1", false},           {"/2", false},   {"1/", false},
              {"-1/2", false},        {"1/2 ", false}, {"", false},
              {"1/4294967296", false}};
  struct fraction fraction;

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CU_ASSERT_EQUAL(fraction_read(&fraction, rows[i].text), rows[i].fine);
  }
  CU_ASSERT_TRUE(fraction_read(&fraction, "3/7"));
  CU_ASSERT_EQUAL(fraction.part, 3);
  CU_ASSERT_EQUAL(fraction.of, 7);
}

static void adds_up(void) {
  static const struct fraction thirds[] = {{1, 3}, {1, 6}, {1, 2}};
  static const struct fraction less[] = {{1, 3}, {1, 6}, {499999, 1000000}};
  static const struct fraction more[] = {{2, 3}, {1, 2}};
  static const struct fraction wide[] = {{1, 65537}, {1, 65539}, {1, 65543}};

  CU_ASSERT_TRUE(fractions_whole(thirds, 3));
  CU_ASSERT_FALSE(fractions_whole(less, 3));
  CU_ASSERT_FALSE(fractions_whole(more, 2));
  CU_ASSERT_FALSE(fractions_whole(wide, 3));
}

/* 1/2 of 10 000: the deviation is 50, six of them are 300. 1/5 of 10 000: 40,
 * so 240. */
static void has_exact_borders(void) {
  static const struct fraction half = {1, 2};
  static const struct fraction fifth = {1, 5};

  CU_ASSERT_TRUE(fraction_fits(half, 4700, 10000));
  CU_ASSERT_FALSE(fraction_fits(half, 4699, 10000));
  CU_ASSERT_TRUE(fraction_fits(half, 5300, 10000));
  CU_ASSERT_FALSE(fraction_fits(half, 5301, 10000));
  CU_ASSERT_TRUE(fraction_fits(fifth, 1760, 10000));
  CU_ASSERT_FALSE(fraction_fits(fifth, 1759, 10000));
  CU_ASSERT_TRUE(fraction_fits(fifth, 2240, 10000));
  CU_ASSERT_FALSE(fraction_fits(fifth, 2241, 10000));
}

static void knows_never_and_always(void) {
  static const struct fraction never = {0, 1};
  static const struct fraction always = {1, 1};

  CU_ASSERT_TRUE(fraction_fits(never, 0, 1000));
  CU_ASSERT_FALSE(fraction_fits(never, 1, 1000));
  CU_ASSERT_TRUE(fraction_fits(always, 1000, 1000));
  CU_ASSERT_FALSE(fraction_fits(always, 999, 1000));
  CU_ASSERT_FALSE(fraction_fits(always, 1001, 1000));
}

/* The widest numbers that are let in: nothing overflows. */
static void stays_in_range(void) {
  static const struct fraction half = {2147000, 4294000};
  static const struct fraction rare = {1, 4294000};
  static const struct fraction coin = {2147, 4294};

  CU_ASSERT_TRUE(fraction_fits(half, 500, 1000));
  CU_ASSERT_FALSE(fraction_fits(half, 0, 1000));
  CU_ASSERT_FALSE(fraction_fits(half, 1000, 1000));
  CU_ASSERT_TRUE(fraction_fits(rare, 0, 1000));
  CU_ASSERT_FALSE(fraction_fits(rare, 1000, 1000));
  CU_ASSERT_TRUE(fraction_fits(coin, 503000, 1000000));
  CU_ASSERT_FALSE(fraction_fits(coin, 503001, 1000000));
}

CU_TestInfo dist_tests[] = {{"reads fractions", reads_fractions},
                            {"adds up", adds_up},
                            {"has exact borders", has_exact_borders},
                            {"knows never and always", knows_never_and_always},
                            {"stays in range", stays_in_range},
                            CU_TEST_INFO_NULL};
