#!/usr/bin/python3
"""differ_test.py SNARP: the differential tells what its ledger does not have.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

import differ
import inputs
import ledger
import models
import peers

SNARP = Path(sys.argv.pop(1)).resolve()


def pairs(seed, n):
    generator = inputs.Generator(inputs.sources(differ.VECTORS), seed)
    return [(op, generator.input(op)) for op in n * inputs.OPS]


def corpus():
    for path in sorted(differ.VECTORS.glob("*/*.json")):
        for vector in json.loads(path.read_text()).get("vectors", []):
            yield vector["id"], vector


class Differ(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.asked = peers.Peers(SNARP, differ.VECTORS, Path(work.name))

    def differential(self, entries):
        """ldns, which is always there, on some octets and texts."""
        made = differ.Differential("ldns", self.asked, entries)
        made.batch([pair for pair in pairs(3, 300)
                    if pair[0] in models.SUBJECTS["ldns"]])
        return made

    def test_the_same_seed(self):
        self.assertEqual(pairs(5, 20), pairs(5, 20))
        self.assertNotEqual(pairs(5, 20), pairs(6, 20))

    def test_the_whole_ledger(self):
        made = self.differential(ledger.load())
        self.assertEqual(made.n_found, 0, made.found)
        self.assertGreater(sum(made.excused.values()), 100)

    def test_each_entry_is_needed(self):
        for predicate in ("no-trailing", "complete", "number-16-bits",
                          "print-quote", "name-label-type"):
            with self.subTest(predicate):
                made = self.differential(
                    [entry for entry in ledger.load()
                     if entry["predicate"] != predicate])
                self.assertGreater(made.n_found, 0)

    def test_the_vector_of_each_entry_shows_it(self):
        vectors = dict(corpus())
        for subject in models.SUBJECTS:
            made = differ.Differential(subject, self.asked, ledger.load())
            if not differ.installed(self.asked, subject):
                continue
            cases = made.judged([(entry["vector"].split("/")[0],
                                  vectors[entry["vector"]]["in"])
                                 for entry in made.entries])
            self.assertEqual(len(cases), len(made.entries))
            for entry, case, names in zip(made.entries, cases,
                                          made.excuses(cases)):
                with self.subTest(subject=subject, vector=entry["vector"]):
                    self.assertEqual(case[3]["verdict"], "fail")
                    self.assertIn(entry["predicate"], names or {})

    def test_what_is_told(self):
        made = self.differential([])
        case = made.found[0]
        small = made.shrunk(case)
        self.assertLessEqual(len(json.dumps(small[1])),
                             len(json.dumps(case[1])))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            differ.show("ldns", small)
        vector = json.loads(out.getvalue().split("\n", 1)[1])
        self.assertEqual(vector["in"], small[1])

    def test_an_answer_of_another_value(self):
        """What a model says must be what came, not only some answer."""
        given = {"rdata": "0064000a015303583a79000000"}
        made = differ.Differential("ldns", self.asked, ledger.load())
        case = made.judged([("naptr.decode", given)])[0]
        self.assertEqual(made.excuses([case]), [{"no-trailing"}])
        made.predictions = lambda cases: [
            ({"value": {**json.loads(case[3]["got"])["ok"], "order": 7}},
             {"no-trailing"})]
        self.assertEqual(made.excuses([case]), [None])


if __name__ == "__main__":
    unittest.main()
