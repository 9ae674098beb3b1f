/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include "again.h"

#include <stdlib.h>

#include "show.h"
#include "text.h"

static const char *keep(struct arena *kept, struct text *text) {
  const char *copied = arena_copy(kept, text->base, text->len);

  free(text->base);
  return copied;
}

static void add_option(struct text *out, const char *name, const char *value) {
  if (value != NULL) {
    text_format(out, " %s ", name);
    add_shell_word(out, value);
  }
}

/* Those of --live, but for the network, which changes no verdict. */
static void add_live_options(struct text *out, const struct options *options) {
  text_add(out, options->live ? " --live" : "");
  add_option(out, "--service", options->asks.service);
  add_option(out, "--protocol", options->asks.protocol);
  text_add(out, options->asks.zone ? " --prefer zone" : "");
}

const char *again_options(struct arena *kept, const struct options *options) {
  struct text out = {0};

  text_add(&out, "snarp check");
  add_live_options(&out, options);
  add_option(&out, "--vectors", options->vectors);
  add_option(&out, "--known", options->known);
  if (options->timeout_set) {
    text_format(&out, " --timeout %g", options->timeout / 1000.0);
  }
  text_add(&out, options->strict_reason ? " --strict-reason" : "");
  return keep(kept, &out);
}

const char *again_target(struct arena *kept, const char *name,
                         char *const *argv) {
  struct text out = {0};

  text_add(&out, name != NULL ? name : "--");
  for (size_t i = 0; name == NULL && argv[i] != NULL; i++) {
    text_add(&out, " ");
    add_shell_word(&out, argv[i]);
  }
  return keep(kept, &out);
}
