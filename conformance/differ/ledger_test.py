#!/usr/bin/python3
"""The ledger of the differential says what is so, and its check finds what is
not. Each excuse of the fuzz targets is an entry.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json
import re
import unittest
from pathlib import Path

import ledger
import models

TOP = Path(__file__).resolve().parents[2]
VECTORS = TOP / "vectors"


def corpus():
    for path in sorted(VECTORS.glob("*/*.json")):
        for vector in json.loads(path.read_text()).get("vectors", []):
            yield vector["id"], vector


def known_of(subject):
    path = TOP / "conformance" / "known" / f"{subject}.json"
    return json.loads(path.read_text())["expected"]


class Ledger(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.entries = ledger.load()
        cls.vectors = dict(corpus())
        rules = json.loads((VECTORS / "rules.json").read_text())["rules"]
        cls.rules = {rule["id"]: rule for rule in rules}
        cls.known = {subject: known_of(subject) for subject in models.SUBJECTS}

    def faults(self, entries):
        return list(ledger.faults(entries, self.rules, self.vectors,
                                  self.known))

    def test_as_it_is(self):
        self.assertEqual(self.faults(self.entries), [])

    def test_all_subjects(self):
        self.assertEqual({entry["subject"] for entry in self.entries},
                         set(models.SUBJECTS))

    def planted(self, fault, **members):
        """A fault where an entry of ldns's has these members."""
        entry = {"subject": "ldns", "ops": "*.decode",
                 "predicate": "no-trailing", "reason": "it does not look",
                 "rule": "rfc1035-3.2.1-no-trailing",
                 "section": "RFC 1035, 3.2.1",
                 "vector": "naptr.decode/trailing-ff"}
        self.assertEqual(self.faults([entry]), [])
        found = self.faults([{**entry, **members}])
        self.assertIn(fault, found[0])

    def test_planted(self):
        self.planted("expected the members", reason="")
        self.planted("expected the members", more="x")
        self.planted("no such subject", subject="bind")
        self.planted("fits no op", ops="*.decoed")
        self.planted("there is no rfc1035-9", rule="rfc1035-9")
        self.planted("there is no srv.decode/x", vector="srv.decode/x")
        self.planted("the section is", section="RFC 1035, 3.3")
        self.planted("does not cite", vector="naptr.decode/rdata-empty")
        self.planted("is of another op", vector="naptr.encode/name-trailing")
        self.planted("not known to fail",
                     vector="naptr.decode/message-trailing-before-record")

    def test_twice(self):
        entry = self.entries[0]
        self.assertIn("a second entry", self.faults([entry, entry])[0])

    def test_fuzz_targets(self):
        rows = {(e["subject"], e["rule"]) for e in self.entries}
        text = (TOP / "fuzz" / "excuses.def").read_text()
        excuses = re.findall(r'^EXCUSE\((\w+), \w+, "(.*)"\)$', text,
                             re.MULTILINE)
        self.assertEqual(len(excuses), text.count("EXCUSE("))
        self.assertGreater(len(excuses), 0)
        self.assertEqual(set(excuses) - rows, set())


if __name__ == "__main__":
    unittest.main()
