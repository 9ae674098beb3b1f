/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fault.h"
#include "ops/kind.h"
#include "probe.h"

enum { EDGES = 8 };

/* Memory before a page that cannot be touched; null where there is none. */
static uint8_t *edge_new(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  int zero = open("/dev/zero", O_RDONLY);
  void *memory = mmap(NULL, PROBE_EDGE_MAX + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE, zero, 0);

  close(zero);
  if (memory == MAP_FAILED) {
    return NULL;
  }

  uint8_t *end = (uint8_t *)memory + PROBE_EDGE_MAX;
  return mprotect(end, page, PROT_NONE) == 0 ? end : NULL;
}

uint8_t *probe_edge(unsigned which, size_t size) {
  static uint8_t *ends[EDGES];

  if (ends[which] == NULL) {
    ends[which] = need(edge_new());
  }
  return ends[which] - size;
}

struct snarp_view probe_at_edge(unsigned which, struct snarp_view octets) {
  struct snarp_view moved = {probe_edge(which, octets.len), octets.len};

  if (octets.len > 0) {
    memcpy(probe_edge(which, octets.len), octets.base, octets.len);
  }
  return moved;
}

/* --- what is asked once more, its octets at an edge */

const char *probe_record_at_edge(const struct snarp_ops_kind *kind,
                                 const union snarp_ops_record *record) {
  uint8_t octets[PROBE_LONGEST];
  struct snarp_buf out = {octets, sizeof octets, 0};
  union snarp_ops_record far = *record;

  for (unsigned i = 0; i < kind->n; i++) {
    if (!kind->fields[i].number) {
      struct snarp_view *field = snarp_ops_octets(&far, &kind->fields[i]);
      *field = probe_at_edge(i, *field);
    }
  }
  PROMISE(
      kind->check(record, NULL) == kind->check(&far, NULL) &&
          kind->write(&out, record, NULL) == kind->write(&out, &far, NULL) &&
          kind->print(&out, record, NULL) == kind->print(&out, &far, NULL) &&
          kind->canonical(&out, record, NULL) ==
              kind->canonical(&out, &far, NULL),
      "a status depends on where a record is");
  PROMISE(kind->compare(record, &far) == 0, "a record is another elsewhere");
  return NULL;
}

const char *probe_text_at_edge(const struct snarp_ops_kind *kind,
                               struct snarp_view text,
                               struct snarp_view origin) {
  uint8_t octets[SNARP_OPS_RDATA_MAX];
  struct snarp_buf near = {octets, sizeof octets, 0};
  struct snarp_buf far = {probe_edge(2, sizeof octets), sizeof octets, 0};
  struct snarp_buf none = {NULL, 0, 0};
  union snarp_ops_record record;
  int rv = kind->scan(&record, &near, text, origin, NULL);

  PROMISE(kind->scan(&record, &far, probe_at_edge(0, text),
                     probe_at_edge(1, origin), NULL) == rv,
          "a status depends on where text is");
  PROMISE(kind->scan(&record, &none, text, origin, NULL) ==
              (rv == SNARP_OK ? SNARP_ERR_ROOM : rv),
          "without room text is refused for something else");
  PROMISE(near.len == far.len && memcmp(octets, far.base, far.len) == 0,
          "what text says depends on where it is");
  return NULL;
}
