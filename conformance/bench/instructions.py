#!/usr/bin/python3
"""instructions.py [--write] PROGRAM [FILE]: what the hot paths cost.

PROGRAM is snarp_paths, which runs under callgrind; FILE holds the instructions
of a call of each path, instructions.json by default. A path that differs from
it by more than 1 % is an error: what is meant is written with --write, and
committed. Counts of another compiler say nothing and are not compared.
Exit: 0 nothing differs, or it cannot be compared; 1 something does; 2 usage, or
something is missing.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FILE = Path(__file__).with_name("instructions.json")
PERCENT = 1
SECONDS = 300

DUMP = re.compile(r"^desc: Trigger: Client Request: (\d+) (.*?)\n.*?"
                  r"^totals: (\d+)$", re.M | re.S)


class Wrong(Exception):
    """What makes the counts impossible, in a line."""


def parse(dumps):
    """Path to instructions of a call, in the order of the dumps."""
    return {name: round(int(total) / int(times))
            for times, name, total in DUMP.findall(dumps)}


def count(program):
    """The compiler, its flags and the counts."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "dumps"
        try:
            done = subprocess.run(
                ["valgrind", "--tool=callgrind", "--combine-dumps=yes",
                 f"--callgrind-out-file={out}", program],
                capture_output=True, text=True, check=False, timeout=SECONDS)
        except FileNotFoundError:
            raise Wrong("valgrind: expected it to be installed") from None
        except subprocess.TimeoutExpired:
            raise Wrong(f"{program}: more than {SECONDS} seconds") from None
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise Wrong(f"{program}: status {done.returncode}: {last}")
        counts = parse(out.read_text(encoding="utf-8"))
    compiler, flags = done.stdout.splitlines()[:2]
    if not counts:
        raise Wrong(f"{program}: expected dumps of callgrind")
    return {"compiler": compiler, "flags": flags, "instructions": counts}


def differences(old, new):
    """A line for each path that is not as it was."""
    for name in {**old, **new}:
        if name not in new:
            yield f"{name}: {old[name]} instructions, is no path any more"
        elif name not in old:
            yield f"{name}: {new[name]} instructions, a new path"
        elif abs(new[name] - old[name]) * 100 > PERCENT * old[name]:
            change = 100 * (new[name] - old[name]) / max(old[name], 1)
            yield (f"{name}: {old[name]} instructions before, {new[name]} now: "
                   f"{change:+.1f} %")


def compare(old, new):
    """The lines to tell, and whether the counts differ."""
    if old["compiler"] != new["compiler"]:
        return [f"instructions: skipped: counted with {old['compiler']}, "
                f"this is {new['compiler']}"], False
    lines = []
    if old["flags"] != new["flags"]:
        lines.append(f"the flags: expected {old['flags']}, found "
                     f"{new['flags']}")
    lines += differences(old["instructions"], new["instructions"])
    figure = (f"instructions: {len(new['instructions'])} paths, "
              f"{len(lines)} changed by more than {PERCENT} %")
    return lines + [figure], bool(lines)


def write(path, counts):
    aside = path.with_name(path.name + ".new")
    aside.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    os.replace(aside, path)


def read(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Wrong(f"{path}: expected it to exist; --write makes it") from None
    except ValueError as error:
        raise Wrong(f"{path}: {error}") from None


def main():
    parser = argparse.ArgumentParser(prog="instructions",
                                     description=__doc__.split("\n\n")[1])
    parser.add_argument("--write", action="store_true",
                        help="make the counts found the ones expected")
    parser.add_argument("program")
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    arguments = parser.parse_args()
    try:
        new = count(arguments.program)
        if arguments.write:
            write(arguments.file, new)
        lines, differ = compare(read(arguments.file), new)
    except (Wrong, OSError) as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
