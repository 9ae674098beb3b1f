#!/usr/bin/python3
"""What of some sources a run reached: lines, branches and MC/DC of each file.

    report.py LLVM_COV PROGRAM PROFILE SOURCES

Prints a row for each file and one for all, before them each place that was not
reached. Exit: 0 all is 100 %, 1 something is less, 2 usage or no figures.

Lines are those that llvm-cov counts, but for those of the preprocessor, which
it counts where a macro is used. The copies of an inline function in several
files count as one.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import json
import pathlib
import subprocess
import sys


def export(llvm_cov, program, profile, sources, form):
    run = subprocess.run(
        [llvm_cov, "export", program, "-instr-profile", profile,
         "-format=" + form, "-ignore-filename-regex=/include/", "-sources",
         sources], capture_output=True, text=True)
    if run.returncode != 0:
        sys.stderr.write("coverage: %s\n" % run.stderr.strip())
        sys.exit(2)
    return run.stdout


def lines_of(lcov):
    """By file, how often each line was run."""
    files = {}
    for line in lcov.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            counts = files.setdefault(value, {})
        elif key == "DA":
            number, count = map(int, value.split(",")[:2])
            counts[number] = counts.get(number, 0) + count
    return files


def merged(rows, place, value, both):
    """The values of rows at the same place, made one."""
    found = {}
    for row in rows:
        key = tuple(row[place])
        found[key] = both(found[key], value(row)) if key in found \
            else value(row)
    return found


def branches_of(file):
    """By place, how often each branch was taken."""
    return merged(file["branches"], slice(4), lambda row: row[4:6],
                  lambda a, b: [a[0] + b[0], a[1] + b[1]])


def decisions_of(file):
    """By place, which conditions were seen to decide alone."""
    return merged(file.get("mcdc_records", []), slice(4), lambda row: row[-1],
                  lambda a, b: [x or y for x, y in zip(a, b)])


def shown(text, place):
    """The source at a place, at most 60 characters of its first line."""
    line, column, end_line, end = place
    row = text[line - 1]
    return row[column - 1:end - 1 if end_line == line else None][:60]


class File:
    def __init__(self, file, counts):
        self.name = pathlib.Path(file["filename"]).name
        self.text = pathlib.Path(file["filename"]).read_text().split("\n")
        self.missed = []
        summary = file["summary"]
        lines = [(n, c) for n, c in counts.items()
                 if not self.text[n - 1].startswith("#")]
        self.lines = (len(lines), sum(c > 0 for _, c in lines))
        self.branches = tuple(summary["branches"][key]
                              for key in ("count", "covered"))
        self.conditions = tuple(summary["mcdc"][key]
                                for key in ("count", "covered"))
        for n, count in sorted(lines):
            if count == 0:
                self.missed.append("%d: never run" % n)
        self.look_for_branches(file)

    def look_for_branches(self, file):
        for place, taken in sorted(branches_of(file).items()):
            for count, word in zip(taken, ("true", "false")):
                if count == 0:
                    self.missed.append("%d: never %s: %s" % (
                        place[0], word, shown(self.text, place)))
        for place, alone in sorted(decisions_of(file).items()):
            for i, decided in enumerate(alone):
                if not decided:
                    self.missed.append(
                        "%d: condition %d of %d never decides alone" % (
                            place[0], i + 1, len(alone)))

    def figures(self):
        return self.lines, self.branches, self.conditions


def percent(count, covered):
    if count == 0:
        return "-"
    # never rounded up to 100
    return "%.2f" % (10000 * covered // count / 100)


def print_table(files):
    row = "%-16s %7s %8s %9s %8s %7s %8s"
    print(row % ("", "lines", "%", "branches", "%", "MC/DC", "%"))
    totals = [[sum(f.figures()[i][k] for f in files) for k in (0, 1)]
              for i in range(3)]
    for name, figures in [(f.name, f.figures()) for f in files] + \
            [("all", totals)]:
        cells = [cell for figure in figures
                 for cell in (figure[0], percent(*figure))]
        print(row % (name, *cells))
    return all(covered == count for count, covered in totals)


def main(llvm_cov, program, profile, sources):
    given = (llvm_cov, program, profile, sources)
    data = json.loads(export(*given, "text"))["data"][0]
    counts = lines_of(export(*given, "lcov"))
    # llvm-cov takes sources that are not there for all
    root = pathlib.Path(sources).resolve()
    files = sorted((File(file, counts.get(file["filename"], {}))
                    for file in data["files"]
                    if root in pathlib.Path(file["filename"]).parents),
                   key=lambda f: f.name)
    if not files:
        sys.stderr.write("coverage: no figures for %s\n" % sources)
        return 2
    for file in files:
        for missed in file.missed:
            print("%s:%s" % (file.name, missed))
    return 0 if print_table(files) else 1


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
