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
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import cases
import look
import operators

TOP = Path(__file__).resolve().parents[2]
REF = TOP / "ref"
LEDGER = Path(__file__).with_name("equivalent")
INCLUDES = ["-I", str(REF / "include"), "-I", str(REF)]
SECONDS = 4  # of processor time for a replay, which takes less than one
MEMORY = 2 << 30

# The vectors that are tried first; all others follow where these are silent.
NEAR = {"naptr": ["naptr.*"], "srv": ["srv.*"], "service": ["service.*"],
        "text": ["naptr.scan*"], "name_text": ["naptr.scan*"],
        "generic": ["naptr.scan*"], "name": ["naptr.decode*"],
        "wire": ["naptr.decode*"], "message": ["naptr.decode*"],
        "regexp": ["naptr.check*"], "policy": ["policy.*"],
        "parameter": ["policy.*"], "srv_order": ["srv.order*"],
        "walk": ["snaptr.*"], "walk_memory": ["snaptr.*"],
        "walk_rule": ["snaptr.*"], "walk_sets": ["snaptr.*"],
        "pooluser": ["pooluser.*"],
        "rng": ["srv.order*"], "sort": ["naptr.sort*", "srv.sort*"],
        **{name: ["pool.run*"] for name in (
            "heap", "pool", "pool_deck", "pool_ids", "pool_memory",
            "pool_queue", "pool_ranks", "pool_ring", "pool_shares",
            "pool_turns", "pool_turns_list")}}


class Mutant:
    def __init__(self, path, source, function, start, end, operator, text):
        self.path, self.function, self.operator = path, function, operator
        self.line = source.count("\n", 0, start) + 1
        self.changed = source[:start] + text + source[end:]
        begin = source.rfind("\n", 0, start) + 1
        stop = source.find("\n", end)
        self.before = source[begin:stop].strip()
        self.after = (source[begin:start] + text + source[end:stop]).strip()
        self.nth = 0

    def key(self):
        """What names it in the ledger, whatever its line number."""
        return [self.path.name, self.function, self.before, self.after,
                self.nth]

    def __str__(self):
        return (f"ref/{self.path.name}:{self.line}: {self.operator}\n"
                f"  - {self.before}\n  + {self.after}")


def mutants_of(path):
    source = path.read_text(encoding="utf-8")
    seen = collections.Counter()
    found = {}
    for edit in operators.edits(source):
        mutant = Mutant(path, source, *edit)
        if mutant.changed == source or mutant.changed in found:
            continue
        found[mutant.changed] = mutant
        name = (mutant.function, mutant.before, mutant.after)
        mutant.nth = seen[name]
        seen[name] += 1
    return list(found.values())


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          **more)


def compile_to(path, out, folder=None):
    first = ["-I", str(folder)] if folder else []
    return run(["tcc", "-c", *first, *INCLUDES, "-o", str(out), str(path)])


def includers(header):
    """The sources that a header of ref/ reaches."""
    names, grown = {header}, True
    while grown:
        grown = False
        for path in REF.glob("*.[ch]"):
            includes = re.findall(r'#include "(\w+\.h)"', path.read_text())
            if path.name not in names and names & set(includes):
                names.add(path.name)
                grown = True
    return sorted(REF / n for n in names if n.endswith(".c"))


class Bench:
    """The original's objects, and how a mutant is put among them."""

    def __init__(self, program, folder):
        self.program, self.folder = Path(program).resolve(), Path(folder)
        self.objects = {}
        for path in sorted(REF.glob("*.c")):
            out = self.folder / (path.stem + ".o")
            done = compile_to(path, out)
            if done.returncode != 0:
                sys.exit(f"mutate: {path}: {done.stderr}")
            self.objects[path.stem] = out

    def link(self, where, objects):
        return run(["tcc", "-shared", "-o", str(where / "libsnarp.so"),
                    *map(str, objects.values())])

    def build(self, mutant, where):
        """False where it does not compile, and so is no program."""
        objects = dict(self.objects)
        changed = where / mutant.path.name
        changed.write_text(mutant.changed, encoding="utf-8")
        if mutant.path.suffix == ".h":
            sources = includers(mutant.path.name)
            for path in sources:  # so that their own folder comes second
                (where / path.name).write_text(path.read_text())
            for other in REF.glob("*.h"):
                if other.name != mutant.path.name:
                    (where / other.name).write_text(other.read_text())
        else:
            sources = [mutant.path]
        for path in sources:
            out = where / (path.stem + ".o")
            if compile_to(where / path.name, out, where).returncode != 0:
                return False
            objects[path.stem] = out
        return self.link(where, objects).returncode == 0

    def replay(self, where, *arguments):
        limits = (f"ulimit -t {SECONDS}; ulimit -v {MEMORY >> 10}; "
                  "exec \"$@\"")
        return run(["sh", "-c", limits, "sh", str(self.program), *arguments],
                   env={**os.environ, "LD_PRELOAD": str(where / "libsnarp.so")},
                   timeout=20 * SECONDS)

    def judge(self, mutant):
        """How the mutant was found out, and by which vector."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            where = Path(name)
            if not self.build(mutant, where):
                return "no program", ""
            try:
                done = self.replay(where, *NEAR.get(mutant.path.stem, []))
            except subprocess.TimeoutExpired:
                return "time-out", ""
        if done.returncode == 0:
            verdict, _, killer = done.stdout.strip().partition(" ")
            return verdict, killer
        return how_it_died(done.returncode), ""


def how_it_died(code):
    if code in (-signal.SIGKILL, -signal.SIGXCPU, 128 + signal.SIGKILL,
                128 + signal.SIGXCPU):
        return "time-out"
    if code < 0 or code > 128:
        return "crash"
    return "value"  # the zones of the vectors could not be read


def ledger(names):
    """Of these sources, the mutants that are the same program, with why:
    equivalent/NAME.json has [{"reason": ..., "mutants": [[function, before,
    after, nth], ...]}, ...]."""
    known = {}
    for name in sorted(names):
        path = LEDGER / f"{name}.json"
        for entry in json.loads(path.read_text()) if path.exists() else []:
            for mutant in entry["mutants"]:
                known[json.dumps([name, *mutant])] = entry["reason"]
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


def judge_all(bench, mutants, jobs):
    known = ledger({m.path.name for m in mutants})
    used, results = set(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for i, found in enumerate(pool.map(bench.judge, mutants), 1):
            mutant, (verdict, killer) = mutants[i - 1], found
            key = json.dumps(mutant.key())
            if verdict == "silent" and key in known:
                verdict = "equivalent"
                used.add(key)
            results.append((mutant, verdict, killer))
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


def mutants_in(words):
    """Those of FILE or FILE:LINE, or of all files."""
    found = []
    for word in words or [path.name for path in sorted(REF.glob("*.[ch]"))]:
        name, _, line = word.partition(":")
        found += [m for m in mutants_of(REF / name)
                  if not line or m.line == int(line)]
    return found


def main():
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", help="write all verdicts to this file")
    parser.add_argument("--look", action="store_true",
                        help="look for an input for each that is silent")
    parser.add_argument("--seconds", type=int, default=5,
                        help="for each of these (5)")
    parser.add_argument("--snarp", help="the command, for --look")
    parser.add_argument("replay")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_intermixed_args()
    mutants = mutants_in(arguments.files)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments.replay, folder)
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
