#!/usr/bin/python3
"""canaries.py [--all] [--list] TREE WORK [NAME...]: plants faults, and sees
that the tools which must catch them do.

Each fault of faults.py is planted in turn in a copy of TREE in the folder WORK,
which is built as far as its tools need it, and kept; before that every tool
must find nothing in the copy as it is. Vectors, unit tests and fuzz seeds are
tried on every fault; --all tries all tools that are not told what to look at.
NAMEs are faults; all by default. For each fault it tells what caught it and how
soon, then comes the matrix. Exit: 0 all were caught, 1 one was not, does not apply,
or a tool finds something where nothing is planted, 2 usage, or something is
missing.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

import faults
import tools

# Which tool fills a column.
TOOL_OF = {"vectors": "check", "probes": "check", "unit tests": "unit",
           "seeds": "seeds", "ASan": "sanitizers", "UBSan": "sanitizers",
           "MSan": "msan", "valgrind": "valgrind", "s390x": "s390x",
           "i386": "i386", "warnings": "warnings", "clang-tidy": "clang-tidy",
           "instructions": "instructions", "coverage": "coverage"}
CAUGHT, MISSED, BESIDES, NOT, UNTRIED = "✓", "✗", "+", "-", " "


def tell(words):
    print(f"canaries: {words}", file=sys.stderr, flush=True)


# --- the copy

def tracked(tree):
    """The names of the files that git has, or is about to have."""
    listing = subprocess.run(
        ["git", "-C", tree, "ls-files", "-co", "-z", "--exclude-standard"],
        stdout=subprocess.PIPE, check=True).stdout
    names = set(listing.decode().split("\0")) - {""}
    return {name for name in names if (tree / name).is_file()}


def copy_tree(tree, to):
    """Makes `to` the same; what is the same keeps its time, so that builds of
    an earlier run are built on."""
    names = tracked(tree)
    for path in list(to.rglob("*")):
        if path.is_file() and str(path.relative_to(to)) not in names:
            path.unlink()
    for name in names:
        octets = (tree / name).read_bytes()
        copy = to / name
        if not copy.is_file() or copy.read_bytes() != octets:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(octets)
        shutil.copymode(tree / name, copy)


def planted(tree, fault):
    """File to its text with the fault; a ValueError where it does not apply."""
    texts = {}
    for name, old, new in fault.edits:
        path = tree / name
        text = texts.get(path) or path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{fault.name}: {name}: expected once, found "
                             f"{text.count(old)} times: {old.strip()}")
        texts[path] = text.replace(old, new)
    return texts


def unfit(tree, chosen):
    """A line for each fault that does not apply any more."""
    for fault in chosen:
        try:
            planted(tree, fault)
        except (OSError, ValueError) as error:
            yield str(error)


# --- the tools of a fault

def tool_of(must):
    return TOOL_OF.get(must, must)


def column_of(must):
    name, _, what = must.partition(":")
    if name == "test":
        return next(c for begin, c in tools.TESTS.items()
                    if what.startswith(begin))
    return {"eva": "Eva"}.get(name, name)


def is_compiled(fault):
    return any(name.endswith((".c", ".h")) for name, _, _ in fault.edits)


def tools_for(fault, every):
    wanted = tools.GENERAL if every else tools.CHEAP
    if not is_compiled(fault):
        wanted = ["check"]
    return list(dict.fromkeys([*map(tool_of, fault.must), *wanted]))


def prepare(place, used):
    wanted = {}
    for tool in used:
        for build, targets in tools.needs(tool).items():
            wanted.setdefault(build, {}).update(dict.fromkeys(targets))
    for build, targets in wanted.items():
        place.make(build, list(targets))


def plant(texts):
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


def use_all(place, used):
    """Tool to what it found and its seconds; those that take long first."""
    used = sorted(used, key=lambda tool: tool in tools.CHEAP)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(used, pool.map(lambda t: tools.use(place, t), used)))


def clean(place, used):
    """What tools find where nothing is planted."""
    prepare(place, used)
    place.fuzz_runs = 20000
    place.count_options = ["--write"]
    results = use_all(place, used)
    place.fuzz_runs = tools.FUZZ_RUNS
    place.count_options = []
    return [f"{tool}: finds something where nothing is planted: {said}"
            for tool, (found, _) in results.items()
            for said in found.values()]


def try_fault(place, fault, every):
    """Plants it, uses the tools, takes it out again. Data is planted behind the
    build, and gets its time back, so that nothing is built from it."""
    texts = planted(place.tree, fault)
    before = {path: path.read_text(encoding="utf-8") for path in texts}
    times = {path: path.stat().st_mtime_ns for path in texts}
    used = tools_for(fault, every)
    place.edited = list(texts)
    try:
        if not is_compiled(fault):
            prepare(place, used)
        plant(texts)
        if is_compiled(fault):
            prepare(place, used)
        return use_all(place, used)
    finally:
        plant(before)
        if not is_compiled(fault):
            for path, ns in times.items():
                os.utime(path, ns=(ns, ns))
        place.edited = []


# --- what is told

def row_of(fault, results):
    """Column to its mark."""
    required = {column_of(must) for must in fault.must}
    found = set()
    tried = set()
    for tool, (columns, _) in results.items():
        found |= set(columns)
        tried |= {c for c, t in TOOL_OF.items() if t == tool} or {
            column_of(tool)}
    row = {}
    for column in tools.COLUMNS:
        if column in required:
            row[column] = CAUGHT if column in found else MISSED
        elif column in found:
            row[column] = BESIDES
        else:
            row[column] = NOT if column in tried else UNTRIED
    return row


def lines_of(fault, results, row):
    verdict = "MISSED" if MISSED in row.values() else "caught"
    yield f"{fault.name}: {verdict}"
    for tool, (columns, seconds) in results.items():
        for column, said in columns.items():
            yield f"  {column}, {seconds:.1f} s: {said}"
    for column, mark in row.items():
        if mark == MISSED:
            yield f"  {column}: expected it to catch this: {fault.what}"


def matrix(rows):
    width = max(len(name) for name in rows)
    height = max(map(len, tools.COLUMNS))
    for i in range(height):
        letters = (c.rjust(height)[i] for c in tools.COLUMNS)
        yield " " * width + " " + " ".join(letters).rstrip()
    for name, row in rows.items():
        yield name.ljust(width) + " " + " ".join(row.values()).rstrip()
    yield (f"{CAUGHT} must catch it and does, {MISSED} must and does not, "
           f"{BESIDES} catches it besides, {NOT} does not, blank: not tried")


def run_all(place, chosen, every):
    used = list(dict.fromkeys(
        tool for fault in chosen for tool in tools_for(fault, every)))
    tell(f"{len(used)} tools, where nothing is planted")
    wrong = clean(place, used)
    if wrong:
        print("\n".join(wrong))
        return 1
    rows = {}
    for fault in chosen:
        try:
            results = try_fault(place, fault, every)
        except tools.Missing as error:
            print(f"{fault.name}: not tried to the end: {error}")
            results = {}
        row = rows[fault.name] = row_of(fault, results)
        print("\n".join(lines_of(fault, results, row)), flush=True)
    caught = sum(MISSED not in row.values() for row in rows.values())
    print("\n".join(matrix(rows)))
    print(f"canaries: {len(rows)} faults, {caught} caught")
    return 0 if caught == len(rows) else 1


def choose(names):
    unknown = set(names) - {fault.name for fault in faults.FAULTS}
    if unknown:
        raise tools.Missing(f"no fault is called {', '.join(sorted(unknown))};"
                            " see --list")
    return [f for f in faults.FAULTS if not names or f.name in names]


def main():
    parser = argparse.ArgumentParser(
        prog="canaries", description=__doc__.split("\n\n")[1])
    parser.add_argument("--all", action="store_true",
                        help="try every tool on every fault")
    parser.add_argument("--list", action="store_true",
                        help="tell the faults, and plant none")
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    try:
        chosen = choose(arguments.names)
        if arguments.list:
            print("\n".join(f"{f.name}: {f.what} ({', '.join(f.must)})"
                            for f in chosen))
            return 0
        wrong = list(unfit(arguments.tree, chosen))
        if wrong:
            print("\n".join(wrong) + "\ncanaries: not all faults apply")
            return 1
        work = arguments.work.resolve()
        copy_tree(arguments.tree, work / "tree")
        place = tools.Place(work / "tree", work)
        return run_all(place, chosen, arguments.all)
    except (tools.Missing, OSError, subprocess.CalledProcessError) as error:
        tell(error)
        return 2


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    os.environ.pop("SNARP_ADAPTERS", None)
    os.environ.pop("SNARP_HOME", None)
    sys.exit(main())
