/*
 * runner/document.h - reads JSON files and says what is wrong in them, where.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_DOCUMENT_H
#define SNARP_RUNNER_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "fault.h"

/* The longest file that is read: 64 MiB. */
#define DOCUMENT_MAX ((size_t)64 << 20)

/* True where JSON of n characters is nested at most `depth` deep; brackets in
 * strings do not count. The JSON need not be valid.
 */
bool document_shallow(const char *json, size_t n, int depth);

/* Reads a file whose outermost value is an object with this "format"; without
 * a format (null) any object. json_decref the root. A fault has EXIT_USAGE
 * where the file cannot be read, else EXIT_VECTORS.
 */
bool document_load(json_t **root, const char *path, const char *format,
                   struct fault *fault);

/* The same of JSON of n characters in memory; `name` stands for the file. */
bool document_read(json_t **root, const char *name, const char *json, size_t n,
                   const char *format, struct fault *fault);

/* A place in a file, for faults: "FILE: WHERE: expected ...". */
struct place {
  const char *file;
  const char *where; /* "vectors[3] (naptr.decode/plain)" */
  struct fault *fault;
};

/* Fills the fault and returns false. `member` is below the place, or "". */
bool place_fault(const struct place *place, const char *member,
                 const char *expected);

/* The members of an object. Each returns null (or false) with the fault filled
 * where the member is missing or of another type; "maybe" ones may be missing,
 * and *out stays as it was.
 */
const char *place_string(const struct place *place, const json_t *object,
                         const char *member);
bool place_maybe_string(const struct place *place, const json_t *object,
                        const char *member, const char **out);
json_t *place_array(const struct place *place, const json_t *object,
                    const char *member);

/* False with the fault filled where the object has a member that is not among
 * the n names.
 */
bool place_only(const struct place *place, json_t *object,
                const char *const *names, size_t n);

#endif
