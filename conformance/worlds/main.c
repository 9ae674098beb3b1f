/* snarp adapter ref, and nothing else of the command.
 * Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
 */
#include "cli/commands.h"

int main(int argc, char **argv) {
  return command_adapter(argc, argv);
}
