/*
 * snarp/service.h - the service field of S-NAPTR (RFC 3958 6.5).
 *
 *   service-parms = [ [app-service] *(":" app-protocol) ]
 *
 * A tag is a letter and up to 31 letters, digits, "+", "-" and "."; the
 * undefined ALPHANUM of the text is read as ALPHANUMSYM, as RFC 4848 and RFC
 * 6408 reprint it. Tags are whole words without structure; ASCII case does not
 * count.
 *
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#ifndef SNARP_SERVICE_H
#define SNARP_SERVICE_H

#include "snarp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest tag, in octets (6.5). */
#define SNARP_TAG_MAX 32

/* A service field being read. `app` may be used: the application service,
 * empty where the field is empty or begins with ":". The other fields are
 * private.
 */
struct snarp_service {
  struct snarp_view app;
  struct snarp_view rest; /* ":" and a protocol, as often as there are some */
};

/* Reads a whole field and checks all of its tags. `service` views `field`.
 * Fails with TAG_EMPTY (a protocol of no octets), TAG_LONG, TAG_FIRST (not a
 * letter) or TAG_OCTET; diag->off is the octet at fault. Notes
 * SNARP_NOTE_SERVICE_NONE where protocols stand without a service, and
 * SNARP_NOTE_TAG_X for the tag "x-" alone, which is no experimental tag.
 */
int snarp_service_scan(struct snarp_service *service, struct snarp_view field,
                       struct snarp_diag *diag);

/* The next protocol of the field; SNARP_END behind the last one. */
int snarp_service_next(struct snarp_view *protocol,
                       struct snarp_service *service);

/* Appends a field made of these tags; `app` may be empty only where n is 0.
 * Fails as snarp_service_scan does; diag->off is then the index of the
 * protocol at fault, 0 for the service too. A field of more than 255 octets is
 * STRING_LONG.
 */
int snarp_service_print(struct snarp_buf *out, struct snarp_view app,
                        const struct snarp_view *protocols, size_t n,
                        struct snarp_diag *diag);

/* True if the field, which must follow the grammar, has this service and this
 * protocol (2.2.2): each the whole of a tag, in any case. A field without
 * protocols offers none.
 */
bool snarp_service_offers(struct snarp_view field, struct snarp_view app,
                          struct snarp_view protocol);

#ifdef __cplusplus
}
#endif

#endif
