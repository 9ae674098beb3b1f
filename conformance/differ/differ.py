#!/usr/bin/python3
"""differ.py [OPTIONS] SNARP [SUBJECT...]: libsnarp beside other libraries on
generated inputs.

SNARP is the snarp command; subjects are ldns, c-ares, dnspython and rsplib, all
by default. Where a subject's answer is another one than libsnarp's, it must be
the answer that follows from leaving aside rules of ledger.json; any other
difference is printed as a vector to review. Exit: 0 nothing else differs, 1
something does, or an entry of the ledger excused nothing, 2 usage, or nothing
could be asked.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import argparse
import collections
import fnmatch
import json
import re
import sys
import tempfile
from pathlib import Path

import inputs
import ledger
import models
import peers
import texts

TOP = Path(__file__).resolve().parents[2]
VECTORS = TOP / "vectors"
BATCH = 20000
SHOWN_MOST = 10  # differences a subject
DEFAULT = {"ldns": 200000, "c-ares": 200000, "dnspython": 200000,
           "rsplib": 60000}  # inputs


class Differential:
    def __init__(self, subject, asked, entries):
        self.subject, self.asked = subject, asked
        self.entries = [e for e in entries if e["subject"] == subject]
        self.excused = collections.Counter()
        self.verdicts = collections.Counter()
        self.inputs = self.n_found = 0
        self.found = []  # the first ones

    def batch(self, pairs):
        """Judges (op, in); keeps what differs without an excuse."""
        self.inputs += len(pairs)
        cases = self.judged(pairs)
        self.verdicts.update(case[3]["verdict"] for case in cases)
        different = [case for case in cases
                     if case[3]["verdict"] not in ("pass", "unsupported")]
        for case, names in zip(different, self.excuses(different)):
            if names is not None:
                self.count(case[0], names)
                continue
            self.n_found += 1
            if len(self.found) < SHOWN_MOST:
                self.found.append(case)

    def judged(self, pairs):
        """(op, in, libsnarp's answer, the runner's result) for each."""
        mine = self.asked.answers(pairs)
        cases = [(*pair, answer) for pair, answer in zip(pairs, mine) if answer
                 is not None and not unfit(self.subject, *pair, answer)]
        results = self.asked.judge(self.subject, cases)
        return [(*case, result) for case, result in zip(cases, results)]

    def excuses(self, cases):
        """For each case the names of the rules left aside, or None. What the
        model says is what the subject must have answered."""
        told = self.predictions(cases)
        values = [i for i, (answer, _) in enumerate(told)
                  if "value" in answer]
        results = self.asked.judge(self.subject, [
            (*cases[i][:2], told[i][0]) for i in values]) if values else []
        passed = {i for i, result in zip(values, results)
                  if result["verdict"] == "pass"}
        out = []
        for i, (case, (answer, used)) in enumerate(zip(cases, told)):
            same = i in passed or same_kind(answer, case[3])
            out.append(used if same and used else None)
        return out

    def predictions(self, cases):
        """What the model says, with libsnarp's answers where it says that."""
        told = [self.predicted(*case) for case in cases]
        others = [i for i, (answer, _) in enumerate(told) if "as" in answer]
        answers = self.asked.answers([(cases[i][0], told[i][0]["as"])
                                      for i in others])
        for i, answer in zip(others, answers):
            told[i] = answer, told[i][1]
        return told

    def predicted(self, op, given, answer, _):
        model = models.model(self.subject, op)
        names = frozenset(e["predicate"] for e in self.entries
                          if ledger.is_for(e, op))
        return model(op, given, names, answer)

    def count(self, op, names):
        for number, entry in enumerate(self.entries):
            if entry["predicate"] in names and ledger.is_for(entry, op):
                self.excused[number] += 1

    # --- what is told

    def shrunk(self, case):
        """The smallest input found by leaving out parts, still different."""
        smaller = True
        while smaller:
            smaller = False
            pairs = [(case[0], given) for given in inputs.smaller(case[1])]
            kept = [other for other in self.judged(pairs)
                    if other[3]["verdict"] == case[3]["verdict"]]
            for other, names in zip(kept, self.excuses(kept)):
                if names is None:
                    case, smaller = other, True
                    break
        return case

    def tell(self):
        """Returns whether all is well."""
        for case in self.found:
            show(self.subject, self.shrunk(case))
        if self.n_found > len(self.found):
            print(f"{self.subject}: {self.n_found - len(self.found)} more")
        n = sum(self.verdicts.values())
        print(f"{self.subject}: {n} inputs, "
              f"{n - self.verdicts['pass'] - self.verdicts['unsupported']} "
              f"different, {self.n_found} of these not excused; "
              f"{self.verdicts['unsupported']} unsupported, "
              f"{self.verdicts['crash']} crashes, "
              f"{self.verdicts['timeout']} time-outs")
        return not self.found


def unfit(subject, op, given, answer):
    """Only what is a record is printed: a library may take that for granted.
    ldns takes what it has not written for generic RDATA without a length, and
    for what a backslash at the end escapes.
    rsplib is given a response, and takes the policy behind what it skips."""
    if subject == "ldns" and op.endswith(".scan"):
        sizes = re.findall(r"\\#[ \t]+(\S*)", given["text"])
        return given["text"].endswith("\\") or any(
            texts.generic_size(word) == 0 for word in sizes)
    if op == "policy.decode":
        return given["parameter"][:1] in tuple("89abcdef")
    return op.endswith(".print") and "reject" in answer


def same_kind(answer, result):
    """An answer that is no value: a refusal, a text that is no name, any."""
    got = result.get("got", "")
    if "value" in answer:
        return False
    if "any" in answer:
        return result["verdict"] == "fail"
    return got.startswith('{"unreadable"' if "unreadable" in answer
                          else '{"reject"')


def show(subject, case):
    op, given, answer, result = case
    if "value" in answer:
        expect = answer
    else:
        expect = {"reject": [answer["reject"]], "twin": f"{op}/plain"}
    vector = {"id": f"{op}/name-me", "title": "name me", "rules": ["name-me"],
              "in": given, "expect": expect, "origin": "fuzz"}
    print(f"{subject} differs: {result['why']}: {result.get('got', '')}")
    print(json.dumps(vector, indent=2))


def stale(differential, ops):
    """Entries that excused nothing, of those for these ops alone."""
    return [entry for number, entry in enumerate(differential.entries)
            if not differential.excused[number] and
            set(ops) >= set(fnmatch.filter(inputs.OPS, entry["ops"]))]


def sources(arguments):
    found = inputs.sources(VECTORS)
    if arguments.corpus:
        for op, given in inputs.fuzzed(arguments.corpus):
            found[op, False].append(given)
    return found


def run_subject(asked, subject, arguments):
    entries = ledger.load()
    differential = Differential(subject, asked, entries)
    generator = inputs.Generator(sources(arguments), arguments.seed)
    ops = fnmatch.filter(models.SUBJECTS[subject], arguments.only)
    wanted = arguments.count or DEFAULT[subject]
    while differential.inputs < wanted:
        n = min(BATCH, wanted - differential.inputs)
        differential.batch([(op, generator.input(op)) for op in
                            (ops[i % len(ops)] for i in range(n))])
        if sys.stderr.isatty():
            print(f"\r{subject}: {differential.inputs}", end="\r",
                  file=sys.stderr)
    well = differential.tell()
    for entry in stale(differential, ops):
        print(f"{subject}: excused nothing: {entry['rule']}, "
              f"{entry['predicate']}")
        well = well and arguments.count is not None
    return differential, well


def installed(asked, subject):
    """Whether it can be asked; why not is told."""
    try:
        asked.try_one(subject, models.SUBJECTS[subject][0])
    except peers.Broken as error:
        print(f"{subject}: skipped: {error}")
        return False
    return True


def parse():
    parser = argparse.ArgumentParser(
        prog="differ", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, help="inputs a subject")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="ops that fit this pattern", default="*")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER",
                        help="with what fuzzing found: build/fuzz/corpus")
    parser.add_argument("snarp", type=Path)
    parser.add_argument("subjects", nargs="*", metavar="subject")
    arguments = parser.parse_intermixed_args()
    unknown = set(arguments.subjects) - set(models.SUBJECTS)
    if unknown:
        parser.error(f"no subject {' '.join(sorted(unknown))}; there are: "
                     f"{' '.join(models.SUBJECTS)}")
    return arguments


def run_all(asked, arguments):
    done, well = [], True
    for subject in arguments.subjects or models.SUBJECTS:
        if installed(asked, subject):
            one, is_well = run_subject(asked, subject, arguments)
            done.append(one)
            well = well and is_well
    if not done:
        raise peers.Broken("nothing could be asked")
    print(f"differ: {sum(one.inputs for one in done)} inputs, {len(done)} "
          f"subjects, {sum(sum(one.excused.values()) for one in done)} "
          f"excuses, {sum(one.n_found for one in done)} not excused")
    return 0 if well else 1


def main():
    arguments = parse()
    try:
        with tempfile.TemporaryDirectory(prefix="snarp-differ-") as work:
            snarp = arguments.snarp.resolve()
            return run_all(peers.Peers(snarp, VECTORS, Path(work)), arguments)
    except (peers.Broken, OSError) as error:
        print(f"differ: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
