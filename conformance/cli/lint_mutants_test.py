#!/usr/bin/python3
"""What lint-vectors says of the mutants that rules name.

usage: lint_mutants_test.py SNARP

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import copy
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SNARP = ""
SOURCE = """int limit(int n);

int other(int n) {
  return limit(n) + 2;
}

static int
limit(int n) {
  if (n > 1) {
    return 1;
  }
  return n;
}
"""
MUTANT = {"file": "a.c", "function": "limit", "before": "if (n > 1) {",
          "after": "if (0) {", "by": "srv.check/a"}
RULE = {"id": "rule-a", "spec": "RFC 1", "section": "1", "level": "MUST",
        "roles": ["client"], "says": "nothing", "contrast": "one is enough",
        "mutant": MUTANT}
VECTORS = {"format": "snarp-vectors/1", "op": "srv.check", "topic": "a test",
           "vectors": [{"id": "srv.check/a", "title": "a", "rules": ["rule-a"],
                        "in": {"priority": 1, "weight": 2, "port": 3,
                               "target": "016100"},
                        "expect": {"value": {"notes": []}}, "origin": "hand"}]}


def changed(**members):
    """The rule; None takes a member of its mutant away."""
    rule = copy.deepcopy(RULE)
    rule["mutant"].update(members)
    for name in [name for name, value in members.items() if value is None]:
        del rule["mutant"][name]
    return rule


class Mutants(unittest.TestCase):
    def lint(self, *rules, sources=True):
        """The exit status, and what is said besides the file and the rule."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            corpus = folder / "vectors"
            corpus.mkdir()
            if sources:
                (folder / "ref").mkdir()
                (folder / "ref" / "a.c").write_text(SOURCE)
            for file, value in {"rules.json": {"format": "snarp-rules/1",
                                               "rules": rules},
                                "a.json": VECTORS}.items():
                (corpus / file).write_text(json.dumps(value, indent=2) + "\n")
            for file, text in {"ids.txt": "srv.check/a\n", "VERSION": "1\n",
                               "CHANGES.md": "\n## 1\n"}.items():
                (corpus / file).write_text(text)
            done = subprocess.run([SNARP, "lint-vectors", corpus], check=False,
                                  capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def finds(self, words, *rules, **more):
        status, said = self.lint(*rules, **more)
        self.assertEqual((status, len(said.splitlines())), (4, 1), said)
        self.assertIn(words, said)

    def test_fine(self):
        self.assertEqual(self.lint(RULE), (0, ""))

    def test_none(self):
        rule = {name: RULE[name] for name in RULE if name != "mutant"}
        self.finds("rule-a: no mutant shows", rule)
        self.assertEqual(self.lint({**rule, "level": "SHOULD"}), (0, ""))
        self.assertEqual(self.lint(RULE, {**rule, "id": "rule-b"}), (0, ""))

    def test_a_line_that_went(self):
        words = "rule-a: what its mutant changes is not in libsnarp any more"
        for members in ({"before": "if (n > 2) {"}, {"function": "other"},
                        {"function": "lim"}, {"file": "b.c"},
                        {"before": "return limit(n) + 2;"}):
            self.finds(words, changed(**members))
            self.assertEqual(self.lint(changed(**members), sources=False),
                             (0, ""))

    def test_a_vector_that_went(self):
        self.finds("is killed by no vector that cites it",
                   changed(by="srv.check/b"), sources=False)
        other = {**changed(by="srv.check/a"), "id": "rule-b"}
        self.finds("rule-b: its mutant is killed by no vector", RULE, other)

    def test_form(self):
        for members, words in (({"by": None}, "by"), ({"at": 1}, "at"),
                               ({"file": "../a.c"}, "expected the name"),
                               ({"before": 1}, "before")):
            self.finds(words, changed(**members))
        self.finds("expected an object", {**RULE, "mutant": "a.c"})


if __name__ == "__main__":
    SNARP = sys.argv.pop(1)
    unittest.main()
