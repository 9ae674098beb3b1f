/*
 * live/netspace.h - a network of its own for this process and its children.
 *
 * On Linux, in namespaces of the kernel: nothing but a loopback interface, and
 * an /etc/resolv.conf that leads to 127.0.0.1, port 53. So a program that
 * cannot be told its resolver asks ours, and reaches nobody else.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_LIVE_NETSPACE_H
#define SNARP_LIVE_NETSPACE_H

#include <stdbool.h>
#include <stddef.h>

/* Why there is no network of its own, its zero included. */
#define NETSPACE_WHY 160

/*
 * Enters one, for the rest of the process's life; where it is in one already it
 * stays there. Root makes a network and a
 * mount namespace, everyone else a user namespace too, in which they stay who
 * they are. False with a reason where the system has no namespaces or refuses
 * one: it is tried in a child first, so that then nothing has changed.
 */
bool netspace_entered(char why[NETSPACE_WHY]);

#endif
