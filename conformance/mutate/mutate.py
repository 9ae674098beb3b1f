#!/usr/bin/python3
"""mutate.py [options] REPLAY [FILE...]: changes libsnarp one edit at a time and
replays the vectors.

REPLAY is mutate_replay, linked with libsnarp.so, in whose place each mutant is
loaded. FILEs are of ref/, all by default; FILE:LINE is what is changed in
that line. A mutant that no vector tells from the original is silent, unless
equivalent/ says why it is the same program. With --look a silent one is put
beside the original, to find an input that tells them apart.
Exit: 0 none is silent, 1 some are, 2 usage.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import argparse
import collections
import concurrent.futures
import json
import os
import sys
import tempfile
from pathlib import Path

import cases
import look
import rulebook
from bench import NEAR, Bench
from mutants import mutants_in

LEDGER = Path(__file__).with_name("equivalent")


def ledger(names, folder=LEDGER):
    """Of these sources, the mutants that no answer tells, with the entry:
    equivalent/NAME.json has [{"reason": ..., "mutants": [[function, before,
    after, nth], ...]}, ...]. They are the same program; or, with "sanitizer":
    true, they do what C does not define, which is seen anew each time."""
    known = {}
    for name in sorted(names):
        path = folder / f"{name}.json"
        for entry in json.loads(path.read_text()) if path.exists() else []:
            for mutant in entry["mutants"]:
                known[json.dumps([name, *mutant])] = entry
    return known


def tell(results, stale):
    silent = [m for m, verdict, _ in results if verdict == "silent"]
    for mutant in silent:
        print(f"silent {mutant}")
    for key in stale:
        print(f"the ledger has a mutant that is none, or not silent: {key}")
    counts = collections.Counter(verdict for _, verdict, _ in results)
    words = ", ".join(f"{n} {word}" for word, n in sorted(counts.items()))
    print(f"mutate: {sum(counts.values())} mutants: {words}")
    return 1 if silent or stale else 0


def judge(bench, mutant, entry):
    """With what the ledger says of it, or None."""
    verdict, killer = bench.judge(mutant)
    if verdict == "silent" and entry is not None:
        if not entry.get("sanitizer"):
            verdict = "equivalent"
        elif bench.sanitizer_tells(mutant):
            verdict = "sanitizer"
    return verdict, killer


def judge_all(bench, mutants, jobs, folder=LEDGER):
    known = ledger({m.path.name for m in mutants}, folder)
    keys = [json.dumps(m.key()) for m in mutants]
    used, results = set(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = pool.map(lambda m, key: judge(bench, m, known.get(key)),
                         mutants, keys)
        for i, (verdict, killer) in enumerate(found, 1):
            if verdict in ("equivalent", "sanitizer"):
                used.add(keys[i - 1])
            results.append((mutants[i - 1], verdict, killer))
            if sys.stderr.isatty():
                print(f"\r{i}/{len(mutants)}", end="", file=sys.stderr)
    return results, [key for key in known if key not in used]


def look_at(bench, looker, silent):
    """Prints an input for each that tells it from the original."""
    with tempfile.TemporaryDirectory(dir=bench.folder) as name:
        where = Path(name)
        bench.build(silent, where)
        found = looker.look(where / "libsnarp.so",
                            NEAR.get(silent.path.stem, ["*"]))
    print(silent)
    print(cases.vector_of(*found) if found else
          f"no input found in {looker.seconds} s")
    print(flush=True)


def look_at_all(bench, arguments, results):
    silent = [mutant for mutant, verdict, _ in results if verdict == "silent"]
    if not silent:
        return
    looker = look.Looker(arguments.snarp, arguments.seconds)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(lambda m: look_at(bench, looker, m), silent))


def main():
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", help="write all verdicts to this file")
    parser.add_argument("--look", action="store_true",
                        help="look for an input for each that is silent")
    parser.add_argument("--seconds", type=int, default=5,
                        help="for each of these (5)")
    parser.add_argument("--snarp", help="the command, for --look")
    parser.add_argument("--rules", action="store_true",
                        help="instead: what rules.json names kills, or not")
    parser.add_argument("--write", action="store_true",
                        help="with --rules: name what is missing")
    parser.add_argument("replay")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_intermixed_args()
    mutants = mutants_in(arguments.files)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments.replay, folder)
        bench.sound()
        if arguments.rules:
            return rulebook.run(bench, arguments.jobs, arguments.write)
        results, stale = judge_all(bench, mutants, arguments.jobs)
        if arguments.look:
            look_at_all(bench, arguments, results)
    if any(":" in word for word in arguments.files):
        stale = []
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump([{"mutant": m.key(), "line": m.line, "verdict": verdict,
                        "vector": killer, "operator": m.operator}
                       for m, verdict, killer in results], out, indent=1)
    return tell(results, stale)


if __name__ == "__main__":
    sys.exit(main())
