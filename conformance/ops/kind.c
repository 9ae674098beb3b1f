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
  }                                                                            \
  static int kind##_canonical(struct snarp_buf *out,                           \
                              const union snarp_ops_record *record,            \
                              struct snarp_diag *diag) {                       \
    return snarp_##kind##_canonical(out, &record->kind, diag);                 \
  }                                                                            \
  static int kind##_compare(const union snarp_ops_record *a,                   \
                            const union snarp_ops_record *b) {                 \
    return snarp_##kind##_compare(&a->kind, &b->kind);                         \
  }

FORWARD(naptr)
FORWARD(srv)

#define AT(member) offsetof(union snarp_ops_record, member)

static const struct snarp_ops_kind kinds[] = {
    {"naptr",
     SNARP_TYPE_NAPTR,
     6,
     {{"order", true, AT(naptr.order)},
      {"preference", true, AT(naptr.preference)},
      {"flags", false, AT(naptr.flags)},
      {"services", false, AT(naptr.services)},
      {"regexp", false, AT(naptr.regexp)},
      {"replacement", false, AT(naptr.replacement)}},
     naptr_read,
     naptr_read_in,
     naptr_write,
     naptr_scan,
     naptr_print,
     naptr_check,
     naptr_canonical,
     naptr_compare},
    {"srv",
     SNARP_TYPE_SRV,
     4,
     {{"priority", true, AT(srv.priority)},
      {"weight", true, AT(srv.weight)},
      {"port", true, AT(srv.port)},
      {"target", false, AT(srv.target)}},
     srv_read,
     srv_read_in,
     srv_write,
     srv_scan,
     srv_print,
     srv_check,
     srv_canonical,
     srv_compare},
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
  void *member = (char *)record + field->at;
  return member;
}

struct snarp_view *snarp_ops_octets(union snarp_ops_record *record,
                                    const struct snarp_ops_field *field) {
  void *member = (char *)record + field->at;
  return member;
}
