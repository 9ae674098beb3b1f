/*
 * dns/master.h - reads a master file (RFC 1035 5), record by record.
 *
 * The RDATA of NAPTR and SRV records is scanned by libsnarp, everything else
 * by ldns.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_DNS_MASTER_H
#define SNARP_DNS_MASTER_H

#include <stdbool.h>
#include <stddef.h>

#include "answer.h"
#include "fault.h"

/* The largest file that is read. */
#define MASTER_MAX ((size_t)256 << 20)

/* Gives each record to `put`; its views are good until that returns. $ORIGIN
 * is "." at first, $TTL 3600; $INCLUDE is refused. Class IN alone. A fault
 * names the file and the line: EXIT_USAGE where it cannot be read, else
 * EXIT_VECTORS.
 */
bool master_read(const char *path,
                 void (*put)(void *ctx, const struct dns_record *record),
                 void *ctx, struct fault *fault);

#endif
