"""Looks for an input that tells a mutant from the original: what the vectors
ask, changed, is put to the adapter of both.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import fnmatch
import json
import os
import random
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import cases
import vary

AT_A_TIME = 200
QUESTIONS = 1000
TRIES = 600  # to make a case smaller
PROCESSOR = 3  # seconds, for a batch that the original does in a fraction
MEMORY = 1 << 20  # KiB
GONE = {"gone": "no answer: it died or hung"}
RECORD = ('tee /dev/fd/3 3>&1 >"$1/$$.asked" | "$2" adapter ref | '
          'tee "$1/$$.said"')


class Side:
    """An adapter with the original libsnarp, or with another in its place."""

    def __init__(self, snarp, library=None):
        self.command = ["sh", "-c", f"ulimit -t {PROCESSOR}; ulimit -v "
                        f"{MEMORY}; exec \"$@\"", "sh", snarp, "adapter", "ref"]
        self.env = dict(os.environ)
        if library is not None:
            self.env["LD_PRELOAD"] = str(library)

    def answers(self, batch):
        """What came of each case; GONE for the first without an answer, and
        nothing for those behind it."""
        if batch and batch[0].world is not None:
            return self.talk(batch)
        lines = "".join(line_of(case, i) for i, case in enumerate(batch))
        done = subprocess.run(self.command, input=lines, env=self.env,
                              capture_output=True, text=True, check=False)
        said = [judged(json.loads(line)) for line
                in done.stdout.splitlines(True) if line.endswith("\n")]
        return said + [GONE] if len(said) < len(batch) else said

    def talk(self, batch):
        found = []
        with subprocess.Popen(self.command, env=self.env, text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as process:
            guard = threading.Timer(20 * PROCESSOR, process.kill)
            guard.start()
            try:
                for i, case in enumerate(batch):
                    found.append(converse(process, case, i))
                    if found[-1] is GONE:
                        break
            finally:
                guard.cancel()
                process.kill()
        return found


def by_op(seeds):
    found = {}
    for case in seeds:
        found.setdefault(case.request["op"], []).append(case)
    return found


def line_of(case, i):
    return json.dumps({"id": i, "vector": "", **case.request}) + "\n"


def judged(answer):
    """Without what no vector judges: the words of a refusal."""
    return {name: value for name, value in answer.items()
            if name not in ("id", "reject")} | (
                {"reject": ""} if "reject" in answer else {})


def converse(process, case, i):
    """The trace of a resolution, with its end."""
    trace = []
    line = line_of(case, i)
    for _ in range(QUESTIONS):
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            return GONE
        said = process.stdout.readline()
        if not said.endswith("\n"):
            return GONE
        said = json.loads(said)
        if "ask" not in said:
            return {"trace": trace, **judged(said)}
        ask = said["ask"]
        step = ask["dns"] if "dns" in ask else ["connect", *ask["connect"]]
        if step not in trace and not (
                "dns" in ask and step[1] in cases.FREE):
            trace.append(step)
        line = json.dumps({"id": i, "answer": case.world.answer(ask)}) + "\n"
    return GONE


def record(snarp, *options):
    """The cases that `snarp check` asks."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([snarp, "check", "--jobs", "1", *options, "--", "sh",
                        "-c", RECORD, "sh", folder, snarp], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for asked in sorted(Path(folder).glob("*.asked")):
            with asked.open() as one, asked.with_suffix(".said").open() as two:
                found += cases.recorded(one, two)
    return [case for case in found if not vary.often(case.request) and
            not re.search("~[txo]", case.vector)]


class Looker:
    def __init__(self, snarp, seconds, *options):
        self.snarp, self.seconds = str(Path(snarp).resolve()), seconds
        self.seeds = record(self.snarp, *options)
        self.original = Side(self.snarp)

    def near(self, globs):
        return [case for case in self.seeds if any(
            fnmatch.fnmatch(case.vector, glob) for glob in globs)] or self.seeds

    def batches(self, rng, globs):
        """Without end: cases of one op each."""
        near = by_op(self.near(globs))
        others = by_op(self.seeds)
        while True:
            choice = near if rng.randrange(3) else others
            fitting = choice[rng.choice(sorted(choice))]
            first = rng.choice(fitting)
            spare = [step for c in rng.sample(fitting, min(20, len(fitting)))
                     for step in c.request.get("steps", []) if
                     c.request.get("policy") == first.request.get("policy")]
            n = AT_A_TIME if first.world is None else AT_A_TIME // 4
            yield [vary.changed(rng, rng.choice(fitting), spare)
                   for _ in range(n)]

    def look(self, library, globs):
        """The least case that was found, and both answers; or None."""
        rng = random.Random(2782)
        mutant = Side(self.snarp, library)
        end = time.monotonic() + self.seconds
        for batch in self.batches(rng, globs):
            for found in self.differences(mutant, batch):
                return self.least(mutant, *with_draws(self, mutant, *found))
            if time.monotonic() > end:
                return None
        return None

    def differences(self, mutant, batch):
        """Those that differ also when they are asked alone, with the
        answers."""
        while batch:
            pairs = list(zip(self.original.answers(batch),
                             mutant.answers(batch)))
            for case, (one, other) in zip(batch, pairs):
                answers = one != other and self.differs(mutant, case)
                if answers:
                    yield case, answers
            batch = batch[len(pairs):]

    def differs(self, mutant, case):
        """Both answers where they differ, else None."""
        one, other = self.original.answers([case]), mutant.answers([case])
        if one == [GONE] or one == other:
            return None
        if case.request["op"].endswith(".print") and self.says(case, one) == \
                self.says(case, other) is not None:
            return None
        return one[0], other[0]

    def says(self, case, answers):
        """What a printed text says; None where it is none."""
        text = answers[0].get("ok", {}).get("text")
        if text is None:
            return None
        scan = {"op": case.request["op"].replace("print", "scan"),
                "text": text, "origin": "."}
        return self.original.answers([cases.Case("", scan)])[0].get("ok")

    def least(self, mutant, case, answers):
        """The case with as little in it as still tells, and both answers."""
        candidates = smaller_cases(case)
        for _ in range(TRIES):
            smaller = next(candidates, None)
            if smaller is None:
                break
            found = smaller.size() < case.size() and \
                self.differs(mutant, smaller)
            if found:
                case, answers = smaller, found
                candidates = smaller_cases(case)
        return case, *answers


# --- smaller

def with_draws(looker, mutant, case, answers):
    """With draws of its own where chance decides, if they can be found."""
    if "draws" in case.request or case.request["op"] not in (
            "srv.order", "snaptr.resolve", "pool.run", "pooluser.run"):
        return case, answers
    new = case.clone()
    n = number_of_draws(looker, new)
    rng = random.Random(n)
    for _ in range(100 if n > 0 else 0):
        found = looker.differs(mutant, new)
        if found:
            return new, found
        new = new.clone()
        new.request["draws"] = [rng.choice([0, 0, 1, 2, 3]) for _ in range(n)]
    return case, answers


def number_of_draws(looker, case):
    """How many there are, all 0, which fits every bound; 0 where there are too
    many."""
    for n in range(65):
        case.request["draws"] = [0] * n
        if looker.original.answers([case]) != [GONE]:
            return n
    return 0


def cuts(length):
    """Spans to leave out, the greatest first."""
    size = length
    while size >= 1:
        for at in range(0, length, size):
            yield at, min(length, at + size)
        size //= 2


def smaller_cases(case):
    for holder, place in places(case):
        value = place.get()
        if isinstance(value, list):
            for at, end in cuts(len(value)):
                yield holder(place, value[:at] + value[end:])
        elif isinstance(value, str) and place.name in vary.HEX:
            for at, end in cuts(len(value) // 2):
                yield holder(place, value[:2 * at] + value[2 * end:])
        elif isinstance(value, str):
            for at, end in cuts(len(value)):
                yield holder(place, value[:at] + value[end:])
        elif isinstance(value, int) and not isinstance(value, bool):
            for less in (0, 1, value // 16, value // 2, value - 1):
                if 0 <= less < value:
                    yield holder(place, less)


class Place:
    """A value in a case, by the keys that lead to it."""

    def __init__(self, case, keys, name):
        self.case, self.keys, self.name = case, keys, name

    def get(self):
        value = self.case
        for key in self.keys:
            value = value[key]
        return value


def places(case):
    """(how to make the case with another value there, the place)."""
    def in_request(place, value):
        new = case.clone()
        put(new.request, place.keys, value)
        return new

    def in_world(place, value):
        new = case.clone()
        put(new.world.dns, place.keys, value)
        return new

    for keys, name in paths(case.request, [], ""):
        yield in_request, Place(case.request, keys, name)
    if case.world is not None:
        for key, answer in case.world.dns.items():
            if answer.get("records"):
                yield in_world, Place(case.world.dns, [key, "records"],
                                      "records")


def put(value, keys, new):
    for key in keys[:-1]:
        value = value[key]
    value[keys[-1]] = new


def paths(value, keys, name):
    if keys and name not in vary.KEPT | vary.NAMES | set(vary.WORDS):
        yield keys, name
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], [*keys, key], key)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from paths(item, [*keys, i], name)
