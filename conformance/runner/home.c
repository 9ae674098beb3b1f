/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

static char *join(const char *variable, const char *otherwise,
                  const char *name) {
  const char *folder = getenv(variable);
  size_t size;
  char *path;

  if (folder == NULL || *folder == '\0') {
    folder = otherwise;
  }
  size = strlen(folder) + strlen(name) + 2;
  path = take(size);
  snprintf(path, size, "%s/%s", folder, name);
  return path;
}

char *home_path(const char *relative) {
  return join("SNARP_HOME", SNARP_HOME_DIR, relative);
}

char *home_built(const char *name) {
  return join("SNARP_ADAPTERS", SNARP_ADAPTERS_DIR, name);
}
