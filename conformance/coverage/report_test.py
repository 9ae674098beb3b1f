#!/usr/bin/python3
"""report.py tells what a program did not reach, and when it reached all.

    report_test.py REPORT

Skipped (exit 77) where there is no clang-19 or llvm of the same number.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REPORT = ""
TOOLS = ("clang-19", "llvm-profdata-19", "llvm-cov-19")

ROOM = """#include "inner.h"
int room(int a, int b) {
  if (a && b) {
    return 1;
  }
  return half(a);
}
"""
INNER = """#define HALF(n) ((n) / 2)
static inline int half(int n) {
  if (n < 0) {
    return 0;
  }
  return HALF(n);
}
"""
MAIN = """#include <stdlib.h>
int room(int a, int b);
int main(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2) {
    room(atoi(argv[i]), atoi(argv[i + 1]));
  }
  return 0;
}
"""


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.at = pathlib.Path(self.folder.name)
        sources = self.at / "room"
        sources.mkdir()
        (sources / "room.c").write_text(ROOM)
        (sources / "inner.h").write_text(INNER)
        (self.at / "main.c").write_text(MAIN)
        subprocess.run(
            ["clang-19", "-fprofile-instr-generate", "-fcoverage-mapping",
             "-fcoverage-mcdc", "-o", self.at / "program", self.at / "main.c",
             sources / "room.c"], check=True)

    def report(self, *numbers, sources="room"):
        raw, data = self.at / "raw", self.at / "data"
        subprocess.run([self.at / "program", *map(str, numbers)], check=True,
                       env={**os.environ, "LLVM_PROFILE_FILE": str(raw)})
        subprocess.run(["llvm-profdata-19", "merge", "-o", data, raw],
                       check=True)
        run = subprocess.run([REPORT, "llvm-cov-19", self.at / "program", data,
                              self.at / sources], capture_output=True,
                             text=True)
        return run.returncode, run.stdout.splitlines(), run.stderr

    def test_all(self):
        code, rows, _ = self.report(0, 1, 1, 0, 1, 1, -1, 0)
        self.assertEqual(code, 0, rows)
        self.assertEqual(rows[-1].split(),
                         ["all", rows[-1].split()[1], "100.00", "6", "100.00",
                          "2", "100.00"])
        self.assertEqual([row.split()[0] for row in rows[1:]],
                         ["inner.h", "room.c", "all"])

    def test_a_branch(self):
        code, rows, _ = self.report(0, 1, 1, 0, 1, 1)
        self.assertEqual(code, 1)
        self.assertIn("inner.h:3: never true: n < 0", rows)
        self.assertIn("inner.h:4: never run", rows)

    def test_a_condition(self):
        code, rows, _ = self.report(0, 1, 1, 1, -1, 1)
        self.assertEqual(code, 1)
        self.assertIn("room.c:3: condition 2 of 2 never decides alone", rows)

    def test_nothing(self):
        code, rows, _ = self.report()
        self.assertEqual(code, 1)
        self.assertIn("room.c:3: never run", rows)

    def test_no_sources(self):
        code, rows, errors = self.report(1, 1, sources="elsewhere")
        self.assertEqual((code, rows), (2, []))
        self.assertIn("elsewhere", errors)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print("there is no " + ", ".join(missing))
        sys.exit(77)
    REPORT = sys.argv.pop()
    unittest.main()
