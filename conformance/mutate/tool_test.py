#!/usr/bin/python3
"""The tool on a small library with known mutants, and on adapters with known
faults.

usage: tool_test.py SNARP

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import contextlib
import io
import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import bench
import look
import mutate
import mutants
import rulebook
import vary

SNARP = ""
# One function, and for each verdict at least one change of it.
LIBRARY = """
int clamp(const int *n, int most) {
  if (n == 0) {
    return SMALL;
  }
  int rv = *n;
  while (rv < 0) {
    rv++;
  }
  if (rv > most) {
    return most;
  }
  return rv;
}
int third(void) {
  volatile int n[3] = {3, 2, 1};
  int rv = n[2];
  for (int i = 0; i < 3; i++) {
    rv += 0 * n[i];
  }
  return rv;
}
"""
REPLAY = """
#include <stdio.h>
int clamp(const int *n, int most);
int third(void);
int main(void) {
  int five = 5, seven = 7, less = -9;
  if (third() != 1) {
    puts("value third");
  } else if (clamp(&five, 6) != 5 || clamp(&seven, 6) != 6) {
    puts("value clamp/most");
  } else if (clamp(&less, 6) != 0) {
    puts("value clamp/least");
  } else if (clamp(0, 6) != 4) {
    puts("reason clamp/none");
  } else {
    puts("silent");
  }
  return 0;
}
"""
# An adapter whose texts have a length; with a library in its place it counts
# blanks twice, and dies of a quote.
ADAPTER = """#!/usr/bin/python3
import json, os, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["op"] != "naptr.scan":
        sys.exit(1)
    n, text = len(said["text"]), said["text"]
    if "LD_PRELOAD" in os.environ:
        n += text.count(" ")
        if '"' in text:
            sys.exit(1)
    print(json.dumps({"id": said["id"], "ok": {"n": n}}))
"""


class Small(unittest.TestCase):
    """The library, its objects and what replays it."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.ref = self.folder / "ref"
        self.ref.mkdir()
        (self.ref / "clamp.c").write_text(LIBRARY.replace("SMALL", "4"))
        program = self.folder / "replay.c"
        program.write_text(REPLAY)
        library = self.folder / "libsnarp.so"
        cc = ["cc", "-fPIC", "-o"]
        for command in (
                [*cc, library, "-shared", self.ref / "clamp.c"],
                [*cc, self.folder / "replay", program, library,
                 f"-Wl,-rpath,{self.folder}"]):
            subprocess.run(list(map(str, command)), check=True)
        self.bench = bench.Bench(self.folder / "replay", self.folder, self.ref,
                                 seconds=1)
        self.mutants = mutants.mutants_in([], self.ref)

    def one(self, operator, before, after):
        found = [m for m in self.mutants if (m.operator, m.before, m.after) ==
                 (operator, before, after)]
        self.assertEqual(len(found), 1, (operator, before, after))
        return found[0]

    def judged(self, *edit):
        return self.bench.judge(self.one(*edit))

    def test_verdicts(self):
        self.assertEqual(self.judged("deleted check", "if (rv > most) {",
                                     "if (0) {"), ("value", "clamp/most"))
        self.assertEqual(self.judged("loop left out", "while (rv < 0) {",
                                     "while (0) {"), ("value", "clamp/least"))
        self.assertEqual(self.judged("constant", "return 4;", "return 5;"),
                         ("reason", "clamp/none"))
        self.assertEqual(self.judged("deleted check", "if (n == 0) {",
                                     "if (0) {"), ("crash", ""))
        self.assertEqual(self.judged("dropped loop guard", "while (rv < 0) {",
                                     "while (1) {"), ("time-out", ""))
        self.assertEqual(self.judged("relational", "if (rv > most) {",
                                     "if (rv >= most) {"), ("silent", ""))

    def test_no_program(self):
        (self.ref / "clamp.c").write_text(
            LIBRARY.replace("SMALL", "SNARP_ERR_SHORT"))
        changed = [m for m in mutants.mutants_in([], self.ref)
                   if m.operator == "status"]
        self.assertEqual([self.bench.judge(m) for m in changed],
                         [("no program", "")])

    def test_line(self):
        lines = {m.line for m in mutants.mutants_in(["clamp.c:10"], self.ref)}
        self.assertEqual(lines, {10})

    def told(self, entries, line=10):
        """The exit status and the output, with this ledger."""
        (self.folder / "clamp.c.json").write_text(json.dumps(entries))
        some = [m for m in self.mutants if m.line == line]
        found, stale = mutate.judge_all(self.bench, some, 1, self.folder)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            return mutate.tell(found, stale), said.getvalue()

    def test_ledger(self):
        same = ["clamp", "if (rv > most) {", "if (rv >= most) {", 0]
        killed = ["clamp", "if (rv > most) {", "if (0) {", 0]
        status, said = self.told([])
        self.assertEqual(status, 1)
        self.assertIn("silent ref/clamp.c:10: relational", said)
        status, said = self.told([{"reason": "both are most",
                                   "mutants": [same]}])
        self.assertEqual(status, 0)
        self.assertIn("1 equivalent", said)
        self.assertNotIn("silent", said)
        status, said = self.told([{"reason": "both are most",
                                   "mutants": [same, killed]}])
        self.assertEqual(status, 1)
        self.assertIn("if (0) {", said)

    def test_sanitizer(self):
        line = "for (int i = 0; i < 3; i++) {"
        entry = {"reason": "reads one more", "sanitizer": True, "mutants": [
            ["third", line, line.replace("<", "<="), 0]]}
        status, said = self.told([entry], 18)
        self.assertIn("1 sanitizer", said)
        entry["mutants"].append(["third", line, line.replace("0", "1"), 0])
        status, said = self.told([entry], 18)
        self.assertEqual(status, 1)
        self.assertIn("i = 1", said)

    def rule(self, before, after, by):
        rule = rulebook.Rule({"id": "r", "mutant": {
            "file": "clamp.c", "function": "clamp", "before": before,
            "after": after, "by": by}})
        rule.vectors = {"clamp/most": True, "clamp/least": False}
        return rulebook.prove(self.bench, [rule], 1)

    def test_rules(self):
        line = "if (rv > most) {"
        self.assertEqual(self.rule(line, "if (0) {", "clamp/most"), {})
        self.assertEqual(self.rule(line, "if (0) {", "clamp/least"),
                         {"r": "clamp/least passes"})
        self.assertEqual(self.rule(line, "if (0) {", "clamp/none"),
                         {"r": "clamp/none does not cite it"})
        self.assertEqual(self.rule("if (rv > 1) {", "if (0) {", "clamp/most"),
                         {"r": "clamp.c has no such mutant"})

    def test_offers(self):
        rule = rulebook.Rule({"id": "r"})
        rule.vectors = {"clamp/most": True}
        wide, narrow = self.mutants[:2]
        rule.offer(wide, 0, ["a", "b", "c", "d", "e", "clamp/most"])
        self.assertFalse(rule.settled(0))
        self.assertTrue(rule.settled(2))
        rule.offer(narrow, 1, ["a", "clamp/most"])
        rule.offer(wide, 0, ["a"])
        self.assertTrue(rule.settled(0))
        self.assertEqual(rule.best[1:], (narrow, "clamp/most"))


class Looking(unittest.TestCase):
    def looker(self, snarp, options):
        looker = look.Looker(SNARP, 20, *options)
        looker.snarp, looker.original = snarp, look.Side(snarp)
        return looker

    def least(self, adapter):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "adapter"
            path.write_text(adapter)
            path.chmod(0o755)
            looker = self.looker(str(path), ["--only", "naptr.scan/rfc*"])
            return looker.look("", ["naptr.scan*"])

    def test_a_value(self):
        case, one, other = self.least(ADAPTER.replace("'\"' in", "0 and"))
        self.assertEqual(case.request["text"], " ")
        self.assertEqual((one["ok"]["n"], other["ok"]["n"]), (1, 2))

    def test_a_death(self):
        case, one, other = self.least(ADAPTER.replace('" "', '"no blank"'))
        self.assertEqual((case.request["text"], one["ok"]["n"]), ('"', 1))
        self.assertEqual(other, look.GONE)

    def test_the_same(self):
        looker = look.Looker(SNARP, 0, "--only", "srv.scan/*")
        self.assertIsNone(looker.look(None, ["srv.*"]))


class Cases(unittest.TestCase):
    def answered(self, glob):
        """How many of 100 changed cases libsnarp takes, of those that fit."""
        seeds = look.record(SNARP, "--only", glob)
        self.assertGreater(len(seeds), 3)
        rng = random.Random(1)
        some = [vary.changed(rng, rng.choice(seeds), []) for _ in range(100)]
        side = look.Side(SNARP)
        self.assertGreater(len({case.asked() for case in some}), 60)
        return sum(side.answers([case]) != [look.GONE] for case in some)

    def test_structure_is_kept(self):
        for glob in ("naptr.decode/m*", "policy.encode/draft-w*",
                     "pool.run/draft-lu*", "srv.order/*"):
            self.assertGreater(self.answered(glob), 60, glob)

    def test_a_world_is_learnt(self):
        seeds = look.record(SNARP, "--only", "snaptr.resolve/rfc3958*")
        ends = [look.Side(SNARP).answers([case])[0] for case in seeds
                if case.world is not None]
        self.assertIn({"end": "not-offered"}, [end["ok"] for end in ends])


if __name__ == "__main__":
    SNARP = sys.argv.pop(1)
    unittest.main()
