/*
 * runner/interrupt.h - nothing stays behind when the process is told to end.
 *
 * Process groups and unfinished files are listed here; on SIGINT, SIGTERM or
 * SIGHUP the groups are killed and the files removed before the signal does
 * its work. One thread only.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_RUNNER_INTERRUPT_H
#define SNARP_RUNNER_INTERRUPT_H

#include <sys/types.h>

/* Once, at the start of the process. A signal that was ignored stays so.
 * SIGXFSZ is ignored: a file that grows too long is an error of its write.
 */
void interrupt_arm(void);

/* Signals wait between the two: what comes to be is listed before they act. A
 * child made meanwhile must release them for itself.
 */
void interrupt_hold(void);
void interrupt_release(void);

/* Lists a process group, and takes it off; what finds no room is not listed
 * (there is room for more than the runner has at a time).
 */
void interrupt_add_group(pid_t group);
void interrupt_drop_group(pid_t group);

/* Lists a file by its path, which is not copied, and takes it off. */
void interrupt_add_file(const char *path);
void interrupt_drop_file(const char *path);

#endif
