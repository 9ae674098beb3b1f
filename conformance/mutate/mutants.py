"""Every mutant of a source of libsnarp, and what names it.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import collections
from pathlib import Path

import operators

REF = Path(__file__).resolve().parents[2] / "ref"


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


def mutants_in(words, ref=REF):
    """Those of FILE or FILE:LINE, or of all files."""
    found = []
    for word in words or [path.name for path in sorted(ref.glob("*.[ch]"))]:
        name, _, line = word.partition(":")
        found += [m for m in mutants_of(ref / name)
                  if not line or m.line == int(line)]
    return found
