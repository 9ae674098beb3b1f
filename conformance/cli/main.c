/* Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "fault.h"
#include "interrupt.h"
#include "output.h"

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *does;
} commands[] = {
    {"check", command_check,
     "judge an implementation against the vectors, rule by rule"},
    {"adapter", command_adapter,
     "put libsnarp behind the adapter protocol on standard input and output"},
    {"resolve", command_resolve,
     "find the servers of a domain, in the order in which they are tried"},
    {"naptr", command_record, "decode, encode, scan or print one NAPTR record"},
    {"srv", command_record, "decode, encode, scan or print one SRV record"},
    {"service", command_service, "decode or encode one service field"},
    {"policy", command_policy, "decode or encode one policy parameter"},
    {"pool", command_pool,
     "run a scenario of a pool and draw who was selected when"},
    {"serve", command_serve,
     "answer DNS queries from a zone, on loopback, over UDP and TCP"},
    {"lint", command_lint, "find what breaks S-NAPTR in a zone"},
    {"lint-vectors", command_lint_vectors,
     "check the vectors, their rules and their history"},
};

#define COUNT (sizeof commands / sizeof *commands)

static int help(void) {
  fputs("usage: snarp COMMAND [ARGUMENTS]\n\n", stdout);
  for (size_t i = 0; i < COUNT; i++) {
    printf("  %-13s %s\n", commands[i].name, commands[i].does);
  }
  return output_text("\nsnarp COMMAND --help says more; snarp --version tells "
                     "the version.\n");
}

int main(int argc, char **argv) {
  interrupt_arm();
  if (argc < 2) {
    fputs("snarp: expected a command; snarp --help lists them all\n", stderr);
    return EXIT_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
      strcmp(argv[1], "help") == 0) {
    return help();
  }
  if (strcmp(argv[1], "--version") == 0) {
    return output_text("snarp " SNARP_VERSION "\n");
  }
  for (size_t i = 0; i < COUNT; i++) {
    if (strcmp(argv[1], commands[i].name) == 0) {
      return commands[i].run(argc - 1, argv + 1);
    }
  }
  fprintf(stderr,
          "snarp: there is no command %s; snarp --help lists them all\n",
          argv[1]);
  return EXIT_USAGE;
}
