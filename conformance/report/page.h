/*
 * report/page.h - the octets of page.html with a zero behind them; the build
 * makes them. The text @DATA@ stands in it once, for the results.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_REPORT_PAGE_H
#define SNARP_REPORT_PAGE_H

extern const unsigned char report_page[];

#endif
