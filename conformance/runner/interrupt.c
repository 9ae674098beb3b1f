/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#define GROUPS 128
#define FILES 4

static volatile pid_t groups[GROUPS];
static const char *volatile files[FILES];

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

#define ENDS (sizeof ends / sizeof *ends)

/* Only async-signal-safe calls. */
static void clean(int number) {
  for (size_t i = 0; i < GROUPS; i++) {
    if (groups[i] > 0) {
      kill(-groups[i], SIGKILL);
    }
  }
  for (size_t i = 0; i < FILES; i++) {
    if (files[i] != NULL) {
      unlink(files[i]);
    }
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void fill_ends(sigset_t *set) {
  sigemptyset(set);
  for (size_t i = 0; i < ENDS; i++) {
    sigaddset(set, ends[i]);
  }
}

void interrupt_arm(void) {
  struct sigaction action = {0};
  struct sigaction old;

  action.sa_handler = clean;
  fill_ends(&action.sa_mask);
  for (size_t i = 0; i < ENDS; i++) {
    if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
      sigaction(ends[i], &action, NULL);
    }
  }
  signal(SIGXFSZ, SIG_IGN);
}

void interrupt_hold(void) {
  sigset_t set;

  fill_ends(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

void interrupt_release(void) {
  sigset_t set;

  fill_ends(&set);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void replace_group(pid_t from, pid_t to) {
  for (size_t i = 0; i < GROUPS; i++) {
    if (groups[i] == from) {
      groups[i] = to;
      return;
    }
  }
}

void interrupt_add_group(pid_t group) {
  replace_group(0, group);
}

void interrupt_drop_group(pid_t group) {
  replace_group(group, 0);
}

static void replace_file(const char *from, const char *to) {
  for (size_t i = 0; i < FILES; i++) {
    if (files[i] == from) {
      files[i] = to;
      return;
    }
  }
}

void interrupt_add_file(const char *path) {
  replace_file(NULL, path);
}

void interrupt_drop_file(const char *path) {
  replace_file(path, NULL);
}
