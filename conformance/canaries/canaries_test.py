#!/usr/bin/python3
"""What canaries.py makes of faults and of what tools find; every fault applies.

    canaries_test.py TREE

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import pathlib
import sys
import tempfile
import unittest

import canaries
import faults
import tools

TREE = pathlib.Path(sys.argv.pop(1))


def fault(must=("vectors",), edits=(("a.c", "one", "two"),)):
    return faults.Fault("name", "what it is", list(must), list(edits))


class Faults(unittest.TestCase):
    def test_all_apply(self):
        self.assertEqual(list(canaries.unfit(TREE, faults.FAULTS)), [])

    def test_there_are_twenty_with_names_of_their_own(self):
        names = {f.name for f in faults.FAULTS}
        self.assertEqual(len(names), len(faults.FAULTS))
        self.assertGreaterEqual(len(names), 20)

    def test_each_must_be_caught_by_a_tool_that_there_is(self):
        for one in faults.FAULTS:
            self.assertTrue(one.must, one.name)
            for must in one.must:
                self.assertIn(canaries.column_of(must), tools.COLUMNS)
                name = canaries.tool_of(must).partition(":")[0]
                self.assertIn(name, tools.TOOLS, one.name)

    def test_every_column_must_catch_one(self):
        required = {canaries.column_of(must)
                    for one in faults.FAULTS for must in one.must}
        self.assertEqual(set(tools.COLUMNS) - required, set())


class Planted(unittest.TestCase):
    def texts(self, text, *edits):
        with tempfile.TemporaryDirectory() as name:
            tree = pathlib.Path(name)
            (tree / "a.c").write_text(text)
            planted = canaries.planted(tree, fault(edits=edits))
            self.assertEqual((tree / "a.c").read_text(), text)
            return list(planted.values())

    def test_edits_of_a_file_follow_one_another(self):
        self.assertEqual(self.texts("one two", ("a.c", "one", "three"),
                                    ("a.c", "three two", "four")), ["four"])

    def test_what_stands_there_twice_or_not_at_all(self):
        for text, n in (("one one", 2), ("two", 0)):
            with self.assertRaisesRegex(ValueError, f"found {n} times: one"):
                self.texts(text, ("a.c", "one", "two"))


class Rows(unittest.TestCase):
    def row(self, must, results):
        row = canaries.row_of(fault(must), results)
        return {column: mark for column, mark in row.items()
                if mark != canaries.UNTRIED}

    def test_a_required_tool_that_catches(self):
        self.assertEqual(
            self.row(["vectors"], {"check": ({"vectors": "3"}, 1)}),
            {"vectors": canaries.CAUGHT, "probes": canaries.NOT})

    def test_one_that_misses_though_another_catches(self):
        self.assertEqual(
            self.row(["fuzz:walk"], {"fuzz:walk": ({}, 1),
                                     "unit": ({"unit tests": "1"}, 1)}),
            {"fuzz": canaries.MISSED, "unit tests": canaries.BESIDES})

    def test_one_of_two_sanitizers_is_not_enough(self):
        self.assertEqual(
            self.row(["ASan"], {"sanitizers": ({"UBSan": "x"}, 1)}),
            {"ASan": canaries.MISSED, "UBSan": canaries.BESIDES})

    def test_a_test_counts_for_its_column(self):
        self.assertEqual(
            self.row(["test:faux.asks"],
                     {"test:faux.asks": ({"faux": "faux.asks"}, 1)}),
            {"faux": canaries.CAUGHT})

    def test_what_is_told_of_a_miss(self):
        row = canaries.row_of(fault(["vectors"]), {"check": ({}, 1)})
        self.assertEqual(
            list(canaries.lines_of(fault(), {"check": ({}, 1)}, row)),
            ["name: MISSED",
             "  vectors: expected it to catch this: what it is"])


class Copies(unittest.TestCase):
    def test_a_copy_keeps_what_is_the_same(self):
        with tempfile.TemporaryDirectory() as name:
            tree, copy = pathlib.Path(name, "tree"), pathlib.Path(name, "copy")
            tree.mkdir()
            tools.run(["git", "init", "-q", tree])
            for file in ("same", "changed"):
                (tree / file).write_text(file)
            canaries.copy_tree(tree, copy)
            before = (copy / "same").stat().st_mtime_ns
            (copy / "changed").write_text("planted")
            (copy / "more").write_text("more")
            canaries.copy_tree(tree, copy)
            self.assertEqual((copy / "same").stat().st_mtime_ns, before)
            self.assertEqual({path.name: path.read_text()
                              for path in copy.iterdir()},
                             {"same": "same", "changed": "changed"})


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
