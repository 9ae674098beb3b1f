/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "inner.h"

/* The records are the same in what a DNS message says of them: the case of
 * names does not count (RFC 2181 5, RFC 4343). */
static int compare_records(const void *left, const void *right) {
  const struct dns_record *a = *(const struct dns_record *const *)left;
  const struct dns_record *b = *(const struct dns_record *const *)right;
  struct snarp_naptr naptr[2];
  struct snarp_srv srv[2];

  if (a->type == DNS_NAPTR &&
      snarp_naptr_read(&naptr[0], a->rdata, NULL) == 0 &&
      snarp_naptr_read(&naptr[1], b->rdata, NULL) == 0) {
    return snarp_naptr_compare(&naptr[0], &naptr[1]);
  }
  if (a->type == DNS_SRV && snarp_srv_read(&srv[0], a->rdata, NULL) == 0 &&
      snarp_srv_read(&srv[1], b->rdata, NULL) == 0) {
    return snarp_srv_compare(&srv[0], &srv[1]);
  }
  return 0;
}

static int compare(const void *left, const void *right) {
  const struct dns_record *a = *(const struct dns_record *const *)left;
  const struct dns_record *b = *(const struct dns_record *const *)right;
  int rv = compare_records(left, right);

  return rv != 0 ? rv : (a > b) - (a < b);
}

static void lint_twice(struct lint *lint, const struct dns_node *node,
                       const struct dns_record *records, size_t n) {
  const struct dns_record **sorted = take(n * sizeof *sorted);

  for (size_t i = 0; i < n; i++) {
    sorted[i] = &records[i];
  }
  qsort(sorted, n, sizeof *sorted, compare);
  for (size_t i = 1; i < n; i++) {
    if (compare_records(&sorted[i - 1], &sorted[i]) == 0) {
      lint_add(lint, LINT_RECORD_TWICE, node, sorted[i], NULL);
    }
  }
  free(sorted);
}

void lint_rrset(struct lint *lint, const struct dns_node *node, uint16_t type) {
  size_t n;
  const struct dns_record *records = dns_node_records(node, type, &n);

  for (size_t i = 1; i < n; i++) {
    if (records[i].ttl != records[0].ttl) {
      lint_add(lint, LINT_TTL_DIFFERS, node, NULL,
               type == DNS_NAPTR ? "NAPTR" : "SRV");
      break;
    }
  }
  lint_twice(lint, node, records, n);
}
