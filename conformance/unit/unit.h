/*
 * unit.h - what the unit tests share: octets at their exact allocation size,
 * and assertions that say what came in place of what.
 *
 * A test file is a suite: it exports its tests in an array that ends with
 * CU_TEST_INFO_NULL, which main.c lists.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_UNIT_H
#define SNARP_UNIT_H

#include <CUnit/CUnit.h>

#include "snarp/base.h"

extern CU_TestInfo check_tests[];
extern CU_TestInfo message_tests[];
extern CU_TestInfo name_text_tests[];
extern CU_TestInfo name_wire_tests[];
extern CU_TestInfo naptr_text_tests[];
extern CU_TestInfo naptr_wire_tests[];
extern CU_TestInfo parameter_tests[];
extern CU_TestInfo policy_tests[];
extern CU_TestInfo pool_diff_tests[];
extern CU_TestInfo pool_draws_tests[];
extern CU_TestInfo pool_tests[];
extern CU_TestInfo pool_turns_tests[];
extern CU_TestInfo pooluser_tests[];
extern CU_TestInfo rng_tests[];
extern CU_TestInfo service_tests[];
extern CU_TestInfo srv_order_tests[];
extern CU_TestInfo srv_tests[];
extern CU_TestInfo status_tests[];
extern CU_TestInfo text_tests[];
extern CU_TestInfo walk_tests[];
extern CU_TestInfo wire_tests[];

/* No octets, at no address. */
#define NONE ((struct snarp_view){NULL, 0})

/*
 * Views and buffers here have an allocation of just their size, so that a
 * sanitizer sees an access to one octet more; unit_free gives back all of them
 * and runs after each test.
 */

/* A copy of `len` octets. */
struct snarp_view view_of(const void *octets, size_t len);

/* The octets written in hexadecimal; blanks between them are passed over. */
struct snarp_view hex(const char *digits);

/* The octets of a string, without its final NUL. */
struct snarp_view str(const char *string);

/* `len` times the same octet. */
struct snarp_view fill(uint8_t octet, size_t len);

/* The octets of all the views, up to one that is NONE. */
struct snarp_view join(const struct snarp_view *parts);
#define JOIN(...) join((const struct snarp_view[]){__VA_ARGS__, NONE})

/* An empty buffer with room for `cap` octets. */
struct snarp_buf room(size_t cap);

/* What was written to a buffer, as far as it was stored. */
struct snarp_view written(const struct snarp_buf *out);

void unit_free(void);

/* The first `n` octets. */
struct snarp_view head(struct snarp_view octets, size_t n);

/* Each takes what came and what was expected. `label` says which row of a
 * table it was. */
#define IS_STATUS(got, want) IS_STATUS_AT("", got, want)
#define IS_STATUS_AT(label, got, want)                                         \
  assert_status((label), (got), (want), __FILE__, __LINE__)
#define IS_NUMBER(got, want)                                                   \
  assert_number((long long)(got), (long long)(want), #got, __FILE__, __LINE__)
#define IS_OCTETS(got, want) assert_octets((got), (want), __FILE__, __LINE__)
#define IS_HEX(got, want) IS_OCTETS((got), hex(want))
#define IS_TEXT(got, want) assert_text((got), str(want), __FILE__, __LINE__)

void assert_status(const char *label, int got, int want, const char *file,
                   unsigned line);
void assert_number(long long got, long long want, const char *what,
                   const char *file, unsigned line);
void assert_octets(struct snarp_view got, struct snarp_view want,
                   const char *file, unsigned line);
void assert_text(struct snarp_view got, struct snarp_view want,
                 const char *file, unsigned line);

/*
 * A writer is called with every capacity from none to one octet more than it
 * needs, and must ask for the same length each time and store the same
 * beginning; and once behind octets that are already in the buffer.
 */
typedef int (*unit_writer)(struct snarp_buf *out, const void *what);
#define IS_WRITTEN(writer, what, want)                                         \
  assert_written((writer), (what), (want), __FILE__, __LINE__)
void assert_written(unit_writer writer, const void *what,
                    struct snarp_view want, const char *file, unsigned line);

#endif
