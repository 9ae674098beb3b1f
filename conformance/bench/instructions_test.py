#!/usr/bin/python3
"""What instructions.py makes of counts.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import unittest

import instructions

DUMPS = """# callgrind format
desc: Trigger: Client Request: 100 read: a record
fn=(1) main
1 20099
summary: 20149
totals: 20149
desc: Trigger: Client Request: 1 walk: 10 records
summary: 7
totals: 7
desc: Trigger: Program termination
totals: 99
"""


def counts(compiler="GNU 12", flags="-O2", **paths):
    return {"compiler": compiler, "flags": flags, "instructions": paths}


class Parse(unittest.TestCase):
    def test_a_call(self):
        self.assertEqual(instructions.parse(DUMPS),
                         {"read: a record": 201, "walk: 10 records": 7})


class Compare(unittest.TestCase):
    def lines(self, old, new):
        lines, differ = instructions.compare(old, new)
        self.assertEqual(differ, not lines[-1].startswith(
            ("instructions: 1 paths, 0 ", "instructions: skipped")))
        return lines

    def test_one_percent_is_no_change(self):
        for now in (990, 1000, 1010):
            self.assertEqual(
                self.lines(counts(a=1000), counts(a=now)),
                ["instructions: 1 paths, 0 changed by more than 1 %"])

    def test_more_is_one(self):
        for now, change in ((989, "-1.1"), (1011, "+1.1")):
            self.assertEqual(
                self.lines(counts(a=1000), counts(a=now)),
                [f"a: 1000 instructions before, {now} now: {change} %",
                 "instructions: 1 paths, 1 changed by more than 1 %"])

    def test_paths_that_come_and_go(self):
        self.assertEqual(
            self.lines(counts(a=5), counts(b=6)),
            ["a: 5 instructions, is no path any more",
             "b: 6 instructions, a new path",
             "instructions: 1 paths, 2 changed by more than 1 %"])

    def test_another_compiler(self):
        self.assertEqual(
            self.lines(counts(a=5), counts("GNU 13", a=9)),
            ["instructions: skipped: counted with GNU 12, this is GNU 13"])

    def test_other_flags(self):
        self.assertEqual(
            self.lines(counts(a=5), counts(flags="-O3", a=5)),
            ["the flags: expected -O2, found -O3",
             "instructions: 1 paths, 1 changed by more than 1 %"])


if __name__ == "__main__":
    unittest.main()
