#!/usr/bin/python3
"""Runs snarp check on every mode of faux.py and compares with expected.json.

    test.py SNARP

For each mode: the exit status, the closing line, the count of every verdict, no
process left behind, and the memory of the runner.
"""

import html
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PASSED = {"pass"}
FAILED = {"fail", "crash", "timeout", "harness-error", "unexpected-pass"}
MEMORY_KIB = int(os.environ.get("SNARP_FAUX_MEMORY_KIB", 48 * 1024))


def left_behind(mark):
    """The processes that carry our mark in their environment."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    return found


def run(snarp, mode, report):
    """The exit status, the last line and the peak memory of one run."""
    mark = f"SNARP_FAUX={os.getpid()}-{mode}"
    name, value = mark.split("=")
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            [snarp, "check", "--vectors", HERE / "vectors", "--jobs", "1",
             "--timeout", "1", "--format", "jsonl", "--output", report, "--",
             HERE / "faux.py", mode],
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, name: value})
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = output.read().decode(errors="replace").splitlines()
    return (child.returncode, lines[-1] if lines else "", usage.ru_maxrss,
            left_behind(mark.encode()))


def verdicts(report):
    """The count of each verdict, without those that are 0."""
    count = {}
    for line in pathlib.Path(report).read_text().splitlines():
        entry = json.loads(line)
        if entry["type"] == "summary":
            for level in entry["levels"].values():
                for verdict, n in level.items():
                    count[verdict] = count.get(verdict, 0) + n
    return {verdict: n for verdict, n in count.items() if n > 0}


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
            yield f"{form}: snarp check {line}: {closing}"


def judge(snarp, mode, expected, report):
    """What differs from what is expected, a line each."""
    want = {k: v for k, v in expected.items() if k not in ("exit", "why")}
    passed = sum(n for v, n in want.items() if v in PASSED)
    failed = sum(n for v, n in want.items() if v in FAILED)
    skipped = sum(want.values()) - passed - failed
    closing = f"snarp: {passed} passed, {failed} failed, {skipped} skipped"

    status, last, memory, left = run(snarp, mode, report)
    if status != expected["exit"]:
        yield f"exit {status}, expected {expected['exit']}"
    if last != closing:
        yield f"closing line {last!r}, expected {closing!r}"
    got = verdicts(report)
    if got != want:
        yield f"verdicts {got}, expected {want}"
    if left:
        yield f"left behind: {left}"
    if memory > MEMORY_KIB:
        yield f"{memory} KiB of memory, at most {MEMORY_KIB} expected"


def main(snarp):
    sys.path.insert(0, str(HERE))
    sys.dont_write_bytecode = True
    import faux

    modes = json.loads((HERE / "expected.json").read_text())["modes"]
    faults = 0
    for mode in {**faux.SAYS, **faux.HOW, **faux.AROUND}.keys() - modes.keys():
        print(f"{mode}: not in expected.json")
        faults += 1
    with tempfile.TemporaryDirectory() as folder:
        for mode, expected in modes.items():
            report = os.path.join(folder, mode)
            for fault in judge(snarp, mode, expected, report):
                print(f"{mode}: {fault}")
                faults += 1
    for fault in again(snarp):
        print(f"repeating a failure: {fault}")
        faults += 1
    print(f"{len(modes)} modes, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
