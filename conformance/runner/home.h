/*
 * runner/home.h - where the corpus, the adapters and the known files are.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_HOME_H
#define SNARP_RUNNER_HOME_H

/* The path of something in the source tree ("vectors",
 * "conformance/adapters/adapters.json") as a new string, free() it. The tree
 * is SNARP_HOME of the environment, else the one snarp was built from.
 */
char *home_path(const char *relative);

/* The path of an adapter that was built ("ldns"), likewise: in
 * SNARP_ADAPTERS of the environment, else in the build folder.
 */
char *home_built(const char *name);

#endif
