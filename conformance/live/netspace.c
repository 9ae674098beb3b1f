/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "netspace.h"

#include <stdio.h>

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/interrupt.h"

#define RESOLV_CONF "/etc/resolv.conf"

/* A lookup that gets no answer must not take the patience of a whole run. */
static const char resolv_conf[] =
    "nameserver 127.0.0.1\noptions timeout:1 attempts:2\n";

static bool refused(char why[NETSPACE_WHY], const char *what) {
  snprintf(why, NETSPACE_WHY, "%s: %s", what, strerror(errno));
  return false;
}

static bool write_all(int fd, const char *text) {
  size_t len = strlen(text);

  return write(fd, text, len) == (ssize_t)len;
}

static bool write_file(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  bool ok = fd >= 0 && write_all(fd, text);
  int kept = errno;

  if (fd >= 0) {
    close(fd);
  }
  errno = kept;
  return ok;
}

/* Everyone stays who they are; nobody else exists. */
static bool map_ids(uid_t uid, gid_t gid) {
  char map[64];

  if (!write_file("/proc/self/setgroups", "deny")) {
    return false;
  }
  snprintf(map, sizeof map, "%lu %lu 1", (unsigned long)uid,
           (unsigned long)uid);
  if (!write_file("/proc/self/uid_map", map)) {
    return false;
  }
  snprintf(map, sizeof map, "%lu %lu 1", (unsigned long)gid,
           (unsigned long)gid);
  return write_file("/proc/self/gid_map", map);
}

static bool unshare_all(void) {
  uid_t uid = geteuid();
  gid_t gid = getegid();

  if (uid == 0 && unshare(CLONE_NEWNET | CLONE_NEWNS) == 0) {
    return true;
  }
  return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) == 0 &&
         map_ids(uid, gid);
}

static bool raise_loopback(void) {
  struct ifreq request;
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  bool ok = false;

  if (fd < 0) {
    return false;
  }
  memset(&request, 0, sizeof request);
  strcpy(request.ifr_name, "lo");
  if (ioctl(fd, SIOCGIFFLAGS, &request) == 0) {
    request.ifr_flags |= IFF_UP;
    ok = ioctl(fd, SIOCSIFFLAGS, &request) == 0;
  }
  close(fd);
  return ok;
}

/* Puts our file over the one of the system; it needs its name no longer when
 * it is mounted. */
static bool cover_resolv_conf(void) {
  char path[] = "/tmp/snarp-resolv-XXXXXX";
  int fd;
  bool ok;

  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
    return false;
  }
  interrupt_hold();
  fd = mkstemp(path);
  ok = fd >= 0 && write_all(fd, resolv_conf) && fchmod(fd, 0644) == 0 &&
       mount(path, RESOLV_CONF, NULL, MS_BIND, NULL) == 0;
  if (fd >= 0) {
    int kept = errno;

    close(fd);
    unlink(path);
    errno = kept;
  }
  interrupt_release();
  return ok;
}

static bool enter(char why[NETSPACE_WHY]) {
  if (!unshare_all()) {
    return refused(why, "namespaces are refused");
  }
  if (!cover_resolv_conf()) {
    return refused(why, RESOLV_CONF " cannot be covered");
  }
  return raise_loopback() || refused(why, "the loopback interface stays down");
}

/* In a child: tells the reason, or nothing, through the pipe. */
static void try_in_child(int fd) {
  char why[NETSPACE_WHY] = "";

  if (!enter(why)) {
    write_all(fd, why);
    _exit(1);
  }
  _exit(0);
}

static bool ended_well(pid_t child) {
  int status;
  pid_t pid;

  do {
    pid = waitpid(child, &status, 0);
  } while (pid < 0 && errno == EINTR);
  return pid == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Whether it can be entered: a process that is halfway in cannot go back. */
static bool try_first(char why[NETSPACE_WHY]) {
  int ends[2];
  pid_t child;
  ssize_t n;

  if (pipe(ends) != 0 || (child = fork()) < 0) {
    return refused(why, "no process to try namespaces in");
  }
  if (child == 0) {
    try_in_child(ends[1]);
  }
  close(ends[1]);
  n = read(ends[0], why, NETSPACE_WHY - 1);
  why[n > 0 ? n : 0] = '\0';
  close(ends[0]);
  return ended_well(child);
}

bool netspace_entered(char why[NETSPACE_WHY]) {
  static bool inside;

  inside = inside || (try_first(why) && enter(why));
  return inside;
}

#else

bool netspace_entered(char why[NETSPACE_WHY]) {
  snprintf(why, NETSPACE_WHY, "this system has no network namespaces");
  return false;
}

#endif
