#include "ops/kind.h"

#include <stddef.h>
#include <string.h>

#include "snarp/message.h"

#define FORWARD(kind)                                                          \
  static int kind##_read(union snarp_ops_record *record,                       \
                         struct snarp_view rdata, struct snarp_diag *diag) {   \
    return snarp_##kind##_read(&record->kind, rdata, diag);                    \
  }                                                                            \
  static int kind##_read_in(union snarp_ops_record *record,                    \
                            uint8_t space[SNARP_NAME_MAX],                     \
                            struct snarp_view message, size_t off, size_t len, \
                            struct snarp_diag *diag) {                         \
    return snarp_##kind##_read_in(&record->kind, space, message, off, len,     \
                                  diag);                                       \
  }                                                                            \
  static int kind##_write(struct snarp_buf *out,                               \
                          const union snarp_ops_record *record,                \
                          struct snarp_diag *diag) {                           \
    return snarp_##kind##_write(out, &record->kind, diag);                     \
  }                                                                            \
  static int kind##_scan(union snarp_ops_record *record,                       \
                         struct snarp_buf *space, struct snarp_view text,      \
                         struct snarp_view origin, struct snarp_diag *diag) {  \
    return snarp_##kind##_scan(&record->kind, space, text, origin, diag);      \
  }                                                                            \
  static int kind##_print(struct snarp_buf *out,                               \
                          const union snarp_ops_record *record,                \
                          struct snarp_diag *diag) {                           \
    return snarp_##kind##_print(out, &record->kind, diag);                     \
  }                                                                            \
  static int kind##_check(const union snarp_ops_record *record,                \
                          struct snarp_diag *diag) {                           \
    return snarp_##kind##_check(&record->kind, diag);                          \
  }

FORWARD(naptr)
FORWARD(srv)

#define NUMBER(kind, name)                                                     \
  {#name, true, offsetof(union snarp_ops_record, kind.name)}
#define OCTETS(kind, name)                                                     \
  {#name, false, offsetof(union snarp_ops_record, kind.name)}

static const struct snarp_ops_kind kinds[] = {
    {"naptr",
     SNARP_TYPE_NAPTR,
     6,
     {NUMBER(naptr, order), NUMBER(naptr, preference), OCTETS(naptr, flags),
      OCTETS(naptr, services), OCTETS(naptr, regexp),
      OCTETS(naptr, replacement)},
     naptr_read,
     naptr_read_in,
     naptr_write,
     naptr_scan,
     naptr_print,
     naptr_check},
    {"srv",
     SNARP_TYPE_SRV,
     4,
     {NUMBER(srv, priority), NUMBER(srv, weight), NUMBER(srv, port),
      OCTETS(srv, target)},
     srv_read,
     srv_read_in,
     srv_write,
     srv_scan,
     srv_print,
     srv_check},
};

const struct snarp_ops_kind *snarp_ops_kind_find(const char *name, size_t len) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strlen(kinds[i].name) == len && memcmp(kinds[i].name, name, len) == 0) {
      return &kinds[i];
    }
  }
  return NULL;
}

uint16_t *snarp_ops_number(union snarp_ops_record *record,
                           const struct snarp_ops_field *field) {
  return (uint16_t *)(void *)((char *)record + field->at);
}

struct snarp_view *snarp_ops_octets(union snarp_ops_record *record,
                                    const struct snarp_ops_field *field) {
  return (struct snarp_view *)(void *)((char *)record + field->at);
}
