#include "ops/fields.h"

#include <stdlib.h>
#include <string.h>

static const char *fill_number(uint16_t *number, const json_t *value) {
  json_int_t n = json_integer_value(value);
  if (!json_is_integer(value) || n < 0 || n > UINT16_MAX) {
    return "expected a number from 0 to 65535";
  }
  *number = (uint16_t)n;
  return NULL;
}

void snarp_ops_fill(struct snarp_ops_filled *filled,
                    const struct snarp_ops_kind *kind, const json_t *in,
                    struct snarp_ops_fault *fault) {
  memset(filled, 0, sizeof *filled);

  for (size_t i = 0; i < kind->n; i++) {
    const struct snarp_ops_field *field = &kind->fields[i];
    const json_t *value = json_object_get(in, field->name);

    fault->member = field->name;
    if (field->number) {
      fault->why = fill_number(snarp_ops_number(&filled->record, field), value);
    } else {
      fault->why = snarp_octets_from_hex(&filled->octets[i], value);
      *snarp_ops_octets(&filled->record, field) =
          snarp_octets_view(&filled->octets[i]);
    }
    if (fault->why != NULL) {
      return;
    }
  }
}

void snarp_ops_free(struct snarp_ops_filled *filled) {
  for (size_t i = 0; i < SNARP_OPS_FIELDS_MAX; i++) {
    free(filled->octets[i].base);
  }
}

json_t *snarp_ops_to_json(const struct snarp_ops_kind *kind,
                          union snarp_ops_record *record) {
  json_t *object = json_object();

  for (size_t i = 0; i < kind->n; i++) {
    const struct snarp_ops_field *field = &kind->fields[i];
    json_t *value = field->number
                        ? json_integer(*snarp_ops_number(record, field))
                        : snarp_octets_to_hex(*snarp_ops_octets(record, field));
    if (json_object_set_new_nocheck(object, field->name, value) != 0) {
      json_decref(object);
      return NULL;
    }
  }
  return object;
}
