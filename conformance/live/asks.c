/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "asks.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/fault.h"
#include "runner/text.h"
#include "words.h"

static const char *text_in(const struct vector *vector, const char *member) {
  return json_string_value(json_object_get(vector->in.json, member));
}

static const json_t *protocols_of(const struct vector *vector) {
  return json_object_get(vector->in.json, "protocols");
}

/* What a command offers: it prints all its targets, reads whole messages, and
 * goes by one of the two preferences, which is all the same for one protocol.
 */
static unsigned offered(const struct live_asks *asks, size_t n_protocols) {
  unsigned options = 1U << OPTION_RESOLVE_EAGER | 1U << OPTION_RESOLVE_CLASS;

  return asks->zone || n_protocols == 1 ? options | 1U << OPTION_RESOLVE_ZONE
                                        : options;
}

/* True where the command looks for one thing only, and this is another. */
static bool is_other(const char *only, const char *wanted) {
  return only != NULL && strcasecmp(only, wanted) != 0;
}

char *asks_refusal(const struct live_asks *asks, char *const *argv,
                   const struct vector *vector) {
  const json_t *protocols = protocols_of(vector);
  size_t n = json_array_size(protocols);
  const char *first = json_string_value(json_array_get(protocols, 0));
  const char *lacks = vector_lacks(vector, offered(asks, n));
  struct text said = {0};

  if (lacks != NULL) {
    text_format(&said, "does not offer %s", lacks);
  } else if (is_other(asks->service, text_in(vector, "service"))) {
    text_format(&said, "looks for the service %s only", asks->service);
  } else if (n == 1 && is_other(asks->protocol, first)) {
    text_format(&said, "looks for the protocol %s only", asks->protocol);
  } else if (n > 1 && (asks->protocol != NULL || !words_take_many(argv))) {
    text_add(&said, "can be asked for one protocol only");
  } else if (n > 1 && asks->zone &&
             strcmp(text_in(vector, "prefer"), "zone") != 0) {
    text_add(&said, "does not go by its own order of protocols");
  } else if (strchr(text_in(vector, "domain"), '\\') != NULL) {
    text_add(&said, "cannot be told a domain of such octets");
  }
  return said.base;
}

/* The domain as people type it. */
static char *domain_of(const struct vector *vector) {
  char *domain = copy(text_in(vector, "domain"));
  size_t len = strlen(domain);

  if (len > 1 && domain[len - 1] == '.') {
    domain[len - 1] = '\0';
  }
  return domain;
}

char **asks_command(char *const *argv, const struct vector *vector,
                    const char *server, const char *port) {
  const json_t *list = protocols_of(vector);
  size_t n = json_array_size(list);
  const char **protocols = take((n + 1) * sizeof *protocols);
  char *domain = domain_of(vector);
  struct words_values values = {.domain = domain,
                                .service = text_in(vector, "service"),
                                .protocols = protocols,
                                .n_protocols = n,
                                .server = server,
                                .port = port};
  char **filled;

  for (size_t i = 0; i < n; i++) {
    protocols[i] = json_string_value(json_array_get(list, i));
  }
  filled = words_fill(argv, &values);
  free(domain);
  free(protocols);
  return filled;
}
