#!/usr/bin/python3
"""Runs snarp check on every mode of a broken adapter and compares with what is
expected of it.

    test.py SNARP faux       faux.py, expected.json
    test.py SNARP asks       asks.py, expected_asks.json
    test.py SNARP client     client.py, expected_clients.json

For each mode of the first two: the exit status, the closing line, the count of
every verdict, no process left behind, and the memory of the runner. For each
client: the vectors that it fails, and that it passes all others.
"""

import html
import importlib
import json
import pathlib
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True

from trial import FAILED, Trial

HERE = pathlib.Path(__file__).resolve().parent
FAUX = {"file": "expected.json", "vectors": "vectors"}
ASKS = {"file": "expected_asks.json", "vectors": "scenarios"}


def again(snarp):
    """Whether what a failure says repeats it does so, in every format."""
    for form in ("terminal", "tap", "junit"):
        first = subprocess.run(
            [snarp, "check", "--vectors", HERE / "vectors", "--format", form,
             "--timeout", "5", "--", HERE / "faux.py", "cuts-at-zero"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = next((html.unescape(line.split("snarp check", 1)[1])
                     for line in first.stdout.splitlines()
                     if "again" in line and "--only" in line), "")
        second = subprocess.run(
            f"{shlex.quote(snarp)} check {line.rstrip(chr(34))}", shell=True,
            stdout=subprocess.PIPE, text=True)
        closing = second.stdout.splitlines()[-1:]
        if closing != ["snarp: 0 passed, 1 failed, 0 skipped"]:
            yield f"repeating a failure in {form}: {line}: {closing}"


def unexpected(modes, expected):
    return [f"{mode}: nothing is expected of it"
            for mode in modes - expected.keys()]


def counted(snarp, name, about, modes):
    """What differs from the counts that are expected of each mode."""
    expected = json.loads((HERE / about["file"]).read_text())["modes"]
    yield from unexpected(modes, expected)
    for mode, want in expected.items():
        trial = Trial(snarp, ["--vectors", HERE / about["vectors"]],
                      [HERE / (name + ".py"), mode])
        for fault in trial.faults(want):
            yield f"{mode}: {fault}"


def faux(snarp, module):
    modes = {**module.SAYS, **module.HOW, **module.AROUND}.keys()
    yield from counted(snarp, "faux", FAUX, modes)
    yield from again(snarp)


def asks(snarp, module):
    yield from counted(snarp, "asks", ASKS, module.MODES.keys())


def listed(fails):
    """The ids that a list of names by op stands for."""
    for op, names in fails.items():
        for name in names:
            base, _, order = name.partition("~")
            if op != "snaptr.resolve" or order == "o0":
                yield f"{op}/{base}"
            elif order:
                yield f"{op}/{name}"
            else:
                yield from (f"{op}/{base}{end}" for end in ("", "~o1", "~o2"))


def client(snarp, module):
    """What differs from the vectors that each client is to fail."""
    expected = json.loads((HERE / "expected_clients.json").read_text())["modes"]
    yield from unexpected(module.MODES.keys(), expected)
    for mode, want in expected.items():
        trial = Trial(snarp, [], [HERE / "client.py", mode], timeout=10)
        failed = {entry["id"] for entry in trial.entries
                  if entry["type"] == "result" and entry["verdict"] in FAILED}
        wanted = set(listed(want["fails"]))
        yield from (f"{mode}: fails {id}" for id in sorted(failed - wanted))
        yield from (f"{mode}: does not fail {id}"
                    for id in sorted(wanted - failed))
        if trial.status != (1 if wanted else 0):
            yield f"{mode}: exit {trial.status}: {trial.last}"


def main(snarp, name):
    faults = list(globals()[name](snarp, importlib.import_module(name)))
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[2] not in ("faux", "asks", "client"):
        sys.exit("test.py: expected SNARP and faux, asks or client")
    sys.exit(main(*sys.argv[1:]))
