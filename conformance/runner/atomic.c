/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "atomic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"

static bool cannot(struct fault *fault, const char *path, int why) {
  return fault_set(fault, EXIT_USAGE, "%s: cannot be written: %s", path,
                   strerror(why));
}

static bool in_place(const char *path) {
  struct stat stat_of;

  return stat(path, &stat_of) == 0 && !S_ISREG(stat_of.st_mode);
}

/* The permissions that a plain new file would have. */
static void set_mode(int fd) {
  mode_t mask = umask(0);

  umask(mask);
  fchmod(fd, 0666 & ~mask);
}

static void forget(struct atomic *atomic) {
  if (atomic->temporary != NULL) {
    interrupt_drop_file(atomic->temporary);
  }
  free(atomic->temporary);
  atomic->temporary = NULL;
}

static FILE *open_temporary(struct atomic *atomic) {
  size_t size = strlen(atomic->path) + 8;
  int fd;

  atomic->temporary = take(size);
  snprintf(atomic->temporary, size, "%s.XXXXXX", atomic->path);
  interrupt_hold();
  fd = mkstemp(atomic->temporary);
  if (fd >= 0) {
    interrupt_add_file(atomic->temporary);
  }
  interrupt_release();
  if (fd < 0) {
    forget(atomic);
    return NULL;
  }
  set_mode(fd);
  return fdopen(fd, "w");
}

bool atomic_open(struct atomic *atomic, const char *path, struct fault *fault) {
  memset(atomic, 0, sizeof *atomic);
  atomic->path = copy(path);
  atomic->file = in_place(path) ? fopen(path, "w") : open_temporary(atomic);
  if (atomic->file == NULL) {
    cannot(fault, path, errno);
    atomic_drop(atomic);
    return false;
  }
  fcntl(fileno(atomic->file), F_SETFD, FD_CLOEXEC);
  return true;
}

bool atomic_commit(struct atomic *atomic, struct fault *fault) {
  bool broken = fflush(atomic->file) != 0 || ferror(atomic->file) != 0;
  int why = errno;

  if (fclose(atomic->file) != 0 && !broken) {
    broken = true;
    why = errno;
  }
  atomic->file = NULL;
  if (!broken && atomic->temporary != NULL &&
      rename(atomic->temporary, atomic->path) != 0) {
    broken = true;
    why = errno;
  }
  if (broken) {
    cannot(fault, atomic->path, why);
  } else {
    forget(atomic);
  }
  atomic_drop(atomic);
  return !broken;
}

void atomic_drop(struct atomic *atomic) {
  if (atomic->file != NULL) {
    fclose(atomic->file);
  }
  if (atomic->temporary != NULL) {
    unlink(atomic->temporary);
  }
  forget(atomic);
  free(atomic->path);
  memset(atomic, 0, sizeof *atomic);
}
