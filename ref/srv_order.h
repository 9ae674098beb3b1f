/*
 * srv_order.h - the order of SRV records before they are drawn (RFC 2782).
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_SRV_ORDER_H
#define SNARP_SRV_ORDER_H

#include "snarp/srv.h"

/* Arranges those records whose indexes are given; see snarp_srv_arrange. */
void srv_arrange(uint32_t *indexes, size_t n, const struct snarp_srv *records);

#endif
