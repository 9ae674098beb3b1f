/* Replays files and folders of inputs, where there is no fuzzer.
 *
 *   replay_TARGET PATH...
 *
 * Says how many there were; ends with 0, 2 where something cannot be read or
 * there was no input at all, or as the target does where it finds something.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

enum { INPUT_MAX = 1 << 20, PATH_LONGEST = 4096 };

static size_t replayed;

static int fail(const char *path) {
  fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
  return 2;
}

static int replay_file(const char *path) {
  static uint8_t input[INPUT_MAX];
  FILE *file = fopen(path, "rb");

  if (file == NULL) {
    return fail(path);
  }

  size_t n = fread(input, 1, sizeof input, file);
  int rv = ferror(file) ? fail(path) : 0;
  fclose(file);
  if (rv == 0) {
    replayed++;
    (void)LLVMFuzzerTestOneInput(input, n);
  }
  return rv;
}

static int replay_entry(const char *folder, const char *name) {
  char path[PATH_LONGEST];
  int n = snprintf(path, sizeof path, "%s/%s", folder, name);

  if (n < 0 || (size_t)n >= sizeof path) {
    errno = ENAMETOOLONG;
    return fail(folder);
  }
  return name[0] == '.' ? 0 : replay_file(path);
}

static int replay_folder(const char *path) {
  DIR *folder = opendir(path);
  struct dirent *entry;
  int rv = 0;

  if (folder == NULL) {
    return fail(path);
  }
  while (rv == 0 && (entry = readdir(folder)) != NULL) {
    rv = replay_entry(path, entry->d_name);
  }
  closedir(folder);
  return rv;
}

static int replay(const char *path) {
  struct stat what;

  if (stat(path, &what) != 0) {
    return fail(path);
  }
  return S_ISDIR(what.st_mode) ? replay_folder(path) : replay_file(path);
}

int main(int argc, char **argv) {
  int rv = 0;

  for (int i = 1; i < argc && rv == 0; i++) {
    rv = replay(argv[i]);
  }
  if (rv == 0 && replayed == 0) {
    fprintf(stderr, "usage: %s PATH...: files or folders of inputs\n", argv[0]);
    rv = 2;
  }
  printf("%zu inputs replayed\n", replayed);
  return rv;
}
