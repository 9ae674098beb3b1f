/*
 * dns/message_records.h - the answer section of a message as records.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_MESSAGE_RECORDS_H
#define SNARP_DNS_MESSAGE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "answer.h"
#include "arena.h"

/* All zero is empty; free the list. */
struct message_records {
  struct dns_record *list;
  size_t n;
  size_t cap;
  int rcode; /* of the message read last; DNS_SERVFAIL for a referral */
};

/* Adds the A, AAAA, CNAME, NAPTR and SRV records of class IN in the answer
 * section, names uncompressed, their octets in the arena. False, and nothing
 * added, where the message or one of them is broken.
 */
bool message_records_read(struct message_records *records, struct arena *arena,
                          struct snarp_view message);

#endif
