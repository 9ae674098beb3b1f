/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "master.h"

#include <errno.h>
#include <fcntl.h>
#include <ldns/ldns.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "master_line.h"
#include "snarp/name.h"
#include "snarp/naptr.h"
#include "snarp/srv.h"

#define BLANKS " \t\r"

struct master {
  const char *path;
  struct fault *fault;
  struct master_lines lines;
  uint8_t origin_space[SNARP_NAME_MAX];
  struct snarp_view origin;
  ldns_rdf *ldns_origin;
  ldns_rdf *owner; /* of the record before */
  uint32_t ttl;
  ldns_buffer *wire; /* of one RDATA */
  void (*put)(void *ctx, const struct dns_record *record);
  void *ctx;
};

static bool wrong(struct master *master, const char *what, const char *why) {
  return fault_set(master->fault, EXIT_VECTORS, "%s:%zu: %s%s", master->path,
                   master->lines.first, what, why);
}

static bool wrong_status(struct master *master, const char *what, int status) {
  return fault_set(master->fault, EXIT_VECTORS, "%s:%zu: %s: %s (%s)",
                   master->path, master->lines.first, what,
                   snarp_status_text(status), snarp_status_cite(status));
}

static struct snarp_view view_of(const char *text) {
  return (struct snarp_view){(const uint8_t *)text, strlen(text)};
}

/* --- directives */

static void set_origin(struct master *master, struct snarp_view name) {
  ldns_rdf_deep_free(master->ldns_origin);
  memcpy(master->origin_space, name.base, name.len);
  master->origin = (struct snarp_view){master->origin_space, name.len};
  master->ldns_origin =
      need(ldns_dname_new_frm_data((uint16_t)name.len, name.base));
}

static bool read_origin(struct master *master, const char *value) {
  uint8_t space[SNARP_NAME_MAX];
  struct snarp_view name;
  int rv = snarp_name_scan(&name, space, view_of(value), master->origin, NULL);

  if (rv != SNARP_OK) {
    return wrong_status(master, "$ORIGIN", rv);
  }
  set_origin(master, name);
  return true;
}

static bool read_ttl(struct master *master, const char *value) {
  const char *end = value;
  uint32_t ttl = ldns_str2period(value, &end);

  if (end == value || *end != '\0') {
    return wrong(master, "$TTL: expected a time in seconds", "");
  }
  master->ttl = ttl;
  return true;
}

static bool read_directive(struct master *master) {
  char *name = master->lines.line;
  char *value = name + strcspn(name, BLANKS);

  if (*value != '\0') {
    *value++ = '\0';
    value += strspn(value, BLANKS);
  }
  if (strcasecmp(name, "$ORIGIN") == 0) {
    return read_origin(master, value);
  }
  if (strcasecmp(name, "$TTL") == 0) {
    return read_ttl(master, value);
  }
  return wrong(master, name, ": expected $ORIGIN or $TTL; others are not read");
}

/* --- records */

/* Behind a field; a backslash keeps the character behind it in the field. */
static const char *field_end(const char *at) {
  while (*at != '\0' && strchr(BLANKS, *at) == NULL) {
    at += *at == '\\' && at[1] != '\0' ? 2 : 1;
  }
  return at;
}

static const char *next_field(const char *at, size_t *len) {
  const char *field = at + strspn(at, BLANKS);

  *len = (size_t)(field_end(field) - field);
  return field;
}

static bool is_ttl(const char *field) {
  return *field >= '0' && *field <= '9';
}

static bool is_class(const char *field, size_t len) {
  char word[16];

  if (len == 0 || len >= sizeof word) {
    return false;
  }
  memcpy(word, field, len);
  word[len] = '\0';
  return ldns_get_rr_class_by_name(word) != 0;
}

/* A TTL may stand before the class or behind it (5.1); ldns wants it before. */
static void put_ttl_first(char *line) {
  char word[16];
  size_t class_len;
  size_t ttl_len;
  const char *class = next_field(field_end(line), &class_len);
  const char *ttl = next_field(class + class_len, &ttl_len);

  if (is_class(class, class_len) && is_ttl(ttl)) {
    char *at = line + (class - line);
    memcpy(word, class, class_len);
    memmove(at, ttl, ttl_len);
    memset(at + ttl_len, ' ', (size_t)(ttl + ttl_len - class) - ttl_len);
    memcpy(line + (ttl + ttl_len - line) - class_len, word, class_len);
  }
}

/* Where the RDATA begins: behind the owner, maybe a TTL and a class, and the
 * type. */
static const char *rdata_text(const char *line) {
  const char *at = field_end(line);
  size_t len;
  const char *field = next_field(at, &len);

  if (is_ttl(field)) {
    field = next_field(field + len, &len);
  }
  if (is_class(field, len)) {
    field = next_field(field + len, &len);
  }
  return field + len + strspn(field + len, BLANKS);
}

static bool scan_rdata(struct master *master, uint16_t type,
                       struct snarp_buf *rdata) {
  struct snarp_view text = view_of(rdata_text(master->lines.line));
  struct snarp_naptr naptr;
  struct snarp_srv srv;
  int rv = type == DNS_NAPTR
               ? snarp_naptr_scan(&naptr, rdata, text, master->origin, NULL)
               : snarp_srv_scan(&srv, rdata, text, master->origin, NULL);

  return rv == SNARP_OK ||
         wrong_status(master, type == DNS_NAPTR ? "NAPTR" : "SRV", rv);
}

static bool is_name(struct snarp_view octets) {
  struct snarp_view name;
  return snarp_name_read(&name, octets, NULL) == SNARP_OK;
}

/* ldns takes some RDATA in the form of RFC 3597 5 that is none of its type. */
static bool is_sound(const struct dns_record *record) {
  switch (record->type) {
  case DNS_A:
    return record->rdata.len == 4;
  case DNS_AAAA:
    return record->rdata.len == 16;
  case DNS_CNAME:
    return is_name(record->rdata);
  default:
    return true;
  }
}

static bool put_record(struct master *master, const ldns_rr *rr) {
  const ldns_rdf *owner = ldns_rr_owner(rr);
  uint8_t space[SNARP_NAPTR_RDATA_MAX];
  struct snarp_buf scanned = {space, sizeof space, 0};
  struct dns_record record = {{ldns_rdf_data(owner), ldns_rdf_size(owner)},
                              (uint16_t)ldns_rr_get_type(rr),
                              DNS_IN,
                              ldns_rr_ttl(rr),
                              {NULL, 0}};

  if (record.type == DNS_NAPTR || record.type == DNS_SRV) {
    if (!scan_rdata(master, record.type, &scanned)) {
      return false;
    }
    record.rdata = (struct snarp_view){space, scanned.len};
  } else {
    ldns_buffer_clear(master->wire);
    if (ldns_rr_rdata2buffer_wire(master->wire, rr) != LDNS_STATUS_OK) {
      return wrong(master, "expected RDATA of at most 65535 octets", "");
    }
    record.rdata = (struct snarp_view){ldns_buffer_begin(master->wire),
                                       ldns_buffer_position(master->wire)};
  }
  if (ldns_rr_get_class(rr) != LDNS_RR_CLASS_IN) {
    return wrong(master, "expected a record of class IN", "");
  }
  if (!is_name(record.owner) || !is_sound(&record)) {
    return wrong(master, "expected a name of at most 255 octets and RDATA ",
                 "that fits the type");
  }
  master->put(master->ctx, &record);
  return true;
}

static bool read_record(struct master *master) {
  ldns_rr *rr = NULL;
  ldns_status rv;
  bool fine;

  put_ttl_first(master->lines.line);
  rv = ldns_rr_new_frm_str(&rr, master->lines.line, master->ttl,
                           master->ldns_origin, &master->owner);

  if (rv != LDNS_STATUS_OK) {
    return wrong(master,
                 "is not a record as expected: ", ldns_get_errorstr_by_id(rv));
  }
  fine = put_record(master, rr);
  ldns_rr_free(rr);
  return fine;
}

static bool read_lines(struct master *master) {
  struct master_lines *lines = &master->lines;

  while (master_line_next(lines)) {
    bool fine =
        lines->line[0] == '$' ? read_directive(master) : read_record(master);
    if (!fine) {
      return false;
    }
  }
  return lines->why == NULL ||
         fault_set(master->fault, EXIT_VECTORS, "%s:%zu: %s", master->path,
                   lines->number, lines->why);
}

/* --- the file */

static bool cannot_be_read(const char *path, struct fault *fault) {
  return fault_set(fault, EXIT_USAGE, "%s: cannot be read: %s", path,
                   strerror(errno));
}

static bool read_all(int file, char *into, size_t *len) {
  size_t cap = *len;

  *len = 0;
  while (*len < cap) {
    ssize_t n = read(file, into + *len, cap - *len);
    if (n < 0 && errno != EINTR) {
      return false;
    }
    if (n == 0) {
      break;
    }
    *len += n > 0 ? (size_t)n : 0;
  }
  return true;
}

static bool load(char **text, size_t *len, int file, const char *path,
                 struct fault *fault) {
  struct stat about;

  if (fstat(file, &about) != 0) {
    return cannot_be_read(path, fault);
  }
  if (!S_ISREG(about.st_mode)) {
    return fault_set(fault, EXIT_USAGE, "%s: is not a file", path);
  }
  if ((size_t)about.st_size > MASTER_MAX) {
    return fault_set(fault, EXIT_USAGE, "%s: expected at most %zu MiB", path,
                     MASTER_MAX >> 20);
  }
  *len = (size_t)about.st_size;
  *text = take(*len);
  return read_all(file, *text, len) || cannot_be_read(path, fault);
}

static bool read_text(struct master *master, const char *text, size_t len) {
  static const uint8_t root[1] = {0};
  bool fine;

  master->lines.at = text;
  master->lines.end = text + len;
  master->ttl = LDNS_DEFAULT_TTL;
  master->wire = need(ldns_buffer_new(LDNS_MAX_PACKETLEN));
  set_origin(master, (struct snarp_view){root, sizeof root});
  fine = read_lines(master);
  ldns_buffer_free(master->wire);
  ldns_rdf_deep_free(master->ldns_origin);
  ldns_rdf_deep_free(master->owner);
  return fine;
}

bool master_read(const char *path,
                 void (*put)(void *ctx, const struct dns_record *record),
                 void *ctx, struct fault *fault) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  char *text = NULL;
  size_t len = 0;
  bool fine;

  if (file < 0) {
    return cannot_be_read(path, fault);
  }
  fine = load(&text, &len, file, path, fault);
  close(file);
  if (fine) {
    struct master *master = take(sizeof *master);
    master->path = path;
    master->fault = fault;
    master->put = put;
    master->ctx = ctx;
    fine = read_text(master, text, len);
    free(master);
  }
  free(text);
  return fine;
}
