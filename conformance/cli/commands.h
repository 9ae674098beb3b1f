/*
 * cli/commands.h - the sub-commands of snarp.
 *
 * Each gets its own name as argv[0] ("check") and returns the exit status.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_CLI_COMMANDS_H
#define SNARP_CLI_COMMANDS_H

int command_check(int argc, char **argv);        /* check.c */
int command_adapter(int argc, char **argv);      /* adapter.c */
int command_record(int argc, char **argv);       /* record.c: naptr, srv */
int command_resolve(int argc, char **argv);      /* resolve.c */
int command_service(int argc, char **argv);      /* service.c */
int command_policy(int argc, char **argv);       /* policy.c */
int command_pool(int argc, char **argv);         /* pool.c */
int command_serve(int argc, char **argv);        /* serve.c */
int command_lint(int argc, char **argv);         /* lint_zone.c */
int command_lint_vectors(int argc, char **argv); /* lint.c */

#endif
